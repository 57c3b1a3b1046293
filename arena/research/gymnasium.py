"""A Gymnasium environment: one seat against house bots."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

import engine
from arena.boards import draw
from arena.matches import Ask, Chosen, MatchRecord, MatchSpec, Player, Steps, answer, steps
from arena.players import make
from arena.research.rewards import reward_of
from engine.core.options import plain

ILLEGAL = -1.0
"""The reward of an illegal action; it ends the match."""


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """The agent has one seat, drawn again for each match; *opponents* play the others, in turn if there are fewer than seats.

    Observations are those of `arena.research.pettingzoo`. An illegal action ends the match with ILLEGAL, so that an agent that
    does not look at the mask learns to.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  Gymnasium's own form

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        opponents: Sequence[str] = ("greedy",),
        reward: str = "win",
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = engine.game(name)
        self.render_mode = render_mode
        self._options = plain(self.game.checked_options(seats, options or {}))
        self._reward = reward_of(reward)
        self._seats, self._opponents = seats, tuple(opponents)
        length, actions = self.game.layout(seats).length, len(self.game.vocabulary)
        bounds = np.iinfo(np.int16)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(bounds.min, bounds.max, (length,), np.int16),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._players: dict[int, Player] = {}
        self._match: Steps
        self._asked: Ask | None = None
        self.seat = 0
        """The agent's seat in this match."""
        self.state: engine.State
        """The position that is played, hidden parts and all."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, at the agent's first decision."""
        super().reset(seed=seed, options=options)
        self._asked = None
        while self._asked is None:  # a match that others end before the agent's first decision is of no use
            rng = Random(int(self.np_random.integers(0, 1 << 62)))
            self.seat = rng.randrange(self._seats)
            others = [seat for seat in range(self._seats) if seat != self.seat]
            names = dict(zip(others, cycle(self._opponents), strict=False))
            self._players = {seat: make(name, rng.getrandbits(62)) for seat, name in names.items()}
            spec = MatchSpec(self.game.name, self._seats, self._options, rng.getrandbits(62), rng.getrandbits(62))
            self._match = steps(spec, keep_events=False)
            try:
                self._go_on(next(self._match))
            except StopIteration:
                continue
        return self._observation(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take the action, then let the others play up to the agent's next decision or the end."""
        if self._asked is None:
            raise ResetNeeded("the match is over: call reset() first")
        chosen, legal = self.game.action(int(action)), self._asked.legal
        if chosen not in legal:
            self._asked = None
            return self._observation(), ILLEGAL, True, False, {"seat": self.seat, "illegal": chosen.text}
        try:
            self._go_on(self._match.send(Chosen(legal.index(chosen))))
        except StopIteration as over:
            self._asked = None
            record: MatchRecord = over.value
            return self._observation(), self._reward(record.outcome)[self.seat], True, False, {"seat": self.seat}
        return self._observation(), 0.0, False, False, {"seat": self.seat}

    def render(self) -> Any:
        """The board as text, as the agent sees it."""
        return draw(self.state.view(self.seat)) if self.render_mode == "ansi" else None

    def _go_on(self, asked: Ask) -> None:
        """Let the others answer until the agent is asked."""
        self.state = asked.state
        while asked.seat != self.seat:
            asked = self._match.send(answer(asked, self._players[asked.seat], strict=True))
        self._asked = asked

    def _observation(self) -> dict[str, Any]:
        state = self.state
        mask = state.legal_mask() if state.to_act == self.seat else bytearray(len(self.game.vocabulary))
        return {
            "observation": np.frombuffer(state.encode(self.seat), np.int16),
            "action_mask": np.frombuffer(mask, np.int8),
        }
