"""A decision as a bot over the network sees it: the same names as for a player inside the arena."""

from functools import cached_property
from typing import Any

import engine
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
            plain["clock_ms"] = self.clock_ms
        return plain
