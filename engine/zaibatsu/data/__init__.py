"""Component tables of Nippon: Zaibatsu, read from the TOML files beside this module when the game is first used.

A wrong entry fails here and is named. What the rules read often is kept as plain tuples.
"""

from typing import Final

from engine.core import tables
from engine.core.errors import InvalidPosition
from engine.core.positions import Reader
from engine.zaibatsu.data.records import AutomaToken, Contract, Region, Seats, Service, Side, StartA, Track

ACTIONS: Final = ("rnd", "mines", "factory", "machine", "produce", "ship", "train", "market", "invest")
RESOURCES: Final = ("coal", "silk", "iron", "money")
TRACK_NAMES: Final = ("rnd", "mines", "finance")
ROW_NAMES: Final = ("ship", "machine", "train")
TIMINGS: Final = ("immediate", "modifier", "special")


def _amount(reader: Reader, key: str, text: str, names: tuple[str, ...]) -> tuple[str, int]:
    """`silk 2` as a name and a number."""
    what, _, count = text.partition(" ")
    if what not in names or not count.isdigit():
        reader.wrong(key, f"expected one of {', '.join(names)} and a number, got {text!r}")
    return what, int(count)


def _names(reader: Reader, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(names.index(name) for name in reader.texts(key, names))


class Board:
    """board.toml."""

    def __init__(self, reader: Reader) -> None:
        self.goods = tuple(reader.texts("goods", length=6))
        self.colours = tuple(reader.texts("colours", length=6))
        self.categories = tuple(reader.texts("categories", length=8))
        self._levels(reader.part("levels"))
        self.seats = {part.number("players", 1, 4): self._seats(part) for part in reader.parts("seats", 4)}
        self._workers(reader.part("workers"))
        self.spaces = tuple(_names(part, "actions", ACTIONS) for part in reader.parts("spaces", 5))
        self._rounds(reader.part("rounds"))
        self._costs(reader.part("costs"))
        influence = reader.part("influence")
        self.available = tuple(influence.numbers("available", 1, 7, 7))
        self.locked = tuple(influence.numbers("locked", 1, 7, 3))
        self.train_value = influence.number("train_value", 1)
        self.periods = tuple(tuple(part.numbers("points", 0, None, 4)) for part in reader.parts("periods", 3))
        self.services = tuple(self._service(n, part) for n, part in enumerate(reader.parts("services", 6)))
        self.destinations = tuple(part.text("name") for part in reader.parts("destinations", 6))
        self.destination_colour = tuple(
            self.colours.index(part.text("colour", self.colours)) for part in reader.parts("destinations")
        )
        self.regions = tuple(self._region(part) for part in reader.parts("regions", 4))
        self.demand = tuple(_names(part, "goods", self.goods) for part in reader.parts("demand", 9))
        self.tracks = tuple(
            self._track(part, name) for part, name in zip(reader.parts("tracks", 3), TRACK_NAMES, strict=True)
        )
        self._rows(reader.part("rows"))
        row = reader.part("factory_row")
        self.columns = row.number("columns", 1)
        self.goods_cap = row.number("goods_cap", 1)
        self.machine_places = row.number("machine_places", 1, 2)
        self._favours(reader.part("favours"))
        final = reader.part("final")
        self.items_per_point = final.number("items_per_point", 1)
        self.money_per_point = final.number("money_per_point", 1)

    def _levels(self, part: Reader) -> None:
        self.level_of_good = tuple(part.numbers("of_good", 1, 3, 6))
        self.rnd_required = tuple(part.numbers("rnd_required", 1, 10, 3))
        self.coal_to_produce = tuple(part.numbers("coal_to_produce", 1, 10, 3))
        self.influence_values = tuple(tuple(level.numbers("values", 1, 7, 3)) for level in part.parts("influence", 3))

    def _seats(self, part: Reader) -> Seats:
        return Seats(
            workers_removed=part.number("workers_removed_per_colour", 0, 2),
            queue_rows=part.number("queue_rows", 1),
            market_limit=part.number("market_limit", 1, 4),
            ship_limit=part.number("ship_limit", 1),
            train_limit=part.number("train_limit", 1, 7),
            upgrade_tokens=part.number("upgrade_tokens", 1),
            factories_per_type=part.number("factories_per_type", 1, 4),
            late_factories=part.number("late_factories", 0, 6),
            start_pairs=part.number("start_pairs", 2, 8),
            shared_objectives=part.number("shared_objectives_per_period", 0, 3),
            score_ranks=tuple(part.numbers("score_ranks", 0, 3)),
        )

    def _workers(self, part: Reader) -> None:
        self.workers_per_colour = part.number("per_colour", 1)
        self.workers_per_space = part.number("per_space", 1)
        self.row_size = part.number("row_size", 1)
        self.cells = part.number("cells", 1)
        self.wage_per_colour = part.number("wage_per_colour", 1)
        self.second_service_at = part.number("second_service_at", 1)
        self.favour_level_by_cell = tuple(part.numbers("favour_level_by_cell", 0, 3, self.cells))

    def _rounds(self, part: Reader) -> None:
        self.dark_rounds = part.number("dark", 1)
        self.rounds = self.dark_rounds + part.number("light", 1)
        self.period_of_round = tuple(part.numbers("period_of_round", 1, 3, self.rounds))

    def _costs(self, part: Reader) -> None:
        self.money_for_steps = tuple(part.numbers("money_for_steps", 1, None, 3))
        self.factory_money = part.number("factory_money", 1)
        self.silk_for_rnd_boost = tuple(part.numbers("silk_for_rnd_boost", 1, None, 3))
        self.machine_money = part.number("machine_money", 1)
        self.second_machine_iron = part.number("second_machine_iron", 1)
        self.vehicle_iron = part.number("vehicle_iron", 1)
        self.vehicle_money = part.number("vehicle_money", 1)
        self.vehicle_money_iron = part.number("vehicle_money_iron", 1)
        self.activations = part.number("activations", 1)
        self.invest_finance_steps = part.number("invest_finance_steps", 1)
        self.market_points = part.number("market_points", 1)

    def _service(self, colour: int, part: Reader) -> Service:
        part.text("colour", (self.colours[colour],))
        gain = part.text("gain", (*RESOURCES, "points", "steps"))
        return Service(colour, part.text("name"), gain, part.number("base", 1), part.number("upgraded", 1))

    def _region(self, part: Reader) -> Region:
        bonus = _amount(part, "bonus", part.text("bonus"), RESOURCES)
        printed = tuple(part.numbers("left", 0, 7, 4) + part.numbers("right", 0, 7, 4))
        slots = tuple(
            ("none", 0) if text == "none" else _amount(part, "train_slots", text, RESOURCES)
            for text in part.texts("train_slots", length=7)
        )
        return Region(bonus, printed, slots)

    def _track(self, part: Reader, name: str) -> Track:
        part.text("name", (name,))
        values = tuple(part.numbers("values", 1))
        last = len(values) - 1
        bonus = tuple(part.texts("bonus", length=len(values)))
        return Track(name, values, bonus, part.number("low", 1, last), part.number("high", 1, last))

    def _rows(self, part: Reader) -> None:
        self.row_places = part.number("places", 1)
        self.row_low = part.number("low", 1, self.row_places)
        self.row_high = part.number("high", 1, self.row_places)
        self.ship_machine_bonus = tuple(part.texts("ship_machine_bonus", length=self.row_places))
        self.machine_train_bonus = tuple(part.texts("machine_train_bonus", length=self.row_places))

    def _favours(self, part: Reader) -> None:
        self.low_points = tuple(part.numbers("low", 0, None, 3))
        self.high_points = tuple(part.numbers("high", 0, None, 3))
        levels = (1, 2, 3)
        self.factory_points = tuple(tuple(part.numbers(f"factory_level_{n}", 0, None, 7)) for n in levels)
        self.contract_points = tuple(tuple(part.numbers(f"contract_level_{n}", 0, None, 9)) for n in levels)
        self.favours_per_level = part.number("favours_per_level", 1)


class Tokens:
    """tokens.toml."""

    def __init__(self, reader: Reader, board: Board) -> None:
        self.contracts = tuple(
            Contract(part.text("name"), part.text("gain"), _names(part, "needs", board.goods))
            for part in reader.parts("contracts", 8)
        )
        self.start_a = tuple(
            StartA(
                part.text("name"),
                part.text("effect"),
                part.number("amount", 1) if part.has("amount") else 0,
                part.number("points", 0),
            )
            for part in reader.parts("start_a", 8)
        )
        gains = (*RESOURCES, *TRACK_NAMES)
        self.start_b = tuple(
            tuple(_amount(part, "gain", text, gains) for text in part.texts("gain"))
            for part in reader.parts("start_b", 8)
        )
        objectives = reader.parts("objectives", 9)
        self.objectives = tuple(part.text("name", (*board.categories, "influence")) for part in objectives)
        self.solo_goals = tuple(part.number("solo_goal", 1) for part in objectives)
        self.rewards = tuple(tuple(part.texts("choices")) for part in reader.parts("rewards", 3))
        automa = reader.part("automa")
        self.levels = tuple(automa.texts("levels", length=3))
        self.automa_trains = automa.number("trains", 1)
        self.automa_rows = tuple(tuple(automa.numbers(f"row_{n}", 1, 7)) for n in (1, 2, 3))
        self.grades = tuple((part.number("points", -9999), part.text("name")) for part in reader.parts("grades"))
        self.automa_tokens = tuple(self._token(part) for part in reader.parts("automa_tokens", 9))

    @staticmethod
    def _token(part: Reader) -> AutomaToken:
        name = part.text("name")
        if part.has("space"):
            return AutomaToken(name, part.number("space", 0, 4), part.text("acts", ("", "train", "market")), "", 0)
        return AutomaToken(name, -1, "", part.text("arrow", ("left", "right")), part.number("level", 1, 3))


def _side(part: Reader, board: Board) -> Side:
    good = board.goods.index(part.text("good", board.goods))
    number = part.number("number", 1, 5)
    timing = part.text("timing", TIMINGS)
    return Side(
        name=f"{board.goods[good]}_{number}{part.text('side', ('A', 'B')).lower()}",
        good=good,
        level=board.level_of_good[good],
        number=number,
        timing=timing,
        action=part.text("action", ACTIONS) if timing == "modifier" else "",
        when=part.text("when") if part.has("when") else "",
        effects=tuple(part.texts("effects")),
        source=part.text("source", tables.PROVENANCES),
    )


def _old_factory(part: Reader, board: Board) -> tuple[Side, ...]:
    source = part.text("source", tables.PROVENANCES)
    return tuple(
        Side(f"old_{name}", board.goods.index(name), 1, 0, "special", "", "", (), source)
        for name in part.texts("sides", board.goods)
    )


def load_sides(reader: Reader, board: Board) -> tuple[Side, ...]:
    """All sides: tile by tile, A before B, the two sides of the old factory last."""
    sides = tuple(_side(part, board) for part in reader.parts("sides"))
    if len({side.name for side in sides}) != 60:
        reader.wrong("sides", f"expected 60 different sides, got {len(sides)}")
    return tuple(sorted(sides, key=lambda side: (side.good, side.number, side.name))) + _old_factory(
        reader.part("old_factory"), board
    )


def load(package: str = __name__) -> tuple[Board, Tokens, tuple[Side, ...]]:
    """Read all three files; InvalidTable names a wrong entry."""
    try:
        board = Board(tables.load(package, "board.toml"))
        tokens = Tokens(tables.load(package, "tokens.toml"), board)
        return board, tokens, load_sides(tables.load(package, "factories.toml"), board)
    except InvalidPosition as wrong:
        raise tables.refuse(wrong) from None


BOARD, TOKENS, SIDES = load()
