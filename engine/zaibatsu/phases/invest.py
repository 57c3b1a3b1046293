"""The Investment and contracts action (Z-ACT-INVEST-1 to 3)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import CONTRACT, FINANCE, INVEST, Move
from engine.zaibatsu.catalogue import CONTRACT as GAIN
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases import modify, payment
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.terms import FINANCE as FINANCE_TRACK

INVEST_USE: Final = Decision.INVEST_USE

NEEDS: Final = tuple(sum(1 << good for good in contract.needs) for contract in TOKENS.contracts)
"""Goods of which one must be spent, one bit each; 0: any will do."""


def legal_invest_good(state: Position) -> Sequence[Move]:
    """Kinds not used yet of which there are as many as this activation costs: 1, 2, then 3."""
    player = state.players[state.active]
    price = state.done + 1
    moves = [
        INVEST[good]
        for good, count in enumerate(payment.totals(player))
        if count >= price and not state.used >> good & 1
    ]
    moves += modify.and_stop(state, player)
    return moves


def apply_invest_good(state: Position, move: Move) -> None:
    """Pay; what it is spent on is the next decision."""
    if modify.applied(state, move):
        return
    state.good = move.a
    state.need = state.done + 1
    state.used |= 1 << move.a
    if payment.pay(state, state.players[state.active]):
        paid(state)


def paid(state: Position) -> None:
    """The goods are spent."""
    state.decision = INVEST_USE


def legal_invest_use(state: Position) -> Sequence[Move]:
    """Finance, or a contract not fulfilled yet whose goods are among those spent in this action (Z-ACT-INVEST-3)."""
    fulfilled, spent = state.players[state.active].contracts, state.used
    moves = [FINANCE]
    moves += [
        CONTRACT[at] for at, needs in enumerate(NEEDS) if not fulfilled >> at & 1 and (not needs or needs & spent)
    ]
    return moves


def apply_invest_use(state: Position, move: Move) -> None:
    """Two steps, or the contract's bonus."""
    player = state.players[state.active]
    state.done += 1
    if move is FINANCE:
        advance(state, player, FINANCE_TRACK, BOARD.invest_finance_steps)
        return
    player.contracts |= 1 << move.a
    state.contracts_now += 1
    state.waiting.append(GAIN[move.a])
