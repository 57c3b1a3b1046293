"""Local markets (N-ACT-MARKET): a slot, how many goods, and where two tiles are lowest, which one leaves."""

from typing import Final

from engine.nippon.actions import COUNTS, MARKETS, RETURNS, STOP, Move, Moves
from engine.nippon.budget import gain
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Line, Player
from engine.nippon.position import Position

MARKET_SLOT: Final = Decision.MARKET_SLOT
MARKET_COUNT: Final = Decision.MARKET_COUNT
MARKET_RETURN: Final = Decision.MARKET_RETURN
REGIONS_LINE: Final = Line.REGIONS
ACTIVATIONS: Final = tables().costs.activations
REGIONS: Final = tables().regions
FOREIGN: Final = tuple(value for region in REGIONS for city in region.foreign for value in city)
"""By slot: the printed foreign influence."""
VALUES: Final = tuple(tables().influence.values[level - 1] for level in tables().levels)
"""By good: the tile for 1, 2, 3 goods."""
GOODS: Final = len(VALUES)
CAP: Final = tables().goods_cap
NO_SLOT: Final = 99


def _best(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By goods held and values in stock: the best tile they give, 0 for none."""
    return tuple(
        tuple(max((value for value in values[:held] if stock >> value & 1), default=0) for stock in range(256))
        for held in range(CAP + 1)
    )


BEST: Final = tuple(_best(values) for values in VALUES)


def begin(state: Position) -> None:
    """Start the action (N-ACT-MARKET-1)."""
    state.decide_next(MARKET_SLOT)


def can_deliver(state: Position, player: Player) -> bool:
    """Whether some tile can be placed somewhere."""
    goods, stock, weakest = player.goods, player.stock, state.weakest
    for good in player.perks.owned:
        held = goods[good]
        if held and BEST[good][held][stock] > weakest[good]:
            return True
    return False


def _best_by_good(player: Player) -> list[int]:
    best, goods, stock = [0] * GOODS, player.goods, player.stock
    for good in player.perks.owned:
        best[good] = BEST[good][goods[good]][stock]
    return best


def legal_market_slot(state: Position) -> list[Move]:
    """Slots that a tile in stock beats; after the first one only those of its region."""
    best = _best_by_good(state.players[state.acting])
    if state.spot < 0:
        return [
            move for move, need, good in zip(MARKETS, state.needs, state.slot_goods, strict=True) if best[good] > need
        ]
    slots = range(8 * state.spot, 8 * state.spot + 8)
    moves = [MARKETS[slot] for slot in slots if best[state.slot_goods[slot]] > state.needs[slot]]
    moves.append(STOP)
    return moves


def apply_market_slot(state: Position, move: Move) -> None:
    """Go on to the number of goods."""
    if move is STOP:
        end_turn(state)
        return
    state.decision = MARKET_COUNT
    state.spot = move.value


def legal_market_count(state: Position) -> Moves:
    """Numbers of goods that give a tile in stock which the slot accepts."""
    player, slot = state.players[state.acting], state.spot
    good, need = state.slot_goods[slot], state.needs[slot]
    bits = 0
    for n, value in enumerate(VALUES[good][: player.goods[good]]):
        if value > need and player.stock >> value & 1:
            bits |= 1 << n
    return COUNTS[bits]


def apply_market_count(state: Position, move: Move) -> None:
    """Pay the goods and place the tile; a beaten one goes home (N-ACT-MARKET-2, N-ACT-MARKET-3)."""
    player, slot = state.players[state.acting], state.spot
    good = state.slot_goods[slot]
    player.goods[good] -= move.value
    value = VALUES[good][move.value - 1]
    player.influence[value] -= 1
    if not player.influence[value]:
        player.stock &= ~(1 << value)
    beaten, state.tiles[slot] = state.tiles[slot], 8 * state.acting + value
    if beaten:
        _send_home(state, beaten)
    else:
        lowest = _surplus(state, slot)
        if len(lowest) > 1:
            state.decision = MARKET_RETURN
            return
        if lowest:
            _remove(state, lowest[0])
    _finish(state, player, slot)


def _surplus(state: Position, slot: int) -> list[int]:
    """The lowest other tiles of the city, if the new tile on *slot* is one too many (N-ACT-MARKET-3)."""
    first = slot & ~3
    others = [at for at in range(first, first + 4) if at != slot and state.tiles[at]]
    if len(others) < state.count.city_limit:
        return []
    lowest = min(state.tiles[at] & 7 for at in others)
    return [at for at in others if state.tiles[at] & 7 == lowest]


def legal_market_return(state: Position) -> list[Move]:
    """The tiles tied for lowest."""
    return [RETURNS[slot & 3] for slot in _surplus(state, state.spot)]


def apply_market_return(state: Position, move: Move) -> None:
    """Send the chosen tile home."""
    _remove(state, state.spot & ~3 | move.value)
    _finish(state, state.players[state.acting], state.spot)


def _remove(state: Position, slot: int) -> None:
    _send_home(state, state.tiles[slot])
    state.tiles[slot] = 0


def _send_home(state: Position, tile: int) -> None:
    owner, value = state.players[tile >> 3], tile & 7
    owner.influence[value] += 1
    owner.stock |= 1 << value
    if state.events is not None:
        state.note(f"tile_home {tile >> 3} {value}")


def _finish(state: Position, player: Player, slot: int) -> None:
    """The region bonus (N-ACT-MARKET-5), then another tile in the same region if one can be placed."""
    region = slot >> 3
    gain(player, REGIONS[region].bonus, REGIONS[region].amount, REGIONS_LINE)
    weigh_city(state, slot >> 2)
    weigh_goods(state)
    state.decision = MARKET_SLOT
    state.spot = region
    state.times += 1
    if state.times < ACTIVATIONS:
        best, goods, needs = _best_by_good(player), state.slot_goods, state.needs
        for at in range(8 * region, 8 * region + 8):
            if best[goods[at]] > needs[at]:
                return
    end_turn(state)


def weigh_city(state: Position, city: int) -> None:
    """Work out what a new tile must exceed on each slot of a city."""
    first = 4 * city
    values = [tile & 7 for tile in state.tiles[first : first + 4]]
    placed = [value for value in values if value]
    floor = min(placed) if len(placed) >= state.count.city_limit else 0  # N-ACT-MARKET-3
    for side, value in enumerate(values):
        state.needs[first + side] = value or max(FOREIGN[first + side], floor)


def weigh_goods(state: Position) -> None:
    """Work out the weakest slot of each good."""
    weakest = [NO_SLOT] * GOODS
    for good, need in zip(state.slot_goods, state.needs, strict=True):
        weakest[good] = min(weakest[good], need)
    state.weakest = weakest
