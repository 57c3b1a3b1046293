"""Pieces of a position that was set up by hand: none may be lost or doubled."""

from collections import Counter

from engine.core.positions import Reader
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.player import EXPERT
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import COLOURS, MACHINE, OLD, SHIP, TILE_NAMES, TRAIN


def check(reader: Reader, state: ZaibatsuState) -> None:
    """Count everything; InvalidPosition names the field that does not add up."""
    workers(reader, state)
    experts(reader, state)
    factories(reader, state)
    for seat in range(state.seats):
        influence(reader, state, seat)
        rows(reader, state, seat)
    ships = sum(player.built[SHIP] for player in state.players)
    if sum(state.ships_at) != ships:
        reader.wrong("destinations", f"expected {ships} ships, as many as the players have built (Z-SHIP-1)")


def workers(reader: Reader, state: ZaibatsuState) -> None:
    """As many of each colour as were put in (Z-SETUP-4)."""
    groups = (*state.spaces, *state.queue, state.bag, state.returned, *(player.cells for player in state.players))
    found = Counter(worker for group in groups for worker in group if worker < EXPERT)
    expected = BOARD.workers_per_colour - state.limits.workers_removed
    for colour, name in enumerate(COLOURS):
        if found[colour] != expected:
            reader.wrong(
                "bag",
                f"with spaces, queue and cells expected {expected} {name} workers, got {found[colour]} (Z-SETUP-4)",
            )


def experts(reader: Reader, state: ZaibatsuState) -> None:
    """Each expert is at home or in one cell (Z-SETUP-3)."""
    away = Counter(worker - EXPERT for player in state.players for worker in player.cells if worker >= EXPERT)
    for at, colour in enumerate(BOARD.destination_colour):
        if away[colour] + (state.experts >> at & 1) != 1:
            reader.wrong(
                f"destinations[{at}].expert", "expected the expert at home or in one player's cells (Z-SHIP-1)"
            )


def factories(reader: Reader, state: ZaibatsuState) -> None:
    """Each tile is in the supply or on one board; machines only where there are places (Z-SETUP-6)."""
    owned = [tile for player in state.players for tile in player.tiles]
    # Two sides of one tile are neighbours; so are those of the old factory.
    for tile, count in Counter(tile // 2 for tile in (*state.supply, *owned)).items():
        if count > 1:
            reader.wrong(
                "supply", f"{TILE_NAMES[2 * tile][:-1]} is in the supply or on the boards {count} times (Z-SETUP-6)"
            )
    for seat, player in enumerate(state.players):
        if any(player.fitted[at] for at, tile in enumerate(player.tiles) if tile >= OLD):
            reader.wrong(f"players[{seat}].factories", "the old factory has no machine places (Z-SETUP-11)")


def influence(reader: Reader, state: ZaibatsuState, seat: int) -> None:
    """Ten tokens: in reserve, locked, or on the board (Z-SETUP-7)."""
    player = state.players[seat]
    placed = Counter(token & 7 for token in state.board if token >> 3 == seat + 1)
    for value in range(1, 8):
        expected = BOARD.available.count(value) + BOARD.locked.count(value)
        found = player.tokens[value] + placed[value] + (player.locked >> value & 1)
        if found != expected:
            reader.wrong(
                f"players[{seat}].influence",
                f"with locked ones and markets expected {expected} tokens of {value}, got {found} (Z-SETUP-7)",
            )


def rows(reader: Reader, state: ZaibatsuState, seat: int) -> None:
    """Machines and trains that left their row are somewhere; three favours per level (Z-SETUP-7)."""
    player = state.players[seat]
    if sum(player.fitted) + player.reserve_machine != player.built[MACHINE]:
        reader.wrong(
            f"players[{seat}].machines", "expected as many as there are on the factories and in reserve (Z-MACH-1)"
        )
    if state.rails.count(seat) != player.built[TRAIN]:
        reader.wrong(f"players[{seat}].trains", "expected as many as there are in the regions (Z-TRAIN-1)")
    if any(player.favours.count(level) > BOARD.favours_per_level for level in (1, 2, 3)):
        reader.wrong(f"players[{seat}].favours", f"expected at most {BOARD.favours_per_level} of each level (Z-CONS-A)")
