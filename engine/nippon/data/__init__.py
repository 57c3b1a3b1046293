"""Loads the printed material of board.toml and pieces.toml; a wrong entry fails here and is named."""

from functools import cache
from typing import Final

from engine.core.errors import InvalidPosition
from engine.core.positions import Reader
from engine.core.tables import PROVENANCES, load, refuse
from engine.nippon.data.records import (
    Achievement,
    City,
    Clock,
    Contract,
    Costs,
    Effect,
    Factory,
    Influence,
    Origin,
    PieceRow,
    PlayerCount,
    Region,
    Reward,
    Start,
    Tables,
    Track,
    Workers,
)

ACTIONS: Final = ("factory", "knowledge", "machine", "produce", "export", "mines", "train", "ship", "market")
TRACKS: Final = ("coal", "money", "knowledge")
GAINS: Final = ("blueprint", "coal", "yen", "points")
ACHIEVEMENTS: Final = ("contracts", "yen", "knowledge", "ships", "trains", "coal", "money", "factories", "machines")

# N-FAC-1: what may follow each effect's name.
EFFECT_TARGETS: Final[dict[str, tuple[str, ...]]] = {
    "track": TRACKS,
    "gain": GAINS,
    "action_bonus": ("knowledge", "coal"),
    "star": ("knowledge",),
    "build": ("train", "ship"),
}
PLAIN_EFFECTS: Final = (
    "machine_here",
    "machine_any",
    "goods_distinct_factories",
    "export_money_steps",
    "produce_here_coal",
    "produce_here_extra",
    "train_value",
    "train_cost",
    "ship_points",
    "ship_cost",
    "machine_cost",
)
IMMEDIATE_EFFECTS: Final = ("track", "gain", "build", "machine_here", "machine_any", "goods_distinct_factories")


@cache
def tables() -> Tables:
    """All printed material. InvalidTable names a wrong entry."""
    try:
        return _tables(load(__package__, "board.toml"), load(__package__, "pieces.toml"))
    except InvalidPosition as wrong:
        raise refuse(wrong) from None


def _tables(board: Reader, pieces: Reader) -> Tables:
    goods, levels = _goods(board.part("goods"))
    level = board.part("levels")
    needed, coal = level.numbers("knowledge", 1, length=3), level.numbers("coal", 1, length=3)
    cap = level.number("goods_cap", 1)
    _origin(level)
    clock = _clock(board)
    read = Tables(
        goods=goods,
        levels=levels,
        knowledge_needed=tuple(needed),
        coal_needed=tuple(coal),
        goods_cap=cap,
        workers=_workers(board),
        start=_start(board.part("setup")),
        players={int(n): _player_count(board.part("players").part(n)) for n in ("2", "3", "4")},
        spaces=_spaces(board.part("hiring")),
        costs=_costs(board.part("costs")),
        influence=_influence(board, len(clock.score_on_leaving)),
        clock=clock,
        tracks={name: _track(board.part("tracks").part(name)) for name in TRACKS},
        rows={name: _piece_row(board.part("pieces").part(name)) for name in ("trains", "ships")},
        regions=tuple(_region(part) for part in board.parts("regions", 4)),
        cities=tuple(_city(part, n, goods) for n, part in enumerate(pieces.parts("cities", 9))),
        contracts=tuple(_contract(part, n) for n, part in enumerate(pieces.parts("contracts", 8))),
        rewards=tuple(_reward(part) for part in pieces.parts("rewards", 12)),
        achievements=tuple(_achievement(part, n) for n, part in enumerate(pieces.parts("achievements", 9))),
        factories=tuple(_factory(part, n, goods, levels) for n, part in enumerate(pieces.parts("factories", 24))),
    )
    board.done()
    pieces.done()
    return read


def _origin(part: Reader) -> Origin:
    """The last fields of every entry; after them nothing may be left."""
    origin = Origin(part.text("provenance", PROVENANCES), part.text("source"))
    part.done()
    return origin


def _goods(part: Reader) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names = tuple(name for name in part.data if name not in {"provenance", "source"})
    levels = tuple(part.number(name, 1, 3) for name in names)
    _origin(part)
    return names, levels


def _workers(board: Reader) -> Workers:
    part = board.part("workers")
    read = Workers(
        colours=tuple(part.texts("colours")),
        per_colour=part.number("per_colour", 1, 15),
        per_space=board.part("hiring").number("workers_per_space", 1, 15),
        cells=part.number("cells", 1),
        reward_by_workers=tuple(part.numbers("reward_by_workers", 0, 5)),
        wage=part.number("wage_per_colour"),
        unpaid_points=part.number("points_per_unpaid_colour", -99, 0),
    )
    if len(read.reward_by_workers) != read.cells + 1:
        part.wrong("reward_by_workers", f"expected {read.cells + 1} entries, from no worker to {read.cells}")
    _origin(part)
    return read


def _start(part: Reader) -> Start:
    read = Start(
        yen=part.number("yen"),
        coal=part.number("coal"),
        blueprints=part.number("blueprints"),
        points=tuple(part.numbers("points", length=4)),
        trains=part.number("trains"),
        ships=part.number("ships"),
        influence=tuple(part.numbers("influence", 1, 7)),
        extra_multipliers=part.number("extra_multipliers"),
        extra_multiplier=part.number("extra_multiplier", 1),
    )
    _origin(part)
    return read


def _player_count(part: Reader) -> PlayerCount:
    return PlayerCount(
        workers_out=part.number("workers_out"),
        rows=part.number("rows", 1),
        row_size=part.number("row_size", 1),
        rewards_out=part.number("rewards_out"),
        region_slots=part.number("region_slots", 1),
        city_limit=part.number("city_limit", 1, 4),
        origin=_origin(part),
    )


