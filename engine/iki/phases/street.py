"""What happens to cards in rooms and to markers on the fire track, from whatever cause (I-TRACK, I-XP)."""

from typing import Final

from engine.iki.board import ROOMS
from engine.iki.cards import ABILITY, FIRE, NAMES, START_LEVEL
from engine.iki.data import tables
from engine.iki.player import NOBODY
from engine.iki.position import Position

LEVELS: Final = tables().numbers.levels
FIRE_MAX: Final = tables().numbers.fire_max


def gain_fire(state: Position, seat: int, points: int) -> None:
    """Move a marker: to the top of the markers on its new space (I-TRACK-1 to I-TRACK-4)."""
    if points == 0:  # I-TRACK-6
        return
    players = state.players
    strength = players[seat].fire = min(FIRE_MAX, players[seat].fire + points)
    others = [other for other in state.order if other != seat]
    ahead = 0
    while ahead < len(others) and players[others[ahead]].fire > strength:
        ahead += 1
    others.insert(ahead, seat)
    state.order = tuple(others)


def employ(state: Position, seat: int, card: int, room: int) -> None:
    """Put an artisan card with a kobun into a room (I-REC-4, I-REC-5)."""
    state.card[room] = card
    state.owner[room] = seat
    state.level[room] = START_LEVEL[card]
    state.empty &= ~(1 << room)
    state.players[seat].kobun -= 1
    gain_fire(state, seat, FIRE[card])


def vacate(state: Position, room: int) -> int:
    """Take the card out of a room; its kobun, if any, goes home. Gives the card."""
    card = state.card[room]
    owner = state.owner[room]
    if owner != NOBODY:
        state.players[owner].kobun += 1
    state.card[room] = NOBODY
    state.owner[room] = NOBODY
    state.level[room] = 0
    state.empty |= 1 << room
    return card


def lose(state: Position, room: int) -> None:
    """Remove the card of a room from the game."""
    if state.events is not None:
        state.note(f"lost {ROOMS[room]} {NAMES[state.card[room]]}")
    state.lost += (vacate(state, room),)


def gain_experience(state: Position, room: int) -> None:
    """One level up, or retirement from the last one (I-XP-1, I-XP-2)."""
    if state.level[room] < LEVELS:
        state.level[room] += 1
        return
    player = state.players[state.owner[room]]
    if state.events is not None:
        state.note(f"retired {ROOMS[room]} {NAMES[state.card[room]]}", state.owner[room])
    card = vacate(state, room)
    player.retired += (card,)
    ability = ABILITY[card]
    if ability == "recruit_discount":
        player.discount += RECRUIT_DISCOUNT
    elif ability == "save_from_fire":
        player.saves += 1
    elif ability == "extra_step":
        player.carts += 1


RECRUIT_DISCOUNT: Final = tables().numbers.economy["recruit_discount_mon"]
