"""Consolidation (N-CONS): income, reward, wages, in this order."""

from typing import TYPE_CHECKING

from engine.nippon import clock
from engine.nippon.actions import ACHIEVES, NO_REWARD, PLAIN_REWARD, REWARDS, Move
from engine.nippon.budget import gain, income, pay_wages
from engine.nippon.data import tables
from engine.nippon.kinds import ACHIEVEMENT, REWARD, WAGES_LINE
from engine.nippon.workers import UNIT, pack, size

if TYPE_CHECKING:
    from engine.nippon.state import NipponState, Player

KINDS = tables().rewards
REWARD_BY_WORKERS = tables().workers.reward_by_workers
PLAIN_MULTIPLIER = tables().start.extra_multiplier


def begin(state: "NipponState") -> None:
    """Income, then the reward if there is one to choose."""
    player = state.players[state.acting]
    income(player)
    if _within_reach(state, player):
        state.ask(REWARD)
    else:
        _finish(state, player)


def _within_reach(state: "NipponState", player: "Player") -> list[Move]:
    """The rewards the player's workers allow (N-CONS-2, N-CONS-3)."""
    highest = REWARD_BY_WORKERS[len(player.workers)]
    if not highest or 0 not in player.rewards:  # N-CONS-4
        return []
    if any(state.rewards):
        return [REWARDS[n] for n, left in enumerate(state.rewards) if left and KINDS[n].multiplier <= highest]
    return [PLAIN_REWARD] if state.extra_multipliers else []


def legal_reward(state: "NipponState") -> list[Move]:
    """A reward within reach, or none (N-CONS-4)."""
    return [*_within_reach(state, state.players[state.acting]), NO_REWARD]


def apply_reward(state: "NipponState", move: Move) -> None:
    """Gain the front; the tile then waits for its achievement."""
    player = state.players[state.acting]
    if move is NO_REWARD:
        _finish(state, player)
    elif move is PLAIN_REWARD:
        state.extra_multipliers -= 1
        state.ask(ACHIEVEMENT, PLAIN_MULTIPLIER)
    else:
        kind = KINDS[move.value]
        state.rewards[move.value] -= 1
        gain(player, kind.front, kind.amount, WAGES_LINE)
        state.ask(ACHIEVEMENT, kind.multiplier)


def legal_achievement(state: "NipponState") -> list[Move]:
    """An achievement without a reward tile."""
    rewards = state.players[state.acting].rewards
    return [move for move, multiplier in zip(ACHIEVES, rewards, strict=True) if not multiplier]


def apply_achievement(state: "NipponState", move: Move) -> None:
    """Place the tile, multiplier up; it never moves."""
    player = state.players[state.acting]
    player.rewards[move.value] = state.spot
    _finish(state, player)


def _finish(state: "NipponState", player: "Player") -> None:
    """Wages; then the workers leave (N-CONS-6)."""
    pay_wages(player)
    if state.setup.options["consolidation_workers"] == "rows":
        _fill_rows(state, player.workers)
    else:
        state.bag += pack(player.workers)
    player.workers = ()
    clock.end_turn(state)


def _fill_rows(state: "NipponState", workers: tuple[int, ...]) -> None:
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
