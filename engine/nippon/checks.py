"""Whether a restored position could come up in play; InvalidPosition names the field that does not fit."""

from collections.abc import Callable
from typing import Final

from engine.core.positions import Reader
from engine.nippon.data import tables
from engine.nippon.decisions import Decision, Piece
from engine.nippon.phases import clock, export, factory
from engine.nippon.player import Player
from engine.nippon.position import Position
from engine.nippon.tracks import open_tracks

CLOCK: Final = tables().clock
COSTS: Final = tables().costs


def check_last_turns(reader: Reader, state: Position) -> None:
    """How many turns are left follows from the marker (N-CLOCK-2)."""
    seats = state.setup.seats
    if state.marker < CLOCK.gold_from:
        least = most = 0
    else:
        most = (CLOCK.spaces - state.marker) * seats
        least = most - seats + 1
    if state.ended_by == "final_scoring":
        least = most = 0
    if not least <= state.last_turns <= most:
        reader.wrong("last_turns", f"expected {least} to {most} with the marker on {state.marker}")


def check_cities(reader: Reader, state: Position) -> None:
    """A city holds no more tiles than the players may place; one more while a tile to return is chosen (N-ACT-MARKET-3)."""
    for city in range(8):
        tiles = sum(1 for tile in state.tiles[4 * city : 4 * city + 4] if tile)
        most = state.count.city_limit + (state.decision == Decision.MARKET_RETURN and state.spot // 4 == city)
        if tiles > most:
            where = f"regions[{city // 2}].cities[{city % 2}].owners"
            reader.wrong(where, f"expected at most {most} tiles with {state.setup.seats} players, got {tiles}")


def check_spaces(reader: Reader, state: Position) -> None:
    """A turn empties one space at most, and a row moves onto it when the turn ends (N-Decision.TURN-5, N-CLOCK-2)."""
    empty = [number for number, group in enumerate(state.spaces) if not group]
    allowed = 0 if state.decision == Decision.TURN else 1
    if len(empty) > allowed and (not state.last_turns or any(state.rows)):
        why = (
            "every space has a worker when a turn starts"
            if state.decision == Decision.TURN
            else "a turn empties one space at most"
        )
        reader.wrong(f"spaces[{empty[-1]}].workers", why)


def _payable_factory(state: Position, player: Player) -> bool:
    return player.yen >= COSTS.factory and factory.buildable(state, player) > 0


def _payable_machine(state: Position, player: Player) -> bool:
    return state.free > 0 or player.yen >= player.perks.machine_cost


def _payable_place(state: Position, player: Player) -> bool:
    train = state.spot == Piece.TRAIN
    left = player.trains < tables().start.trains if train else player.ships < tables().start.ships
    price = player.perks.train_cost if train else player.perks.ship_cost
    return left and (state.free > 0 or player.yen >= price) and state.open_regions & ~state.used > 0


def _payable_contract(state: Position, player: Player) -> bool:
    return player.contracts >> state.spot & 1 == 1 and bool(export.legal_contract_good(state))


POSSIBLE: Final[dict[Decision, Callable[[Position, Player], bool]]] = {
    Decision.STEPS: lambda _state, player: player.yen >= COSTS.steps[0],
    Decision.FACTORY: _payable_factory,
    Decision.MACHINE: _payable_machine,
    Decision.PLACE: _payable_place,
    Decision.CONTRACT_GOOD: _payable_contract,
    Decision.MARKET_RETURN: lambda state, _player: state.tiles[state.spot] != 0,
    Decision.REWARD: lambda state, _player: len(state.legal_actions()) > 1,
    Decision.END: lambda state, player: (
        player.blueprints >= COSTS.blueprints_per_step and open_tracks(player) > 0 and clock.is_last(state)
    ),
}
"""What the legal lists take for granted: play comes to these decisions only where it holds."""


def check_decision(part: Reader, state: Position) -> None:
    """Refuse a decision that play cannot have brought up here."""
    player = state.players[state.acting]
    possible = POSSIBLE.get(state.decision)
    if (possible is not None and not possible(state, player)) or not state.legal_actions():
        part.wrong("kind", f"player {state.acting} cannot have come to decide {state.decision.label!r} here")
