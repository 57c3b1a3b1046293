"""Rewards of the shared objectives at the end of a period (Z-SHARED-2)."""

from collections.abc import Sequence

from engine.zaibatsu import asks
from engine.zaibatsu.actions import REWARD, Move
from engine.zaibatsu.catalogue import REWARD as EFFECTS
from engine.zaibatsu.phases.rounds import PERIOD, after_rewards
from engine.zaibatsu.state import ZaibatsuState


def go_on(state: ZaibatsuState) -> None:
    """The next leader chooses; the one reward of period 3 is a forced choice. Then the round goes on."""
    if state.rewards:
        state.to_act = state.rewards[0][0]
        state.ask = asks.REWARD
    else:
        after_rewards(state)


def legal(state: ZaibatsuState) -> Sequence[Move]:
    """What this period offers."""
    return REWARD[PERIOD[state.round - 1] - 1]


def answer(state: ZaibatsuState, move: Move) -> None:
    """Its effects join the leader's set."""
    period = PERIOD[state.round - 1] - 1
    state.rewards = state.rewards[1:]
    state.waiting.extend(EFFECTS[period][REWARD[period].index(move)])


asks.GO_ON[asks.REWARDS] = go_on
asks.register(asks.REWARD, legal, answer)
