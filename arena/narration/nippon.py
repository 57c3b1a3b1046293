"""Moves of Nippon in words: what the seat chose, then what that gave and cost, forced moves included."""

from collections.abc import Callable

from arena.narration import signed
from arena.narration.nippon_effects import (
    Step,
    View,
    beside,
    city_tile,
    counted,
    effects,
    goods_more,
    goods_words,
    placed,
    plural,
    replaced,
    scorings,
    tile_kind,
    tile_words,
)
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.data import tables

PURPOSES = {
    "factory": "build a factory",
    "knowledge": "raise knowledge",
    "machine": "buy machines",
    "produce": "produce goods",
    "export": "export goods",
    "mines": "expand the mines",
    "train": "build trains",
    "ship": "build ships",
    "market": "supply a local market",
}


def sentence(action: str, before: View, after: View) -> str:
    """What the seat to act did, such as "builds a train in region 2: −5 yen". The notation counts from 0, words count from 1."""
    verb, *words = action.split()
    step = Step(words, before, after, before["to_act"])
    phrase, covered = PHRASES[verb](step)
    brought = [words for kind, words in effects(step) if kind not in covered]
    chosen = f"{phrase}: {', '.join(brought)}" if brought else phrase
    return "; ".join([chosen, *scorings(step)])


# What was chosen: the phrase, and the kinds of effects that it tells already.

Phrase = tuple[str, set[str]]


def _take(step: Step) -> Phrase:
    colour, action = step.words
    return f"takes a {colour} worker to {PURPOSES[action]}", set()


def _consolidate(step: Step) -> Phrase:
    yen, coal = step.was["yen_income"], step.was["coal_income"]
    return f"consolidates: income {yen} yen and {coal} coal{_wages(step, yen)}", {"yen", "coal"}


def _blueprints(step: Step) -> Phrase:
    return f"turns {tables().costs.blueprints_per_step} blueprints into a step of {step.words[0]}", {
        "blueprints",
        "track",
    }


def _steps(step: Step) -> Phrase:
    number, track = int(step.words[0]), step.before["pending"]["track"]
    covered = {"track"} if step.more(f"{track}_position") == number else set()
    return f"buys {counted(number, 'step')} on the {track} track", covered


def _build(step: Step) -> Phrase:
    good, number = step.words
    return f"builds {good} factory {number}", {f"factory {good}"}


def _machine(step: Step) -> Phrase:
    (where,) = step.words
    if where == "reserve":
        return "keeps a machine in reserve", {"reserve"}
    level = next(built["machine"] for built in step.now["factories"] if built["good"] == where)
    return f"adds a machine to the {where} factory, now +{level}", {f"machine {where}"}


def _produce(step: Step) -> Phrase:
    (good,) = step.words
    return f"produces {goods_words(goods_more(step, good), good)}", {f"goods {good}"}


def _contract(step: Step) -> Phrase:
    number = int(step.words[0])
    quantities = tables().contracts[number].quantities
    asked = f"{' + '.join(str(quantity) for quantity in quantities)} {plural(sum(quantities), 'good')}"
    done = number not in step.now["contracts"]
    return f"{'fulfils' if done else 'picks'} contract {number + 1} ({asked})", {f"contract {number}"}


def _pay(step: Step) -> Phrase:
    number = step.before["pending"]["contract"]
    quantity = tables().contracts[number].quantities[len(step.before["pending"]["paid_goods"])]
    (good,) = step.words
    paid = f"pays {goods_words(quantity, good)}"
    if number in step.now["contracts"]:
        return f"{paid} towards contract {number + 1}", set()
    covered = {f"goods {good}"} if goods_more(step, good) == -quantity else set()
    return f"{paid} and fulfils contract {number + 1}", {f"contract {number}", *covered}


def _place(step: Step) -> Phrase:
    piece, region = step.before["pending"]["piece"], int(step.words[0])
    return f"builds a {piece} in region {region + 1}", {f"{piece} {region}"}


def _market(step: Step) -> Phrase:
    city, side = int(step.words[0]), step.words[1]
    value = placed(step, city, side)
    if value:
        return f"places influence {value} {beside(city, side)}{replaced(step, city, side)}", {tile_kind(city, side)}
    good = city_tile(step.before, city)["goods"][SLOT_NAMES.index(side)]
    return f"picks the slot {beside(city, side)}, for {good}", set()


def _count_goods(step: Step) -> Phrase:
    number = int(step.words[0])
    city, side = step.before["pending"]["city"], step.before["pending"]["slot"]
    good = city_tile(step.before, city)["goods"][SLOT_NAMES.index(side)]
    value = tables().influence.values[tables().levels[tables().goods.index(good)] - 1][number - 1]
    placed = (
        f"places influence {value} {beside(city, side)} for {goods_words(number, good)}{replaced(step, city, side)}"
    )
    return placed, {f"goods {good}", tile_kind(city, side)}


def _return(step: Step) -> Phrase:
    city, side = step.before["pending"]["city"], step.words[0]
    return f"sends {tile_words(step, city, side)} {beside(city, side)} back", set()


def _reward(step: Step) -> Phrase:
    name, yen = step.words[0], step.was["yen"]
    if name == "none":
        return f"takes no reward{_wages(step, yen)}", {"yen", "coal"}
    if name == "plain":
        return f"takes a plain {tables().start.extra_multiplier}x tile{_wages(step, yen)}", {"yen", "coal"}
    kind = next(kind for kind in tables().rewards if (str(kind.multiplier), kind.front) == (name, step.words[1]))
    front = kind.front if kind.front != "blueprint" else plural(kind.amount, "blueprint")
    yen += kind.amount if kind.front == "yen" else 0
    return f"takes a {name}x reward for {kind.amount} {front}{_wages(step, yen)}", {"yen", "coal", "blueprints"}


def _achievement(step: Step) -> Phrase:
    name = step.words[0]
    put = f"puts the {step.before['pending']['multiplier']}x tile on {name}{_wages(step, step.was['yen'])}"
    return put, {"yen", "coal", f"reward {name}"}


def _wages(step: Step, yen: int) -> str:
    """The wages with that many yen at hand (N-CONS-5), once the consolidation is done."""
    if step.now["workers"] or not step.was["workers"]:
        return ""
    workers, colours = tables().workers, len(set(step.was["workers"]))
    paid = min(colours, yen // workers.wage)
    unpaid = f", {signed((colours - paid) * workers.unpaid_points)} points for unpaid workers" if paid < colours else ""
    return f", pays {paid * workers.wage} yen in wages{unpaid}"


def _supply(step: Step) -> Phrase:
    return f"puts a good on the {step.words[0]} factory", {f"goods {step.words[0]}"}


PHRASES: dict[str, Callable[[Step], Phrase]] = {
    "take": _take,
    "consolidate": _consolidate,
    "blueprints": _blueprints,
    "steps": _steps,
    "build": _build,
    "machine": _machine,
    "produce": _produce,
    "contract": _contract,
    "pay": _pay,
    "place": _place,
    "market": _market,
    "count": _count_goods,
    "return": _return,
    "reward": _reward,
    "achievement": _achievement,
    "supply": _supply,
    "stop": lambda _: ("stops there", set()),
    "done": lambda _: ("ends the last turn", set()),
}
