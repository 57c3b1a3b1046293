"""The street, its rooms and its stalls as numbers, for the rules to read quickly.

Rooms are numbered in the order of the table; a set of rooms is a bit mask. Street spaces are numbered 1 to 8;
0 is the start zone.
"""

from typing import Final

from engine.iki.data import tables

_TABLES: Final = tables()

ROOMS: Final[tuple[str, ...]] = tuple(room.id for room in _TABLES.rooms)
ROOM_NUMBER: Final[dict[str, int]] = {room: n for n, room in enumerate(ROOMS)}

ALL_ROOMS: Final = (1 << len(ROOMS)) - 1
COLOURED: Final = sum(1 << n for n, room in enumerate(_TABLES.rooms) if room.coloured)
PLAIN: Final = ALL_ROOMS & ~COLOURED
CORNERS: Final = sum(1 << n for n, room in enumerate(_TABLES.rooms) if room.corner)

SPACES: Final = len(_TABLES.spaces)
SPACE_ROOMS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *(tuple(ROOM_NUMBER[room] for room in space.rooms) for space in _TABLES.spaces),
)
"""Per street space: its two rooms, in room order (I-BOARD-3)."""
STALLS: Final[tuple[str, ...]] = ("", *(space.stall for space in _TABLES.spaces))

NAGAYA: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(ROOM_NUMBER[room] for room in group.rooms) for group in _TABLES.groups if group.id != "coloured"
)
COLOURED_GROUP: Final[tuple[int, ...]] = tuple(n for n in range(len(ROOMS)) if COLOURED >> n & 1)

FIRE_TILES: Final[tuple[str, ...]] = tuple(tile.id for tile in _TABLES.fire_tiles)
FIRE_PATHS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(ROOM_NUMBER[room] for room in tile.rooms) for tile in _TABLES.fire_tiles
)

IKIZAMA: Final[tuple[str, ...]] = _TABLES.numbers.ikizama[4]
"""Spaces of the ikizama track in turn order: x, then 1 to 4."""
ON_X: Final = 0
