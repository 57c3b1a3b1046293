"""Phase 1 (I-PH1): all players put their cylinder on the ikizama track."""

from typing import Final

from engine.iki.actions import TRACK, Move
from engine.iki.decisions import Decision
from engine.iki.phases import turn
from engine.iki.position import Position

IKIZAMA: Final = Decision.IKIZAMA

_WITHOUT_X: Final = TRACK[1:]


def begin(state: Position) -> None:
    """The players choose in fire order, in month 1 in seat order (I-PH1-1)."""
    state.queue = state.order if state.month > 1 else tuple(range(len(state.players)))
    state.to_act = state.queue[0]
    state.decision = IKIZAMA


def legal_ikizama(state: Position) -> list[Move]:
    """D-3: the free spaces; X with 4 players only (I-SETUP-9)."""
    players = state.players
    taken = [player.cylinder for player in players]
    return [move for move in (TRACK if len(players) == 4 else _WITHOUT_X) if move.value not in taken]


def apply_ikizama(state: Position, move: Move) -> None:
    """Put the cylinder down; the last one opens phase 2, in track order (I-PH1-3)."""
    players = state.players
    queue = state.queue
    players[queue[0]].cylinder = move.value
    if len(queue) > 1:
        state.queue = queue = queue[1:]
        state.to_act = queue[0]
    else:
        state.queue = tuple(sorted(range(len(players)), key=lambda seat: players[seat].cylinder))
        turn.begin(state)