def _spaces(part: Reader) -> tuple[tuple[str, ...], ...]:
    part.ignore("workers_per_space")
    spaces = tuple(tuple(space.texts("actions", ACTIONS)) for space in part.parts("spaces", 5))
    if tuple(action for space in spaces for action in space) != ACTIONS:
        part.wrong("spaces", f"expected each action once, in this order: {', '.join(ACTIONS)}")
    _origin(part)
    return spaces


def _costs(part: Reader) -> Costs:
    read = Costs(
        factory=part.number("factory"),
        steps=tuple(part.numbers("steps", 1, length=3)),
        machine=part.number("machine", 1),
        train=part.number("train", 1),
        ship=part.number("ship", 1),
        activations=part.number("activations", 1),
        blueprints_per_step=part.number("blueprints_per_step", 1),
    )
    _origin(part)
    return read


def _influence(board: Reader, scorings: int) -> Influence:
    part, scoring = board.part("influence"), board.part("scoring")
    read = Influence(
        values=_rows(part, "values", 3),
        train_value=part.number("train_value"),
        ship_points=part.number("ship_points"),
        ship_last_place=part.number("ship_last_place", 1),
        places=_rows(scoring, "places", scorings),
    )
    _origin(part)
    _origin(scoring)
    return read


def _rows(part: Reader, key: str, length: int) -> tuple[tuple[int, ...], ...]:
    """A list of lists of whole numbers."""
    rows = part.raw(key)
    if not isinstance(rows, list) or len(rows) != length:
        part.wrong(key, f"expected {length} rows, got {rows!r}")
    return tuple(tuple(Reader({key: row}, part.path).numbers(key)) for row in rows)


def _clock(board: Reader) -> Clock:
    part, arena = board.part("clock"), board.part("arena")
    spaces = part.number("spaces", 1)
    read = Clock(
        spaces=spaces,
        gold_from=part.number("gold_from", 1, spaces - 1),
        score_on_leaving=tuple(part.numbers("score_on_leaving", 0, spaces - 1)),
        turns_per_player=arena.number("turns_per_player", 1),
    )
    arena.done()
    _origin(part)
    return read


def _track(part: Reader) -> Track:
    values = tuple(part.numbers("values"))
    reached = part.numbers("stars", 0, len(values) - 1)
    stars = tuple(sum(star <= position for star in reached) for position in range(len(values)))
    return Track(values, stars, _origin(part))


def _piece_row(part: Reader) -> PieceRow:
    return PieceRow(tuple(part.numbers("stars", length=7)), tuple(part.numbers("money_at", 1, 6)), _origin(part))


def _region(part: Reader) -> Region:
    foreign = _rows(part, "cities", 2)
    if any(len(city) != 4 for city in foreign):
        part.wrong("cities", "expected four values each: north, east, south, west")
    return Region(part.text("bonus", GAINS), part.number("amount", 1), foreign, _origin(part))


def _numbered(part: Reader, number: int) -> None:
    if part.number("id") != number:
        part.wrong("id", f"entries are numbered in order; expected {number}")


def _city(part: Reader, number: int, goods: tuple[str, ...]) -> City:
    _numbered(part, number)
    shown = part.texts("goods", goods, 4)
    if len(set(shown)) < 4:
        part.wrong("goods", "expected four different goods")
    return City(tuple(goods.index(good) for good in shown), _origin(part))


def _contract(part: Reader, number: int) -> Contract:
    _numbered(part, number)
    quantities = tuple(part.numbers("goods", 1, 3))
    if list(quantities) != sorted(quantities, reverse=True):
        part.wrong("goods", "expected the largest quantity first")
    return Contract(quantities, part.number("points"), part.number("yen"), part.number("money_steps"), _origin(part))


def _reward(part: Reader) -> Reward:
    return Reward(
        part.number("multiplier", 2, 5),
        part.text("front", ("blueprint", "coal", "yen")),
        part.number("amount", 1),
        part.number("count", 1),
        _origin(part),
    )


def _achievement(part: Reader, number: int) -> Achievement:
    name = part.text("name", (ACHIEVEMENTS[number],))
    return Achievement(name, part.number("per", 1), part.number("printed"), _origin(part))


def _factory(part: Reader, place: int, goods: tuple[str, ...], levels: tuple[int, ...]) -> Factory:
    good, number = part.text("good", (goods[place // 4],)), part.number("number", place % 4 + 1, place % 4 + 1)
    permanent = part.text("kind", ("immediate", "permanent")) == "permanent"
    effects = tuple(_effect(part, text, permanent) for text in part.texts("effects"))
    return Factory(goods.index(good), number, levels[place // 4], permanent, effects, _origin(part))


def _effect(part: Reader, text: str, permanent: bool) -> Effect:
    name, *rest = text.split(":")
    if (name in IMMEDIATE_EFFECTS) is permanent:
        part.wrong("effects", f"{text!r} does not go with a {part.data['kind']} factory")
    targets = EFFECT_TARGETS.get(name)
    if targets is None and name not in PLAIN_EFFECTS:
        part.wrong("effects", f"unknown effect {text!r}")
    target = rest.pop(0) if targets is not None and rest else ""
    if targets is not None and target not in targets:
        part.wrong("effects", f"{text!r} must name one of {', '.join(targets)}")
    amount = rest.pop(0) if rest else "1"
    if rest or not amount.lstrip("-").isdecimal():
        part.wrong("effects", f"{text!r} must end with a whole number")
    return Effect(name, target, int(amount))
