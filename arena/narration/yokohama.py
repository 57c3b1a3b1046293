"""Yokohama's moves in words: what was done, and what it gave or cost the seat that did it.

Figures come from the difference of the views, so they include what follows at once: the goods of an area, a technology's bonus, a payment.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from arena.narration import signed
from engine.yokohama.data import tables
from engine.yokohama.data.records import COUNTRIES, GOODS, Reward

View = Mapping[str, Any]

PILES = "abc"
ENDS = {
    "trading_houses_built": "all trading houses of a player are built",
    "shops_built": "all shops of a player are built",
    "orders_exhausted": "the orders have run out",
    "church_full": "the Church board is full",
    "customs_full": "the Customs board is full",
}
SKIPPED = {
    "telegram": "places no third assistant",
    "port_card": "takes no order",
    "lab_card": "buys no technology",
    "church_space": "puts nobody on the Church board",
    "customs_space": "puts nobody on the Customs board",
    "five_power": "leaves the five-power token",
}
STOPPED = {
    "place_next": "places no more assistants",
    "port_second": "takes no second order",
    "hire": "takes no more pieces from the warehouse",
    "warehouse": "takes no more pieces from the warehouse",
    "exchange": "trades no more",
}
WITH_ARTICLE = {"bank", "church", "employment_agency"}
PIECES = {"assistant": "an assistant", "shop": "a shop", "trading_house": "a trading house"}
NEEDS = {
    "five_power_plus_agents": "five-power tokens and agents",
    "completed_orders": "completed orders",
    "technologies": "technologies",
    "production_areas": "production areas",
    "commercial_areas": "commercial areas",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One action with the views around it."""

    rest: str
    """The notation after the verb."""
    before: View
    after: View

    @property
    def seat(self) -> int:
        """Whose action it is."""
        return int(self.before["turn"]["seat"])

    @property
    def turn(self) -> View:
        """What the turn had settled before."""
        turn: View = self.before["turn"]
        return turn


def sentence(action: str, before: View, after: View) -> str:
    """What the seat did, without its name, such as "moves the president to Bank with power 3: +3 yen"."""
    verb, _, rest = action.partition(" ")
    step = Step(rest, before, after)
    gains = ", ".join(_gains(step))
    said = VERBS[verb](step) + (f": {gains}" if gains else "")
    if after["last_round"] and not before["last_round"]:
        said += f"; {ENDS[after['end_trigger']]}, so round {after['last_round']} is the last"
    return said


# Names


def _area(area: str) -> str:
    """`copper_mine_1` as people say it: Copper mine 1; `port_a`: Port A; `bank`: the Bank."""
    words = area.replace("_", " ")
    article = "the " if area in WITH_ARTICLE else ""
    return article + words[0].upper() + (words[1:-1] + words[-1].upper() if words[-2] == " " else words[1:])


@cache
def _by_id(table: str) -> dict[str, Any]:
    return {entry.id: entry for entry in getattr(tables(), table)}


def _country(country: str) -> str:
    return "the Netherlands" if country == "netherlands" else country.capitalize()


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _order(card: str) -> str:
    """An order with its goods: `order 7 (2 silk, 1 fish)`."""
    goods = ", ".join(
        f"{number} {good}" for number, good in zip(_by_id("orders")[card].goods, GOODS, strict=True) if number
    )
    return f"order {int(card.rpartition('_')[2])} ({goods})"


def _reward(reward: Reward) -> str:
    """What a reward gives, such as `3 VP, 1 import`."""
    named = [
        (reward.vp, "VP"),
        (reward.yen, "yen"),
        *zip(reward.goods, GOODS, strict=True),
        (reward.imports, "import" + "s" * (reward.imports != 1)),
        (reward.any, "good" + "s" * (reward.any != 1) + " of choice"),
        (reward.warehouse, "from the warehouse"),
        (reward.move, "move" + "s" * (reward.move != 1)),
        (reward.agent, "independent agent"),
    ]
    return ", ".join(f"{number} {name}" for number, name in named if number)


# What changed for the seat


