"""Trains and ships: bought (N-ACT-TRAIN, N-ACT-SHIP) or given by a factory."""

from typing import Final

from engine.nippon.actions import PLACES, PLACES_OR_STOP, STOP, Move, Moves
from engine.nippon.data import tables
from engine.nippon.decisions import Decision, Piece
from engine.nippon.phases.clock import end_turn
from engine.nippon.player import Player
from engine.nippon.position import Position
from engine.nippon.tracks import MONEY, climb

PLACE: Final = Decision.PLACE
TRAIN: Final = Piece.TRAIN
SHIP: Final = Piece.SHIP
ACTIVATIONS: Final = tables().costs.activations
TRAINS: Final = tables().start.trains
SHIPS: Final = tables().start.ships
TRAIN_MONEY: Final = tables().rows["trains"].money_at
SHIP_MONEY: Final = tables().rows["ships"].money_at
REGIONS: Final = len(tables().regions)


def begin_train(state: Position) -> None:
    """Start building trains (N-ACT-TRAIN-1)."""
    state.decide_next(PLACE, TRAIN)


def begin_ship(state: Position) -> None:
    """Start building ships (N-ACT-SHIP-1)."""
    state.decide_next(PLACE, SHIP)


def begin_free(state: Position, piece: Piece) -> None:
    """The effect `build`: with no slot or piece left it does nothing (N-FAC-3)."""
    player = state.players[state.acting]
    left = player.trains < TRAINS if piece == TRAIN else player.ships < SHIPS
    if left and state.open_regions:
        state.decide_next(PLACE, piece, free=1)
    else:
        end_turn(state)


def open_regions(state: Position) -> int:
    """Bits of the regions with a free slot, counted from the pieces there."""
    bits = 0
    for region in range(REGIONS):
        first = 4 * region
        if sum(state.trains[first : first + 4]) + sum(state.ships[first : first + 4]) < state.count.region_slots:
            bits |= 1 << region
    return bits


def legal_place(state: Position) -> Moves:
    """A region with a free slot that this action has not used."""
    bits = state.open_regions & ~state.used
    return PLACES_OR_STOP[bits] if state.times or state.free else PLACES[bits]


def apply_place(state: Position, move: Move) -> None:
    """Place a train or ship, and go on while another can be paid and placed."""
    if move is STOP:
        end_turn(state)
        return
    player = state.players[state.acting]
    price = _place(state, player, move.value)
    if state.free:
        end_turn(state)
        return
    player.yen -= price
    state.used |= 1 << move.value
    state.times += 1
    built = player.trains == TRAINS if state.spot == TRAIN else player.ships == SHIPS
    if built or state.times == ACTIVATIONS or player.yen < price or not state.open_regions & ~state.used:
        end_turn(state)


def _place(state: Position, player: Player, region: int) -> int:
    """Put the leftmost piece of the row on the map (N-ACT-TRAIN-2); gives its price."""
    if state.spot == TRAIN:
        player.trains += 1
        state.trains[4 * region + state.acting] += 1
        uncovered, price = player.trains in TRAIN_MONEY, player.perks.train_cost
    else:
        player.ships += 1
        state.ships[4 * region + state.acting] += 1
        uncovered, price = player.ships in SHIP_MONEY, player.perks.ship_cost
    if uncovered:
        climb(player, MONEY, 1)
    state.open_regions = open_regions(state)
    return price
