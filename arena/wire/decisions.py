"""A decision and its answer as the bytes of a stream.

The match serialises a decision once, without id and clock. The gateway appends those, since only it knows them: appending a field to a
serialised protobuf message adds it. (The id is added whole: protobuf.js, which Node bots use, does not merge two pieces of one sub-message
as the specification asks.)

From one decision to the next most of a position stays as it was: other players, rows of cards, the board. So the bytes of each part of a
view (engine/core/parts.py) are made once and kept under the part's key; only what changes with every decision is built again.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from arena.matches import Ask
from arena.v1.bots_pb2 import Choice, Decision
from arena.v1.observation_pb2 import Observation
from arena.wire.observations import TYPED, built, observation
from engine import State
from engine.core.parts import Part

DECISION = b"\x12"
"""ArenaMessage.decision: field 2, length-delimited."""
_ID = b"\x0a"  # Decision.id, field 1, length-delimited
_OBSERVATION = b"\x3a"  # Decision.observation, field 7, length-delimited
_MATCH = b"\x0a"  # DecisionId.match_id, field 1, length-delimited
_NUMBER = b"\x10"  # DecisionId.number, field 2, varint
_NONCE = b"\x1d"  # DecisionId.nonce, field 3, four bytes
_CLOCK = b"\x20"  # Decision.clock_ms, field 4, varint
_UNTIMED = b"\x28\x01"  # Decision.untimed, field 5, true
_RESENT = b"\x48\x01"  # Decision.resent, field 9, true
_CHOICE = b"\x12"  # BotMessage.choice, field 2, length-delimited
_CHOICE_DECISION = b"\x0a"  # Choice.decision, field 1, length-delimited
_CHOICE_INDEX = 0x10  # Choice.index, field 2, varint
_LENGTH_DELIMITED = 2
LONGEST_CLOCK_MS = (1 << 31) - 1
MOST_KEPT = 4_000
"""Encoded pieces kept per part, of 20 bytes to 2 KB each. Beyond that all of them are dropped at once."""


# Protobuf fields as bytes


def varint(number: int) -> bytes:
    """Encode a number as protobuf does: seven bits a byte, the lowest first."""
    if number < len(_SMALL):
        return _SMALL[number]
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


_SMALL = [
    *(bytes((number,)) for number in range(128)),
    *(bytes((number & 127 | 128, number >> 7)) for number in range(128, 1 << 14)),
]
"""Varints of one or two bytes: the length of nearly every message."""


def delimited(tag: bytes, *body: bytes) -> bytes:
    """A message whose only field is *tag*, holding the pieces of *body* one after the other."""
    return b"".join((tag, varint(sum(map(len, body))), *body))


def undelimited(tag: bytes, data: bytes) -> bytes | None:
    """What `delimited` was given; None if the *data* has any other field, or is cut short."""
    if not data.startswith(tag):
        return None
    length, at, shift = 0, len(tag), 0
    while at < len(data):
        byte = data[at]
        length |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return data[at:] if at + length == len(data) else None
    return None


# The question


@dataclass(slots=True)
class Question:
    """One decision as a match hands it to the process that holds the bot's stream."""

    match_id: str
    seat: int
    number: int
    choices: int
    """How many legal actions there are."""
    clock_ms: int | None
    """Left on the seat's clock; None: no limit."""
    body: bytes
    """A Decision without id and clock."""


def question(match_id: str, ask: Ask) -> Question:
    """The question that an ask of the match loop puts to a remote bot."""
    state, seat = ask.state, ask.seat
    game = state.game.name
    legal = [action.text for action in ask.legal]
    seen = encoded(game, state, seat)
    light = Decision(game=game, seat=seat, events=ask.events_since, legal_actions=legal).SerializeToString()
    body = b"".join((light, _OBSERVATION, varint(len(seen)), seen))
    return Question(match_id, seat, ask.number, len(ask.legal), ask.clock_ms, body)


def decision_id(asked: Question, nonce: int) -> bytes:
    """The question's DecisionId exactly as protobuf writes it, so that a bot returns the same bytes."""
    match = asked.match_id.encode()
    number = _NUMBER + varint(asked.number) if asked.number else b""
    return b"".join((_MATCH, varint(len(match)), match, number, _NONCE, nonce.to_bytes(4, "little")))


def whole_decision(asked: Question, id_bytes: bytes, clock_ms: int | None, *, resent: bool = False) -> bytes:
    """The question as a complete Decision."""
    return asked.body + _id_and_clock(id_bytes, clock_ms, resent)


def decision_message(asked: Question, id_bytes: bytes, clock_ms: int | None, *, resent: bool = False) -> bytes:
    """The question as an ArenaMessage."""
    return delimited(DECISION, asked.body, _id_and_clock(id_bytes, clock_ms, resent))


def _id_and_clock(id_bytes: bytes, clock_ms: int | None, resent: bool) -> bytes:
    clock = _UNTIMED if clock_ms is None else _CLOCK + varint(min(max(clock_ms, 0), LONGEST_CLOCK_MS))
    return b"".join((_ID, varint(len(id_bytes)), id_bytes, clock, _RESENT if resent else b""))


# The answer: the decision's id stays as bytes, which is all that either side needs of it


@dataclass(slots=True)
class Reply:
    """A Choice as it arrived."""

    decision: bytes
    """A DecisionId, as the bot wrote it."""
    index: int
    note: str = ""
    value: float | None = None


