"""The data of a position: players, street, row, decks, and the pending decision. No rule."""

from engine.core.game import Setup
from engine.core.state import State
from engine.iki.decisions import Decision
from engine.iki.player import Player


class Position(State):
    """The whole table. Clones copy the lists and the row, and share the tuples."""

    __slots__ = (
        "buildings",
        "card",
        "carted",
        "chosen",
        "decision",
        "decks",
        "done",
        "empty",
        "fire_room",
        "fire_tile",
        "fires",
        "fish_left",
        "level",
        "lost",
        "month",
        "order",
        "owner",
        "pipes",
        "players",
        "queue",
        "row",
        "setup",
        "starters",
        "tobacco",
        "traded",
        "visited",
    )

    setup: Setup
    month: int
    """1 to 12; 13 is New Year."""
    decision: Decision
    """The pending decision."""
    queue: tuple[int, ...]
    """Seats still to act in this phase, the acting one first."""
    players: list[Player]
    order: tuple[int, ...]
    """All seats in fire order (I-TRACK-4); keeps the stacking too."""
    card: list[int]
    """Per room: its card, or NOBODY."""
    owner: list[int]
    """Per room: whose card it is; NOBODY for empty rooms and neutral artisans."""
    level: list[int]
    """Per room: experience level 1 to 3; 0 for empty rooms, buildings and neutral artisans."""
    empty: int
    """The empty usable rooms as a mask; with 2 players coloured rooms are never among them."""
    row: dict[int, int]
    """Recruitable cards in data order -> mon on them."""
    decks: tuple[tuple[int, ...], ...]
    """Per season: the undrawn cards, next one first."""
    fires: tuple[int, ...]
    """The tiles of the fires to come."""
    fish_left: int
    """Fish of the season on the market."""
    pipes: int
    """Pipes sold; the next one lies on top."""
    tobacco: int
    """Tobacco boxes sold."""
    buildings: tuple[int, ...]
    """Buildings that can still be built."""
    starters: tuple[int, ...]
    """Starting artisans not yet chosen; none after set-up."""
    lost: tuple[int, ...]
    """Cards out of the game."""

    done: tuple[int, ...]
    """Stall actions done this turn."""
    traded: bool
    """Whether an artisan was traded with this turn."""
    carted: bool
    """Whether the extra step was used this turn."""
    chosen: int
    """The card, building or room (of a swap) picked by the decision before; NOBODY otherwise."""
    visited: int
    """The room whose artisan is being traded with; NOBODY otherwise."""
    fire_tile: int
    """The tile of the fire that is burning; NOBODY otherwise."""
    fire_room: int
    """How many rooms of the path that fire has passed."""
