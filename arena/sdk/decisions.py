"""A decision as a bot over the network sees it, parsed only as far as the bot reads it, and how long to think about it."""

import math
import time
from functools import cached_property
from typing import Any

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

import engine
from arena.v1 import bots_pb2, observation_pb2
from arena.v1.observation_pb2 import Observation
from arena.wire.decisions import DECISION
from arena.wire.fields import undelimited
from arena.wire.observations import view_of
from engine import Action, Game, State
from engine.core.chance import Rng
from engine.core.game import TYPICAL_DECISIONS

AS_BYTES = frozenset({"id", "observation"})


def _twin() -> Any:
    described = FileDescriptorProto()
    bots_pb2.DESCRIPTOR.CopyToProto(described)
    described.dependency.remove(observation_pb2.DESCRIPTOR.name)
    decision = next(message for message in described.message_type if message.name == "Decision")
    for field in decision.field:
        if field.name in AS_BYTES:
            field.type = FieldDescriptorProto.TYPE_BYTES
            field.ClearField("type_name")
    pool = DescriptorPool()
    pool.Add(described)
    return GetMessageClass(pool.FindMessageTypeByName(bots_pb2.Decision.DESCRIPTOR.full_name))


_Light = _twin()


def light(decision: bots_pb2.Decision) -> Any:
    """The twin of a decision."""
    return _Light.FromString(decision.SerializeToString())


def decision_in(raw: bytes) -> Any:
    """The twin of the decision in an ArenaMessage; None if that is anything else."""
    body = undelimited(DECISION, raw)
    try:
        return None if body is None else _Light.FromString(body)
    except DecodeError:
        return None


LEAST_SHARE = 5
"""However long a match lasts, a decision gets no more than this many times the average one's share of the clock."""
RESERVE_MS = 100
"""Kept back for the way to the arena and back."""


def expected_decisions(game: str, seats: int) -> int:
    """How many decisions one seat makes in a match."""
    return engine.game(game).decisions(seats) if game in engine.games() else TYPICAL_DECISIONS


def expected_left(expected: int, number: int) -> int:
    """How many decisions are left before decision *number* (counted from 0), this one included."""
    return max(expected - number, math.ceil(expected / LEAST_SHARE), 1)


def budget_ms(clock_ms: int, increment_ms: int, left: int) -> int:
    """An even share of the clock: what is left, spread over the decisions left, and most of the increment that comes back."""
    usable = max(0, clock_ms - RESERVE_MS)
    return min(usable, usable // left + increment_ms)


class Decision:
    """One choice to make. Costs nothing until it is read."""

    def __init__(self, twin: Any) -> None:
        """*twin* is what lazy_decisions.py makes of a message."""
        self._message: Any = twin
        self.match: bots_pb2.MatchStarted | None = None
        """What the arena said when the match began: seats, clock, players."""
        self._is_over = False
        self._came = time.monotonic()
        self.id_bytes: bytes = twin.id
        """The id that an answer names, as it came."""
        self.note = ""
        """Set it in `choose`: a remark (1 KB) that only the bot's owner sees beside the replay."""
        self.value: float | None = None
        """Set it in `choose`: how good the bot thinks its position is. Only its owner sees it."""

    @cached_property
    def message(self) -> bots_pb2.Decision:
        """As it came over the wire."""
        return bots_pb2.Decision.FromString(self._message.SerializeToString())

    @property
    def match_id(self) -> str:
        """Names the match."""
        return self._id.match_id

    @property
    def seat(self) -> int:
        """The bot's seat, from 0."""
        seat: int = self._message.seat
        return seat

    @property
    def number(self) -> int:
        """The number of this decision among those of the seat: 0, 1, 2 …"""
        return self._id.number

    @property
    def clock_ms(self) -> int | None:
        """Milliseconds left on the clock; None: no limit."""
        return None if self._message.untimed else self._message.clock_ms

    @property
    def increment_ms(self) -> int:
        """Milliseconds added to the clock after each decision."""
        return self.match.clock.increment_ms if self.match is not None else 0

    @property
    def expected_decisions(self) -> int:
        """How many decisions a seat makes in a whole match of this game and size: an average."""
        return expected_decisions(self._message.game, self.match.seats if self.match is not None else 0)

    @property
    def expected_left(self) -> int:
        """How many decisions this seat still has before it, this one included: an estimate, never below 1."""
        return expected_left(self.expected_decisions, self.number)

    def budget(self) -> int | None:
        """How long to think about this decision, in milliseconds, so that the clock lasts for the whole match; None: no limit."""
        return None if self.clock_ms is None else budget_ms(self.clock_ms, self.increment_ms, self.expected_left)

    @property
    def expired(self) -> bool:
        """Whether an answer comes too late: the clock has run out, or the match is over. Check it while you think for long."""
        if self._is_over or self._message.untimed:
            return self._is_over
        return bool((time.monotonic() - self._came) * 1000 > self._message.clock_ms)

    def end(self) -> None:
        """The match is over: nobody waits for an answer."""
        self._is_over = True

    def ask_again(self, twin: Any) -> None:
        """The same decision came again, with the time that is left now: the clock may have been stopped for a while."""
        self._message, self._came = twin, time.monotonic()

    @cached_property
    def texts(self) -> list[str]:
        """The choices in notation."""
        return list(self._message.legal_actions)

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The choices as actions of the engine."""
        parse = self.game.parse
        return tuple(parse(text) for text in self.texts)

    @property
    def events(self) -> list[str]:
        """What this seat could see happen since its last decision."""
        return list(self._message.events)

    @property
    def observation(self) -> Any:
        """The position as a typed message of its game, such as IkiObservation."""
        kind = self._observed.WhichOneof("game")
        return None if kind is None else getattr(self._observed, kind)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position as a dict: `state.view(seat)`."""
        return view_of(self._observed)

    @cached_property
    def _observed(self) -> Observation:
        return Observation.FromString(self._message.observation)

    @cached_property
    def _id(self) -> bots_pb2.DecisionId:
        return bots_pb2.DecisionId.FromString(self.id_bytes)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return engine.game(self._message.game)

    def determinize(self, rng: Rng) -> State:
        """A full position of the engine to search in: it fits the view, and the rest is drawn at random."""
        return self.game.from_view(self.view, rng)

    def to_dict(self) -> dict[str, Any]:
        """The whole decision as plain data: what the bridge sends to its program, and what is logged with an error."""
        plain: dict[str, Any] = {
            "match_id": self.match_id,
            "game": self._message.game,
            "seat": self.seat,
            "number": self.number,
            "events": self.events,
            "view": self.view,
            "legal": self.texts,
        }
        if self.clock_ms is not None:
            plain |= {"clock_ms": self.clock_ms, "increment_ms": self.increment_ms, "budget_ms": self.budget()}
        return plain
