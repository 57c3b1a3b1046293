"""Moves of IKI in words, with what they cost and give as the printed tables say it.

Amounts come from the tables and the view before the move, not from the difference of two views: a move may bring the end of a
month with it, and what that gives is not the move's doing.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engine.iki.data import tables
from engine.iki.data.records import Artisan, Building, Goods, StallAction, Token

View = Mapping[str, Any]
Narrate = Callable[[str, View, View], str]

UNITS = {"sandal": ("sandal", "sandals"), "fire": ("fire strength", "fire strength")}
"""One and several of a good whose name is not enough."""


def sentence(action: str, before: View, after: View) -> str:
    """What the seat to act did, without its name: "pawns 1 rice for 4 mon"."""
    verb, _, rest = action.partition(" ")
    return NARRATORS[verb](rest, before, after)


# ---------------------------------------------------------------- words


@cache
def _cards() -> dict[str, Artisan | Building]:
    cards: dict[str, Artisan | Building] = {card.id: card for card in tables().artisans}
    cards.update((card.id, card) for card in tables().buildings)
    return cards


@cache
def _tokens() -> dict[str, Token]:
    return {token.id: token for token in (*tables().pipes, *tables().tobacco, *tables().fish)}


def _the(card: str) -> str:
    return f"the {_cards()[card].name}"


def _amount(good: str, number: int) -> str:
    one, several = UNITS.get(good, (good, good))
    return f"{number} {one if number == 1 else several}"


def _amounts(goods: Goods, fire: int = 0) -> str:
    return " and ".join(_amount(good, number) for good, number in (*goods, *((("fire", fire),) if fire else ())))


def _priced(goods: Mapping[str, int]) -> str:
    """`for 3 wood and 1 koban`, or `for nothing`."""
    *most, last = [_amount(good, number) for good, number in goods.items() if number] or ["nothing"]
    return f"for {', '.join(most)} and {last}" if most else f"for {last}"


def _stall(space: int) -> str:
    return f"the {tables().spaces[space - 1].stall.replace('_', ' ')}"


# ---------------------------------------------------------------- the table


def _room(view: View, name: str) -> View:
    return next(entry for entry in view["rooms"] if entry["room"] == name)


def _is_coloured(name: str) -> bool:
    return next(room.coloured for room in tables().rooms if room.id == name)


def _tenant(view: View, name: str) -> str:
    return f"{_the(_room(view, name)['card'])} in {name.upper()}"


def _here(view: View) -> int:
    space: int = view["players"][view["to_act"]]["space"]
    return space


def _surcharge(room: str) -> int:
    return tables().numbers.economy["coloured_room_surcharge"] if _is_coloured(room) else 0


def _walked(before: View, after: View) -> str:
    """Where the oyakata went, and whether it passed the start line."""
    old, new = _here(before), after["players"][before["to_act"]]["space"]
    lap = ", past the start: a level for every artisan employed" if new <= old else ""
    return f"walks to {_stall(new)}{lap}"


def _raised(entry: View) -> str:
    """What one more experience does to an artisan."""
    level = entry["level"] + 1
    return "it retires" if level > tables().numbers.levels else f"it rises to level {level}"


# ---------------------------------------------------------------- set-up, ikizama, step A


def _starter(card: str, _before: View, _after: View) -> str:
    return f"takes {_the(card)} as starting artisan"


def _ikizama(space: str, _before: View, _after: View) -> str:
    if space == "x":
        return "takes X on the ikizama track: first to act, without recruiting or income"
    return f"takes {space} on the ikizama track"


def _income(_rest: str, before: View, after: View) -> str:
    return f"takes {tables().numbers.economy['income_action_mon']} mon and {_walked(before, after)}"


def _recruit(card: str, before: View, _after: View) -> str:
    mon = next(entry["mon"] for entry in before["row"] if entry["card"] == card)
    return f"picks {_the(card)} to recruit" + (f", with {mon} mon on it" if mon else "")


def _place(room: str, before: View, after: View) -> str:
    card, decision = before["chosen"], before["decision"]
    if decision == "recruit_room":
        return _recruited(card, room, before, after)
    if decision == "build_room":
        return _built(card, room, before)
    return (
        f"puts {'the neutral ' + _cards()[card].name if decision == 'neutral_room' else _the(card)} in {room.upper()}"
    )


def _recruited(name: str, room: str, before: View, after: View) -> str:
    card = _cards()[name]
    assert isinstance(card, Artisan)
    retired = (_cards()[other] for other in before["players"][before["to_act"]]["retired"])
    discounts = sum(1 for other in retired if isinstance(other, Artisan) and other.ability == "recruit_discount")
    price = card.cost + _surcharge(room) - discounts * tables().numbers.economy["recruit_discount_mon"]
    fire = f", +{_amount('fire', card.fire)}" if card.fire else ""
    return f"recruits {_the(name)} into {room.upper()} {_priced({'mon': max(0, price)})}{fire}, and {_walked(before, after)}"


def _built(name: str, room: str, before: View) -> str:
    card = _cards()[name]
    assert isinstance(card, Building)
    helped = "visited" in before
    wood = max(0, card.wood - (tables().numbers.economy["build_discount_wood"] if helped else 0))
    mon = _surcharge(room) + (0 if helped else _foreman_fee())
    return f"builds {_the(name)} in {room.upper()} {_priced({'wood': wood, 'koban': card.koban, 'mon': mon})}"


@cache
def _foreman_fee() -> int:
    return next(
        dict(action.pay)["mon"] for stall in tables().stalls.values() for action in stall.actions if action.build
    )


# ---------------------------------------------------------------- walking


def _walk(_steps: str, before: View, after: View) -> str:
    return _walked(before, after)


def _stop(_rest: str, before: View, _after: View) -> str:
    return f"stays at {_stall(_here(before))}"


def _sandal(_rest: str, before: View, after: View) -> str:
    return f"pays 1 sandal and {_walked(before, after)}"


def _cart(_rest: str, before: View, after: View) -> str:
    return f"takes the ox cart and {_walked(before, after)}"


def _visit(space: str, _before: View, _after: View) -> str:
    return f"goes to {_stall(int(space))} for New Year"


# ---------------------------------------------------------------- business


def _end(_rest: str, before: View, _after: View) -> str:
    return f"ends the turn at {_stall(_here(before))}"


def _at_stall(action: StallAction) -> Narrate:
    def narrate(_rest: str, before: View, _after: View) -> str:
        if action.stack:
            return _bought(action.stack, before)
        if action.build:
            return "asks the foreman to build"
        gain = _amounts(action.gain, action.fire)
        if not action.pay:
            return f"keeps watch at {_stall(_here(before))}: +{gain}"
        if action.exclusive == "pawn":
            return f"pawns {_amounts(action.pay)} for {gain}"
        return f"buys {gain} for {_amounts(action.pay)}"

    return narrate


def _bought(stack: str, before: View) -> str:
    if stack == "fish":
        fish = next(fish for fish in tables().fish if fish.season == before["season"])
        return f"buys a {fish.season} fish ({fish.name}) for {fish.cost} mon"
    token = _tokens()[before["pipes" if stack == "pipe" else stack][0]]
    colour = token.id.rpartition("_")[2]
    if stack == "pipe":
        return f"buys the {colour} pipe for {token.cost} mon: +{_amount('fire', token.fire)}"
    return f"buys the {colour} tobacco box for {token.cost} mon"


def _trade(room: str, before: View, _after: View) -> str:
    entry = _room(before, room)
    card = _cards()[entry["card"]]
    assert isinstance(card, Artisan)
    asks = {"train": "train an artisan", "build_discount": "help with a building", "swap": "swap two artisans"}
    if card.skill.kind in asks:
        return f"asks {_tenant(before, room)} to {asks[card.skill.kind]}"
    return f"trades with {_tenant(before, room)}: {_exchanged(card)}{_farewell(entry, before)}"


def _exchanged(card: Artisan) -> str:
    economy = tables().numbers.economy
    if card.skill.kind == "patron":
        return f"+{economy['patron_iki']} iki, and {economy['patron_others_mon']} mon for every other player"
    gain = _amounts(card.skill.gain, card.skill.fire)
    return f"{_amounts(card.skill.pay)} for {gain}" if card.skill.pay else f"+{gain}"


def _farewell(entry: View, before: View) -> str:
    """What becomes of the artisan after a trade."""
    if "owner" not in entry:
        return "; it leaves the street"
    return "" if entry["owner"] == before["to_act"] else f"; {_raised(entry)}"


def _train(room: str, before: View, _after: View) -> str:
    cost = tables().numbers.economy["train_cost_mon"]
    return f"trains {_tenant(before, room)} for {cost} mon: {_raised(_room(before, room))}"


def _build(card: str, _before: View, _after: View) -> str:
    return f"decides to build {_the(card)}"


def _swap(room: str, before: View, _after: View) -> str:
    return f"picks {_tenant(before, room)} to change rooms"


def _with(room: str, before: View, _after: View) -> str:
    return f"swaps {_tenant(before, before['swap_room'])} with {_tenant(before, room)}"


# ---------------------------------------------------------------- end of month


def _neutral(card: str, _before: View, _after: View) -> str:
    return f"picks {_the(card)} as neutral artisan"


def _burn(_rest: str, before: View, _after: View) -> str:
    return f"lets {_tenant(before, before['burning']['room'])} burn"


def _save(_rest: str, before: View, _after: View) -> str:
    return f"saves {_tenant(before, before['burning']['room'])} from the fire"


def _starve(room: str, before: View, _after: View) -> str:
    return f"has no rice for {_tenant(before, room)}, which leaves"


NARRATORS: dict[str, Narrate] = {
    "starter": _starter,
    "place": _place,
    "ikizama": _ikizama,
    "income": _income,
    "recruit": _recruit,
    "walk": _walk,
    "stop": _stop,
    "sandal": _sandal,
    "cart": _cart,
    "visit": _visit,
    "end": _end,
    "trade": _trade,
    "train": _train,
    "build": _build,
    "swap": _swap,
    "with": _with,
    "neutral": _neutral,
    "burn": _burn,
    "save": _save,
    "starve": _starve,
    **{action.id: _at_stall(action) for stall in tables().stalls.values() for action in stall.actions},
}
