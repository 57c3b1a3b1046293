"""The R&D and Mines actions (Z-ACT-RND-1, Z-ACT-MINES-1)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import STEPS, Move
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.terms import DO_RND, MINES, RND

PRICE: Final = (0, *BOARD.money_for_steps)
LISTS: Final = tuple(tuple(STEPS[n] for n in (1, 2, 3) if PRICE[n] <= money) for money in range(PRICE[3] + 1))


def legal_steps(state: Position) -> Sequence[Move]:
    """One, two or three steps; also where the pawn is at the end (Z-TURN-8)."""
    player = state.players[state.active]
    money = player.money + player.silk
    return LISTS[money] if money < PRICE[3] else LISTS[-1]


def apply_steps(state: Position, move: Move) -> None:
    """Pay and move."""
    player = state.players[state.active]
    player.pay_money(PRICE[move.a])
    state.done = 1
    advance(state, player, RND if state.action == DO_RND else MINES, move.a)
