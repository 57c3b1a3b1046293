"""The end of a turn and of a month (I-CAL-3): steps in the printed order, each of which may ask someone first."""

from collections.abc import Callable

from engine.iki.actions import Move
from engine.iki.phases import fire, ikizama, neutral, refresh, settlement, turn
from engine.iki.position import NOBODY, OVER, Position


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


# I-CAL-3, in the printed order; a step that waits for an answer, or that opens the next month, says True.
END_OF_MONTH: tuple[Callable[[Position], bool], ...] = (
    neutral.ask,
    fire.break_out,
    settlement.settle,
    refresh.refresh,
    _next_month,
)
NEUTRAL, FIRE, SETTLEMENT, REFRESH, _CALENDAR = range(len(END_OF_MONTH))


def _go_on(state: Position, first: int) -> None:
    for step in END_OF_MONTH[first:]:
        if step(state):
            return


def take_neutral(state: Position, move: Move) -> None:
    """The neutral card is in its room."""
    neutral.place(state, move.value)
    _go_on(state, FIRE)


def take_fire(state: Position, move: Move) -> None:
    """An owner has let an artisan burn or saved it; the fire spreads on."""
    if not fire.answer(state, move):
        _go_on(state, SETTLEMENT)


def take_starve(state: Position, move: Move) -> None:
    """An artisan has left for want of rice; the meal goes on."""
    if not settlement.starve(state, move.value):
        _go_on(state, REFRESH)
