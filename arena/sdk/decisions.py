"""A decision as a bot over the network sees it: the same names as for a player inside the arena."""

import time
from functools import cached_property
from typing import Any

import engine
from arena.sdk.pace import budget_ms, expected_decisions, expected_left
from arena.v1 import bots_pb2
from arena.v1.observation_pb2 import Observation
from arena.wire.observations import view_of
from engine import Action, Game, State
from engine.core.chance import Rng


class Decision:
    """One choice to make. Costs nothing until it is read."""

    def __init__(self, twin: Any) -> None:
        """*twin* is what light.py makes of a message."""
        self._message: Any = twin
        self.match: bots_pb2.MatchStarted | None = None
        """What the arena said when the match began: seats, clock, players."""
        self._is_over = False
        self._came = time.monotonic()
        self.id_bytes: bytes = twin.id
        """What an answer names, as it came."""
        self.note = ""
        """To be set in `choose`: a remark (1 KB) that only the bot's owner sees beside the replay."""
        self.value: float | None = None
        """To be set in `choose`: what the bot thinks of its position; only its owner sees it."""

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
        """The seat's own count of its decisions: 0, 1, 2 …"""
        return self._id.number

    @property
    def clock_ms(self) -> int | None:
        """Left on the clock; None: no limit."""
        return None if self._message.untimed else self._message.clock_ms

    @property
    def increment_ms(self) -> int:
        """Put on the clock after each decision, in milliseconds."""
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
        """Whether an answer comes too late: the clock has run out, or the match is over. Look at it while you think for long."""
        if self._is_over or self._message.untimed:
            return self._is_over
        return bool((time.monotonic() - self._came) * 1000 > self._message.clock_ms)

    def end(self) -> None:
        """The match is over: nobody waits for an answer."""
        self._is_over = True

    def asked_again(self, twin: Any) -> None:
        """The same decision came once more, with what is left on the clock by then: it may have been stopped for a while."""
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
        """What happened since this seat's last decision, as it may know it."""
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
        """A full position of the engine to search in: it fits the view, and the rest is drawn anew."""
        return self.game.from_view(self.view, rng)

    def to_dict(self) -> dict[str, Any]:
        """The whole decision as plain data: what the bridge hands on, and what is logged with an error."""
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
