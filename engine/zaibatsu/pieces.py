"""Ships, machines and trains: where they can go, and what building them does (Z-GEN-6, Z-GEN-11, Z-ROW-1)."""

from typing import Final

from engine.zaibatsu.catalogue import MACHINE_TRAIN, RAIL_BONUS, SHIP_MACHINE
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import CELLS, EMPTY, MACHINE, PLACES, SHIP, TILE_PLACES, TRAIN

COLOUR_OF: Final = BOARD.destination_colour
RAILS: Final = 7
"""Train slots per region; fewer are open with fewer players (Z-TRAIN-1)."""


def leave_row(state: Position, player: Player, row: int) -> None:
    """The leftmost piece leaves; the column's bonuses whose two places are now empty join the set (Z-ROW-1)."""
    built = player.built
    column = built[row]
    built[row] = column + 1
    if row == MACHINE:
        if built[SHIP] > column:
            state.waiting.append(SHIP_MACHINE[column])
        if built[TRAIN] > column:
            state.waiting.append(MACHINE_TRAIN[column])
    elif built[MACHINE] > column:
        state.waiting.append(SHIP_MACHINE[column] if row == SHIP else MACHINE_TRAIN[column])


def open_destinations(state: Position) -> list[int]:
    """Destinations with their expert at home and space for a ship (Z-SHIP-1)."""
    experts, ships, limit = state.experts, state.ships_at, state.limits.ship_limit
    return [at for at in range(6) if experts >> at & 1 and ships[at] < limit]


def can_send_ship(state: Position, player: Player) -> bool:
    """Whether a ship, a cell for its expert and a destination are there."""
    return player.built[SHIP] < PLACES and len(player.cells) < CELLS and bool(open_destinations(state))


def send_ship(state: Position, player: Player, destination: int) -> None:
    """Build a ship: the expert comes, the service is upgraded, then the bonuses (Z-SHIP-1, Z-GEN-11)."""
    colour = COLOUR_OF[destination]
    state.ships_at[destination] += 1
    state.experts ^= 1 << destination
    player.cells.append(EXPERT + colour)
    player.upgrades |= 1 << colour
    state.place = destination
    leave_row(state, player, SHIP)


def open_regions(state: Position, player: Player, but: int = -1) -> list[int]:
    """Regions with space for a train, if the player has one left (Z-TRAIN-1)."""
    if player.built[TRAIN] >= PLACES:
        return []
    count, limit = state.rail_count, state.limits.train_limit
    return [region for region in range(4) if count[region] < limit and region != but]


def lay_train(state: Position, player: Player, seat: int, region: int, slot: int, *, twice: bool) -> None:
    """Build a train; the slot's bonus joins the set, for lenses 1B twice (Z-TRAIN-1, Z-FAC-6)."""
    at = region * RAILS + slot
    state.rails[at] = seat
    state.rail_count[region] += 1
    state.place = region
    bonus = RAIL_BONUS[at]
    if bonus is not None:
        state.waiting.append(bonus)
        if twice:
            state.waiting.append(bonus)
    leave_row(state, player, TRAIN)


def free_rails(state: Position, region: int) -> list[int]:
    """Free slots of a region, the first of each bonus only: equal ones are one choice."""
    seen: list[Effect | None] = []
    slots = []
    for slot in range(state.limits.train_limit):
        at = region * RAILS + slot
        if state.rails[at] == EMPTY and RAIL_BONUS[at] not in seen:
            seen.append(RAIL_BONUS[at])
            slots.append(slot)
    return slots


def fitting_columns(player: Player) -> list[int]:
    """Factories with a free machine place that can be paid: the second costs iron (Z-MACH-1)."""
    if player.built[MACHINE] >= PLACES:
        return []
    most = 2 if player.iron >= BOARD.second_machine_iron else 1
    tiles, fitted = player.tiles, player.fitted
    return [at for at in range(len(tiles)) if fitted[at] < most and fitted[at] < TILE_PLACES[tiles[at]]]


def can_fit_machine(player: Player) -> bool:
    """Whether there is a machine and a factory for it."""
    return bool(fitting_columns(player))


def fit_machine(state: Position, player: Player, column: int) -> None:
    """Build a machine on a factory, the place without iron first (Z-MACH-1, Z-DEC-4)."""
    if player.fitted[column]:
        player.iron -= BOARD.second_machine_iron
    player.fitted[column] += 1
    state.place = column
    leave_row(state, player, MACHINE)
