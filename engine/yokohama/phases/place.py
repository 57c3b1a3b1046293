"""Step 1, placement: a spread over several areas, or two assistants in one (Y-PLACE-1 to Y-PLACE-7)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.player import NOWHERE, Player
from engine.yokohama.position import Position
from engine.yokohama.technologies import NEWSPAPER, TELEGRAM as TELEGRAM_BIT

MOVE: Final = Decision.MOVE
TELEGRAM: Final = Decision.TELEGRAM
PLACE_NEXT: Final = Decision.PLACE_NEXT

SPREAD_AREAS: Final = TABLES.limits.spread_areas
NEWSPAPER_AREAS: Final = 4
DOUBLE: Final = 2


def fees(state: Position) -> dict[int, int]:
    """Area -> yen for each assistant put there: 1 to the owner of each opposing president (Y-PLACE-2)."""
    dear: dict[int, int] = {}
    acting = state.acting
    for player in state.players:
        area = player.president
        if area != NOWHERE and player is not acting:
            dear[area] = dear.get(area, 0) + 1
    return dear


def legal_place(state: Position) -> Sequence[Move]:
    """The first assistant of a spread, or a pair."""
    player, board = state.acting, state.board
    if not player.assistants:
        return ()
    dear = fees(state)
    highest = max(dear.values(), default=0)
    if player.assistants >= DOUBLE and player.yen >= DOUBLE * highest:
        return board.place
    yen = player.yen
    if player.assistants < DOUBLE:
        return [move for move in board.spreads if dear.get(move.value, 0) <= yen]
    return [
        move
        for move in board.place
        if move.value not in dear or dear[move.value] * (DOUBLE if move.verb == "double" else 1) <= yen
    ]


def pass_place(state: Position) -> None:
    """With no assistant in hand the step has no effect (Y-PLACE-5)."""
    state.turn.decision = MOVE


def apply_place(state: Position, move: Move) -> None:
    """Put down the first assistant of a spread, or a pair."""
    turn = state.turn
    turn.spot = move.value
    if move.verb == "double":
        _put(state, move.value, DOUBLE)
        if _has_telegram(state.acting):
            turn.decision = TELEGRAM
        else:
            _end_step(state)
    else:
        _put(state, move.value, 1)
        turn.placed = 1
        turn.decision = PLACE_NEXT


def legal_place_next(state: Position) -> Sequence[Move]:
    """One more area of the spread, further on in the layout (Y-DEC-1), or stop."""
    player, turn = state.acting, state.turn
    most = NEWSPAPER_AREAS if player.technology_bits & NEWSPAPER else SPREAD_AREAS  # Y-TECH-12
    if turn.placed < most and player.assistants:
        after = state.board.spread_after[turn.spot]
        dear = fees(state)
        if player.yen >= max(dear.values(), default=0):
            return after
        yen = player.yen
        return [move for move in after if move is actions.STOP or dear.get(move.value, 0) <= yen]
    return ()


def pass_place_next(state: Position) -> None:
    """The spread has its last area, or the hand is empty."""
    _end_step(state)


def apply_place_next(state: Position, move: Move) -> None:
    """Put down one more assistant of the spread, or stop."""
    if move is actions.STOP:
        _end_step(state)
    else:
        _put(state, move.value, 1)
        state.turn.spot = move.value
        state.turn.placed += 1


def legal_telegram(state: Position) -> Sequence[Move]:
    """After a double: one more beside it (Y-TECH-15)."""
    player = state.acting
    if not _has_telegram(player):
        return ()
    dear = fees(state)
    near = [area for area in state.board.adjacent[state.turn.spot] if dear.get(area, 0) <= player.yen]
    return (actions.SKIP, *state.board.listed(actions.TELEGRAMS, near))


def _has_telegram(player: Player) -> bool:
    return bool(player.technology_bits & TELEGRAM_BIT and player.assistants)


def apply_telegram(state: Position, move: Move) -> None:
    """Put down one more assistant beside the double, or none."""
    if move is not actions.SKIP:
        _put(state, move.value, 1)
    _end_step(state)


def _put(state: Position, area: int, number: int) -> None:
    acting = state.acting
    acting.assistants -= number
    acting.on_area[area] += number
    for player in state.players:
        if player.president == area and player is not acting:
            acting.yen -= number
            player.yen += number


def _end_step(state: Position) -> None:
    turn = state.turn
    turn.placed = 0
    turn.spot = NOWHERE
    turn.decision = MOVE
