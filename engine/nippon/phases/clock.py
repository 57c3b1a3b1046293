"""The end of a turn: rows, refills, the scoring track and the end of the match (N-TURN-5, N-CLOCK, N-ARENA-1)."""

from typing import Final

from engine.core.chance import stream
from engine.nippon import scoring
from engine.nippon.data import tables
from engine.nippon.decisions import Decision
from engine.nippon.position import Position
from engine.nippon.tracks import open_tracks
from engine.nippon.workers import PER_SPACE, UNIT, pack, size, unpack

TURN: Final = Decision.TURN
END: Final = Decision.END
OVER: Final = Decision.OVER
CLOCK: Final = tables().clock
BLUEPRINTS_PER_STEP: Final = tables().costs.blueprints_per_step
SPACE_NAMES: Final = tuple("_".join(actions) for actions in tables().spaces)
LAST_TABLE_TURNS: Final = CLOCK.spaces - CLOCK.gold_from


def end_turn(state: Position) -> None:
    """The action or consolidation is done; on a player's last turn blueprints may still be spent (N-TURN-4)."""
    player = state.players[state.acting]
    if player.blueprints >= BLUEPRINTS_PER_STEP and is_last(state) and open_tracks(player):
        state.decide_next(END)
    else:
        finish_turn(state)


def is_last(state: Position) -> bool:
    """Whether the player to act has no further turn."""
    seats = state.setup.seats
    return 0 < state.last_turns <= seats or state.turns >= (CLOCK.turns_per_player - 1) * seats


def finish_turn(state: Position) -> None:
    """Rows and marker, scorings if due, then the next player (N-TURN-8)."""
    seats = state.setup.seats
    state.turns += 1
    if state.last_turns:
        if 0 in state.spaces:
            _move_row_up(state)  # N-CLOCK-2: there are no refills left
        state.last_turns -= 1
        if state.last_turns % seats == 0:
            if not state.last_turns:
                _end(state, "final_scoring")
                return
            _advance(state)
    elif 0 in state.spaces and not _move_row_up(state):
        refill(state)
        _advance(state)
        if state.marker == CLOCK.gold_from:
            state.last_turns = LAST_TABLE_TURNS * seats
    if state.turns == CLOCK.turns_per_player * seats:  # N-ARENA-1
        _end(state, "turn_limit")
        return
    state.to_act = state.acting = (state.acting + 1) % seats
    state.decide_next(TURN)


def _move_row_up(state: Position) -> bool:
    """Move the topmost non-empty row onto the emptied space, if there is one (N-TURN-5)."""
    for row, group in enumerate(state.rows):
        if group:
            emptied = state.spaces.index(0)
            state.spaces[emptied] = group
            state.rows[row] = 0
            if state.events is not None:
                state.note(f"row_up {row + 1} {SPACE_NAMES[emptied]}")
            return True
    return False


def draw_order(state: Position) -> list[int]:
    """The workers of the bag in the order the next refill would draw them; none after the last refill."""
    if state.marker >= CLOCK.gold_from:
        return []
    workers = unpack(state.bag)
    stream(state.setup.hidden_seed, "refill", state.marker).shuffle(workers)
    return workers


def refill(state: Position) -> None:
    """Fill spaces, then rows, from the bag; a short bag leaves the lower rows empty (N-TURN-6)."""
    deal(state, draw_order(state))
    state.note("refill")


def deal(state: Position, workers: list[int]) -> None:
    """Deal workers to spaces and rows from the front of *workers*; the rest makes up the bag."""
    drawn = iter(workers)
    left = len(workers)
    for groups, full in ((state.spaces, PER_SPACE), (state.rows, state.count.row_size)):
        for at, group in enumerate(groups):
            wanted = min(full - size(group), left)
            left -= wanted
            for _ in range(wanted):
                groups[at] += UNIT[next(drawn)]
    state.bag = pack(drawn)


def _advance(state: Position) -> None:
    """Move the marker on; leaving some spaces scores the regions (N-CLOCK-1)."""
    leaving = state.marker
    state.marker += 1
    if leaving in CLOCK.score_on_leaving:
        scoring.score_regions(state, CLOCK.score_on_leaving.index(leaving))


def _end(state: Position, why: str) -> None:
    """Scoring III and the final scoring."""
    scoring.score_regions(state, len(CLOCK.score_on_leaving) - 1)
    scoring.score_end(state)
    state.ended_by = why
    state.decide_next(OVER)
    state.to_act = None
