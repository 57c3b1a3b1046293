"""Export contracts (N-ACT-EXPORT): a contract, then a good for each of its quantities."""

from collections.abc import Sequence
from typing import Final

from engine.nippon.actions import CONTRACTS, CONTRACTS_OR_STOP, PAYS, STOP, Move, Moves
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Line, Player
from engine.nippon.position import Position
from engine.nippon.tracks import MONEY, climb

CONTRACT: Final = Decision.CONTRACT
CONTRACT_GOOD: Final = Decision.CONTRACT_GOOD
CONTRACTS_LINE: Final = Line.CONTRACTS
ACTIVATIONS: Final = tables().costs.activations
DECK: Final = tables().contracts
GOODS: Final = len(tables().goods)


def _coverable() -> list[int]:
    """By goods held at least once, twice, thrice: bits of the contracts that these can fulfil.

    The goods that cover a quantity also cover every smaller one, so a contract can be met exactly if its n-th
    largest quantity is held of at least n goods.
    """
    span = range(GOODS + 1)
    return [
        sum(
            1 << number
            for number, contract in enumerate(DECK)
            if all((once, twice, thrice)[quantity - 1] > n for n, quantity in enumerate(contract.quantities))
        )
        for once in span
        for twice in span
        for thrice in span
    ]


COVERABLE: Final = _coverable()


def begin(state: Position) -> None:
    """Start the action (N-ACT-EXPORT-1)."""
    state.decide_next(CONTRACT)


def fulfillable(player: Player) -> int:
    """Bits of the open contracts that the player's goods can meet."""
    once = twice = thrice = 0
    goods = player.goods
    for good in player.perks.owned:
        held = goods[good]
        if held:
            once += 1
            if held > 1:
                twice += 1
                if held > 2:
                    thrice += 1
    return player.contracts & COVERABLE[((GOODS + 1) * once + twice) * (GOODS + 1) + thrice]


def legal_contract(state: Position) -> Moves:
    """A contract that can be met."""
    bits = fulfillable(state.players[state.acting])
    return CONTRACTS_OR_STOP[bits] if state.times else CONTRACTS[bits]


def apply_contract(state: Position, move: Move) -> None:
    """Begin to pay a contract."""
    if move is STOP:
        end_turn(state)
        return
    state.decision = CONTRACT_GOOD
    state.spot = move.value
    state.paid = ()


def payable(goods: Sequence[int], quantities: tuple[int, ...], paid: tuple[int, ...]) -> list[int]:
    """Goods for the next quantity that leave the rest payable; equal quantities in the order of goods (N-DEC-2)."""
    at = len(paid)
    quantity = quantities[at]
    first = paid[-1] + 1 if at and quantities[at - 1] == quantity else 0
    last = at + 1 == len(quantities)
    return [
        good
        for good in range(first, GOODS)
        if goods[good] >= quantity and good not in paid and (last or payable(goods, quantities, (*paid, good)))
    ]


def legal_contract_good(state: Position) -> list[Move]:
    """The good for the next quantity, largest first."""
    goods = state.players[state.acting].goods
    return [PAYS[good] for good in payable(goods, DECK[state.spot].quantities, state.paid)]


def apply_contract_good(state: Position, move: Move) -> None:
    """Pay one quantity; after the last one the contract is met."""
    player, contract = state.players[state.acting], DECK[state.spot]
    player.goods[move.value] -= contract.quantities[len(state.paid)]
    state.paid += (move.value,)
    if len(state.paid) < len(contract.quantities):
        return
    player.contracts &= ~(1 << state.spot)
    player.score[CONTRACTS_LINE] += contract.points
    player.yen += contract.yen
    extra = player.perks.export_steps if state.times == 0 else 0  # N-FAC-1: once per action
    climb(player, MONEY, contract.money_steps + extra)
    state.decision = CONTRACT
    state.spot = -1
    state.paid = ()
    state.times += 1
    if state.times == ACTIVATIONS or not fulfillable(player):
        end_turn(state)
