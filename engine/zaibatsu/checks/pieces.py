"""Pieces: none may be lost or doubled."""

from collections import Counter

from engine.core.positions import Reader
from engine.zaibatsu.automa_board import AUTOMA, AutomaBoard
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.player import EXPERT
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLOURS, MACHINE, OLD, SHIP, TILE_NAMES, TRAIN


def check(reader: Reader, state: Position) -> None:
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
    if state.automa is not None:
        automa(reader.part("automa"), state, state.automa)


def missing(state: Position) -> list[int]:
    """The workers that are neither on spaces, nor in the queue, nor with players: those in the bag, colours in rising order."""
    groups = (*state.spaces, *state.queue, *(player.cells for player in state.players))
    counted = Counter(worker for group in groups for worker in group if worker < EXPERT)
    each = BOARD.workers_per_colour - state.limits.workers_removed
    return [colour for colour in range(len(COLOURS)) for _ in range(each - counted[colour])]


def workers(reader: Reader, state: Position) -> None:
    """As many of each colour as were put in (Z-SETUP-4)."""
    groups = (*state.spaces, *state.queue, state.bag, state.returned, *(player.cells for player in state.players))
    counted = Counter(worker for group in groups for worker in group if worker < EXPERT)
    expected = BOARD.workers_per_colour - state.limits.workers_removed
    for colour, name in enumerate(COLOURS):
        if counted[colour] != expected:
            reader.wrong(
                "bag",
                f"with spaces, queue and cells expected {expected} {name} workers, got {counted[colour]} (Z-SETUP-4)",
            )


def experts(reader: Reader, state: Position) -> None:
    """Each expert is at home or in one cell (Z-SETUP-3)."""
    travelling = Counter(worker - EXPERT for player in state.players for worker in player.cells if worker >= EXPERT)
    for at, colour in enumerate(BOARD.destination_colour):
        if travelling[colour] + (state.experts >> at & 1) != 1:
            reader.wrong(
                f"destinations[{at}].expert", "expected the expert at home or in one player's cells (Z-SHIP-1)"
            )


def factories(reader: Reader, state: Position) -> None:
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


def influence(reader: Reader, state: Position, seat: int) -> None:
    """Ten tokens: in reserve, locked, or on the board (Z-SETUP-7)."""
    player = state.players[seat]
    placed = Counter(token & 7 for token in state.board if token >> 3 == seat + 1)
    for value in range(1, 8):
        expected = BOARD.available.count(value) + BOARD.locked.count(value)
        owned = player.tokens[value] + placed[value] + (player.locked >> value & 1)
        if owned != expected:
            reader.wrong(
                f"players[{seat}].influence",
                f"with locked ones and markets expected {expected} tokens of {value}, got {owned} (Z-SETUP-7)",
            )


def automa(reader: Reader, state: Position, board: AutomaBoard) -> None:
    """Six colours in order of priority, four of them for the regions; tokens leave their rows from the left (Z-SOLO-2 to 4)."""
    if len(set(board.priority)) < len(COLOURS):
        reader.wrong("priority", "expected each colour once (Z-SOLO-2)")
    if len(set(board.region_colours)) < len(board.region_colours):
        reader.wrong("region_colours", "expected four different colours (Z-SOLO-2)")
    if board.level != 1 + TOKENS.levels.index(str(state.setup.options["solo_level"])):
        reader.wrong("level", f"expected that of the option solo_level, got {board.level} (Z-SOLO-3)")
    if len(board.goals) != board.level or len(set(board.goals)) < len(board.goals):
        reader.wrong("goals", f"expected {board.level} different objectives at this level (Z-SOLO-3)")
    if len(set(board.pile)) < len(board.pile):
        reader.wrong("pile", "expected each token once at most (Z-SOLO-4)")
    if board.trains + state.rails.count(AUTOMA) != TOKENS.automa_trains:
        reader.wrong("trains", f"with the regions expected {TOKENS.automa_trains} in all (Z-SOLO-4)")
    for number, (row, whole) in enumerate(zip(board.rows, TOKENS.automa_rows, strict=True), 1):
        if tuple(row) != tuple(whole)[len(whole) - len(row) :]:
            reader.wrong(f"row_{number}", f"expected {list(whole)} or the right end of it, got {row} (Z-SOLO-10)")
    _tokens_out(reader, state, board)


def _tokens_out(reader: Reader, state: Position, board: AutomaBoard) -> None:
    """The automa's tokens on the board have left its rows; those that were displaced are gone (Z-SOLO-12)."""
    out = Counter(value for row in TOKENS.automa_rows for value in row)
    out.subtract(value for row in board.rows for value in row)
    for value, count in Counter(token & 7 for token in state.board if token >> 3 == AUTOMA + 1).items():
        if count > out[value]:
            reader.wrong(
                "row_1", f"with the other rows and the markets there are too many tokens of {value} (Z-SOLO-4)"
            )


def rows(reader: Reader, state: Position, seat: int) -> None:
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
