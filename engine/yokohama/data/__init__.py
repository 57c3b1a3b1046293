"""The printed tables: TOML files with provenance, loaded once into frozen records.

`tables()` gives everything; a wrong file raises InvalidTable that names the entry. The counts of the rulebook
(18 boards, 36 orders, 30 technology cards, ...) are checked here too.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.core import tables as toml
from engine.core.errors import InvalidPosition, InvalidTable
from engine.core.positions import Reader
from engine.yokohama.data.pieces import (
    achievement,
    area,
    building,
    five_power,
    objective_reward,
    order,
    provenance,
    space,
    technology,
)
from engine.yokohama.data.records import (
    COUNTRIES,
    GOODS,
    LEVELS,
    Amounts,
    Edition,
    FinalScoring,
    Limits,
    Supply,
    Tables,
)

COUNTS: Final = {
    "areas": 18,
    "orders": 36,
    "technologies": 20,
    "buildings": 24,
    "five_powers": 25,
    "achievements": 12,
    "objective_rewards": 6,
    "church": 8,
    "customs": 8,
}
"""Entries that must be there, by table."""
TECHNOLOGY_CARDS: Final = 30


@cache
def tables() -> Tables:
    """Every piece of the game."""
    return load(__package__)


def load(package: str) -> Tables:
    """The tables of the TOML files in *package*; InvalidTable names a wrong entry."""
    try:
        read = _read(package)
    except InvalidPosition as wrong:
        raise toml.refuse(wrong) from None
    _check_counts(read)
    return read


def _read(package: str) -> Tables:
    areas, boards, tokens, constants = (
        toml.load(package, f"{name}.toml") for name in ("areas", "boards", "tokens", "constants")
    )
    independent = tokens.parts("five_power_independent")
    return Tables(
        areas=tuple(area(entry) for entry in areas.parts("area")),
        rows={entry.number("seats", 2, 4): tuple(entry.numbers("rows", 1)) for entry in areas.parts("layout")},
        port_levels=_port_levels(boards.part("port")),
        laboratory_surcharge=tuple(boards.part("laboratory").numbers("surcharge")),
        church=tuple(space(entry, "faith") for entry in boards.parts("church_space")),
        customs=tuple(space(entry, "imports") for entry in boards.parts("customs_space")),
        orders=tuple(order(entry) for entry in toml.load(package, "orders.toml").parts("order")),
        technologies=tuple(technology(entry) for entry in toml.load(package, "technologies.toml").parts("technology")),
        buildings=tuple(building(entry) for entry in toml.load(package, "buildings.toml").parts("building")),
        five_powers=tuple(five_power(entry) for entry in [*tokens.parts("five_power"), *independent]),
        independent_tokens=len(independent),
        achievements=tuple(
            achievement(entry) for entry in toml.load(package, "achievements.toml").parts("achievement")
        ),
        objective_rewards=tuple(objective_reward(entry) for entry in tokens.parts("objective_reward")),
        **_constants(constants),  # type: ignore[arg-type]
    )


def _port_levels(board: Reader) -> tuple[int, ...]:
    provenance(board)
    return tuple(LEVELS.index(level) for level in board.texts("levels", LEVELS[1:]))


def _constants(file: Reader) -> dict[str, object]:
    prices, agents = file.part("warehouse_price"), file.part("foreign_agents")
    return {
        "editions": {entry.text("id"): _edition(entry) for entry in file.parts("edition")},
        "supply": Supply(**_ints(file.part("supply"), Supply.__slots__)),
        "agents": tuple(agents.number(country) for country in COUNTRIES),
        "shop_price": prices.number("shop"),
        "trading_house_prices": tuple(prices.numbers("trading_house", length=4)),
        "orders_removed": {
            entry.number("seats", 2, 4): entry.number("orders_removed") for entry in file.parts("setup")
        },
        "limits": Limits(**_ints(file.part("limits"), Limits.__slots__)),
        "amounts": _amounts(file.part("amounts")),
        "scoring": _scoring(file.part("final_scoring")),
    }


def _ints(entry: Reader, names: Sequence[str]) -> dict[str, int]:
    values = {name: entry.number(name) for name in names}
    entry.done()
    return values


def _amounts(entry: Reader) -> Amounts:
    rate = entry.part("chinatown_rate")
    return Amounts(
        entry.number("trading_house_visit_yen"),
        entry.number("port_vp"),
        entry.number("unit_yen", 1),
        entry.number("chinatown_import_yen"),
        tuple(rate.number(good, 1) for good in GOODS),
    )


def _scoring(entry: Reader) -> FinalScoring:
    return FinalScoring(
        church=tuple(entry.numbers("church", length=2)),
        customs=tuple(entry.numbers("customs", length=2)),
        technology=tuple(entry.numbers("technology", length=2)),
        country_set=tuple(entry.numbers("country_set", length=len(COUNTRIES) + 1)),
        unused_agent=entry.number("unused_agent"),
        imports=entry.number("import"),
        yen_per_vp=entry.number("yen_per_vp", 1),
        goods_per_vp=entry.number("goods_per_vp", 1),
    )


def _edition(entry: Reader) -> Edition:
    return Edition(
        entry.text("id"),
        entry.text("title"),
        entry.number("church_yen", 1),
        entry.flag("church_once_per_turn"),
        entry.number("surcharge_from_technology", 1),
        entry.flag("neutral_assistants"),
        dict(zip((2, 3, 4), entry.numbers("management_end", 1, 8, length=3), strict=True)),
    )


def _check_counts(read: Tables) -> None:
    for table, count in COUNTS.items():
        found = len(getattr(read, table))
        if found != count:
            raise InvalidTable(f"{table}: expected {count} entries, got {found}")
    cards = sum(technology.copies for technology in read.technologies)
    if cards != TECHNOLOGY_CARDS:
        raise InvalidTable(f"technologies: expected {TECHNOLOGY_CARDS} cards in all copies, got {cards}")
    for seats, rows in read.rows.items():
        boards = sum(1 for entry in read.areas if entry.players <= seats)
        if sum(rows) != boards:
            raise InvalidTable(f"layout for {seats} seats: rows hold {sum(rows)} boards, {boards} are in use")
    for table in ("areas", "orders", "technologies", "buildings", "five_powers", "achievements", "objective_rewards"):
        ids = [entry.id for entry in getattr(read, table)]
        for twice in sorted({name for name in ids if ids.count(name) > 1}):
            raise InvalidTable(f"{table}: {twice} is there twice")
