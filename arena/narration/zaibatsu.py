"""Moves of Nippon: Zaibatsu in words: what was done, what it cost and gave, and what it set off."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arena.narration import signed
from arena.narration.zaibatsu_effects import TRACKS, effect_words, tile_words
from engine.zaibatsu.data import BOARD, SIDES, TOKENS

View = Mapping[str, Any]
Words = Callable[["Move"], str]

ACTIONS = {
    "rnd": "R&D",
    "mines": "Mines",
    "factory": "Factory",
    "machine": "Machines",
    "produce": "Production",
    "ship": "Ships",
    "train": "Trains",
    "market": "Markets",
    "invest": "Invest",
}
SUBJECTS = {
    "ship": "ships",
    "machine": "machines",
    "train": "trains",
    "factory": "factories",
    "contract": "contracts",
    **TRACKS,
}
SIDE_NAMES = ("north", "east", "south", "west")
AMOUNTS = {"money": "money", "coal": "coal", "stored_coal": "stored coal", "silk": "silk", "iron": "iron", **TRACKS}
"""Numbers of a player that a sentence mentions when they change."""
GOOD_OF = {side.name: BOARD.goods[side.good] for side in SIDES}
AUTOMA = 1
"""The owner of the automa's pieces in a solo game."""


class Move:
    """An action between two views."""

    def __init__(self, action: str, before: View, after: View) -> None:
        self.verb, *self.words = action.split(" ")
        self.before, self.after = before, after
        self.seat: int = before.get("to_act", before["active"])

    @property
    def first(self) -> str:
        """The first word after the verb; empty if there is none."""
        return self.words[0] if self.words else ""

    @property
    def pending(self) -> View:
        """What was under way before."""
        under_way: View = self.before["pending"]
        return under_way

    @property
    def then(self) -> View:
        """The player's board before."""
        board: View = self.before["players"][self.seat]
        return board

    @property
    def now(self) -> View:
        """The player's board after."""
        board: View = self.after["players"][self.seat]
        return board


def sentence(action: str, before: View, after: View) -> str:
    """What the seat to act did, without its name, such as "buys 2 steps on Mines: −3 money, +2 Mines"."""
    move = Move(action, before, after)
    changes = ", ".join(_changes(move))
    tail = "".join(f"; {words}" for words in _set_off(move))
    return f"{SENTENCES[move.verb](move)}{': ' if changes else ''}{changes}{tail}"


# What an action changed


def _changes(move: Move) -> Iterator[str]:
    for field, words in AMOUNTS.items():
        yield from _signed(move.now[field] - move.then[field], words)
    goods = _goods(move.now)
    goods.subtract(_goods(move.then))
    for good in BOARD.goods:
        yield from _signed(goods[good], good)
    points = _other_points(move.now) - _other_points(move.then)
    yield from _signed(points, "point" if abs(points) == 1 else "points")
    if move.verb != "objective":
        for subject, level in move.now["favours"].items():
            if level != move.then["favours"][subject]:
                yield f"favour of level {level} on {SUBJECTS[subject]}"


def _signed(change: int, words: str) -> Iterator[str]:
    if change:
        yield f"{signed(change)} {words}"


def _goods(player: View) -> Counter[str]:
    goods: Counter[str] = Counter()
    for factory in player["factories"]:
        goods[GOOD_OF[factory["tile"]]] += factory["goods"]
    return goods


def _other_points(player: View) -> int:
    """Points that are not from a scoring of the regions, which is mentioned for all seats together."""
    return int(player["score"] - player["influence_points"])


def _set_off(move: Move) -> Iterator[str]:
    if "automa" in move.before:
        yield from _by_automa(move)
    pairs = zip(move.before["players"], move.after["players"], strict=True)
    scored = [after["influence_points"] - before["influence_points"] for before, after in pairs]
    if any(scored):
        yield "regions score: " + ", ".join(f"seat {seat} +{points}" for seat, points in enumerate(scored, 1) if points)
    if move.after["round"] != move.before["round"]:
        yield f"round {move.after['round']} begins"
    if "to_act" not in move.after and "to_act" in move.before:
        yield "the match ends"