def _gains(step: Step) -> Iterator[str]:
    """Differences of the seat's points, money, goods and agents: `+3 VP`, `−2 yen`."""
    before, after = (view["players"][step.seat] for view in (step.before, step.after))
    for field, noun in (("vp", "VP"), ("yen", "yen"), *((good, good) for good in GOODS)):
        if after[field] != before[field]:
            yield f"{signed(after[field] - before[field])} {noun}"
    imports = after["imports"] - before["imports"]
    if imports:
        yield f"{signed(imports)} import{'s' * (abs(imports) != 1)}"
    for country, number in after["agents"].items():
        more = number - before["agents"].get(country, 0)
        if more > 0:
            yield "+1 independent agent" if country == "independent" else f"+1 agent of {_country(country)}"


def _power(step: Step, area: str, president: bool) -> int:
    """Of an action that begins now (Y-ACT-2)."""
    place = next(entry for entry in step.before["areas"] if entry["id"] == area)
    pieces = (
        place["assistants"][step.seat],
        president,
        step.seat in place["shops"],
        place["trading_house"] == step.seat,
        step.before["station"] == area,
    )
    return min(tables().limits.power, sum(map(int, pieces)))


# The verbs


def _keep_order(step: Step) -> str:
    return f"keeps {_order(step.rest)}" if step.rest else "keeps one of two orders"


def _agent(step: Step) -> str:
    return f"sends an agent to {_area(step.rest)} with power {_power(step, step.rest, president=False)}"


def _achieve(step: Step) -> str:
    card = _by_id("achievements")[step.before["achievements"][PILES.index(step.rest)]["id"]]
    need = " and ".join(f"{number} {NEEDS.get(name, name)}" for name, number in card.need.items() if number)
    return f"fulfils achievement {step.rest.upper()}, {need}"


def _complete(step: Step) -> str:
    return f"completes {_order(step.rest)} for {_country(COUNTRIES[_by_id('orders')[step.rest].country])}"


def _end_phase(step: Step) -> str:
    return "goes on to the main action" if step.turn["phase"] == "a" else "ends the turn"


def _to(step: Step) -> str:
    area, _, payees = step.rest.partition(" paying ")
    paid = [f"seat {int(payee[-1]) + 1}" if payee != "bank" else "the bank" for payee in payees.split()]
    fees = f" paying {' and '.join(paid)} 1 yen{' each' * (len(paid) > 1)}" if paid else ""
    return f"moves the president to {_area(area)}{fees}, power {_power(step, area, president=True)}"


def _station(step: Step) -> str:
    area = step.before["station"]
    return f"takes the train to {_area(area)}, power {_power(step, area, president=True)}"


def _tram(step: Step) -> str:
    return f"takes the tram to {_area(step.rest)}, power {_power(step, step.rest, president=True)}"


def _recall(step: Step) -> str:
    if step.rest == "0":
        return f"leaves the assistants at {_area(step.turn['spot'])}"
    if step.rest.isdigit():
        return f"takes {_counted(int(step.rest), 'assistant')} back from {_area(step.turn['spot'])}"
    out = sum(area["assistants"][step.seat] for area in step.before["areas"])
    words = {
        "all": f"takes {_counted(out, 'assistant')} back from the town",
        "none": "leaves all assistants in the town",
    }
    return words.get(step.rest, "chooses which assistants come back")


def _port_card(step: Step) -> str:
    area = step.turn["area"]
    card = next(port["cards"] for port in step.before["ports"] if port["area"] == area)[int(step.rest) - 1]
    return f"takes {_order(card)} at {_area(area)}, worth {_reward(_by_id('orders')[card].reward)}"


def _technology(step: Step, slot: int) -> Any:
    area = step.turn["area"]
    cards = next(laboratory["cards"] for laboratory in step.before["laboratories"] if laboratory["area"] == area)
    return _by_id("technologies")[cards[slot]]


def _lab_card(step: Step) -> str:
    card = _technology(step, int(step.rest) - 1)
    bought = card.id in step.after["players"][step.seat]["technologies"]
    return f"{'buys' if bought else 'wants'} {card.name}"


def _lab_pay(step: Step) -> str:
    return f"buys {_technology(step, step.turn['slot']).name}"


def _management(step: Step, board: str) -> str:
    """Church or Customs: the assistant may be placed at once, or after a payment and the choice of a source."""
    slot = int(step.rest) - 1
    number = getattr(tables(), board)[slot].price
    price = f"{number} faith" if board == "church" else _counted(number, "import")
    if step.after[board][slot] == step.seat:
        return f"puts an assistant on space {slot + 1} of the {board.capitalize()} board ({price})"
    return f"chooses space {slot + 1} of the {board.capitalize()} board ({price})"


