"""Free and optional builds (Z-FAC-7, Z-FAC-10, Z-FAC-17). The pieces themselves are moved in pieces.py."""

from engine.zaibatsu import asks
from engine.zaibatsu.data import ROW_NAMES
from engine.zaibatsu.effects import Effect, Price, made, verb
from engine.zaibatsu.pieces import can_fit_machine, can_send_ship, open_regions
from engine.zaibatsu.player import Player
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import FINANCE, MACHINE, SHIP, TILE_COAL, TILE_NAMES, TRAIN

QUESTION = {SHIP: asks.SHIP, MACHINE: asks.MACHINE, TRAIN: asks.TRAIN_REGION}


def build(state: ZaibatsuState, _: Player, effect: Effect) -> None:
    """build:ship, build:machine, build:train: where, or not at all."""
    state.effect = effect
    state.ask = QUESTION[effect.what]


def can_build(state: ZaibatsuState, player: Player, effect: Effect) -> bool:
    """Whether there is a piece and a place for it."""
    if effect.what == SHIP:
        return can_send_ship(state, player)
    if effect.what == MACHINE:
        return can_fit_machine(player)
    return bool(open_regions(state, player, state.place if effect.variant == "other_region" else -1))


def build_one_of(state: ZaibatsuState, _: Player, effect: Effect) -> None:
    """build:ship|machine|train: which kind first (clocks 1B)."""
    state.effect = effect
    state.ask = asks.BUILD_PICK


VARIANTS = ("", "double_slot_bonus", "other_region", "other_factory", "distinct_factories")


@verb("build")
def make_build(arguments: list[str], _: int) -> Effect:
    what, *rest = arguments
    if "|" in what:
        rows = tuple(ROW_NAMES.index(name) for name in what.split("|"))
        return Effect(f"build_{what.replace('|', '_or_')}", build_one_of, choice=True, kinds=rows)
    row = ROW_NAMES.index(what)
    must = rest[-1:] == ["must"]
    variant = "".join(part for part in rest if part not in ("must", "2"))
    if variant not in VARIANTS:
        raise ValueError(variant)
    then = made("build:machine:other_factory") if variant == "distinct_factories" else None
    name = "_".join(("build", what, *rest))
    return Effect(name, build, choice=True, what=row, variant=variant, must=must, able=can_build, then=then)


def produce_there(state: ZaibatsuState, player: Player, _: Effect) -> None:
    """produce:same_factory, where the machine was just built (bulbs 2B); the price has paid the coal."""
    player.add_goods(state.place, 1 + player.fitted[state.place])


@verb("produce")
def make_produce(arguments: list[str], _: int) -> Effect:
    if arguments != ["same_factory"]:
        raise ValueError(arguments)
    return Effect("produce_same_factory", produce_there)


def payable(state: ZaibatsuState, player: Player, price: Price) -> bool:
    """Whether every part of a price is there in full; silk stands in for money (Z-GEN-7)."""
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


def pay(state: ZaibatsuState, player: Player, price: Price) -> None:
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


def offer(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """may:pay:…=>…: asked only if it can be paid and done; else nothing happens."""
    inner = effect.inner
    assert inner is not None
    if payable(state, player, effect.price) and (inner.able is None or inner.able(state, player, inner)):
        state.effect = effect
        state.ask = asks.MAY


def accept(state: ZaibatsuState, player: Player, effect: Effect) -> None:
    """The offer is taken: pay, then do what was bought, which may not be declined any more (Z-DEC-1)."""
    inner = effect.inner
    assert inner is not None
    pay(state, player, effect.price)
    inner.run(state, player, inner)


def _price(text: str) -> Price:
    parts = [part.split(":") for part in text.split(",")]
    return tuple((what, 0 if amount == "level" else int(amount)) for what, amount in parts)


@verb("may")
def make_may(arguments: list[str], tile: int) -> Effect:
    price, _, bought = ":".join(arguments).partition("=>")
    if not price.startswith("pay:") or not bought:
        raise ValueError(price)
    inner = made(f"{bought}:must" if bought.startswith("build:") else bought, tile)
    return Effect(
        f"may_{TILE_NAMES[tile]}", offer, choice=True, tile=tile, price=_price(price.removeprefix("pay:")), inner=inner
    )
