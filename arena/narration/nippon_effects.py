"""What a move of Nippon changed for the seat that made it, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.narration import signed
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.data import TRACKS

View = Mapping[str, Any]
Effect = tuple[str, str]
"""A kind, such as "goods silk", and its words, such as "+2 silk"."""

SINGULAR = {"lenses": "lens", "bulbs": "bulb", "clocks": "clock"}
SCORINGS = {"scoring_1": "I", "scoring_2": "II", "scoring_3": "III"}
OPEN_LINES = ("contracts", "regions", "factories")
"""Lines of the score sheet that grow by what a player does."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision with the views around it."""

    words: list[str]
    """The notation after its verb."""
    before: View
    after: View
    seat: int

    @property
    def was(self) -> View:
        """The seat's board before."""
        board: View = self.before["players"][self.seat]
        return board

    @property
    def now(self) -> View:
        """The seat's board after."""
        board: View = self.after["players"][self.seat]
        return board

    @property
    def is_settled(self) -> bool:
        """Whether yen and coal were discarded and taken again: by a consolidation, or at the end of the match."""
        return "to_act" not in self.after or (bool(self.was["workers"]) and not self.now["workers"])

    def more(self, field: str) -> int:
        """By how much a number of the board has grown."""
        return int(self.now[field] - self.was[field])


def effects(step: Step) -> Iterator[Effect]:
    yield from _built(step)
    yield from _on_the_map(step)
    yield from _on_factories(step)
    yield from _means(step)
    points = sum(step.now["score"][line] - step.was["score"][line] for line in OPEN_LINES)
    if points:
        yield "points", f"{signed(points)} {plural(points, 'point')}"
    for name in TRACKS:
        steps = step.more(f"{name}_position")
        if steps:
            yield "track", f"{name} track {signed(steps)}"
    for name, multiplier in step.now["rewards"].items():
        if name not in step.was["rewards"]:
            yield f"reward {name}", f"{multiplier}x on {name}"


def _built(step: Step) -> Iterator[Effect]:
    goods = {built["good"] for built in step.was["factories"]}
    for built in step.now["factories"]:
        if built["good"] not in goods:
            yield f"factory {built['good']}", f"{built['good']} factory {built['tile']}"
    for number in step.was["contracts"]:
        if number not in step.now["contracts"]:
            yield f"contract {number}", f"contract {number + 1} fulfilled"
    if step.more("reserve_machines") > 0:
        yield "reserve", "a machine in reserve"


def _on_the_map(step: Step) -> Iterator[Effect]:
    for number, (old, new) in enumerate(zip(step.before["regions"], step.after["regions"], strict=True)):
        for piece in "train", "ship":
            more = new[f"{piece}s"][step.seat] - old[f"{piece}s"][step.seat]
            if more:
                yield f"{piece} {number}", f"{counted(more, piece)} in region {number + 1}"
    for city in range(2 * len(step.before["regions"])):
        for side in SLOT_NAMES:
            value = placed(step, city, side)
            if value:
                yield tile_kind(city, side), f"influence {value} {beside(city, side)}"


def _on_factories(step: Step) -> Iterator[Effect]:
    old = {built["good"]: built for built in step.was["factories"]}
    for built in step.now["factories"]:
        good, before = built["good"], old.get(built["good"], {"machine": 0, "goods": 0})
        if built["machine"] != before["machine"]:
            yield f"machine {good}", f"{good} machine at +{built['machine']}"
        if built["goods"] != before["goods"]:
            more = built["goods"] - before["goods"]
            yield f"goods {good}", f"{signed(more)} {_noun(more, good)}"


def _means(step: Step) -> Iterator[Effect]:
    for name in "yen", "coal":
        if step.more(name) and not step.is_settled:
            yield name, f"{signed(step.more(name))} {name}"
    blueprints = step.more("blueprints")
    if blueprints:
        yield "blueprints", f"{signed(blueprints)} {plural(blueprints, 'blueprint')}"


def scorings(step: Step) -> Iterator[str]:
    """The points of every seat, where a scoring followed."""
    for line, numeral in SCORINGS.items():
        gained = [
            new["score"][line] - old["score"][line]
            for old, new in zip(step.before["players"], step.after["players"], strict=True)
        ]
        if any(gained):
            yield f"scoring {numeral}: {', '.join(f'seat {seat} {signed(points)}' for seat, points in enumerate(gained, 1))}"
    if "to_act" not in step.after:
        yield "the match ends"


def city_tile(view: View, city: int) -> View:
    tile: View = view["regions"][city // 2]["cities"][city % 2]
    return tile


def _slot(view: View, city: int, side: str) -> tuple[int, int]:
    """Owner and value of the influence tile there; -1 and 0 without one."""
    slot = SLOT_NAMES.index(side)
    return city_tile(view, city)["owners"][slot], city_tile(view, city)["values"][slot]


def placed(step: Step, city: int, side: str) -> int:
    """Value of the tile that the seat has placed there; 0 if it has placed none."""
    owner, value = _slot(step.after, city, side)
    return value if owner == step.seat and (owner, value) != _slot(step.before, city, side) else 0


def replaced(step: Step, city: int, side: str) -> str:
    owner, _ = _slot(step.before, city, side)
    return "" if owner < 0 else f", in place of {tile_words(step, city, side)}"


def tile_words(step: Step, city: int, side: str) -> str:
    owner, value = _slot(step.before, city, side)
    whose = "its own" if owner == step.seat else f"seat {owner + 1}'s"
    return f"{whose} {value}"


def tile_kind(city: int, side: str) -> str:
    return f"tile {city} {side}"


def beside(city: int, side: str) -> str:
    return f"{side} of city {city + 1}"


def goods_more(step: Step, good: str) -> int:
    """Goods more on the seat's factory of that good."""
    held = ({built["good"]: built["goods"] for built in board["factories"]} for board in (step.was, step.now))
    was, now = (goods.get(good, 0) for goods in held)
    return int(now - was)


def goods_words(number: int, good: str) -> str:
    return f"{number} {_noun(number, good)}"


def _noun(number: int, good: str) -> str:
    return SINGULAR.get(good, good) if abs(number) == 1 else good


def plural(number: int, noun: str) -> str:
    return noun if abs(number) == 1 else f"{noun}s"


def counted(number: int, noun: str) -> str:
    return f"{number} {plural(number, noun)}"
