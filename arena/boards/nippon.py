"""Nippon for a terminal: clock, workers, the map, the player boards, and the pending decision."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.nippon.data import tables
from engine.nippon.data.records import Effect, Factory

WIDTH = 100
LABEL = 15
SIDES = ("north", "east", "south", "west")
NUMERALS = ("I", "II", "III")

View = Mapping[str, Any]

ASKED = {
    "turn": "take a worker and do an action under its space, or consolidate",
    "steps": "how many steps to buy: 1, 2, 3 for 1, 3, 6 yen",
    "factory": "which factory to build (6 yen; a missing level of knowledge costs a blueprint)",
    "machine": "which factory gets a machine or an upgrade",
    "produce": "which factory produces (coal by level 2, 3, 4)",
    "contract": "which export contract to fulfil",
    "contract_good": "which good pays the next quantity of the contract",
    "place": "in which region to place the piece",
    "market_slot": "beside which city to place influence (higher than what is there)",
    "market_count": "how many goods to pay",
    "market_return": "which of the lowest tiles leaves the city",
    "reward": "a reward: its front now, its multiplier for an achievement at the end",
    "achievement": "which achievement the multiplier goes on",
    "goods_to": "which factory gets the next good",
    "end": "your last turn is done: blueprints left may still move a track",
    "over": "the match is over",
}

EFFECTS = {
    "gain": "gain {n} {t}",
    "track": "{t} track +{n}",
    "action_bonus": "+{n} step with every action on {t}",
    "star": "counts as a star of {t}",
    "build": "build a {t} free",
    "machine_here": "comes with a +{n} machine",
    "machine_any": "{n} machine steps free",
    "goods_distinct_factories": "a good in each of {n} factories",
    "export_money_steps": "money +{n} with every export action",
    "produce_here_coal": "produces for {m} coal less",
    "produce_here_extra": "produces {n} more",
    "train_value": "trains count {n}",
    "train_cost": "trains cost {n}",
    "ship_points": "ships bring {n} points",
    "ship_cost": "ships cost {n}",
    "machine_cost": "machines cost {n}",
}


def draw(view: View) -> str:
    """The position, at most 100 columns wide."""
    return "\n".join(line.rstrip() for line in _page(view))


def _page(view: View) -> Iterator[str]:
    yield from _head(view)
    yield ""
    yield from _workers(view)
    yield ""
    yield from _map(view)
    yield ""
    yield from _boards(view)
    yield ""
    yield from _supply(view)


def _head(view: View) -> Iterator[str]:
    seats, marker = view["seats"], view["marker"]
    clock = tables().clock
    track = []
    for space in range(clock.spaces):
        name = f"({space + 1})" if space >= clock.gold_from else str(space + 1)
        track.append(f">{name}<" if space == marker else f" {name} ")
        if space in clock.score_on_leaving:
            track.append(NUMERALS[clock.score_on_leaving.index(space)])
    yield f"NIPPON, {seats} players, table turn {view['turns'] // seats + 1}.  Clock: {' '.join(track)}   (gold)"
    if view["last_turns"]:
        yield f"{view['last_turns']} turns are left, this one included."
    pending = view["pending"]
    if "to_act" in view:
        yield f"Player {view['to_act'] + 1} to choose: {ASKED[pending['kind']]}."
        details = _details(pending)
        if details:
            yield f"  {details}"
    else:
        yield f"The match is over ({view['ended_by'].replace('_', ' ')})."


def _details(pending: View) -> str:
    """The fields of the pending decision besides its kind."""
    details = []
    if pending["activations"]:
        details.append(f"done {pending['activations']} of 3")
    if pending["free"]:
        details.append(f"free by a factory: {pending['free']}")
    for key, value in pending.items():
        if key not in {"kind", "activations", "free"} and value not in ([], ""):
            shown = ", ".join(str(item) for item in value) if isinstance(value, list) else value
            details.append(f"{key.replace('_', ' ')}: {shown}")
    return "; ".join(details)


def _workers(view: View) -> Iterator[str]:
    rows = [" ".join(row["workers"]) for row in view["rows"]]
    yield f"{'WORKERS TO TAKE':<55}WAITING ROWS (bag: {view['bag_size']})"
    for number, space in enumerate(view["spaces"]):
        actions = " / ".join(tables().spaces[number])
        waiting = f"{number + 1}. {rows[number] or '-'}" if number < len(rows) else ""
        yield f"  {actions:<22}{' '.join(space['workers']) or '-':<31}{waiting}"


def _map(view: View) -> Iterator[str]:
    yield "MAP   slots: good and foreign value or [player:tile]; trains and ships by player"
    for number, region in enumerate(view["regions"]):
        printed = tables().regions[number]
        yield f"  Region {number}  bonus {printed.amount} {printed.bonus:<11}{_pieces(region):<33}{_influence(region)}"
        for side, city in enumerate(region["cities"]):
            slots = [_slot(city, slot) for slot in range(4)]
            yield f"    city {2 * number + side}  " + "".join(f"{slot:<20}" for slot in slots)


def _pieces(region: View) -> str:
    trains, ships = ("/".join(str(number) for number in region[key]) for key in ("trains", "ships"))
    return f"trains {trains}  ships {ships}"


def _influence(region: View) -> str:
    """Tiles by seat, without trains, and what the foreigners have left."""
    own: dict[int, int] = {}
    foreign = 0
    for city in region["cities"]:
        for owner, value, printed in zip(city["owners"], city["values"], city["foreign"], strict=True):
            if owner < 0:
                foreign += printed
            else:
                own[owner] = own.get(owner, 0) + value
    held = " ".join(f"{seat + 1}:{own[seat]}" for seat in sorted(own))
    return f"tiles {held or '-'} foreign {foreign}"


def _slot(city: View, slot: int) -> str:
    owner, value = city["owners"][slot], city["values"][slot]
    tile = f"[{owner + 1}:{value}]" if owner >= 0 else str(city["foreign"][slot])
    return f"{SIDES[slot][0]} {city['goods'][slot]} {tile}"


def _boards(view: View) -> Iterator[str]:
    players = view["players"]
    width = min(24, (WIDTH - LABEL) // len(players))

    def row(label: str, cells: list[str]) -> str:
        return f"{label:<{LABEL}}" + "".join(f"{cell[: width - 1]:<{width}}" for cell in cells)

    first, acting = view["first_player"], view.get("to_act", -1)
    names = [
        f"{'>' if seat == acting else ''}Player {seat + 1}{' (began)' if seat == first else ''}"
        for seat in range(len(players))
    ]
    yield row("BOARDS", names)
    yield row("points", [str(player["points"]) for player in players])
    yield row("yen (income)", [f"{p['yen']} ({p['yen_income']})" for p in players])
    yield row("coal (income)", [f"{p['coal']} ({p['coal_income']})" for p in players])
    yield row("knowledge", [str(p["knowledge"]) for p in players])
    yield row("blueprints", [str(p["blueprints"]) for p in players])
    yield row("workers", [" ".join(name[:3] for name in p["workers"][:3]) or "-" for p in players])
    if any(len(player["workers"]) > 3 for player in players):
        yield row("", [" ".join(name[:3] for name in p["workers"][3:]) for p in players])
    for number in range(max(len(player["factories"]) for player in players)):
        yield row("" if number else "factories", [_factory(p["factories"][number : number + 1]) for p in players])
    yield row("in reserve", [f"{p['reserve_machines']} machines" for p in players])
    yield row("built", [f"{p['trains_built']} trains {p['ships_built']} ships" for p in players])
    yield row("contracts", ["".join(str(number) for number in p["contracts"]) or "all done" for p in players])
    yield row("influence", ["".join(str(value) for value in p["influence"]) or "-" for p in players])
    rewards = [[f"{name} x{value}" for name, value in p["rewards"].items()] for p in players]
    for number in range(max(len(held) for held in rewards)):
        yield row("" if number else "rewards", [" ".join(held[number : number + 1]) for held in rewards])


def _factory(built: list[View]) -> str:
    """Tile, machine and goods of a factory."""
    if not built:
        return ""
    tile = built[0]
    machine = f" +{tile['machine']}" if tile["machine"] else ""
    return f"{tile['good']} {tile['tile']}{machine} {'o' * tile['goods'] or '-'}"


def _supply(view: View) -> Iterator[str]:
    left = [
        f"{reward['multiplier']}x {reward['amount']} {reward['front']}"
        + (f" ({reward['left']})" if reward["left"] > 1 else "")
        for reward in view["rewards"]
        if reward["left"]
    ]
    yield from _wrapped("REWARDS LEFT", [*left, f"plain 2x ({view['extra_multipliers']})"])
    contracts = [
        f"{number}: {'+'.join(str(n) for n in contract.quantities)} for "
        + (f"{contract.points} points" if contract.points else f"{contract.yen} yen")
        + f", money +{contract.money_steps}"
        for number, contract in enumerate(tables().contracts)
    ]
    yield from _wrapped("CONTRACTS", contracts)
    built = {(tile["good"], tile["tile"]) for player in view["players"] for tile in player["factories"]}
    wanted = view["pending"]["kind"] == "factory"
    tiles = [tile for tile in tables().factories if ((_good(tile), tile.number) in built) != wanted]
    if tiles:
        name = "FACTORIES LEFT" if wanted else "FACTORIES BUILT"
        yield from _wrapped(name, [f"{_good(tile)} {tile.number}: {_words(tile.effects)}" for tile in tiles])


def _good(tile: Factory) -> str:
    return tables().goods[tile.good]


def _words(effects: tuple[Effect, ...]) -> str:
    return ", ".join(EFFECTS[e.name].format(n=e.amount, m=-e.amount, t=e.target) for e in effects)


def _wrapped(name: str, items: list[str]) -> Iterator[str]:
    line = f"{name}  "
    for number, item in enumerate(items):
        text = item + ("; " if number + 1 < len(items) else "")
        if len(line) + len(text) > WIDTH:
            yield line
            line = "  "
        line += text
    yield line
