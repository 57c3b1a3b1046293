"""Step A (I-A, I-REC): recruit an artisan, or take 4 mon."""

from typing import Final

from engine.iki.actions import INCOME, RECRUIT, Move, places
from engine.iki.board import PLAIN
from engine.iki.cards import COST, MON
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.phases import walk
from engine.iki.phases.street import employ
from engine.iki.player import NOBODY
from engine.iki.position import Position

RECRUIT_ROOM: Final = Decision.RECRUIT_ROOM

INCOME_MON: Final = tables().numbers.economy["income_action_mon"]
SURCHARGE: Final = tables().numbers.economy["coloured_room_surcharge"]

_INCOME_ONLY: Final = (INCOME,)


def legal_step_a(state: Position) -> tuple[Move, ...] | list[Move]:
    """D-4: income, and each card that can be paid for in some room (I-REC-1 to I-REC-3)."""
    player = state.players[state.queue[0]]
    empty = state.empty
    if player.kobun == 0 or empty == 0:
        return _INCOME_ONLY
    budget = player.goods[MON] + player.discount
    if not empty & PLAIN:
        budget -= SURCHARGE
    moves = [INCOME]
    for card, mon in state.row.items():
        if COST[card] <= budget + mon:
            moves.append(RECRUIT[card])
    return moves


def apply_step_a(state: Position, move: Move) -> None:
    """Income (I-A-2) and off, or the card; its room comes next."""
    if move is INCOME:
        seat = state.queue[0]
        state.players[seat].goods[MON] += INCOME_MON
        walk.go(state, seat, state.players[seat].cylinder)
    else:
        state.chosen = move.value
        state.decision = RECRUIT_ROOM


def legal_recruit_room(state: Position) -> tuple[Move, ...]:
    """D-5: the empty rooms that can be paid for with this card."""
    player = state.players[state.queue[0]]
    card = state.chosen
    affordable = player.goods[MON] + player.discount + state.row[card] >= COST[card] + SURCHARGE
    return places(state.empty if affordable else state.empty & PLAIN)


def apply_recruit_room(state: Position, move: Move) -> None:
    """Take the card's mon, pay, put the card down (I-REC-1, I-REC-4 to I-REC-6); then walk."""
    seat = state.queue[0]
    player = state.players[seat]
    card = state.chosen
    room = move.value
    payment = COST[card] - player.discount
    if not PLAIN >> room & 1:
        payment += SURCHARGE
    player.goods[MON] += state.row.pop(card) - (max(0, payment))
    state.chosen = NOBODY
    employ(state, seat, card, room)
    walk.go(state, seat, player.cylinder)
