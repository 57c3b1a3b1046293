"""IKI for a terminal: calendar, the street with its rooms and stalls, the row, the players, and the pending decision."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.iki.data import tables
from engine.iki.data.records import Artisan, Building, Goods, Skill

WIDTH = 100
LABEL = 14
CELL = 12
"""Columns of a room; eight are side by side."""

View = Mapping[str, Any]

# The street as it lies on the table: the corner rooms outside, walking counter-clockwise from the upper middle.
NORTH = ("nw1", "nw2", "nw3", "nw4", "ne4", "ne3", "ne2", "ne1")
SOUTH = ("sw1", "sw2", "sw3", "sw4", "se4", "se3", "se2", "se1")
NORTH_SPACES = (2, 1, 8, 7)
SOUTH_SPACES = (3, 4, 5, 6)

ASKED = {
    "start_card": "a starting artisan",
    "start_room": "a corner room for the {chosen}",
    "ikizama": "a space of the ikizama track: turn order and distance (x: 1 to 4, no step A)",
    "step_a": "an artisan to recruit, or 4 mon of income",
    "recruit_room": "a room for the {chosen} (coloured rooms cost 2 mon more)",
    "move_x": "how far to walk",
    "move_extra": "another step for a sandal or with the ox cart, or stop here",
    "business": "the stall, one artisan of this space, or the end of the turn",
    "train_target": "an artisan of yours that gains experience for 2 mon",
    "build_pick": "a building to build",
    "build_room": "a room for the {chosen} (coloured rooms cost 2 mon more)",
    "swap_first": "the first of two artisans that change rooms",
    "swap_second": "the artisan that changes rooms with the one in {swap_room}",
    "neutral_card": "a card of the row that becomes a neutral artisan",
    "neutral_room": "a room for the neutral {chosen}",
    "fire_save": "whether to save the artisan from the fire (once in the match)",
    "starve": "an artisan that leaves, for there is too little rice",
    "new_year_space": "any space of the street to do business there",
}

SPECIAL = {
    "train": "2 mon -> train an artisan",
    "patron": "4 iki, others 2 mon",
    "build_discount": "build for 1 wood less",
    "swap": "swap two artisans",
}
ABILITIES = {
    "recruit_discount": "recruits cost 1 mon less",
    "save_from_fire": "saves one from fire",
    "extra_step": "a free step each turn",
    "wild_type": "counts as any type",
}
OFFERS = {
    "pawnbroker": "rice, sandal -> 4 mon",
    "rice_dealer": "3 mon -> 2 rice",
    "fire_tower": "1 fire strength",
    "pipe_seller": "top pipe, top tobacco box",
    "fish_market": "a fish of the season",
    "foreman": "1 mon: rice, or build",
    "money_changer": "6 mon -> koban, twice",
    "sandal_seller": "2 mon -> 2 sandals",
}


def draw(view: View) -> str:
    """The position, at most 100 columns wide."""
    return "\n".join(line.rstrip() for line in _page(view))


def _page(view: View) -> Iterator[str]:
    yield from _head(view)
    yield ""
    yield from _street(view)
    yield ""
    yield from _artisans(view)
    yield from _row(view)
    yield ""
    yield from _players(view)
    yield ""
    yield from _supply(view)


@cache
def _cards() -> dict[str, Artisan | Building]:
    cards: dict[str, Artisan | Building] = {card.id: card for card in tables().artisans}
    cards.update((card.id, card) for card in tables().buildings)
    return cards


def _name(card: str) -> str:
    return _cards()[card].name


def _head(view: View) -> Iterator[str]:
    month = view["month"]
    numbers = tables().numbers
    when = f"month {month} of {numbers.months}, {view['season']}" if month <= numbers.months else "New Year"
    due = []
    if month in numbers.fire_strength:
        due.append(f"fire of strength {numbers.fire_strength[month]} at its end")
    if month in numbers.settlement_months:
        due.append("settlement at its end")
    yield f"IKI, {view['seats']} players, {when}" + (f" ({', '.join(due)})" if due else "") + "."
    if "to_act" not in view:
        yield "The match is over."
        return
    words = {key: _name(view[key]) if key == "chosen" else view[key] for key in ("chosen", "swap_room") if key in view}
    yield f"Player {view['to_act'] + 1} to choose: {ASKED[view['decision']].format(**words)}."
    if "burning" in view:
        yield f"  The fire is in {view['burning']['room']} with strength {view['burning']['strength']}."
    if "visited" in view:
        yield f"  Trading with the artisan in {view['visited']}."
    waiting = [f"player {seat + 1}" for seat in view["queue"][1:]]
    if waiting:
        yield f"  Then in this phase: {', '.join(waiting)}."


def _street(view: View) -> Iterator[str]:
    """Two rows of rooms with the street between them; coloured rooms have a star, a lap ends from 8 to 1."""
    rooms = {entry["room"]: entry for entry in view["rooms"]}
    yield from _room_lines([rooms[name] for name in NORTH])
    for spaces in (NORTH_SPACES, SOUTH_SPACES):
        yield "-" * 8 * CELL if spaces is SOUTH_SPACES else "=" * 8 * CELL
        stalls = [f"{space} {tables().spaces[space - 1].stall.replace('_', ' ')}" for space in spaces]
        yield _cells(stalls, 2 * CELL)
        yield _cells([f"  {_offer(view, space)}" for space in spaces], 2 * CELL)
        yield _cells([f"  {_oyakata(view, space)}" for space in spaces], 2 * CELL)
    yield "=" * 8 * CELL
    yield from _room_lines([rooms[name] for name in SOUTH])
    start = [str(seat) for seat, player in enumerate(view["players"], 1) if player["space"] == 0]
    if start:
        yield f"In the start zone, before space 1: player {', '.join(start)}."


def _offer(view: View, space: int) -> str:
    stall = tables().spaces[space - 1].stall
    if stall == "fish_market":
        fish = next(fish for fish in tables().fish if fish.season == view["season"])
        return f"{view['fish_left']} at {fish.cost} mon" + (f", {fish.iki} iki" if fish.iki else "")
    return OFFERS[stall]


def _oyakata(view: View, space: int) -> str:
    here = [f"P{seat}" for seat, player in enumerate(view["players"], 1) if player["space"] == space]
    return f"[{' '.join(here)}]" if here else ""


def _cells(texts: list[str], width: int) -> str:
    return "".join(f"{text[: width - 1]:<{width}}" for text in texts)


def _room_lines(rooms: list[View]) -> Iterator[str]:
    yield _cells([entry["room"] + ("*" if entry["room"].endswith("4") else "") for entry in rooms], CELL)
    names = [_split(_name(entry["card"])) if "card" in entry else ("", "") for entry in rooms]
    yield _cells([first for first, _ in names], CELL)
    yield _cells([second for _, second in names], CELL)
    yield _cells([_holder(entry) for entry in rooms], CELL)


def _split(name: str) -> tuple[str, str]:
    """A name in two lines, as even as its words allow."""
    words = name.split(" ")
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
    return min(splits, key=lambda lines: max(len(lines[0]), len(lines[1])))


def _holder(entry: View) -> str:
    if "card" not in entry:
        return "-"
    if "owner" not in entry:
        return "neutral"
    owner = f"P{entry['owner'] + 1}"
    return f"{owner} lv{entry['level']}" if "level" in entry else owner


def _artisans(view: View) -> Iterator[str]:
    """What the cards on the street do."""
    shown = [entry for entry in view["rooms"] if "card" in entry]
    if shown:
        yield "ON THE STREET"
    for entry in shown:
        yield f"  {entry['room']}  {_holder(entry):<11}{_about(entry['card'])}"


def _row(view: View) -> Iterator[str]:
    for title, names in (("STARTING ARTISANS", view["starters"]), ("BUILDINGS", view["buildings"])):
        if names and (title != "BUILDINGS" or view["decision"] in {"build_pick", "build_room"}):
            yield title
            yield from (f"       {'':<11}{_about(name)}" for name in names)
    yield "ROW (cost, mon on the card, fire strength it brings)" if view["row"] else "ROW  empty"
    for entry in view["row"]:
        card = _cards()[entry["card"]]
        assert isinstance(card, Artisan)
        price = f"{card.cost} mon" + (f" +{entry['mon']}" if entry["mon"] else "")
        fire = f"fire {card.fire}" if card.fire else ""
        yield f"  {price:<9}{fire:<7}{_about(entry['card'])}"


def _about(name: str) -> str:
    """A card in a line."""
    card = _cards()[name]
    if isinstance(card, Building):
        cost = ", ".join(f"{n} {good}" for good, n in (("wood", card.wood), ("koban", card.koban)) if n)
        flat = [str(card.iki_flat)] if card.iki_flat else []
        worth = " + ".join([*flat, *([f"{card.iki_per} per {card.per}"] if card.iki_per else [])])
        return f"{card.name:<21}building {cost}; worth {worth} iki"
    return f"{card.name:<21}{card.type:<9}{_skill(card.skill)}; {_income(card)}"


def _skill(skill: Skill) -> str:
    if skill.kind in SPECIAL:
        return SPECIAL[skill.kind]
    gain = _goods((*skill.gain, *((("fire strength", skill.fire),) if skill.fire else ())))
    return f"{_goods(skill.pay)} -> {gain}" if skill.pay else gain


def _income(card: Artisan) -> str:
    if card.ability:
        return f"retired: {ABILITIES[card.ability]}"
    goods = dict.fromkeys(good for level in card.income for good, _ in level)
    amounts = ("/".join(str(dict(level).get(good, 0)) for level in card.income) + f" {good}" for good in goods)
    return f"income {', '.join(amounts)}"


def _goods(goods: Goods) -> str:
    return " ".join(f"{amount} {good}" for good, amount in goods)


def _players(view: View) -> Iterator[str]:
    players = view["players"]
    width = min(24, (WIDTH - LABEL) // len(players))

    def row(label: str, cells: list[str]) -> str:
        return f"{label:<{LABEL}}" + _cells(cells, width)

    acting = view.get("to_act", -1)
    yield row("PLAYERS", [f"{'>' if seat == acting else ''}Player {seat + 1}" for seat in range(len(players))])
    yield row("iki", [str(p["iki"]) for p in players])
    yield row("mon, koban", [f"{p['mon']} mon, {p['koban']} koban" for p in players])
    yield row("rice, sandal", [f"{p['rice']} rice, {p['sandal']} sandal" for p in players])
    yield row("wood, kobun", [f"{p['wood']} wood, {p['kobun']} kobun" for p in players])
    yield row("fire strength", [f"{p['fire']}" + (f", {p['saves']} save" if p["saves"] else "") for p in players])
    yield row("ikizama", [p.get("ikizama", "-") for p in players])
    fish = [" ".join(name.removeprefix("fish_")[:2] for name in p["fish"]) or "-" for p in players]
    yield row("fish", fish)
    yield row("pipes, boxes", [f"{len(p['pipes'])} pipes, {_boxes(p)} tobacco" for p in players])
    yield from _retired(players, row)
    order = [f"player {seat + 1} ({players[seat]['fire']})" for seat in view["fire_order"]]
    yield f"Fire order: {', '.join(order)}."


def _boxes(player: View) -> str:
    return "+".join(str(box.iki) for box in tables().tobacco if box.id in player["tobacco"]) or "0"


def _retired(players: list[View], row: Any) -> Iterator[str]:
    most = max(len(player["retired"]) for player in players)
    for number in range(most):
        cells = [_name(p["retired"][number]) if number < len(p["retired"]) else "" for p in players]
        yield row("" if number else "retired", cells)


def _supply(view: View) -> Iterator[str]:
    tokens = {token.id: token for token in (*tables().pipes, *tables().tobacco)}
    pipes = [f"{tokens[name].cost} mon (fire {tokens[name].fire})" for name in view["pipes"]]
    boxes = [f"{tokens[name].cost} mon ({tokens[name].iki} iki)" for name in view["tobacco"]]
    yield f"Pipes, top first: {', '.join(pipes) or 'sold out'}."
    yield f"Tobacco, top first: {', '.join(boxes) or 'sold out'}."
    yield from _wrapped("Buildings left:", [_name(name) for name in view["buildings"]])
    decks = [f"{deck['season']} {deck['cards_size']}" for deck in view["decks"] if deck["cards_size"]]
    yield f"Undrawn cards: {', '.join(decks) or 'none'}. Fires to come: {view['fires_size']}."


def _wrapped(label: str, items: list[str]) -> Iterator[str]:
    line = label
    for number, item in enumerate(items or ["none"]):
        text = f" {item}" + ("," if number + 1 < len(items) else ".")
        if len(line) + len(text) > WIDTH:
            yield line
            line = " "
        line += text
    yield line
