"""Yokohama for a terminal, at most 100 columns: the town, the building cards, the displays, the players, the pending decision.

Reads only the view and the printed tables, so it shows nothing that the view hides.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.yokohama.data import tables
from engine.yokohama.data.records import COUNTRIES, GOODS, LEVELS, Reward, Tables

View = Mapping[str, Any]

CELL = 15
"""Columns of one area; six of them and the gaps make 96."""
NAMES = {
    "employment_agency": "Agency",
    "copper_mine": "Copper mine",
    "silk_factory": "Silk factory",
    "tea_plantation": "Tea gardens",
    "fishing_ground": "Fishing",
    "laboratory_a": "Laboratory A",
    "laboratory_b": "Laboratory B",
    "port_a": "Port A",
    "port_b": "Port B",
}
ASKED = {
    "keep_order": "keep one of two orders, the other leaves the game",
    "extra": "use an agent, fulfil an order or an achievement, or end the phase",
    "place": "place assistants: one in each of up to three areas (spread), or two in one (double)",
    "place_next": "one more area for the spread, or stop",
    "telegram": "Telegram: one more assistant beside the double",
    "move": "move the president over your own assistants, or take it back to hand",
    "recall_mode": "take assistants back from the areas: all, none, or choose",
    "recall": "how many return from this area",
    "port_card": "take an order card; the power opens the levels",
    "port_second": "pay 2 yen or 1 import for a second order",
    "port_second_card": "which second order",
    "lab_card": "buy a technology; power counts as value, 2 yen or 1 import for each point missing",
    "lab_pay": "how many imports to pay with, the rest in yen",
    "station_area": "where the station token goes: +1 power there for everyone",
    "hire": "take pieces from the warehouse: assistant free, shop 2 yen, trading house 4 to 7",
    "exchange": "buy and sell goods",
    "church_space": "put an assistant on the Church board; each kind of good paid adds one faith",
    "church_pay": "what to pay",
    "church_from": "where the assistant comes from",
    "customs_space": "pay imports and put an assistant on the Customs board",
    "customs_from": "where the assistant comes from",
    "five_power": "power 5: take the token of the area",
    "build": "power 4 or 5: build a shop or a trading house here",
    "recovery": "Telephone: leave one assistant in the area, or take all back",
    "any_good": "choose a good",
    "warehouse": "take a piece from the warehouse at its price",
    "move_from": "move icon: which assistant moves",
    "move_to": "move icon: where to",
    "objective_reward": "all three achievements: choose a token",
    "over": "the match is over",
}


def draw(view: View) -> str:
    """The position as a person reads it."""
    parts = (_head(view), _town(view), _buildings(view), _displays(view), _boards(view), _players(view), _asked(view))
    return "\n".join(line.rstrip() for part in parts for line in (*part, ""))


@cache
def _tables() -> Tables:
    return tables()


@cache
def _by_id(table: str) -> dict[str, Any]:
    return {entry.id: entry for entry in getattr(_tables(), table)}


def _reward(reward: Reward) -> str:
    """What is given, such as `3vp 2¥ 1copper`."""
    named = [
        (reward.vp, "vp"),
        (reward.yen, "¥"),
        *zip(reward.goods, GOODS, strict=True),
        (reward.imports, "import"),
        (reward.any, "any"),
        (reward.warehouse, "hire"),
        (reward.move, "move"),
        (reward.agent, "agent"),
    ]
    return " ".join(f"{number}{name}" for number, name in named if number)


def _name(area: str) -> str:
    """An area's name, with its number if there are two: `Copper mine 2`."""
    kind, _, number = area.rpartition("_")
    if number.isdigit():
        return f"{NAMES[kind]} {number}"
    return NAMES.get(area, area.capitalize())


def _head(view: View) -> Iterator[str]:
    options = view["options"]
    extras = [name.replace("_", " ") for name in ("mini_expansion_1", "mini_expansion_2") if options[name]]
    yield f"YOKOHAMA  {', '.join([options['edition'], *extras])}, {view['seats']} players"
    end = (
        f"; {view['end_trigger'].replace('_', ' ')}: the last round is {view['last_round']}"
        if view["last_round"]
        else ""
    )
    yield f"Round {view['round']}{end}"


