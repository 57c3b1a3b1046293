"""The Local markets action: slot, number of goods, what returns, what is gained (Z-ACT-MARKET-1 to 6)."""

from collections.abc import Sequence

from engine.zaibatsu import asks
from engine.zaibatsu.actions import COUNT, DELIVER, RETURN, TAKE_BONUS, TAKE_POINTS, Move
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.phases import goods, modify
from engine.zaibatsu.player import Player
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import REGION_BONUS, VALUES_OF_GOOD


def best_value(player: Player, good: int, count: int) -> int:
    """The highest token that up to *count* goods of a kind can place now, 0 if none (Z-ACT-MARKET-1)."""
    values, tokens = VALUES_OF_GOOD[good], player.tokens
    for value in values[count - 1 :: -1] if count < 3 else values[::-1]:
        if tokens[value]:
            return value
    return 0


def accepts(state: ZaibatsuState, slot: int, value: int) -> bool:
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


def possible(state: ZaibatsuState, player: Player) -> bool:
    """Whether any delivery can be made."""
    for good, count in enumerate(goods.totals(player)):
        if count:
            value = best_value(player, good, count)
            if value:
                for slot in state.slots_of[good]:
                    if accepts(state, slot, value):
                        return True
    return False


def legal_slot(state: ZaibatsuState) -> Sequence[Move]:
    """Slots for the next delivery, all in the region of the first."""
    player = state.players[state.active]
    moves: list[Move] = []
    region = state.region
    best = [best_value(player, good, count) if count else 0 for good, count in enumerate(goods.totals(player))]
    if any(best):
        demand = state.demand
        for slot in range(32) if region < 0 else range(region * 8, region * 8 + 8):
            value = best[demand[slot]]
            if value and accepts(state, slot, value):
                moves.append(DELIVER[slot])
    moves += modify.and_stop(state, player)
    return moves


def answer_slot(state: ZaibatsuState, move: Move) -> None:
    """The slot is chosen; how many goods is asked next."""
    if not modify.applied(state, move):
        state.slot = move.a
        state.region = move.a >> 3
        state.good = state.demand[move.a]
        state.ask = asks.MARKET_COUNT


def legal_count(state: ZaibatsuState) -> Sequence[Move]:
    """Numbers of goods whose token is in reserve and may go there."""
    player = state.players[state.active]
    there = goods.totals(player)[state.good]
    values = VALUES_OF_GOOD[state.good]
    return [
        COUNT[n]
        for n in range(1, min(3, there) + 1)
        if player.tokens[values[n - 1]] and accepts(state, state.slot, values[n - 1])
    ]


def answer_count(state: ZaibatsuState, move: Move) -> None:
    """Pay, then place."""
    state.count = state.need = move.a
    if goods.pay(state, state.players[state.active]):
        place(state)


def place(state: ZaibatsuState) -> None:
    """Put the token down; what it displaces goes back to its owner (Z-ACT-MARKET-3 to 5)."""
    value = VALUES_OF_GOOD[state.good][state.count - 1]
    board, slot = state.board, state.slot
    state.ask = asks.MARKET_GAIN
    old = board[slot]
    if old:
        give_back(state, old)
    elif state.limits.market_limit < 4:
        _make_room(state)
    state.players[state.active].tokens[value] -= 1
    board[slot] = 8 * (state.active + 1) + value


def _make_room(state: ZaibatsuState) -> None:
    """At the market's limit the lowest other token returns; of equal ones the active player picks (Z-ACT-MARKET-5)."""
    lowest = lowest_others(state)
    if len(lowest) > 1:
        state.ask = asks.MARKET_RETURN
    elif lowest:
        _remove(state, lowest[0])


def lowest_others(state: ZaibatsuState) -> list[int]:
    """The slots with the lowest token of a market that is full, beside the chosen slot; empty if it is not full."""
    first = state.slot & ~3
    others = [at for at in range(first, first + 4) if state.board[at] and at != state.slot]
    if len(others) < state.limits.market_limit:
        return []
    lowest = min(state.board[at] & 7 for at in others)
    return [at for at in others if state.board[at] & 7 == lowest]


def _remove(state: ZaibatsuState, slot: int) -> None:
    give_back(state, state.board[slot])
    state.board[slot] = 0


def give_back(state: ZaibatsuState, token: int) -> None:
    """A token returns to its owner's reserve at once; one of the automa leaves the game (Z-SOLO-12)."""
    owner = (token >> 3) - 1
    if owner < state.seats:
        state.players[owner].tokens[token & 7] += 1


def legal_return(state: ZaibatsuState) -> Sequence[Move]:
    """The equal lowest tokens of the market."""
    return [RETURN[slot & 3] for slot in lowest_others(state)]


def answer_return(state: ZaibatsuState, move: Move) -> None:
    """That one goes back."""
    _remove(state, (state.slot & ~3) + move.a)
    state.ask = asks.MARKET_GAIN


def legal_gain(_: ZaibatsuState) -> Sequence[Move]:
    """The region's bonus, or points."""
    return (TAKE_BONUS, TAKE_POINTS)


def answer_gain(state: ZaibatsuState, move: Move) -> None:
    """Take it; the delivery is done."""
    player = state.players[state.active]
    if move is TAKE_BONUS:
        gain(player, *REGION_BONUS[state.region])
    else:
        player.score += BOARD.market_points
    state.done += 1


goods.PAID[True] = place
asks.register(asks.MARKET_SLOT, legal_slot, answer_slot)
asks.register(asks.MARKET_COUNT, legal_count, answer_count)
asks.register(asks.MARKET_RETURN, legal_return, answer_return)
asks.register(asks.MARKET_GAIN, legal_gain, answer_gain)