def _by_automa(move: Move) -> Iterator[str]:
    for at, (before, after) in enumerate(zip(move.before["regions"], move.after["regions"], strict=True)):
        if after["trains"].count(AUTOMA) > before["trains"].count(AUTOMA):
            yield f"the automa builds a train in {_region_words(at)}"
    for at, (before, after) in enumerate(zip(move.before["markets"], move.after["markets"], strict=True)):
        for side, owner in enumerate(after["owners"]):
            if owner == AUTOMA and _token(before, side) != _token(after, side):
                yield f"the automa places influence {after['values'][side]} on {_slot(4 * at + side)}"


# Sentences


def _start_pair(move: Move) -> str:
    return f"takes the starting pair “{move.first.replace('_', ' ')}”"


def _old_factory(move: Move) -> str:
    return f"takes the old factory, {move.first} side"


def _bag_worker(move: Move) -> str:
    return f"takes a {move.first} worker from the bag"


def _hire(move: Move) -> str:
    return f"hires a {move.first} worker for {ACTIONS[move.words[1]]}"


def _consolidate(move: Move) -> str:
    workers = len(move.then["cells"])
    return f"consolidates with {workers or 'no'} worker{'' if workers == 1 else 's'}"


def _steps(move: Move) -> str:
    number = int(move.first)
    return f"buys {number} step{'' if number == 1 else 's'} on {ACTIONS[move.pending.get('action', 'rnd')]}"


def _factory(move: Move) -> str:
    return f"builds the factory {tile_words(move.first)}"


def _machine(move: Move) -> str:
    return f"puts a machine into {tile_words(move.first)}"


def _produce(move: Move) -> str:
    return f"produces in {tile_words(move.first)}"


def _produce_free(move: Move) -> str:
    return f"produces in {tile_words(move.first)} without coal"


def _modifier(move: Move) -> str:
    return f"uses the modifier of {tile_words(move.first)}"


def _goods_from(move: Move) -> str:
    return f"pays a good from {tile_words(move.first)}"


def _goods_to(move: Move) -> str:
    return f"puts a good into {tile_words(move.first)}"


def _ship(move: Move) -> str:
    place = " ".join(word.capitalize() for word in move.first.split("_"))
    gained = [colour for colour in move.now["upgrades"] if colour not in move.then["upgrades"]]
    upgrade = f" and upgrades the {gained[0]} service" if gained else ""
    return f"sends a ship to {place}{_free(move)}{upgrade}"


def _train(move: Move) -> str:
    return f"builds a train in {_region_words(move.first)}{_free(move)}"


def _region_words(number: str | int) -> str:
    """The notation counts from 0, people count from 1."""
    return f"region {int(number) + 1}"


def _free(move: Move) -> str:
    return "" if len(move.words) > 1 else " free of charge"


def _train_slot(move: Move) -> str:
    return f"puts the train on slot {int(move.first) + 1} of {_region_words(move.pending.get('region', 0))}"


def _build(move: Move) -> str:
    return f"chooses to build a {move.first}"


def _region(move: Move) -> str:
    return f"takes the bonus of {_region_words(move.first)}"


def _deliver(move: Move) -> str:
    slot = 4 * int(move.first) + "nesw".index(move.words[1])
    return f"delivers {_good_at(move, slot)} to {_slot(slot)}{_placed(move, slot)}"


def _count(move: Move) -> str:
    slot = move.pending.get("slot", 0)
    return f"delivers {move.first} {_good_at(move, slot)} to {_slot(slot)}{_placed(move, slot)}"