# The town


def _town(view: View) -> Iterator[str]:
    """The areas in their rows, each shifted by half a board against the one above: neighbours touch."""
    yield "In an area: 1P2 = seat 1, president and 2 assistants; 2:3 = seat 2, 3 assistants;"
    yield "s12 h3 = shops of seats 1 and 2, trading house of seat 3; S = station; last line: five-power token."
    first = 0
    for row, width in enumerate(_tables().rows[view["seats"]]):
        cells = [_cell(view, area) for area in view["areas"][first : first + width]]
        first += width
        indent = " " * (row * (CELL + 1) // 2)
        rule = indent + "+" + ("-" * CELL + "+") * width
        yield rule
        for line in zip(*cells, strict=True):
            yield indent + "|" + "".join(text[:CELL].ljust(CELL) + "|" for text in line)
    yield rule


def _cell(view: View, area: View) -> tuple[str, str, str, str]:
    people = " ".join(
        f"{seat}{'P' if player['president'] == area['id'] else ':'}{number or ''}"
        for seat, (player, number) in enumerate(zip(view["players"], area["assistants"], strict=True), 1)
        if number or player["president"] == area["id"]
    )
    shops = "".join(str(owner + 1) for owner in area["shops"] if owner >= 0)
    built = [f"s{shops}"] * bool(shops) + [f"h{area['trading_house'] + 1}"] * (area["trading_house"] >= 0)
    built += ["S"] * (view["station"] == area["id"])
    token = _reward(_by_id("five_powers")[area["five_power"]].reward) if area["five_power"] else ""
    return _name(area["id"]), people, " ".join(built), token and f"5: {token}"


def _buildings(view: View) -> Iterator[str]:
    yield "Building cards (a seat in brackets has built there)"
    yield "  any: a good of your choice; hire: a piece from the warehouse at its price; move: an assistant"
    for area in view["areas"]:
        if area["building"]:
            card = _by_id("buildings")[area["building"]]
            shops = "".join(
                (_reward(reward) if owner < 0 else _owner(owner)).ljust(13)
                for reward, owner in zip(card.shops, area["shops"], strict=True)
            )
            house = _reward(card.trading_house) if area["trading_house"] < 0 else _owner(area["trading_house"])
            yield f"  {area['id']:<18} shops {shops} trading house {house}"


# Displays and boards


def _displays(view: View) -> Iterator[str]:
    for port in view["ports"]:
        yield f"{_name(port['area'])}: orders" + f" ({view['order_deck_size']} in the deck)"
        for slot, card in enumerate(port["cards"]):
            yield f"  {slot + 1} {LEVELS[_tables().port_levels[slot]]:<5}{_order(card) if card else '-'}"
    for laboratory in view["laboratories"]:
        yield f"{_name(laboratory['area'])}: technologies ({view['technology_deck_size']} in the deck)"
        texts = [
            f"{slot + 1} {_technology(card, surcharge)}"
            for slot, (card, surcharge) in enumerate(
                zip(laboratory["cards"], _tables().laboratory_surcharge, strict=True)
            )
        ]
        yield "  " + "  ".join(texts[:3])
        yield "  " + "  ".join(texts[3:])


def _order(card: str) -> str:
    order = _by_id("orders")[card]
    goods = " ".join(f"{number}{good}" for number, good in zip(order.goods, GOODS, strict=True) if number)
    return f"{card}  {goods:<28} -> {_reward(order.reward):<20} {COUNTRIES[order.country]}"


def _technology(card: str, surcharge: int) -> str:
    if not card:
        return "-".ljust(28)
    technology = _by_id("technologies")[card]
    cost = f"{technology.value}+{surcharge}" if surcharge else str(technology.value)
    return f"{card} {cost} {COUNTRIES[technology.country][:3]}".ljust(28)


def _boards(view: View) -> Iterator[str]:
    for name, unit in (("church", "faith"), ("customs", "imports")):
        spaces = getattr(_tables(), name)
        yield f"{name.capitalize()} ({unit}: reward, or the seat there)"
        texts = [
            f"{space.index}) {space.price}: {_reward(space.reward) if owner == -1 else _owner(owner)}".ljust(23)
            for space, owner in zip(spaces, view[name], strict=True)
        ]
        yield "  " + " ".join(texts[:4])
        yield "  " + " ".join(texts[4:])
    yield from _wrapped("Achievements: ", (_achievement(entry) for entry in view["achievements"]))
    left = ", ".join(f"{number} {country}" for country, number in view["agents_left"].items() if number)
    yield f"Agents left: {left or 'none'}"
    if view["objective_rewards"]:
        yield "Objective rewards left: " + ", ".join(
            name.removeprefix("objective_") for name in view["objective_rewards"]
        )


def _owner(owner: int) -> str:
    return "[neutral]" if owner == -2 else f"[{owner + 1}]"


def _achievement(entry: View) -> str:
    card = _by_id("achievements")[entry["id"]]
    need = " ".join(f"{number} {name.replace('_', ' ')}" for name, number in card.need.items() if number)
    done = f" [{''.join(str(seat + 1) for seat in entry['seats'])}]" if entry["seats"] else ""
    return f"{need} {card.first_vp}/{card.later_vp}vp{done}"


# Players


COLUMNS = (
    *(("vp", "vp"), ("yen", "¥"), ("imports", "import"), ("copper", "copper"), ("silk", "silk"), ("tea", "tea")),
    *(("fish", "fish"), ("assistants", "assist"), ("shops", "shops"), ("trading_houses", "houses")),
)


def _players(view: View) -> Iterator[str]:
    yield "Seat" + "".join(title.rjust(8) for _, title in COLUMNS) + "  warehouse"
    for seat, player in enumerate(view["players"]):
        mark = "*" if view.get("to_act") == seat else " "
        stored = "/".join(str(player[f"warehouse_{piece}"]) for piece in ("assistants", "shops", "trading_houses"))
        yield f"{mark}{seat + 1}  " + "".join(str(player[key]).rjust(8) for key, _ in COLUMNS) + f"  {stored}"
    for seat, player in enumerate(view["players"], 1):
        yield from _wrapped(f"  seat {seat}: ", _belongings(player))


def _belongings(player: View) -> Iterator[str]:
    yield f"president {'at ' + player['president'] if player['president'] else 'in hand'}"
    if player.get("orders"):
        yield f"orders {' '.join(player['orders'])}"
    else:
        yield f"{player['orders_size']} order{'s' * (player['orders_size'] != 1)} in hand"
    if player["completed"]:
        yield f"{len(player['completed'])} completed"
    yield from player["technologies"]
    for key, word in (("agents", "agent"), ("agents_used", "used agent")):
        for country, number in player[key].items():
            yield f"{number} {country} {word}" + "s" * (number > 1)
    if player["five_powers"]:
        yield f"{len(player['five_powers'])} five-power tokens"
    if player["objective_reward"]:
        yield player["objective_reward"]


def _wrapped(head: str, items: Iterator[str], width: int = 100) -> Iterator[str]:
    line = head
    for number, item in enumerate(items):
        text = item if number == 0 else f", {item}"
        if len(line) + len(text) >= width:
            yield line + ","
            line, text = " " * len(head), item
        line += text
    yield line


def _asked(view: View) -> Iterator[str]:
    turn = view["turn"]
    if "to_act" not in view:
        yield "The match is over."
        return
    where = f" at {turn['area']} with power {turn['power']}" if turn["area"] else ""
    yield f"Seat {view['to_act'] + 1}, phase {turn['phase'].upper()}{where}:"
    yield f"  {ASKED[turn['step']]}"
    for card in view["players"][view["to_act"]].get("orders", ()):
        yield f"  in hand: {_order(card)}"
