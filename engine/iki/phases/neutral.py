"""Two players (I-2P): at the end of a month one of them puts a row card into a room as a neutral artisan."""

from typing import Final

from engine.iki.actions import NEUTRAL, Move, places
from engine.iki.decisions import Decision
from engine.iki.player import NOBODY
from engine.iki.position import Position

NEUTRAL_CARD: Final = Decision.NEUTRAL_CARD
NEUTRAL_ROOM: Final = Decision.NEUTRAL_ROOM


def begin(state: Position) -> bool:
    """Whether a card must be placed (I-2P-2); odd months seat 0, even months seat 1."""
    if len(state.players) > 2 or not state.row or not state.empty:
        return False
    state.to_act = (state.month + 1) % 2
    state.decision = NEUTRAL_CARD
    return True


def legal_neutral_card(state: Position) -> list[Move]:
    """The cards of the row (D-14)."""
    return [NEUTRAL[card] for card in state.row]


def apply_neutral_card(state: Position, move: Move) -> None:
    """Choose the card; the room comes next."""
    state.chosen = move.value
    state.decision = NEUTRAL_ROOM


def legal_neutral_room(state: Position) -> tuple[Move, ...]:
    """D-15: coloured rooms are closed with 2 players (I-SETUP-10)."""
    return places(state.empty)


def place(state: Position, room: int) -> None:
    """Put the card down without a kobun; its mon goes to the bank."""
    del state.row[state.chosen]
    state.card[room] = state.chosen
    state.empty &= ~(1 << room)
    state.chosen = NOBODY
