"""Observations as bytes, made of pieces that are kept.

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. Serialised protobuf
fields can simply be put one after the other, so the bytes of each part of a view (engine/core/parts.py) are made once and found
again by its key; what changes with every decision is built anew.
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.v1.observation_pb2 import Observation
from arena.wire.observations import TYPED, observation
from arena.wire.varints import varint
from engine import State
from engine.core.parts import Part

MOST_KEPT = 4_000
"""Pieces of one part that are kept, of 20 bytes to 2 KB each; then they are forgotten all at once."""
_LENGTH_DELIMITED = 2


class Pieces:
    """The views of one game as bytes. Called by the engine with each part of a view: see `Take`."""

    def __init__(self, game: str) -> None:
        field = Observation.DESCRIPTOR.fields_by_name[game]
        described = field.message_type
        assert described is not None
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._message: Callable[..., Message] = GetMessageClass(described)  # type: ignore[arg-type]
        self._kept: dict[Part, dict[Hashable, bytes]] = {}

    def encoded(self, state: State, seat: int | None) -> bytes:
        """The bytes of an Observation with the view of that seat."""
        pieces: list[bytes] = []
        light: dict[str, Any] = {}
        for name, value in state.view_of_parts(seat, self).items():
            if type(value) is bytes:
                pieces.append(value)
            elif type(value) is list and value and type(value[0]) is bytes:
                pieces += value
            else:
                light[name] = value
        pieces.append(self._message(**light).SerializeToString())
        body = b"".join(pieces)
        return self._tag + varint(len(body)) + body

    def __call__(self, part: Part, *of: Any) -> bytes:
        """The part as bytes with its tag."""
        kept = self._kept.get(part)
        if kept is None:
            kept = self._kept[part] = {}
        key = part.key(*of)
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            found = kept[key] = self._piece(part, part.make(*of))
        return found

    def _piece(self, part: Part, made: Any) -> bytes:
        if type(made) is list and made and type(made[0]) is bytes:  # its items are parts themselves
            return b"".join(made)
        value = (made,) if part.is_item else made
        return self._message(**{part.field: value}).SerializeToString()

    def forget(self) -> None:
        """Keep nothing of what was made so far."""
        self._kept.clear()


@cache
def pieces_of(game: str) -> Pieces:
    """The pieces of a game, kept by this process."""
    return Pieces(game)


def encoded(game: str, state: State, seat: int | None) -> bytes:
    """The bytes of `observation(game, state.view(seat))`; fields may come in another order."""
    if game in TYPED:
        return pieces_of(game).encoded(state, seat)
    return observation(game, state.view(seat)).SerializeToString()
