"""Trading with an artisan (I-SKILL): gifts, exchanges, and the four special skills."""

from typing import Final

from engine.iki.actions import SWAP as SWAP_MOVES, TRADE, TRAIN as TRAIN_MOVES, WITH, Move
from engine.iki.board import SPACE_ROOMS
from engine.iki.cards import (
    BUILD_DISCOUNT,
    FIRST_BUILDING,
    GAIN,
    GAIN_FIRE,
    IKI,
    MON,
    PATRON,
    PAY_AMOUNT,
    PAY_GOOD,
    SKILL,
    SWAP,
    TRAIN,
    TRANSFER,
)
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.phases import build
from engine.iki.phases.street import gain_experience, gain_fire, lose
from engine.iki.player import NOBODY, Player
from engine.iki.position import Position

BUSINESS: Final = Decision.BUSINESS
SWAP_SECOND: Final = Decision.SWAP_SECOND

_ECONOMY: Final = tables().numbers.economy
TRAIN_MON: Final = _ECONOMY["train_cost_mon"]
PATRON_IKI: Final = _ECONOMY["patron_iki"]
PATRON_MON: Final = _ECONOMY["patron_others_mon"]

_DECISIONS: Final = {TRAIN: Decision.TRAIN_TARGET, BUILD_DISCOUNT: Decision.BUILD_PICK, SWAP: Decision.SWAP_FIRST}
"""By skill: the decision it needs first."""


def add_trades(state: Position, player: Player, moves: list[Move]) -> None:
    """Append the trades whose skill can be performed in full (I-BIZ-3, ruling Z2)."""
    goods = player.goods
    for room in SPACE_ROOMS[player.space]:
        card = state.card[room]
        if card == NOBODY or card >= FIRST_BUILDING:  # I-BIZ-5
            continue
        skill = SKILL[card]
        if skill == TRANSFER:
            offered = goods[PAY_GOOD[card]] >= PAY_AMOUNT[card]
        else:
            offered = skill == PATRON or _can_perform(state, player, skill)
        if offered:
            moves.append(TRADE[room])


def _can_perform(state: Position, player: Player, skill: int) -> bool:
    """The needs of *train*, *build_discount* and *swap* (I-SKILL-3, I-SKILL-5, I-SKILL-6)."""
    if skill == TRAIN:
        return player.goods[MON] >= TRAIN_MON and bool(_own_artisans(state))
    if skill == BUILD_DISCOUNT:
        return build.possible(state, player, 0, build.DISCOUNT)
    return len(_artisans(state)) > 1


def _artisans(state: Position) -> list[int]:
    """The rooms with an artisan card, in room order."""
    return [room for room, card in enumerate(state.card) if NOBODY < card < FIRST_BUILDING]


def _own_artisans(state: Position) -> list[int]:
    """The rooms with an artisan of the acting player."""
    seat = state.queue[0]
    card = state.card
    return [room for room, owner in enumerate(state.owner) if owner == seat and card[room] < FIRST_BUILDING]


def apply_trade(state: Position, room: int) -> None:
    """Use the skill of the artisan in that room; some need a further decision first."""
    state.traded = True
    seat = state.queue[0]
    card = state.card[room]
    skill = SKILL[card]
    state.visited = room
    if skill == TRANSFER:  # I-SKILL-1, I-SKILL-2
        goods = state.players[seat].goods
        goods[PAY_GOOD[card]] -= PAY_AMOUNT[card]
        for good, amount in GAIN[card]:
            goods[good] += amount
        gain_fire(state, seat, GAIN_FIRE[card])
        finish(state)
    elif skill == PATRON:  # I-SKILL-4
        for other, player in enumerate(state.players):
            if other == seat:
                player.goods[IKI] += PATRON_IKI
            else:
                player.goods[MON] += PATRON_MON
        finish(state)
    else:
        state.decision = _DECISIONS[skill]


def finish(state: Position) -> None:
    """After the skill: experience for another's artisan, farewell to a neutral one (I-SKILL-7)."""
    room = state.visited
    state.visited = NOBODY
    state.decision = BUSINESS
    owner = state.owner[room]
    if owner == state.queue[0]:
        return
    if owner != NOBODY:
        gain_experience(state, room)
    elif state.card[room] != NOBODY:  # the visited artisan may have retired by its training
        lose(state, room)


def legal_train_target(state: Position) -> list[Move]:
    """The artisans of the acting player (D-9)."""
    return [TRAIN_MOVES[room] for room in _own_artisans(state)]


def apply_train_target(state: Position, move: Move) -> None:
    """Pay, and let the artisan gain experience (I-SKILL-3)."""
    state.players[state.queue[0]].goods[MON] -= TRAIN_MON
    gain_experience(state, move.value)
    finish(state)


def legal_swap_first(state: Position) -> list[Move]:
    """D-12: every artisan but the last, since pairs are named in room order."""
    return [SWAP_MOVES[room] for room in _artisans(state)[:-1]]


def apply_swap_first(state: Position, move: Move) -> None:
    """Note the first artisan of the pair."""
    state.chosen = move.value
    state.decision = SWAP_SECOND


def legal_swap_second(state: Position) -> list[Move]:
    """Every artisan after the first of the pair, in room order (D-13)."""
    return [WITH[room] for room in _artisans(state) if room > state.chosen]


def apply_swap_second(state: Position, move: Move) -> None:
    """Exchange the rooms of two cards with their kobun and levels (I-SKILL-6)."""
    first, second = state.chosen, move.value
    for row in (state.card, state.owner, state.level):
        row[first], row[second] = row[second], row[first]
    if state.visited == first:
        state.visited = second
    elif state.visited == second:
        state.visited = first
    state.chosen = NOBODY
    finish(state)
