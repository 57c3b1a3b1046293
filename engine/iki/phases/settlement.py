"""Settlement (I-SETTLE): income, group bonus, food."""

from typing import Final

from engine.iki.actions import STARVE as STARVE_MOVES, Move
from engine.iki.board import COLOURED_GROUP, NAGAYA
from engine.iki.cards import FIRST_BUILDING, IKI, INCOME, RICE, TYPE
from engine.iki.data import GOODS, tables
from engine.iki.decisions import Decision
from engine.iki.phases.street import LEVELS, lose
from engine.iki.player import NOBODY
from engine.iki.position import Position

STARVE: Final = Decision.STARVE

MONTHS: Final = tables().numbers.settlement_months


def settle(state: Position) -> bool:
    """The three steps, each for all players before the next (ruling T1). True if a player must choose first which artisan leaves."""
    if state.month not in MONTHS:
        return False
    for name, pay in (("income", pay_income), ("group_bonus", pay_group_bonus)):
        before = [player.goods[:] for player in state.players]
        pay(state)
        if state.events is not None:
            _note_gains(state, name, before)
    return _feed(state, 0)


def _note_gains(state: Position, what: str, before: list[list[int]]) -> None:
    """An event for each player that gained something."""
    for seat, player in enumerate(state.players):
        gains = zip(GOODS, before[seat], player.goods, strict=True)
        words = [f"{now - old} {good}" for good, old, now in gains if now > old]
        if words:
            state.note(f"{what} {' '.join(words)}", seat)


def pay_income(state: Position) -> None:
    """Employed artisans pay by level, retired ones by the last level (I-SETTLE-1)."""
    for room, owner in enumerate(state.owner):
        if owner != NOBODY and state.card[room] < FIRST_BUILDING:
            goods = state.players[owner].goods
            for good, amount in INCOME[state.card[room]][state.level[room]]:
                goods[good] += amount
    for player in state.players:
        for card in player.retired:
            for good, amount in INCOME[card][LEVELS]:
                player.goods[good] += amount


def pay_group_bonus(state: Position) -> None:
    """Own cards of a type times all cards of that type, in each group with at least two (I-SETTLE-2)."""
    groups = (*NAGAYA, COLOURED_GROUP) if len(state.players) > 2 else NAGAYA  # I-SETUP-10
    for group in groups:
        rooms = [room for room in group if NOBODY < state.card[room] < FIRST_BUILDING]
        types = [TYPE[state.card[room]] for room in rooms]
        for room, kind in zip(rooms, types, strict=True):
            together = types.count(kind)
            if together > 1 and state.owner[room] != NOBODY:
                state.players[state.owner[room]].goods[IKI] += together


def employed(state: Position, seat: int) -> list[int]:
    """The rooms with artisans of that seat."""
    return [room for room, owner in enumerate(state.owner) if owner == seat and state.card[room] < FIRST_BUILDING]


def _feed(state: Position, first: int) -> bool:
    """Everyone from seat *first* on pays rice (I-SETTLE-3); true if one of them must choose first which artisan leaves."""
    for seat in range(first, len(state.players)):
        goods = state.players[seat].goods
        rooms = employed(state, seat)
        if 0 < goods[RICE] < len(rooms):  # I-SETTLE-4
            state.to_act = seat
            state.decision = STARVE
            return True
        if goods[RICE]:
            goods[RICE] -= len(rooms)
        else:
            for room in rooms:  # nothing to choose: all leave
                lose(state, room)
    return False


def legal_starve(state: Position) -> list[Move]:
    """The artisans that could leave (D-17)."""
    assert state.to_act is not None
    return [STARVE_MOVES[room] for room in employed(state, state.to_act)]


def leave(state: Position, room: int) -> bool:
    """One artisan leaves; true if another must."""
    seat = state.owner[room]
    lose(state, room)
    return _feed(state, seat)
