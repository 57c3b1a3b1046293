"""Final scoring (I-END): one function per line of the score sheet."""

from collections.abc import Callable
from typing import Final

from engine.core.outcome import Outcome, places
from engine.iki.cards import ABILITY, FIRST_BUILDING, IKI, KOBAN, MON, RICE, SANDAL, TYPE, WOOD
from engine.iki.data import TYPES, tables
from engine.iki.player import Player
from engine.iki.position import Position

_TABLES: Final = tables()
_NUMBERS: Final = _TABLES.numbers
_POINTS: Final = _NUMBERS.scoring


def track(state: Position, seat: int) -> int:
    """IKI on the track (I-END-1)."""
    return state.players[seat].goods[IKI]


def types(state: Position, seat: int) -> int:
    """Different types among the player's artisans, on the board and retired (I-END-2, I-END-3)."""
    cards = [card for room, card in enumerate(state.card) if state.owner[room] == seat and card < FIRST_BUILDING]
    retired = state.players[seat].retired
    wild = sum(1 for card in retired if ABILITY[card] == "wild_type")
    kinds = {TYPE[card] for card in (*cards, *(card for card in retired if ABILITY[card] != "wild_type"))}
    return _NUMBERS.scoring_types[min(len(TYPES), len(kinds) + wild)]


def fish(state: Position, seat: int) -> int:
    """Different seasons, and the IKI printed on each fish (I-END-4)."""
    caught = state.players[seat].fish
    return _NUMBERS.scoring_fish[len(set(caught))] + sum(_TABLES.fish[season].iki for season in caught)


def tobacco(state: Position, seat: int) -> int:
    """Tobacco boxes, doubled by a pipe (I-END-5)."""
    player = state.players[seat]
    points = sum(_TABLES.tobacco[box].iki for box in player.tobacco)
    return points * _POINTS["tobacco_multiplier_with_pipe"] if player.pipes else points


def buildings(state: Position, seat: int) -> int:
    """Each building on the board by its formula (I-END-6)."""
    player = state.players[seat]
    points = 0
    for room, card in enumerate(state.card):
        if state.owner[room] == seat and card >= FIRST_BUILDING:
            building = _TABLES.buildings[card - FIRST_BUILDING]
            points += building.iki_flat + building.iki_per * counted(player, building.per)
    return points


def counted(player: Player, per: str) -> int:
    """How many of these the player has (I-END-9)."""
    counts = {
        "none": 0,
        "sandal": player.goods[SANDAL],
        "rice": player.goods[RICE],
        "fish": len(player.fish),
        "retired": len(player.retired),
        "fire": player.fire,
    }
    return counts[per]


def resources(state: Position, seat: int) -> int:
    """Koban, wood, and full groups of mon; rice and sandals as the table says (I-END-7)."""
    goods = state.players[seat].goods
    return (
        goods[KOBAN] * _POINTS["koban"]
        + goods[WOOD] * _POINTS["wood"]
        + goods[MON] // _POINTS["mon_per_iki"]
        + goods[RICE] * _POINTS["rice"]
        + goods[SANDAL] * _POINTS["sandal"]
    )


SHEET: Final[tuple[tuple[str, Callable[[Position, int], int]], ...]] = (
    ("track", track),
    ("types", types),
    ("fish", fish),
    ("tobacco", tobacco),
    ("buildings", buildings),
    ("resources", resources),
)


def sheet(state: Position, seat: int) -> dict[str, int]:
    """The score sheet of one seat."""
    return {name: line(state, seat) for name, line in SHEET}


def outcome(state: Position) -> Outcome:
    """Scores and places; ties go to the better place in fire order (I-END-8)."""
    seats = range(len(state.players))
    sheets = tuple(sheet(state, seat) for seat in seats)
    order = tuple(len(seats) - state.order.index(seat) for seat in seats)
    return Outcome(
        categories=sheets,
        places=places([(sum(sheets[seat].values()), order[seat]) for seat in seats]),
        ended_by="new_year",
        tie_breaks={"fire_order": order},
    )