def _church_pay(step: Step) -> str:
    kinds = ["an import" if kind == "import" else kind for kind in step.rest.split()]
    gift = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)
    placed = step.after["church"][step.turn["slot"]] == step.seat
    where = f" for space {step.turn['slot'] + 1}" if placed else ""
    return f"gives {gift} to the Church{where}"


def _take_from(step: Step) -> str:
    board = "Church" if step.turn["step"] == "church_from" else "Customs"
    source = "from hand" if step.rest == "hand" else f"from {board}"
    return f"puts an assistant {source} on space {step.turn['slot'] + 1} of the {board} board"


def _take(step: Step) -> str:
    area = step.turn["area"]
    token = next(place["five_power"] for place in step.before["areas"] if place["id"] == area)
    return f"takes the five-power token of {_area(area)} ({_reward(_by_id('five_powers')[token].reward)})"


def _build(step: Step) -> str:
    area = step.turn["area"]
    if step.rest == "none":
        return f"builds nothing at {_area(area)}"
    card = _by_id("buildings")[next(place["building"] for place in step.before["areas"] if place["id"] == area)]
    if step.rest == "trading_house":
        return f"builds a trading house at {_area(area)} ({_reward(card.trading_house)})"
    slot = int(step.rest.split()[1]) - 1
    return f"builds a shop at {_area(area)} ({_reward(card.shops[slot])})"


def _telephone(step: Step) -> str:
    area = _area(step.turn["area"])
    return (
        f"leaves an assistant at {area} (Telephone)"
        if step.rest == "leave"
        else f"takes all assistants back from {area}"
    )


def _move_from(step: Step) -> str:
    return (
        "takes an assistant from hand to place" if step.rest == "hand" else f"lifts an assistant at {_area(step.rest)}"
    )


def _move_to(step: Step) -> str:
    spot = step.turn["spot"]
    start = f"moves an assistant from {_area(spot)}" if spot else "places an assistant from hand"
    return f"{start} {'to' if spot else 'at'} {_area(step.rest)}"


def _objective(step: Step) -> str:
    token = _by_id("objective_rewards")[step.rest]
    what = "the independent agent" if token.flag is None else f"the flag of {_country(COUNTRIES[token.flag])}"
    return f"takes {what} for all three achievements"


def _at(words: str) -> Callable[[Step], str]:
    """Words about an area that the notation names."""
    return lambda step: words.format(_area(step.rest))


VERBS: dict[str, Callable[[Step], str]] = {
    "keep_order": _keep_order,
    "agent": _agent,
    "achieve": _achieve,
    "order": _complete,
    "mill": lambda _: "spins silk into money (Spinning Mill)",
    "university": lambda _: "takes an assistant from the warehouse (University)",
    "end_phase": _end_phase,
    "spread": _at("places an assistant at {}"),
    "double": _at("places two assistants at {}"),
    "telegram": _at("places a third assistant at {} (Telegram)"),
    "stop": lambda step: STOPPED[step.turn["step"]],
    "skip": lambda step: SKIPPED[step.turn["step"]],
    "to": _to,
    "station": _station,
    "tram": _tram,
    "take_back": lambda step: (
        "takes the president back" if step.before["players"][step.seat]["president"] else "keeps the president in hand"
    ),
    "recall": _recall,
    "port_card": _port_card,
    "port_second": lambda _: "pays for a second order",
    "lab_card": _lab_card,
    "lab_pay": _lab_pay,
    "station_area": _at("puts the station at {}"),
    "hire": lambda step: f"takes {PIECES[step.rest]} from the warehouse",
    "buy": lambda step: f"buys {step.rest.replace('import', 'an import')} in Chinatown",
    "sell": lambda step: f"sells {step.rest} in Chinatown",
    "church_space": lambda step: _management(step, "church"),
    "church_pay": _church_pay,
    "customs_space": lambda step: _management(step, "customs"),
    "take_from": _take_from,
    "take": _take,
    "build": _build,
    "telephone": _telephone,
    "any_good": lambda step: f"chooses {step.rest}",
    "decline": lambda _: "moves no assistant",
    "move_from": _move_from,
    "move_to": _move_to,
    "objective_reward": _objective,
}
"""What each verb of the notation says."""