def answer(id_bytes: bytes, choice: Choice) -> bytes:
    """A BotMessage with *choice*, which has everything but its decision."""
    return delimited(_CHOICE, delimited(_CHOICE_DECISION, id_bytes) + choice.SerializeToString())


def reply(choice: Choice) -> Reply:
    """A parsed Choice as a Reply."""
    value = choice.value if choice.HasField("value") else None
    return Reply(choice.decision.SerializeToString(), choice.index, choice.note, value)


def reply_in(raw: bytes) -> Reply | None:
    """The choice in a BotMessage that has no other field; None: parse the message in full."""
    body = undelimited(_CHOICE, raw)
    if body is None:
        return None
    try:
        return _plain_reply(body) or reply(Choice.FromString(body))
    except DecodeError:
        return None


def _plain_reply(body: bytes) -> Reply | None:
    """An id and a small index, which nearly every Choice is, read without parsing: this runs for every decision of every bot."""
    if len(body) < 2 or body[0] != _CHOICE_DECISION[0] or body[1] > 127:  # above: a length of more than one byte
        return None
    end = 2 + body[1]
    if len(body) == end:
        return Reply(body[2:], 0)
    if len(body) == end + 2 and body[end] == _CHOICE_INDEX and body[end + 1] < 128:
        return Reply(body[2:end], body[end + 1])
    return None


# The observation


class PartEncoder:
    """One part of a game's view: its place in the message, and its encoded bytes by key."""

    __slots__ = ("_field", "_inner", "_is_item", "_outer", "_parts", "_tag", "kept")

    def __init__(self, part: Part, described: Any, parts: Sequence[str]) -> None:
        """*described* is the message of the whole view, *parts* the fields of this part that are parts themselves."""
        *path, self._field = part.field.split(".")
        for name in path:
            if not is_group(name):
                described = described.fields_by_name[name].message_type
        self._outer: type[Message] = GetMessageClass(described)
        field = described.fields_by_name.get(self._field)
        self._tag = b"" if field is None else varint(field.number << 3 | _LENGTH_DELIMITED)
        self._inner = GetMessageClass(field.message_type) if field is not None and field.message_type else self._outer
        self._is_item = part.is_item
        self._parts = parts
        self.kept: dict[Hashable, Any] = {}

    def encoded(self, value: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        if is_group(self._field):
            return {self._field: b"".join(pieces(self._outer, value, self._parts))}
        if self._parts:
            return delimited(self._tag, *pieces(self._inner, value, self._parts))
        if type(value) is list and value and type(value[0]) is bytes:  # its items are parts themselves
            return b"".join(value)
        return built(self._outer, {self._field: (value,) if self._is_item else value}).SerializeToString()


def is_group(name: str) -> bool:
    """Whether a part of that name is a group of fields."""
    return name.startswith("(")


def pieces(message: type[Message], fields: dict[str, Any], parts: Sequence[str]) -> list[bytes]:
    """The bytes of a message with these fields; those named in *parts* are encoded already."""
    encoded_fields: list[bytes] = []
    for name in parts:
        piece = fields.pop(name, b"")
        if type(piece) is list:
            encoded_fields += piece
        else:
            encoded_fields.append(piece)
    if fields:
        encoded_fields.append(built(message, fields).SerializeToString())
    return encoded_fields


class ViewEncoder:
    """The views of one game as bytes. The engine calls it with each part of a view: see `Take`."""

    def __init__(self, game: str) -> None:
        field: Any = Observation.DESCRIPTOR.fields_by_name[game]
        self._described = field.message_type
        self._tag = varint(field.number << 3 | _LENGTH_DELIMITED)
        self._message: type[Message] = GetMessageClass(self._described)
        self._encoders: dict[Part, PartEncoder] = {}
        self._parts: defaultdict[str, list[str]] = defaultdict(list)
        """By message: its fields that are parts, as far as they were met; the view itself has no name."""

    def encoded(self, state: State, seat: int | None) -> bytes:
        """The bytes of an Observation with the view of that seat."""
        return delimited(self._tag, *pieces(self._message, state.view_of_parts(seat, self), self._parts[""]))

    def __call__(self, part: Part, *of: Any) -> Any:
        """The part as bytes with its tag; for a group its bytes under its name."""
        key = part.key(*of)
        try:
            return self._encoders[part].kept[key]
        except KeyError:
            return self._encode(part, key, of)

    def _encode(self, part: Part, key: Hashable, of: tuple[Any, ...]) -> Any:
        encoder = self._encoders.get(part) or self._new_encoder(part)
        if len(encoder.kept) >= MOST_KEPT:
            encoder.kept.clear()
        piece = encoder.kept[key] = encoder.encoded(part.make(*of))
        return piece

    def _new_encoder(self, part: Part) -> PartEncoder:
        message, _, field = part.field.rpartition(".")
        if field not in self._parts[message]:
            self._parts[message].append(field)
        encoder = self._encoders[part] = PartEncoder(part, self._described, self._parts[part.field])
        return encoder

    def forget(self) -> None:
        """Drop everything that is kept."""
        self._encoders.clear()


@cache
def view_encoder(game: str) -> ViewEncoder:
    """The process's encoder for a game."""
    return ViewEncoder(game)


def encoded(game: str, state: State, seat: int | None) -> bytes:
    """The bytes of `observation(game, state.view(seat))`; fields may come in another order."""
    if game in TYPED:
        return view_encoder(game).encoded(state, seat)
    return observation(game, state.view(seat)).SerializeToString()
