"""The end of a turn and of a month (I-CAL-3): steps in the printed order, each of which may need a decision first."""

from collections.abc import Callable
from typing import Final

from engine.iki.actions import Move
from engine.iki.decisions import Decision
from engine.iki.phases import fire, ikizama, neutral, refresh, settlement, turn
from engine.iki.player import NOBODY
from engine.iki.position import Position

OVER: Final = Decision.OVER


def end_turn(state: Position) -> None:
    """The cylinder leaves the track (I-PH2-2) and the next player acts."""
    state.players[state.queue[0]].cylinder = NOBODY
    state.queue = state.queue[1:]
    if state.queue:
        turn.begin(state)
    elif state.month > turn.MONTHS:  # I-NY-4
        state.to_act = None
        state.decision = OVER
    else:
        _go_on(state, NEUTRAL)


def _next_month(state: Position) -> bool:
    """Advance the calendar; after month 12 comes New Year, in fire order (I-NY-1)."""
    state.month += 1
    if state.month > turn.MONTHS:
        state.queue = state.order
        turn.begin(state)
    else:
        ikizama.begin(state)
    return True


# I-CAL-3, in the printed order; a step that waits for a decision, or that opens the next month, gives True.
END_OF_MONTH: Final[tuple[Callable[[Position], bool], ...]] = (
    neutral.begin,
    fire.break_out,
    settlement.settle,
    refresh.refresh,
    _next_month,
)
NEUTRAL: Final = 0
FIRE: Final = 1
SETTLEMENT: Final = 2
REFRESH: Final = 3
_CALENDAR: Final = 4


def _go_on(state: Position, first: int) -> None:
    for step in END_OF_MONTH[first:]:
        if step(state):
            return


def apply_neutral_room(state: Position, move: Move) -> None:
    """Put the neutral card into the room, then go on with the end of the month."""
    neutral.place(state, move.value)
    _go_on(state, FIRE)


def apply_fire_save(state: Position, move: Move) -> None:
    """Let an artisan burn or save it; the fire spreads on."""
    if not fire.burn_or_save(state, move):
        _go_on(state, SETTLEMENT)


def apply_starve(state: Position, move: Move) -> None:
    """One artisan leaves for want of rice; the meal goes on."""
    if not settlement.leave(state, move.value):
        _go_on(state, REFRESH)
