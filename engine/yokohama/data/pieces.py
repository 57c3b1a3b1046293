"""One reader for each kind of piece: a TOML entry in, a frozen record out."""

from typing import Final, TypeVar

from engine.core.positions import Reader
from engine.yokohama.data.records import (
    COUNTRIES,
    GOODS,
    NEEDS,
    PILES,
    PROVENANCES,
    Achievement,
    Area,
    Building,
    FivePower,
    ObjectiveReward,
    Order,
    Provenance,
    Reward,
    Space,
    Technology,
)

Record = TypeVar("Record")

REWARD_KEYS: Final = ("vp", "yen", *GOODS, "import", "any", "warehouse", "move", "agent")
CATEGORIES: Final = ("production", "commercial", "none")
POWERS: Final = 5


def provenance(entry: Reader) -> Provenance:
    """Where the entry's figures come from: one word for all, or a word for each field."""
    if isinstance(entry.raw("prov"), str):
        return {"all": entry.text("prov", PROVENANCES)}
    fields = entry.part("prov")
    return {field: fields.text(field, PROVENANCES) for field in fields.data}


def area(entry: Reader) -> Area:
    """An area board."""
    category = entry.text("category", CATEGORIES)
    return _whole(
        entry,
        Area(
            entry.text("id"),
            entry.text("kind"),
            category == "production",
            category == "commercial",
            entry.number("players", 2, 4),
            (0, *entry.numbers("effect", 0, POWERS, length=POWERS)),
            provenance(entry),
        ),
    )


def space(entry: Reader, price: str) -> Space:
    """A space of the Church or Customs board."""
    return _whole(
        entry,
        Space(
            entry.number("index", 1, 8),
            entry.number(price, 1, 11),
            reward(entry.part("reward")),
            entry.flag("blocked2p"),
            provenance(entry),
        ),
    )


def order(entry: Reader) -> Order:
    """An order card."""
    goods = entry.counts("goods", GOODS, 1)
    return _whole(
        entry,
        Order(
            entry.text("id"),
            tuple(goods.get(good, 0) for good in GOODS),
            reward(entry.part("reward")),
            _country(entry, "country"),
            provenance(entry),
        ),
    )


def technology(entry: Reader) -> Technology:
    """A technology."""
    return _whole(
        entry,
        Technology(
            entry.text("id"),
            entry.text("name"),
            entry.number("value", 1, 9),
            _country(entry, "country"),
            entry.number("copies", 1, 2),
            provenance(entry),
        ),
    )


def building(entry: Reader) -> Building:
    """A building card."""
    shops = entry.parts("shops", length=4)
    return _whole(
        entry,
        Building(
            entry.text("id"),
            tuple(reward(shop) for shop in shops),
            reward(entry.part("trading_house")),
            provenance(entry),
        ),
    )


def five_power(entry: Reader) -> FivePower:
    """A five-power token."""
    return _whole(entry, FivePower(entry.text("id"), reward(entry.part("reward")), provenance(entry)))


def achievement(entry: Reader) -> Achievement:
    """An achievement card."""
    return _whole(
        entry,
        Achievement(
            entry.text("id"),
            PILES.index(entry.text("pile", PILES)),
            entry.counts("need", NEEDS),
            entry.number("first_vp", 1),
            entry.number("later_vp", 1),
            provenance(entry),
        ),
    )


def objective_reward(entry: Reader) -> ObjectiveReward:
    """A token of mini-expansion 1."""
    flag = _country(entry, "flag") if entry.has("flag") else None
    if flag is None:
        entry.number("agent", 1, 1)
    return _whole(entry, ObjectiveReward(entry.text("id"), flag, provenance(entry)))


def reward(entry: Reader) -> Reward:
    """What a space, card or token gives."""
    for key in entry.data:
        if key not in REWARD_KEYS:
            entry.wrong(key, f"is not part of a reward; there are: {', '.join(REWARD_KEYS)}")
    part = {key: entry.number(key, 1) if entry.has(key) else 0 for key in REWARD_KEYS}
    return Reward(
        part["vp"],
        part["yen"],
        tuple(part[good] for good in GOODS),
        part["import"],
        part["any"],
        part["warehouse"],
        part["move"],
        part["agent"],
    )


def _country(entry: Reader, key: str) -> int:
    return COUNTRIES.index(entry.text(key, COUNTRIES))


def _whole(entry: Reader, record: Record) -> Record:
    entry.done()
    return record
