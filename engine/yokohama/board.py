"""A layout of area boards: which areas are neighbours, and the actions of each list in the order of the layout.

Areas are numbered as in the data (`AREAS`), the same in every match; a *position* is a place in the layout. Lists are sorted
by position (Y-SETUP-15), so each layout has sorted tables, made once and shared by all states.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.yokohama import actions
from engine.yokohama.actions import AREAS, CANAL_KIND, TABLES, Move


class Board:
    """The boards in use and where they lie. Never changed once made."""

    __slots__ = (
        "adjacent",
        "canal",
        "land",
        "layout",
        "move_tos",
        "neighbours",
        "place",
        "spread_after",
        "spreads",
        "station_areas",
    )

    def __init__(self, layout: tuple[int, ...], rows: tuple[int, ...]) -> None:
        self.layout = layout
        """Areas by position."""
        self.land = tuple(area for area in layout if AREAS[area].kind != CANAL_KIND)
        """The same without the Canal."""
        self.canal = next((area for area in layout if AREAS[area].kind == CANAL_KIND), -1)
        """-1 where the Canal is not in use (2 players)."""
        self.neighbours = _neighbours(layout, rows)
        """By area: the areas beside it, by position (Y-SETUP-3)."""
        self.adjacent = tuple(tuple(area for area in near if area != self.canal) for near in self.neighbours)
        """The same without the Canal."""
        self.spreads = self.listed(actions.SPREADS)
        self.place = (*self.listed(actions.DOUBLES), *self.spreads)
        """Every first placement, when each can be paid."""
        self.spread_after = self._spread_after()
        """By area of the last assistant: what may follow in a spread (Y-DEC-1)."""
        self.move_tos = self.listed(actions.MOVE_TOS)
        self.station_areas = self.listed(actions.STATION_AREAS)

    def listed(self, by_area: Sequence[Move | None], areas: Sequence[int] | None = None) -> tuple[Move, ...]:
        """The actions of *areas* (all land, if left out) in the order of the layout."""
        chosen = [by_area[area] for area in (self.land if areas is None else areas)]
        return tuple(move for move in chosen if move is not None)

    def _spread_after(self) -> tuple[tuple[Move, ...], ...]:
        rest: list[tuple[Move, ...]] = [()] * len(AREAS)
        for position, area in enumerate(self.land):
            rest[area] = (*self.listed(actions.SPREADS, self.land[position + 1 :]), actions.STOP)
        return tuple(rest)


def _neighbours(layout: tuple[int, ...], rows: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Boards that share an edge: each row is shifted by half a board against the one above (Y-SETUP-3)."""
    places = [(row, column) for row, width in enumerate(rows) for column in range(width)]
    number = dict(zip(places, layout, strict=True))
    neighbours: list[tuple[int, ...]] = [()] * len(AREAS)
    for row, column in places:
        around = (
            (row - 1, column),
            (row - 1, column + 1),
            (row, column - 1),
            (row, column + 1),
            (row + 1, column - 1),
            (row + 1, column),
        )
        neighbours[number[row, column]] = tuple(number[place] for place in around if place in number)
    return tuple(neighbours)


@lru_cache(maxsize=256)
def board(layout: tuple[int, ...], seats: int) -> Board:
    """The board of that layout; made once."""
    return Board(layout, TABLES.rows[seats])
