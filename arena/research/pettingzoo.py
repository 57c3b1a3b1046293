"""PettingZoo's AEC environments: `env("iki", seats=4)`.

An observation is `{"observation": int16 row, "action_mask": int8 row}`; `engine.game(name).layout(seats)` names the numbers of the row, and
actions are the numbers of the game's vocabulary. Rewards come at the end of the match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

import engine
from arena.boards import draw
from arena.research.rewards import reward_of
from engine import Action

RenderMode = Literal["ansi"]
ILLEGAL = -1.0
"""The reward of an illegal action."""
FIRST = "call reset() first: there is no match yet"


def env(name: str, seats: int, **settings: Any) -> "checked_env":
    """The environment with the checks that PettingZoo's wrappers usually make: an illegal action ends the match with -1 for its seat."""
    return checked_env(name, seats, **settings)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo's environments have this name
    """One table. Agents are `seat_0`, `seat_1`, … in seat order."""

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        reward: str = "win",
        options: Mapping[str, object] | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.game = engine.game(name)
        self.metadata = {
            "name": f"meiji_{name}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._options = self.game.checked_options(seats, options or {})
        self._reward = reward_of(reward)
        self._seats = seats
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        length, actions = self.game.layout(seats).length, len(self.game.vocabulary)
        bounds = np.iinfo(np.int16)
        self._action_space = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_space = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (length,), np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng, _ = seeding.np_random()
        self._begun = False
        self.state_now: engine.State = self.game.new(seats, 0, options=self._options)
        """The position that is played, hidden parts and all."""

    def observation_space(self, agent: str) -> Any:
        """The same object at every call, as PettingZoo asks for."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> Any:
        """Every action of the game; the mask says which are legal."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match. With a *seed* this and all later matches follow from it."""
        del options
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self._begun = True
        drawn = self._rng.integers(0, 1 << 62, 2)
        self.state_now = self.game.new(self._seats, int(drawn[0]), int(drawn[1]), self._options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.state_now.to_act is not None
        self.agent_selection = self.possible_agents[self.state_now.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        """What that seat may know, and its legal actions: none while another seat is to act."""
        if not self._begun:
            raise ResetNeeded(FIRST)
        state, seat = self.state_now, self._seat_of[agent]
        mask = state.legal_mask() if state.to_act == seat else bytearray(len(self.game.vocabulary))
        return {
            "observation": np.frombuffer(state.encode(seat), np.int16),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Take the action of the seat to act; IllegalAction if it may not."""
        if not self._begun:
            raise ResetNeeded(FIRST)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._take(agent, self.game.action(action))  # type: ignore[arg-type]  # None only where the seat is done

    def _take(self, agent: str, chosen: Action) -> None:
        state = self.state_now
        state.apply(chosen)
        self._cumulative_rewards[agent] = 0  # all rewards come at the end, so there are none to clear before it
        if state.to_act is None:
            outcome = state.outcome()
            assert outcome is not None
            self._end(self._reward(outcome))
        else:
            self.agent_selection = self.possible_agents[state.to_act]

    def _end(self, rewards: Sequence[float]) -> None:
        """The match is over, with these rewards by seat."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, as the seat to act sees it."""
        if self.render_mode is None:
            return None
        return draw(self.state_now.view(self.state_now.to_act))

    def close(self) -> None:
        """Nothing is open."""


class checked_env(raw_env):  # noqa: N801
    """The same, but an illegal action is answered with the end of the match, as PettingZoo's TerminateIllegalWrapper does.

    The checks are here and not in wrappers, because three wrappers take three times as long as a turn does.
    """

    def _take(self, agent: str, chosen: Action) -> None:
        if chosen in self.state_now.legal_actions():
            super()._take(agent, chosen)
            return
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0
        self._end([ILLEGAL if other == agent else 0.0 for other in self.agents])
