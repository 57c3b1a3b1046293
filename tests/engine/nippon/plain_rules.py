"""What is legal, worked out the slow way: from the view and the printed tables alone, one rule after another.

The engine answers from tables and figures it keeps up to date; this module shares none of them.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from engine.nippon.data import tables

PRINTED = tables()
GOODS = PRINTED.goods
LEVEL = dict(zip(GOODS, PRINTED.levels, strict=True))
SIDES = ("north", "east", "south", "west")

View = dict[str, Any]


def legal_texts(view: View) -> list[str]:
    """Every legal action in notation."""
    return sorted(globals()[f"_{view['pending']['kind']}"](view))


def me(view: View) -> View:
    player: View = view["players"][view["to_act"]]
    return player


def effect(player: View, name: str, otherwise: int) -> int:
    """The amount of a lasting effect of the player's factories."""
    for built in player["factories"]:
        tile = PRINTED.factories[4 * GOODS.index(built["good"]) + built["tile"] - 1]
        for one in tile.effects:
            if one.name == name and tile.permanent:
                return one.amount
    return otherwise


def goods_of(player: View) -> dict[str, int]:
    return {built["good"]: built["goods"] for built in player["factories"]}


# N-TURN


def _turn(view: View) -> Iterator[str]:
    player = me(view)
    takes = []
    if len(player["workers"]) < 6:
        for number, actions in enumerate(PRINTED.spaces):
            for colour in sorted(set(view["spaces"][number]["workers"])):
                takes += [f"take {colour} {action}" for action in actions if can(view, action)]
    yield from takes
    if player["workers"] or not takes:
        yield "consolidate"
    yield from _blueprints(player)


def _blueprints(player: View) -> Iterator[str]:
    if player["blueprints"] >= 3:
        for track, last in (("coal", 10), ("money", 12), ("knowledge", 10)):
            if player[f"{track}_position"] < last:
                yield f"blueprints {track}"


def _end(view: View) -> Iterator[str]:
    yield from _blueprints(me(view))
    yield "done"


def can(view: View, action: str) -> bool:
    """Whether the action can be done at least once (N-TURN-2)."""
    player = me(view)
    yen = player["yen"]
    if action in {"knowledge", "mines"}:
        return bool(yen >= 1)
    if action == "factory":
        return yen >= 6 and any(_factory(view))
    if action == "machine":
        return bool(yen >= effect(player, "machine_cost", 5))
    if action in {"train", "ship"}:
        left = player[f"{action}s_built"] < 6
        return left and yen >= effect(player, f"{action}_cost", 5) and any(free_regions(view))
    if action == "produce":
        return any(productive(view, []))
    if action == "export":
        return any(True for _ in contracts(view))
    return any(market_slots(view, range(8)))


# N-ACT


def _steps(view: View) -> Iterator[str]:
    yield from (f"steps {n}" for n, price in ((1, 1), (2, 3), (3, 6)) if me(view)["yen"] >= price)


def _factory(view: View) -> Iterator[str]:
    player = me(view)
    own = goods_of(player)
    for pile in view["factory_piles"]:
        needed = {1: 2, 2: 4, 3: 6}[LEVEL[pile["good"]]]
        if pile["good"] not in own and player["knowledge"] + player["blueprints"] >= needed:
            yield from (f"build {pile['good']} {number}" for number in pile["tiles"])


def stop(view: View) -> list[str]:
    return ["stop"] if view["pending"]["activations"] else []


def _machine(view: View) -> Iterator[str]:
    room = [f"machine {built['good']}" for built in me(view)["factories"] if built["machine"] < 2]
    yield from room or ["machine reserve"]
    yield from stop(view)


def productive(view: View, used: list[str]) -> Iterator[str]:
    player = me(view)
    for built in player["factories"]:
        tile = PRINTED.factories[4 * GOODS.index(built["good"]) + built["tile"] - 1]
        less = sum(-one.amount for one in tile.effects if one.name == "produce_here_coal")
        price = LEVEL[built["good"]] + 1 - less
        if built["goods"] < 4 and player["coal"] >= price and built["good"] not in used:
            yield built["good"]


def _produce(view: View) -> Iterator[str]:
    yield from (f"produce {good}" for good in productive(view, view["pending"]["used_goods"]))
    yield from stop(view)