def _good_at(move: Move, slot: int) -> str:
    return str(move.before["markets"][slot // 4]["goods"][slot % 4])


def _slot(slot: int) -> str:
    return f"the {SIDE_NAMES[slot % 4]} of market {slot // 4 + 1}"


def _placed(move: Move, slot: int) -> str:
    """The token that is now there, and those that left the market; nothing while more is asked about the delivery."""
    before, after = (view["markets"][slot // 4] for view in (move.before, move.after))
    changed = [side for side in range(4) if _token(before, side) != _token(after, side)]
    if slot % 4 not in changed:
        return ""
    beaten = [(before["values"][side], before["owners"][side]) for side in changed if before["owners"][side] >= 0]
    over = " and ".join(f"{value} of {_owner(move, owner)}" for value, owner in beaten)
    return f" with influence {after['values'][slot % 4]}{f' in place of {over}' if over else ''}"


def _token(market: View, side: int) -> tuple[int, int]:
    return market["owners"][side], market["values"][side]


def _owner(move: Move, seat: int) -> str:
    return "the automa" if "automa" in move.before and seat == AUTOMA else f"seat {seat + 1}"


def _return(move: Move) -> str:
    slot = 4 * (move.pending.get("slot", 0) // 4) + "nesw".index(move.first)
    return f"sends the token on {_slot(slot)} back to its owner"


def _take(move: Move) -> str:
    return "takes the points" if move.first == "points" else "takes the region's bonus"


def _invest(move: Move) -> str:
    number = move.pending["activations"] + 1
    return f"invests {number} {move.first}"


def _use(move: Move) -> str:
    if move.first == "finance":
        return "puts the investment into Finance"
    name = move.first.removeprefix("contract_")
    contract = next(contract for contract in TOKENS.contracts if contract.name == name)
    return f"fulfils the contract for {effect_words(contract.gain.replace(':', '_'))}"


def _service(move: Move) -> str:
    return f"takes the {move.first} service"


def _white(move: Move) -> str:
    return "splits the steps of the white service" if move.first == "split" else f"takes steps on {TRACKS[move.first]}"


def _resolve(move: Move) -> str:
    return f"takes {effect_words(move.first)} next"


def _favour(move: Move) -> str:
    return f"takes a favour of level {move.first}"


def _objective(move: Move) -> str:
    return f"puts the favour of level {move.now['favours'][move.first]} on {SUBJECTS[move.first]}"


def _keep(move: Move) -> str:
    return f"keeps {move.first} coal"


def _exchange(move: Move) -> str:
    return f"changes {'no' if move.first == '0' else move.first} silk into money for wages"


def _reward(move: Move) -> str:
    return f"chooses {effect_words(move.first)} as the reward"


def _stop(move: Move) -> str:
    effect = move.pending.get("effect")
    return f"declines {effect_words(effect)}" if effect else "ends the action"


def _yes(move: Move) -> str:
    return f"accepts {effect_words(move.pending.get('effect', 'it'))}"


def _no(move: Move) -> str:
    return f"declines {effect_words(move.pending.get('effect', 'it'))}"


SENTENCES: dict[str, Words] = {
    "start_pair": _start_pair,
    "old_factory": _old_factory,
    "bag_worker": _bag_worker,
    "hire": _hire,
    "consolidate": _consolidate,
    "steps": _steps,
    "factory": _factory,
    "machine": _machine,
    "produce": _produce,
    "produce_free": _produce_free,
    "modifier": _modifier,
    "goods_from": _goods_from,
    "goods_to": _goods_to,
    "ship": _ship,
    "train": _train,
    "slot": _train_slot,
    "build": _build,
    "region": _region,
    "deliver": _deliver,
    "count": _count,
    "return": _return,
    "take": _take,
    "invest": _invest,
    "use": _use,
    "service": _service,
    "white": _white,
    "resolve": _resolve,
    "favour": _favour,
    "objective": _objective,
    "keep": _keep,
    "exchange": _exchange,
    "reward": _reward,
    "stop": _stop,
    "yes": _yes,
    "no": _no,
}
"""By the first word of the notation."""
