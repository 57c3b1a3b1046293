"""Starting artisans (I-SETUP-8): in reverse seat order, a card and a corner room each."""

from typing import Final

from engine.iki.actions import STARTER, Move, places
from engine.iki.board import CORNERS
from engine.iki.decisions import Decision
from engine.iki.phases import ikizama
from engine.iki.phases.street import employ
from engine.iki.player import NOBODY
from engine.iki.position import Position

START_CARD: Final = Decision.START_CARD
START_ROOM: Final = Decision.START_ROOM


def legal_start_card(state: Position) -> tuple[Move, ...]:
    """The starting artisans not yet chosen (D-1)."""
    return tuple(STARTER[card] for card in state.starters)


def apply_start_card(state: Position, move: Move) -> None:
    """Choose the card; the room comes next."""
    state.chosen = move.value
    state.decision = START_ROOM


def legal_start_room(state: Position) -> tuple[Move, ...]:
    """The empty corner rooms (D-2)."""
    return places(state.empty & CORNERS)


def apply_start_room(state: Position, move: Move) -> None:
    """Put the card down; after the last player the unused cards leave and the first month begins."""
    card = state.chosen
    state.starters = tuple(other for other in state.starters if other != card)
    employ(state, state.queue[0], card, move.value)
    state.chosen = NOBODY
    state.queue = state.queue[1:]
    if state.queue:
        state.to_act = state.queue[0]
        state.decision = START_CARD
    else:
        state.lost += state.starters
        state.starters = ()
        ikizama.begin(state)
