"""The grammar of Z-FAC-17: tokens of the data, such as `gain:silk:3`, to effects."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from engine.core.errors import InvalidTable
from engine.zaibatsu.data import BOARD, RESOURCES, ROW_NAMES, TRACK_NAMES
from engine.zaibatsu.effects import Effect, Price, Verb
from engine.zaibatsu.terms import COLOURS, TILE_NAMES, WHITE

Maker: TypeAlias = Callable[[list[str], int], Effect]
"""(arguments after the head of a token, tile or -1) -> the effect. ValueError or IndexError: the token is malformed."""

EFFECTS: Final[dict[str, Effect]] = {}
"""Every effect made so far by name, in the order made."""
ROWS_AND_TRACKS: Final = (*ROW_NAMES, *TRACK_NAMES)
VARIANTS: Final = ("", "double_slot_bonus", "other_region", "other_factory", "distinct_factories")
SERVICES: Final = {"worker": Verb.SERVICE_WORKER, "expert": Verb.SERVICE_EXPERT}


def effect_of(token: str, tile: int = -1) -> Effect:
    """The effect of a token; the same token (on the same tile, where that matters) gives the same object."""
    head, *arguments = token.split(":")
    if head not in MAKERS:
        raise InvalidTable(f"effect {token!r}: there is no effect {head!r}; there are: {', '.join(sorted(MAKERS))}")
    try:
        effect = MAKERS[head](arguments, tile)
    except (ValueError, IndexError):
        raise InvalidTable(
            f"effect {token!r} on {TILE_NAMES[tile] if tile >= 0 else 'the board'} is malformed"
        ) from None
    return EFFECTS.setdefault(effect.name, effect)


def effects_of_tile(tokens: tuple[str, ...], tile: int) -> tuple[Effect, ...]:
    """The effects of a tile. A `may` or `service:expert` follows the token before it and does not join the set with it (Z-FAC-17)."""
    joined: list[Effect] = []
    for token in tokens:
        if token.startswith(("may:", "service:expert")):
            joined[-1] = _followed(joined[-1], effect_of(token, tile), tile)
        else:
            joined.append(effect_of(token, tile))
    return tuple(joined)


def _followed(first: Effect, then: Effect, tile: int) -> Effect:
    effect = replace(first, name=f"{first.name}_{TILE_NAMES[tile]}", tile=tile, then=then)
    return EFFECTS.setdefault(effect.name, effect)


def repeated(token: str) -> tuple[Effect, ...]:
    """`e*2` as two effects, anything else as one (Z-FAC-17)."""
    name, _, times = token.partition("*")
    return (effect_of(name),) * int(times or 1)


def _gain(arguments: list[str], _: int) -> Effect:
    what, amount = arguments
    return Effect(f"gain_{what}_{amount}", Verb.GAIN, what=RESOURCES.index(what), amount=int(amount))


def _points(arguments: list[str], _: int) -> Effect:
    (amount,) = arguments
    return Effect(f"points_{amount}", Verb.POINTS, amount=int(amount))


def _stored_coal(arguments: list[str], _: int) -> Effect:
    (amount,) = arguments
    return Effect(f"stored_coal_{amount}", Verb.STORED_COAL, amount=int(amount))


def _goods(arguments: list[str], tile: int) -> Effect:
    where, amount = arguments
    name = f"goods_{where}_{amount}"
    if where == "here":
        return Effect(f"{name}_{TILE_NAMES[tile]}", Verb.GOODS_HERE, amount=int(amount), tile=tile)
    if where == "each_producer":
        return Effect(name, Verb.GOODS_EACH_PRODUCER, amount=int(amount))
    if where == "distinct_factories":
        return Effect(name, Verb.GOODS_DISTINCT_FACTORIES, choice=True, amount=int(amount))
    raise ValueError(where)


def _track(arguments: list[str], _: int) -> Effect:
    track, steps = arguments
    return Effect(f"track_{track}_{steps}", Verb.TRACK, what=TRACK_NAMES.index(track), amount=int(steps))


def _influence(arguments: list[str], _: int) -> Effect:
    (value,) = arguments
    if int(value) not in BOARD.locked:
        raise ValueError(value)
    return Effect(f"influence_{value}", Verb.INFLUENCE, amount=int(value))


def _service(arguments: list[str], _: int) -> Effect:
    (which,) = arguments
    if which in SERVICES:
        return Effect(f"service_{which}", SERVICES[which])
    colours = tuple(range(6)) if which == "any" else tuple(COLOURS.index(name) for name in which.split("|"))
    name = f"service_{which.replace('|', '_or_')}"
    if len(colours) > 1:
        return Effect(name, Verb.SERVICE_ONE_OF, choice=True, kinds=colours)
    return Effect(name, Verb.SERVICE, choice=colours[0] == WHITE, what=colours[0])


def _build(arguments: list[str], _: int) -> Effect:
    what, *rest = arguments
    if "|" in what:
        rows = tuple(ROW_NAMES.index(name) for name in what.split("|"))
        return Effect(f"build_{what.replace('|', '_or_')}", Verb.BUILD_ONE_OF, choice=True, kinds=rows)
    row = ROW_NAMES.index(what)
    must = rest[-1:] == ["must"]
    variant = "".join(part for part in rest if part not in ("must", "2"))
    if variant not in VARIANTS:
        raise ValueError(variant)
    then = effect_of("build:machine:other_factory") if variant == "distinct_factories" else None
    name = "_".join(("build", what, *rest))
    return Effect(name, Verb.BUILD, choice=True, what=row, variant=variant, must=must, then=then)


def _produce(arguments: list[str], _: int) -> Effect:
    if arguments != ["same_factory"]:
        raise ValueError(arguments)
    return Effect("produce_same_factory", Verb.PRODUCE_SAME_FACTORY)


def _may(arguments: list[str], tile: int) -> Effect:
    price, _, bought = ":".join(arguments).partition("=>")
    if not price.startswith("pay:") or not bought:
        raise ValueError(price)
    inner = effect_of(f"{bought}:must" if bought.startswith("build:") else bought, tile)
    paid = _price(price.removeprefix("pay:"))
    return Effect(f"may_{TILE_NAMES[tile]}", Verb.MAY, choice=True, tile=tile, price=paid, inner=inner)


def _price(text: str) -> Price:
    parts = [part.split(":") for part in text.split(",")]
    return tuple((what, 0 if amount == "level" else int(amount)) for what, amount in parts)


def _per_production(arguments: list[str], _: int) -> Effect:
    what, amount = arguments
    name = f"per_production_{what}_{amount}"
    return Effect(name, Verb.PER_PRODUCTION, what=RESOURCES.index(what), amount=int(amount))


def _region_bonus(arguments: list[str], _: int) -> Effect:
    if arguments != ["one_built_region"]:
        raise ValueError(arguments)
    return Effect("region_bonus", Verb.REGION_BONUS, choice=True)


def _service_by_favour(arguments: list[str], _: int) -> Effect:
    objective, colour = arguments
    what, service = BOARD.categories.index(objective), effect_of(f"service:{colour}")
    return Effect(f"service_by_favour_{objective}_{colour}", Verb.SERVICE_BY_FAVOUR, what=what, inner=service)


def _services_reached(arguments: list[str], _: int) -> Effect:
    (track,) = arguments
    return Effect(f"services_reached_{track}", Verb.SERVICES_REACHED, what=TRACK_NAMES.index(track))


def _points_per_threshold(arguments: list[str], _: int) -> Effect:
    names, amount, limit = arguments
    kinds = tuple(ROWS_AND_TRACKS.index(name) for name in names.split(","))
    name = f"points_per_threshold_{names.replace(',', '_')}"
    return Effect(name, Verb.POINTS_PER_THRESHOLD, kinds=kinds, amount=int(amount), limit=int(limit))


def _amount_and_limit(verb: Verb) -> Maker:
    def maker(arguments: list[str], _: int) -> Effect:
        amount, limit = arguments
        return Effect(verb.label, verb, amount=int(amount), limit=int(limit))

    return maker


def _mark(verb: Verb) -> Maker:
    """Effects that other rules look for; their numbers are read in catalogue.py."""
    return lambda _arguments, _tile: Effect(verb.label, verb)


MAKERS: Final[dict[str, Maker]] = {
    "gain": _gain,
    "points": _points,
    "stored_coal": _stored_coal,
    "goods": _goods,
    "track": _track,
    "influence": _influence,
    "service": _service,
    "build": _build,
    "produce": _produce,
    "may": _may,
    "per_production": _per_production,
    "region_bonus": _region_bonus,
    "service_by_favour": _service_by_favour,
    "services_reached": _services_reached,
    "money_per_machine": _amount_and_limit(Verb.MONEY_PER_MACHINE),
    "points_per_factory_type": _amount_and_limit(Verb.POINTS_PER_FACTORY_TYPE),
    "points_per_threshold": _points_per_threshold,
    "points_per_low_threshold": _amount_and_limit(Verb.POINTS_PER_LOW_THRESHOLD),
    "free_production": _mark(Verb.FREE_PRODUCTION),
    "keep_on_consolidation": _mark(Verb.KEEP_ON_CONSOLIDATION),
    "train_influence": _mark(Verb.TRAIN_INFLUENCE),
}
"""The head of a token -> what makes its effect."""
