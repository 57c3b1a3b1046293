"""The Local markets action: slot, number of goods, what returns, what is gained (Z-ACT-MARKET-1 to 6)."""

from collections.abc import Sequence
from typing import Final

from engine.zaibatsu.actions import COUNT, DELIVER, RETURN, TAKE_BONUS, TAKE_POINTS, Move
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases import modify, payment
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.terms import REGION_BONUS, VALUES_OF_GOOD

MARKET_COUNT: Final = Decision.MARKET_COUNT
MARKET_RETURN: Final = Decision.MARKET_RETURN
MARKET_GAIN: Final = Decision.MARKET_GAIN


def best_value(player: Player, good: int, count: int) -> int:
    """The highest token that up to *count* goods of a kind can place now, 0 if none (Z-ACT-MARKET-1)."""
    values, tokens = VALUES_OF_GOOD[good], player.tokens
    for value in values[count - 1 :: -1] if count < 3 else values[::-1]:
        if tokens[value]:
            return value
    return 0


def accepts(state: Position, slot: int, value: int) -> bool:
    """Whether a token of that value may go there (Z-ACT-MARKET-2 to 5)."""
    token = state.board[slot]
    if token:
        return token & 7 < value
    limit = state.limits.market_limit
    if limit == 4:  # an empty slot of four means the limit is not reached
        return True
    first = slot & ~3
    others = [other & 7 for other in state.board[first : first + 4] if other]
    return len(others) < limit or min(others) < value


def possible(state: Position, player: Player) -> bool:
    """Whether any delivery can be made."""
    for good, count in enumerate(payment.totals(player)):
        if count:
            value = best_value(player, good, count)
            if value:
                for slot in state.slots_of[good]:
                    if accepts(state, slot, value):
                        return True
    return False


def legal_market_slot(state: Position) -> Sequence[Move]:
    """Slots for the next delivery, all in the region of the first."""
    player = state.players[state.active]
    moves: list[Move] = []
    region = state.region
    best = [best_value(player, good, count) if count else 0 for good, count in enumerate(payment.totals(player))]
    if any(best):
        demand = state.demand
        for slot in range(32) if region < 0 else range(region * 8, region * 8 + 8):
            value = best[demand[slot]]
            if value and accepts(state, slot, value):
                moves.append(DELIVER[slot])
    moves += modify.and_stop(state, player)
    return moves


def apply_market_slot(state: Position, move: Move) -> None:
    """Choose the slot; the number of goods is the next decision."""
    if not modify.applied(state, move):
        state.slot = move.a
        state.region = move.a >> 3
        state.good = state.demand[move.a]
        state.decision = MARKET_COUNT


def legal_market_count(state: Position) -> Sequence[Move]:
    """Numbers of goods whose token is in reserve and may go there."""
    player = state.players[state.active]
    there = payment.totals(player)[state.good]
    values = VALUES_OF_GOOD[state.good]
    return [
        COUNT[n]
        for n in range(1, min(3, there) + 1)
        if player.tokens[values[n - 1]] and accepts(state, state.slot, values[n - 1])
    ]


def apply_market_count(state: Position, move: Move) -> None:
    """Pay the goods, then place the token."""
    state.count = state.need = move.a
    if payment.pay(state, state.players[state.active]):
        place(state)


def place(state: Position) -> None:
    """Put the token down; what it displaces goes back to its owner (Z-ACT-MARKET-3 to 5)."""
    value = VALUES_OF_GOOD[state.good][state.count - 1]
    board, slot = state.board, state.slot
    state.decision = MARKET_GAIN
    old = board[slot]
    if old:
        give_back(state, old)
    elif state.limits.market_limit < 4:
        _make_room(state)
    state.players[state.active].tokens[value] -= 1
    board[slot] = 8 * (state.active + 1) + value


def _make_room(state: Position) -> None:
    """At the market's limit the lowest other token returns; of equal ones the active player picks (Z-ACT-MARKET-5)."""
    lowest = lowest_others(state)
    if len(lowest) > 1:
        state.decision = MARKET_RETURN
    elif lowest:
        _remove(state, lowest[0])


def lowest_others(state: Position) -> list[int]:
    """The slots with the lowest token of a market that is full, beside the chosen slot; empty if it is not full."""
    first = state.slot & ~3
    others = [at for at in range(first, first + 4) if state.board[at] and at != state.slot]
    if len(others) < state.limits.market_limit:
        return []
    lowest = min(state.board[at] & 7 for at in others)
    return [at for at in others if state.board[at] & 7 == lowest]


def _remove(state: Position, slot: int) -> None:
    give_back(state, state.board[slot])
    state.board[slot] = 0


def give_back(state: Position, token: int) -> None:
    """A token returns to its owner's reserve at once; one of the automa leaves the game (Z-SOLO-12)."""
    owner = (token >> 3) - 1
    if owner < state.seats:
        state.players[owner].tokens[token & 7] += 1


def legal_market_return(state: Position) -> Sequence[Move]:
    """The equal lowest tokens of the market."""
    return [RETURN[slot & 3] for slot in lowest_others(state)]


def apply_market_return(state: Position, move: Move) -> None:
    """Return the chosen token to its owner."""
    _remove(state, (state.slot & ~3) + move.a)
    state.decision = MARKET_GAIN


def legal_market_gain(_: Position) -> Sequence[Move]:
    """The region's bonus, or points."""
    return (TAKE_BONUS, TAKE_POINTS)


def apply_market_gain(state: Position, move: Move) -> None:
    """Take the bonus or the points; the delivery is done."""
    player = state.players[state.active]
    if move is TAKE_BONUS:
        gain(player, *REGION_BONUS[state.region])
    else:
        player.score += BOARD.market_points
    state.done += 1
