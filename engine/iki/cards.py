"""Artisan and building cards as numbers, for the rules to read quickly.

Cards are numbered in the order of the tables: artisans first, then buildings from FIRST_BUILDING on.
Goods are numbered MON to IKI.
"""

from typing import Final

from engine.core.errors import InvalidTable
from engine.iki.data import GOODS, SEASONS, TYPES, tables
from engine.iki.data.records import Goods

MON: Final = 0
RICE: Final = 1
SANDAL: Final = 2
WOOD: Final = 3
KOBAN: Final = 4
IKI: Final = 5

Amounts = tuple[tuple[int, int], ...]
"""(good, amount) pairs."""

# How a skill is carried out: goods against goods at once, or by a special rule.
TRANSFER: Final = 0
TRAIN: Final = 1
PATRON: Final = 2
BUILD_DISCOUNT: Final = 3
SWAP: Final = 4
_SKILL_OF: Final = {
    "gift": TRANSFER,
    "exchange": TRANSFER,
    "train": TRAIN,
    "patron": PATRON,
    "build_discount": BUILD_DISCOUNT,
    "swap": SWAP,
}


def amounts(goods: Goods) -> Amounts:
    """Goods by number instead of by name, with their amounts."""
    return tuple((GOODS.index(good), amount) for good, amount in goods)


def price(goods: Goods, whose: str) -> tuple[int, int]:
    """What is paid, as one good and its amount; the rules know no price in two goods (ruling K2)."""
    if len(goods) > 1:
        raise InvalidTable(f"{whose}: a price in more than one good")
    return amounts(goods)[0] if goods else (MON, 0)


_ARTISANS: Final = tables().artisans
_BUILDINGS: Final = tables().buildings

FIRST_BUILDING: Final = len(_ARTISANS)
NAMES: Final[tuple[str, ...]] = (*(card.id for card in _ARTISANS), *(card.id for card in _BUILDINGS))
NUMBER: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES)}
BUILDINGS: Final[tuple[int, ...]] = tuple(range(FIRST_BUILDING, len(NAMES)))
STARTERS: Final[tuple[int, ...]] = tuple(n for n, card in enumerate(_ARTISANS) if card.season == "start")
PROMOS: Final[tuple[int, ...]] = tuple(n for n, card in enumerate(_ARTISANS) if card.promo)
SEASON_CARDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(n for n, card in enumerate(_ARTISANS) if card.season == season) for season in SEASONS
)
"""Per season: its cards, promos included."""

COST: Final[tuple[int, ...]] = tuple(card.cost for card in _ARTISANS)
FIRE: Final[tuple[int, ...]] = tuple(card.fire for card in _ARTISANS)
TYPE: Final[tuple[int, ...]] = tuple(TYPES.index(card.type) for card in _ARTISANS)
START_LEVEL: Final[tuple[int, ...]] = tuple(card.start_level for card in _ARTISANS)
ABILITY: Final[tuple[str, ...]] = tuple(card.ability for card in _ARTISANS)
INCOME: Final[tuple[tuple[Amounts, ...], ...]] = tuple(
    ((), *(amounts(level) for level in card.income or ((), (), ()))) for card in _ARTISANS
)
"""Per card and level 1 to 3; cards with an ability pay nothing."""

SKILL: Final[tuple[int, ...]] = tuple(_SKILL_OF[card.skill.kind] for card in _ARTISANS)
PAY_GOOD: Final[tuple[int, ...]] = tuple(price(card.skill.pay, card.id)[0] for card in _ARTISANS)
PAY_AMOUNT: Final[tuple[int, ...]] = tuple(price(card.skill.pay, card.id)[1] for card in _ARTISANS)
GAIN: Final[tuple[Amounts, ...]] = tuple(amounts(card.skill.gain) for card in _ARTISANS)
GAIN_FIRE: Final[tuple[int, ...]] = tuple(card.skill.fire for card in _ARTISANS)

WOOD_COST: Final[dict[int, int]] = {FIRST_BUILDING + n: card.wood for n, card in enumerate(_BUILDINGS)}
KOBAN_COST: Final[dict[int, int]] = {FIRST_BUILDING + n: card.koban for n, card in enumerate(_BUILDINGS)}
