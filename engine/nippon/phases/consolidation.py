"""Consolidation (N-CONS): income, reward, wages, in this order."""

from typing import Final

from engine.nippon.actions import ACHIEVES, NO_REWARD, PLAIN_REWARD, REWARDS, Move
from engine.nippon.budget import gain, income, pay_wages
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Line, Player
from engine.nippon.position import Position
from engine.nippon.workers import UNIT, pack, size

REWARD: Final = Decision.REWARD
ACHIEVEMENT: Final = Decision.ACHIEVEMENT
WAGES: Final = Line.WAGES
KINDS: Final = tables().rewards
REWARD_BY_WORKERS: Final = tables().workers.reward_by_workers
PLAIN_MULTIPLIER: Final = tables().start.extra_multiplier


def begin(state: Position) -> None:
    """Income, then the reward if there is one to choose."""
    player = state.players[state.acting]
    income(player)
    if _within_reach(state, player):
        state.decide_next(REWARD)
    else:
        _finish(state, player)


def _within_reach(state: Position, player: Player) -> list[Move]:
    """The rewards the player's workers allow (N-CONS-2, N-CONS-3)."""
    highest = REWARD_BY_WORKERS[len(player.workers)]
    if not highest or 0 not in player.rewards:  # N-CONS-4
        return []
    if any(state.rewards):
        return [REWARDS[n] for n, left in enumerate(state.rewards) if left and KINDS[n].multiplier <= highest]
    return [PLAIN_REWARD] if state.extra_multipliers else []


def legal_reward(state: Position) -> list[Move]:
    """A reward within reach, or none (N-CONS-4)."""
    return [*_within_reach(state, state.players[state.acting]), NO_REWARD]


def apply_reward(state: Position, move: Move) -> None:
    """Gain the front; the tile then waits for its achievement."""
    player = state.players[state.acting]
    if move is NO_REWARD:
        _finish(state, player)
    elif move is PLAIN_REWARD:
        state.extra_multipliers -= 1
        state.decide_next(ACHIEVEMENT, PLAIN_MULTIPLIER)
    else:
        kind = KINDS[move.value]
        state.rewards[move.value] -= 1
        gain(player, kind.front, kind.amount, WAGES)
        state.decide_next(ACHIEVEMENT, kind.multiplier)


def legal_achievement(state: Position) -> list[Move]:
    """An achievement without a reward tile."""
    rewards = state.players[state.acting].rewards
    return [move for move, multiplier in zip(ACHIEVES, rewards, strict=True) if not multiplier]


def apply_achievement(state: Position, move: Move) -> None:
    """Place the tile, multiplier up; it never moves."""
    player = state.players[state.acting]
    player.rewards[move.value] = state.spot
    _finish(state, player)


def _finish(state: Position, player: Player) -> None:
    """Wages; then the workers leave (N-CONS-6)."""
    pay_wages(player)
    if state.setup.options["consolidation_workers"] == "rows":
        _fill_rows(state, player.workers)
    else:
        state.bag += pack(player.workers)
    player.workers = ()
    end_turn(state)


def _fill_rows(state: Position, workers: tuple[int, ...]) -> None:
    """In cell order into the gaps of the rows from the top, the rest into the bag."""
    row, filled = 0, size(state.rows[0])
    for colour in workers:
        while row < len(state.rows) and filled == state.count.row_size:
            row += 1
            filled = size(state.rows[row]) if row < len(state.rows) else 0
        if row < len(state.rows):
            state.rows[row] += UNIT[colour]
            filled += 1
        else:
            state.bag += UNIT[colour]
