"""A decision and its answer as the bytes of a stream.

The match serialises a decision once, without id and clock. The gateway appends those, since only it knows them: appending a field to a
serialised protobuf message adds it. (The id is added whole: protobuf.js, which Node bots use, does not merge two pieces of one sub-message
as the specification asks.)
"""

from dataclasses import dataclass

from google.protobuf.message import DecodeError

from arena.matches import Ask
from arena.v1.bots_pb2 import Choice, Decision
from arena.wire.fields import delimited, undelimited, varint
from arena.wire.observations import encoded

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
LONGEST_CLOCK_MS = (1 << 31) - 1


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
