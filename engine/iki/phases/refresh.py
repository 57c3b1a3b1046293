"""Refresh (I-REFRESH): money on unsold cards, new cards, new fish."""

from typing import Final

from engine.iki.cards import NAMES
from engine.iki.data import tables
from engine.iki.phases.stalls import FISH
from engine.iki.position import Position

_NUMBERS: Final = tables().numbers
REVEALED: Final = _NUMBERS.revealed
MON_PER_MONTH: Final = _NUMBERS.economy["unsold_card_mon_per_month"]
MON_MAX: Final = _NUMBERS.economy["unsold_card_mon_max"]


def refresh(state: Position) -> bool:
    """Prepare the next month; after month 12 nothing changes (I-REFRESH-3). Never waits."""
    month = state.month
    if month < _NUMBERS.months:
        season = (month - 1) // 3
        if month % 3:
            state.row = {card: min(MON_MAX, mon + MON_PER_MONTH) for card, mon in state.row.items()}
        else:  # I-REFRESH-2
            state.lost += (*state.row, *state.decks[season])
            state.decks = (*state.decks[:season], (), *state.decks[season + 1 :])
            state.row = {}
            season += 1
            state.fish_left = FISH[season].count
        reveal(state, season)
    return False


def reveal(state: Position, season: int) -> None:
    """Turn up the next cards of that deck, without mon (I-REFRESH-5); the row keeps data order."""
    deck = state.decks[season]
    drawn = deck[:REVEALED]
    state.decks = (*state.decks[:season], deck[REVEALED:], *state.decks[season + 1 :])
    row = state.row
    row.update(dict.fromkeys(drawn, 0))
    state.row = {card: row[card] for card in sorted(row)}
    if state.events is not None:
        state.note("reveal " + " ".join(NAMES[card] for card in sorted(drawn)))