def ways(view: View, number: int) -> Iterator[tuple[str, ...]]:
    """Every way to pay a contract, goods in the order of its quantities; equal quantities only in one order (N-DEC-2)."""
    held = goods_of(me(view))
    quantities = PRINTED.contracts[number].quantities
    paid = view["pending"]["paid_goods"]
    for choice in permutations(GOODS, len(quantities)):
        enough = all(
            held.get(good, 0) >= quantity or n < len(paid)
            for n, (good, quantity) in enumerate(zip(choice, quantities, strict=True))
        )
        ordered = all(
            quantities[n] != quantities[n + 1] or GOODS.index(choice[n]) < GOODS.index(choice[n + 1])
            for n in range(len(choice) - 1)
        )
        if enough and ordered and list(choice[: len(paid)]) == paid:
            yield choice


def contracts(view: View) -> Iterator[str]:
    for number in me(view)["contracts"]:
        if any(True for _ in ways(view, number)):
            yield f"contract {number}"


def _contract(view: View) -> Iterator[str]:
    yield from contracts(view)
    yield from stop(view)


def _contract_good(view: View) -> Iterator[str]:
    place = len(view["pending"]["paid_goods"])
    yield from {f"pay {choice[place]}" for choice in ways(view, view["pending"]["contract"])}


def free_regions(view: View) -> Iterator[str]:
    slots = {2: 4, 3: 6, 4: 8}[view["seats"]]
    for number, region in enumerate(view["regions"]):
        if sum(region["trains"]) + sum(region["ships"]) < slots and number not in view["pending"]["used_regions"]:
            yield str(number)


def _place(view: View) -> Iterator[str]:
    yield from (f"place {region}" for region in free_regions(view))
    yield from stop(view)
    if view["pending"]["free"]:
        yield "stop"


# N-ACT-MARKET


def city_of(view: View, city: int) -> View:
    found: View = view["regions"][city // 2]["cities"][city % 2]
    return found


def counts(view: View, city: int, side: int) -> Iterator[int]:
    """How many goods may be paid for a tile there."""
    player, there = me(view), city_of(view, city)
    good = there["goods"][side]
    for number in (1, 2, 3):
        value = {1: (1, 2, 3), 2: (3, 4, 5), 3: (5, 6, 7)}[LEVEL[good]][number - 1]
        if (
            goods_of(player).get(good, 0) >= number
            and value in player["influence"]
            and accepts(view, there, side, value)
        ):
            yield number


def accepts(view: View, city: View, side: int, value: int) -> bool:
    if city["owners"][side] >= 0:
        return bool(value > city["values"][side])
    if value <= city["foreign"][side]:
        return False
    placed = [there for there in city["values"] if there]
    return len(placed) < view["seats"] or any(there < value for there in placed)


def market_slots(view: View, cities: range) -> Iterator[str]:
    for city in cities:
        for side in range(4):
            if any(counts(view, city, side)):
                yield f"market {city} {SIDES[side]}"


def _market_slot(view: View) -> Iterator[str]:
    if "region" not in view["pending"]:
        yield from market_slots(view, range(8))
        return
    region = view["pending"]["region"]
    yield from market_slots(view, range(2 * region, 2 * region + 2))
    yield "stop"


def _market_count(view: View) -> Iterator[str]:
    pending = view["pending"]
    yield from (f"count {number}" for number in counts(view, pending["city"], SIDES.index(pending["slot"])))


def _market_return(view: View) -> Iterator[str]:
    pending = view["pending"]
    new, city = SIDES.index(pending["slot"]), city_of(view, pending["city"])
    lowest = min(value for side, value in enumerate(city["values"]) if value and side != new)
    yield from (f"return {SIDES[side]}" for side, value in enumerate(city["values"]) if value == lowest and side != new)


# N-CONS


def _reward(view: View) -> Iterator[str]:
    highest = len(me(view)["workers"]) - 1
    kinds = [kind for kind in view["rewards"] if kind["left"]]
    for kind in kinds:
        if kind["multiplier"] <= highest:
            yield f"reward {kind['multiplier']} {kind['front']}"
    if not kinds and view["extra_multipliers"]:
        yield "reward plain"
    yield "reward none"


def _achievement(view: View) -> Iterator[str]:
    covered = me(view)["rewards"]
    yield from (f"achievement {kind.name}" for kind in PRINTED.achievements if kind.name not in covered)


def _goods_to(view: View) -> Iterator[str]:
    used = view["pending"]["used_goods"]
    yield from (f"supply {b['good']}" for b in me(view)["factories"] if b["goods"] < 4 and b["good"] not in used)
