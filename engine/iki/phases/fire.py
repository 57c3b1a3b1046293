"""Fires (I-FIRE): from a corner room along the nagaya, until an owner is strong enough."""

from engine.iki.actions import BURN, SAVE, Move
from engine.iki.board import FIRE_PATHS, FIRE_TILES
from engine.iki.cards import FIRST_BUILDING
from engine.iki.data import tables
from engine.iki.phases.street import lose
from engine.iki.position import FIRE_SAVE, NOBODY, Position

STRENGTH = tables().numbers.fire_strength

_ANSWERS = (BURN, SAVE)


def break_out(state: Position) -> bool:
    """Turn up the fire tile of this month, if it is one of fire (I-FIRE-1). Whether an owner must be asked."""
    if state.month not in STRENGTH:
        return False
    state.fire_tile, state.fires = state.fires[0], state.fires[1:]
    if state.events is not None:
        state.note(f"{FIRE_TILES[state.fire_tile]} {STRENGTH[state.month]}")
    return _spread(state)


def _spread(state: Position) -> bool:
    """Room by room (I-FIRE-2 to I-FIRE-6); stops to ask an owner who could save an artisan (I-FIRE-8)."""
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


def legal(_state: Position) -> tuple[Move, ...]:
    """D-16."""
    return _ANSWERS


def answer(state: Position, move: Move) -> bool:
    """Burn the card or spend the ability; the fire goes on either way. Whether another owner must be asked."""
    room = FIRE_PATHS[state.fire_tile][state.fire_room]
    if move is SAVE:
        state.players[state.owner[room]].saves -= 1
    else:
        lose(state, room)
    state.fire_room += 1
    return _spread(state)
