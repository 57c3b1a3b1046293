"""All actions of IKI, made once.

A `Move` carries the number its rule reads: a card, a room, a space or a distance. Lists of rooms are looked up by
bit mask, so that no list is built room by room.
"""

from typing import Final

from engine.core.actions import Action, Vocabulary
from engine.iki.board import IKIZAMA, ROOMS, SPACES
from engine.iki.cards import BUILDINGS, FIRST_BUILDING, NAMES, STARTERS
from engine.iki.data import tables

GAME_NAME: Final = "iki"


class Move(Action):
    """An action with the number its rule reads."""

    __slots__ = ("value",)

    def __init__(self, text: str, value: int) -> None:
        super().__init__(GAME_NAME, text)
        self.value = value


VOCABULARY: Final = Vocabulary(GAME_NAME)


def _move(text: str, value: int = 0) -> Move:
    move = Move(text, value)
    VOCABULARY.add(move)
    return move


def _per_room(verb: str) -> tuple[Move, ...]:
    return tuple(_move(f"{verb} {room}", n) for n, room in enumerate(ROOMS))


# Set-up and phase 1
STARTER: Final = {card: _move(f"starter {NAMES[card]}", card) for card in STARTERS}  # D-1
TRACK: Final = tuple(_move(f"ikizama {space}", n) for n, space in enumerate(IKIZAMA))  # D-3

# Step A
INCOME: Final = _move("income", -1)
RECRUIT: Final = tuple(_move(f"recruit {name}", card) for card, name in enumerate(NAMES[:FIRST_BUILDING]))  # D-4
PLACE: Final = _per_room("place")  # D-2, D-5, D-11, D-15: the room of the card chosen before

# Movement
WALK: Final = tuple(_move(f"walk {steps}", steps) for steps in (1, 2, 3, 4))  # D-6
STOP: Final = _move("stop")  # D-7
SANDAL: Final = _move("sandal")
CART: Final = _move("cart")
VISIT: Final = tuple(_move(f"visit {space}", space) for space in range(1, SPACES + 1))  # D-18

# Business: a trade has its room's number, a stall action STALL_MOVES and up
STALL_MOVES: Final = len(ROOMS)
END: Final = _move("end", -1)  # D-8
STALL_ACTIONS: Final = tuple(action for stall in tables().stalls.values() for action in stall.actions)
STALL: Final = {action.id: _move(action.id, STALL_MOVES + n) for n, action in enumerate(STALL_ACTIONS)}
TRADE: Final = _per_room("trade")
TRAIN: Final = _per_room("train")  # D-9
BUILD: Final = {card: _move(f"build {NAMES[card]}", card) for card in BUILDINGS}  # D-10
SWAP: Final = _per_room("swap")  # D-12
WITH: Final = _per_room("with")  # D-13

# End of month
NEUTRAL: Final = tuple(_move(f"neutral {name}", card) for card, name in enumerate(NAMES[:FIRST_BUILDING]))  # D-14
BURN: Final = _move("burn")  # D-16
SAVE: Final = _move("save")
STARVE: Final = _per_room("starve")  # D-17


def _by_mask(first: int) -> tuple[tuple[Move, ...], ...]:
    """Per mask of eight rooms from *first* on: their `place` moves."""
    return tuple(tuple(PLACE[first + n] for n in range(8) if mask >> n & 1) for mask in range(256))


_LOW: Final = _by_mask(0)
_HIGH: Final = _by_mask(8)


def places(rooms: int) -> tuple[Move, ...]:
    """The `place` moves of a set of rooms, in room order."""
    return _LOW[rooms & 255] + _HIGH[rooms >> 8]
