"""The data of a position: the table, the players and the turn. No rule."""

from engine.core.game import Setup
from engine.core.state import State
from engine.yokohama.board import Board
from engine.yokohama.data.records import Edition
from engine.yokohama.player import Player
from engine.yokohama.turn import Turn


class Position(State):
    """The whole table. Lists indexed by area have a place for every area of the data, in use or not."""

    __slots__ = (
        "achievements",
        "achievers",
        "acting",
        "agents_left",
        "board",
        "buildings",
        "church",
        "customs",
        "edition",
        "end_trigger",
        "five_powers",
        "houses",
        "laboratories",
        "last_round",
        "objectives",
        "order_deck",
        "orders_removed",
        "players",
        "ports",
        "round",
        "setup",
        "shops",
        "station",
        "technology_deck",
        "turn",
    )

    setup: Setup
    edition: Edition
    board: Board
    buildings: tuple[int, ...]
    """Building card by area."""
    achievements: tuple[int, ...]
    """The card of each pile."""
    players: list[Player]
    acting: Player
    """The player whose turn it is."""
    turn: Turn
    round: int
    """From 1; 0 while the first orders are chosen."""
    end_trigger: str
    """What triggered the end (Y-END-1); empty until then."""
    last_round: int
    """The round after which the match ends; 0 until triggered."""
    shops: list[tuple[int, ...]]
    """By area: owners of the four shop spaces."""
    houses: list[int]
    """By area: owner of the trading house."""
    five_powers: list[int]
    """By area: the token still there."""
    station: int
    """The area of the station token; NOWHERE while in the supply."""
    church: list[int]
    """Owners of the assistants, by space; the same for *customs*."""
    customs: list[int]
    ports: list[list[int]]
    """Order cards by slot, for Port A and Port B."""
    laboratories: list[list[int]]
    """Technologies by slot, for Laboratory A and B."""
    order_deck: tuple[int, ...]
    """The next card first; the same for *technology_deck*."""
    technology_deck: tuple[int, ...]
    orders_removed: tuple[int, ...]
    """Left the game unseen at set-up."""
    agents_left: list[int]
    """Foreign agents in the supply, by country."""
    achievers: list[tuple[int, ...]]
    """By pile: the seats that did it, first one first."""
    objectives: tuple[int, ...]
    """Tokens of mini-expansion 1 not taken yet."""
