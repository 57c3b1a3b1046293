"""Fires (I-FIRE): from a corner room along the nagaya, until an owner is strong enough."""

from typing import Final

from engine.iki.actions import BURN, SAVE, Move
from engine.iki.board import FIRE_PATHS, FIRE_TILES
from engine.iki.cards import FIRST_BUILDING
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.phases.street import lose
from engine.iki.player import NOBODY
from engine.iki.position import Position

FIRE_SAVE: Final = Decision.FIRE_SAVE

STRENGTH: Final = tables().numbers.fire_strength

_CHOICES: Final = (BURN, SAVE)


def break_out(state: Position) -> bool:
    """Turn up the fire tile of this month, if it is one of fire (I-FIRE-1). True if an owner must decide first."""
    if state.month not in STRENGTH:
        return False
    state.fire_tile, state.fires = state.fires[0], state.fires[1:]
    if state.events is not None:
        state.note(f"{FIRE_TILES[state.fire_tile]} {STRENGTH[state.month]}")
    return _spread(state)


def _spread(state: Position) -> bool:
    """Room by room (I-FIRE-2 to I-FIRE-6); stops where an owner could save an artisan (I-FIRE-8)."""
    path = FIRE_PATHS[state.fire_tile]
    while state.fire_room < len(path):
        room = path[state.fire_room]
        card, owner = state.card[room], state.owner[room]
        if owner != NOBODY:
            player = state.players[owner]
            if player.fire >= STRENGTH[state.month] - state.fire_room:  # I-FIRE-3
                break
            if player.saves and card < FIRST_BUILDING:  # I-FIRE-7
                state.to_act = owner
                state.decision = FIRE_SAVE
                return True
        if card != NOBODY:
            lose(state, room)
        state.fire_room += 1
    state.fire_tile = NOBODY
    state.fire_room = 0
    return False


def legal_fire_save(_state: Position) -> tuple[Move, ...]:
    """Let the artisan burn, or save it (D-16)."""
    return _CHOICES


def burn_or_save(state: Position, move: Move) -> bool:
    """Burn the card or spend the ability; the fire goes on either way. True if another owner must decide first."""
    room = FIRE_PATHS[state.fire_tile][state.fire_room]
    if move is SAVE:
        state.players[state.owner[room]].saves -= 1
    else:
        lose(state, room)
    state.fire_room += 1
    return _spread(state)
