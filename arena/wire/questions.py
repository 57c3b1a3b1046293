"""A decision on its way to a bot.

The match serialises it once, without id and clock; the gateway adds those as bytes, since only it knows them: to add a
field to a protobuf message is to append it. (The id is added whole: protobuf.js, which Node bots use, does not merge two
pieces of one sub-message as the specification asks.)
"""

from dataclasses import dataclass

from arena.matches import Ask
from arena.v1.bots_pb2 import Decision
from arena.wire import frames
from arena.wire.pieces import encoded
from arena.wire.varints import varint

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
LONGEST_CLOCK_MS = (1 << 31) - 1


@dataclass(slots=True)
class Question:
    """One decision as a match hands it to whoever holds the bot's stream."""

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


def named(asked: Question, nonce: int) -> bytes:
    """The question's DecisionId, as protobuf writes it: so it comes back from a bot to the byte."""
    match = asked.match_id.encode()
    number = _NUMBER + varint(asked.number) if asked.number else b""
    return b"".join((_MATCH, varint(len(match)), match, number, _NONCE, nonce.to_bytes(4, "little")))


def stamped(asked: Question, decision_id: bytes, clock_ms: int | None, *, resent: bool = False) -> bytes:
    """The question as a whole Decision."""
    return asked.body + _stamp(decision_id, clock_ms, resent)


def framed(asked: Question, decision_id: bytes, clock_ms: int | None, *, resent: bool = False) -> bytes:
    """The question as an ArenaMessage."""
    return frames.framed(DECISION, asked.body, _stamp(decision_id, clock_ms, resent))


def _stamp(decision_id: bytes, clock_ms: int | None, resent: bool) -> bytes:
    clock = _UNTIMED if clock_ms is None else _CLOCK + varint(min(max(clock_ms, 0), LONGEST_CLOCK_MS))
    return b"".join((_ID, varint(len(decision_id)), decision_id, clock, _RESENT if resent else b""))
