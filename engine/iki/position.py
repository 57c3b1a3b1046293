"""The data of a position: players, street, row, decks, and what is being decided. No rule."""

from engine.core.game import Setup
from engine.core.state import State

# What is being decided (docs/rules/iki.md, section 16).
(
    START_CARD,
    START_ROOM,
    IKIZAMA,
    STEP_A,
    RECRUIT_ROOM,
    MOVE_X,
    MOVE_EXTRA,
    BUSINESS,
    TRAIN_TARGET,
    BUILD_PICK,
    BUILD_ROOM,
    SWAP_FIRST,
    SWAP_SECOND,
    NEUTRAL_CARD,
    NEUTRAL_ROOM,
    FIRE_SAVE,
    STARVE,
    NEW_YEAR_SPACE,
    OVER,
) = range(19)

DECISIONS = (
    "start_card",
    "start_room",
    "ikizama",
    "step_a",
    "recruit_room",
    "move_x",
    "move_extra",
    "business",
    "train_target",
    "build_pick",
    "build_room",
    "swap_first",
    "swap_second",
    "neutral_card",
    "neutral_room",
    "fire_save",
    "starve",
    "new_year_space",
    "over",
)
"""The decisions by name, as positions and views have them."""

NOBODY = -1
"""Stands for no card, no owner, no space of the track, no tile."""


class Player:
    """What one player has. Tuples are replaced, never changed, so that clones share them."""

    __slots__ = (
        "carts",
        "cylinder",
        "discount",
        "fire",
        "fish",
        "goods",
        "kobun",
        "pipes",
        "retired",
        "saves",
        "space",
        "tobacco",
    )

    def __init__(
        self,
        goods: list[int],
        fire: int,
        kobun: int,
        space: int,
        cylinder: int,
        retired: tuple[int, ...],
        fish: tuple[int, ...],
        pipes: tuple[int, ...],
        tobacco: tuple[int, ...],
        discount: int,
        carts: int,
        saves: int,
    ) -> None:
        self.goods = goods
        """By good: mon, rice, sandal, wood, koban, IKI."""
        self.fire = fire
        """Fire strength."""
        self.kobun = kobun
        """Kobun in supply."""
        self.space = space
        """Where the oyakata stands; 0 is the start zone."""
        self.cylinder = cylinder
        """Space of the ikizama track, 0 for X; NOBODY while off the track."""
        self.retired = retired
        """Retired cards in the order of their retirement."""
        self.fish = fish
        """Season of each fish, in the order they were bought."""
        self.pipes = pipes
        self.tobacco = tobacco
        self.discount = discount
        """Mon off each recruitment (I-REC-6)."""
        self.carts = carts
        """Retired cards that give an extra step (I-MOVE-3)."""
        self.saves = saves
        """Unspent abilities to save an artisan from fire (I-FIRE-7)."""

    def clone(self) -> "Player":
        """An independent copy."""
        return Player(
            self.goods[:],
            self.fire,
            self.kobun,
            self.space,
            self.cylinder,
            self.retired,
            self.fish,
            self.pipes,
            self.tobacco,
            self.discount,
            self.carts,
            self.saves,
        )


class Position(State):
    """The whole table. Lists and the row are this position's own; tuples are shared with clones."""

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
    decision: int
    """What `to_act` decides: START_CARD to OVER."""
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
