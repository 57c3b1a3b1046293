"""Step 1, placement: a spread over several areas, or two assistants in one (Y-PLACE-1 to Y-PLACE-7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.yokohama import actions, steps
from engine.yokohama.actions import TABLES, Play
from engine.yokohama.phases import NOTHING
from engine.yokohama.player import NOWHERE
from engine.yokohama.technologies import NEWSPAPER, TELEGRAM

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

SPREAD_AREAS = TABLES.limits.spread_areas
NEWSPAPER_AREAS = 4
DOUBLE = 2


def fees(state: "YokohamaState") -> dict[int, int]:
    """Area -> yen for each assistant put there: 1 to the owner of each opposing president (Y-PLACE-2)."""
    found: dict[int, int] = {}
    acting = state.acting
    for player in state.players:
        area = player.president
        if area != NOWHERE and player is not acting:
            found[area] = found.get(area, 0) + 1
    return found


def options(state: "YokohamaState") -> Sequence[Play]:
    """The first assistant of a spread, or a pair."""
    player, board = state.acting, state.board
    if not player.assistants:
        state.turn.step = steps.MOVE  # Y-PLACE-5: with none in hand the step has no effect
        return NOTHING
    dear = fees(state)
    highest = max(dear.values(), default=0)
    if player.assistants >= DOUBLE and player.yen >= DOUBLE * highest:
        return board.place
    yen = player.yen
    if player.assistants < DOUBLE:
        return [play for play in board.spreads if dear.get(play.value, 0) <= yen]
    return [
        play
        for play in board.place
        if play.value not in dear or dear[play.value] * (DOUBLE if play.verb == "double" else 1) <= yen
    ]


def chosen(state: "YokohamaState", play: Play) -> None:
    """Put one or two down."""
    turn = state.turn
    turn.spot = play.value
    if play.verb == "double":
        _put(state, play.value, DOUBLE)
        turn.step = steps.TELEGRAM
    else:
        _put(state, play.value, 1)
        turn.placed = 1
        turn.step = steps.PLACE_NEXT


def next_options(state: "YokohamaState") -> Sequence[Play]:
    """One more area of the spread, further on in the layout (Y-DEC-1), or stop."""
    player, turn = state.acting, state.turn
    most = NEWSPAPER_AREAS if player.technology_bits & NEWSPAPER else SPREAD_AREAS  # Y-TECH-12
    if turn.placed < most and player.assistants:
        after = state.board.spread_after[turn.spot]
        dear = fees(state)
        if player.yen >= max(dear.values(), default=0):
            return after
        yen = player.yen
        return [play for play in after if play is actions.STOP or dear.get(play.value, 0) <= yen]
    _done(state)
    return NOTHING


def next_chosen(state: "YokohamaState", play: Play) -> None:
    """Put it down."""
    if play is actions.STOP:
        _done(state)
    else:
        _put(state, play.value, 1)
        state.turn.spot = play.value
        state.turn.placed += 1


def telegram_options(state: "YokohamaState") -> Sequence[Play]:
    """After a double: one more beside it (Y-TECH-15)."""
    player = state.acting
    if player.technology_bits & TELEGRAM and player.assistants:
        dear = fees(state)
        near = [area for area in state.board.adjacent[state.turn.spot] if dear.get(area, 0) <= player.yen]
        return (actions.SKIP, *state.board.listed(actions.TELEGRAMS, near))
    _done(state)
    return NOTHING


def telegram_chosen(state: "YokohamaState", play: Play) -> None:
    """Put it down."""
    if play is not actions.SKIP:
        _put(state, play.value, 1)
    _done(state)


def _put(state: "YokohamaState", area: int, number: int) -> None:
    acting = state.acting
    acting.assistants -= number
    acting.on_area[area] += number
    for player in state.players:
        if player.president == area and player is not acting:
            acting.yen -= number
            player.yen += number


def _done(state: "YokohamaState") -> None:
    turn = state.turn
    turn.placed = 0
    turn.spot = NOWHERE
    turn.step = steps.MOVE
