"""Free and optional builds (Z-FAC-7, Z-FAC-10, Z-FAC-17). pieces.py moves the pieces."""

from typing import Final

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.effects import Effect, Price, Verb
from engine.zaibatsu.pieces import can_fit_machine, can_send_ship, open_regions
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import FINANCE, MACHINE, SHIP, TILE_COAL, TRAIN

BUILD: Final = Verb.BUILD
BUILD_PICK: Final = Decision.BUILD_PICK
MAY: Final = Decision.MAY

DECISION_OF_PIECE: Final = {SHIP: Decision.SHIP, MACHINE: Decision.MACHINE, TRAIN: Decision.TRAIN_REGION}


def build(state: Position, _: Player, effect: Effect) -> None:
    """build:ship, build:machine, build:train: where, or not at all."""
    state.effect = effect
    state.decision = DECISION_OF_PIECE[effect.what]


def possible(state: Position, player: Player, effect: Effect) -> bool:
    """Whether an effect can be carried out now: a build needs a piece and a place for it, others are always possible."""
    if effect.verb is not BUILD:
        return True
    if effect.what == SHIP:
        return can_send_ship(state, player)
    if effect.what == MACHINE:
        return can_fit_machine(player)
    return bool(open_regions(state, player, state.place if effect.variant == "other_region" else -1))


def build_one_of(state: Position, _: Player, effect: Effect) -> None:
    """build:ship|machine|train: which kind first (clocks 1B)."""
    state.effect = effect
    state.decision = BUILD_PICK


def produce_there(state: Position, player: Player, _: Effect) -> None:
    """produce:same_factory, where the machine was just built (bulbs 2B); the price has paid the coal."""
    player.add_goods(state.place, 1 + player.fitted[state.place])


def payable(state: Position, player: Player, price: Price) -> bool:
    """Whether every part of a price is there in full; silk counts as money (Z-GEN-7)."""
    for what, amount in price:
        if what == "money" and player.money + player.silk < amount:
            return False
        if what == "iron" and player.iron < amount:
            return False
        if what == "finance" and player.tracks[FINANCE] < amount:
            return False
        if what == "coal" and player.coal + player.stored_coal < TILE_COAL[player.tiles[state.place]]:
            return False
    return True


def pay(state: Position, player: Player, price: Price) -> None:
    """Pay a price that is payable; Finance steps back give and take no bonus (Z-GEN-5)."""
    for what, amount in price:
        if what == "money":
            player.pay_money(amount)
        elif what == "iron":
            player.iron -= amount
        elif what == "finance":
            player.tracks[FINANCE] -= amount
        else:
            player.pay_coal(TILE_COAL[player.tiles[state.place]])


def offer(state: Position, player: Player, effect: Effect) -> None:
    """may:pay:…=>…: offered only if it can be paid and done; else nothing happens."""
    inner = effect.inner
    assert inner is not None
    if payable(state, player, effect.price) and possible(state, player, inner):
        state.effect = effect
        state.decision = MAY
