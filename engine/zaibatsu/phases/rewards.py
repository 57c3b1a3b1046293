"""Rewards of the shared objectives at the end of a period (Z-SHARED-2)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import REWARD, Move
from engine.zaibatsu.catalogue import REWARD as EFFECTS
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases.rounds import PERIOD, after_rewards
from engine.zaibatsu.position import Position

SHARED_REWARD: Final = Decision.SHARED_REWARD


def go_on(state: Position) -> None:
    """The next leader chooses; the one reward of period 3 is a forced choice. Then the round goes on."""
    if state.rewards:
        state.to_act = state.rewards[0][0]
        state.decision = SHARED_REWARD
    else:
        after_rewards(state)


def legal_shared_reward(state: Position) -> Sequence[Move]:
    """The rewards of this period."""
    return REWARD[PERIOD[state.round - 1] - 1]


def apply_shared_reward(state: Position, move: Move) -> None:
    """Its effects join the set of the leader."""
    period = PERIOD[state.round - 1] - 1
    state.rewards = state.rewards[1:]
    state.waiting.extend(EFFECTS[period][REWARD[period].index(move)])
