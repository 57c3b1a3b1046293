"""The printed tables of IKI. `tables()` reads them once; a wrong entry fails there, by name."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from engine.core.errors import InvalidPosition
from engine.core.positions import Reader
from engine.core.tables import load, refuse
from engine.iki.data.records import (
    ABILITIES,
    COUNTED,
    GOODS,
    SEASONS,
    SPECIAL_SKILLS,
    TYPES,
    Artisan,
    Building,
    Goods,
    Numbers,
    Provenance,
    Room,
    Rooms,
    Skill,
    Space,
    Stall,
    StallAction,
    Tables,
    Token,
)

__all__ = ["GOODS", "SEASONS", "TYPES", "Artisan", "Building", "Tables", "Token", "read", "tables"]

T = TypeVar("T")

ECONOMY: Final = (
    "income_action_mon",
    "coloured_room_surcharge",
    "unsold_card_mon_per_month",
    "unsold_card_mon_max",
    "train_cost_mon",
    "patron_iki",
    "patron_others_mon",
    "build_discount_wood",
    "recruit_discount_mon",
)
SCORING: Final = ("tobacco_multiplier_with_pipe", "koban", "wood", "mon_per_iki", "rice", "sandal")
SOURCES: Final = ("rulebook", "found", "reconstructed", "rulebook/found", "found-inferred")


@cache
def tables() -> Tables:
    """All tables, from the files beside this module."""
    names = ("numbers.toml", "board.toml", "tokens.toml", "artisans.toml")
    return read(*(load(__package__, name) for name in names))


def read(numbers: Reader, board: Reader, tokens: Reader, artisans: Reader) -> Tables:
    """All tables from open files; InvalidTable names the entry that is wrong."""
    try:
        found = _tables(numbers, board, tokens, artisans)
    except InvalidPosition as wrong:
        raise refuse(wrong) from None
    return found


def _tables(numbers: Reader, board: Reader, tokens: Reader, artisans: Reader) -> Tables:
    rooms = _all(board, "room", _room)
    known = {room.id for room in rooms}
    stalls = {stall.id: stall for stall in _all(board, "stall", _stall)}
    found = Tables(
        numbers=_numbers(numbers),
        rooms=rooms,
        spaces=_all(board, "space", lambda entry: _space(entry, known, set(stalls))),
        groups=_all(board, "group", lambda entry: _rooms(entry, "rooms", known)),
        fire_tiles=_all(board, "fire_tile", lambda entry: _rooms(entry, "path", known)),
        stalls=stalls,
        artisans=_all(artisans, "artisan", _artisan),
        buildings=_all(tokens, "building", _building),
        pipes=_all(tokens, "pipe", lambda entry: _token(entry, fire=True)),
        tobacco=_all(tokens, "tobacco", lambda entry: _token(entry, fire=False)),
        fish=_all(tokens, "fish", _fish),
    )
    _count(numbers.part("counts"), found)
    for file in (numbers, board, tokens, artisans):
        file.done()
    return found


def _all(file: Reader, key: str, make: Callable[[Reader], T]) -> tuple[T, ...]:
    """Every entry of one kind: each read whole, each id used once."""
    made: list[T] = []
    ids: set[str] = set()
    for entry in file.parts(key):
        made.append(make(entry))
        entry.done()
        name = str(entry.data.get("id", entry.data.get("number")))
        if name in ids:
            entry.wrong("id", f"{name} is there twice")
        ids.add(name)
    return tuple(made)


def _count(counts: Reader, found: Tables) -> None:
    """The numbers of components that the rulebook's list gives."""
    base = [card for card in found.artisans if not card.promo]
    real = {
        "artisans_base": len(base),
        "artisans_starter": sum(card.season == "start" for card in base),
        "artisans_per_season": min(sum(card.season == season for card in base) for season in SEASONS),
        "artisans_promo": len(found.artisans) - len(base),
        "buildings": len(found.buildings),
        "kobun_per_player": found.numbers.kobun,
        "fire_tiles": len(found.fire_tiles),
        "fish_per_season": min(fish.count for fish in found.fish),
        "pipes": len(found.pipes),
        "tobacco": len(found.tobacco),
        "rooms": len(found.rooms),
        "street_spaces": len(found.spaces),
    }
    for name, count in real.items():
        if counts.number(name) != count:
            counts.wrong(name, f"expected the {count} that the tables hold, got {counts.number(name)}")
    counts.done()


def _numbers(file: Reader) -> Numbers:
    setup, calendar, scoring, ikizama = (file.part(key) for key in ("setup", "calendar", "scoring", "ikizama"))
    economy, spaces = file.part("economy"), ikizama.part("spaces")
    seasons, strength = calendar.part("seasons"), calendar.part("fire_strength")
    numbers = Numbers(
        kobun=file.part("counts").number("kobun_per_player"),
        setup={good: setup.number(good) for good in (*GOODS, "fire")},
        revealed=setup.number("cards_revealed", 1),
        months=calendar.number("months"),
        seasons={season: tuple(seasons.numbers(season)) for season in SEASONS},
        settlement_months=tuple(calendar.numbers("settlement_months")),
        fire_strength={int(month): strength.number(month) for month in strength.data},
        economy={name: economy.number(name) for name in ECONOMY},
        scoring_types=tuple(scoring.numbers("types", length=len(TYPES) + 1)),
        scoring_fish=tuple(scoring.numbers("fish_seasons", length=len(SEASONS) + 1)),
        scoring={name: scoring.number(name) for name in SCORING},
        fire_max=file.part("fire_track").number("max"),
        ikizama={int(seats): tuple(spaces.texts(seats)) for seats in spaces.data},
        levels=file.part("experience").number("levels"),
    )
    reach = ikizama.counts("reach", numbers.ikizama[4])
    if reach != {space: 4 if space == "x" else int(space) for space in numbers.ikizama[4]}:
        ikizama.wrong("reach", f"a space leads as far as its number, x up to 4; got {reach}")
    for part in (setup, calendar, scoring, ikizama, economy, seasons):
        part.done()
    return numbers


def _provenance(entry: Reader) -> Provenance:
    source = entry.raw("src")
    if isinstance(source, str):
        return (("rest", entry.text("src", SOURCES)),)
    part = entry.part("src")
    return tuple((name, part.text(name, SOURCES)) for name in part.data)


def _goods(entry: Reader, key: str, *, fire: bool = False) -> tuple[Goods, int]:
    """Goods in their fixed order, and fire strength where it may be among them."""
    counts = entry.counts(key, (*GOODS, "fire") if fire else GOODS) if entry.has(key) else {}
    return tuple((good, counts[good]) for good in GOODS if good in counts), counts.get("fire", 0)


def _room(entry: Reader) -> Room:
    return Room(
        id=entry.text("id"),
        nagaya=entry.text("nagaya"),
        space=entry.number("space", 1, 8),
        corner=entry.flag("corner"),
        coloured=entry.flag("coloured"),
        provenance=_provenance(entry),
    )


def _space(entry: Reader, rooms: set[str], stalls: set[str]) -> Space:
    entry.ignore("nagaya", "side")
    return Space(
        number=entry.number("number", 1, 8),
        stall=entry.text("stall", stalls),
        rooms=tuple(entry.texts("rooms", rooms, length=2)),
        provenance=_provenance(entry),
    )


def _rooms(entry: Reader, key: str, rooms: set[str]) -> Rooms:
    return Rooms(entry.text("id"), tuple(entry.texts(key, rooms, length=4)), _provenance(entry))


def _stall(entry: Reader) -> Stall:
    return Stall(entry.text("id"), _all(entry, "actions", _stall_action), _provenance(entry))


def _stall_action(entry: Reader) -> StallAction:
    pay, _ = _goods(entry, "pay")
    gain, fire = _goods(entry, "gain", fire=True)
    return StallAction(
        id=entry.text("id"),
        pay=pay,
        gain=gain,
        fire=fire,
        stack=entry.text("stack", ("pipe", "tobacco", "fish")) if entry.has("stack") else "",
        build=entry.flag("build") if entry.has("build") else False,
        max_per_turn=entry.number("max_per_turn", 1),
        exclusive=entry.text("exclusive") if entry.has("exclusive") else "",
    )


def _artisan(entry: Reader) -> Artisan:
    ability = entry.text("ability", ABILITIES) if entry.has("ability") else ""
    income = () if ability else tuple(_income(entry))
    return Artisan(
        id=entry.text("id"),
        name=entry.text("name"),
        romaji=entry.text("romaji"),
        season=entry.text("season", ("start", *SEASONS)),
        promo=entry.flag("promo"),
        type=entry.text("type", TYPES),
        cost=entry.number("cost"),
        fire=entry.number("fire", 0, 2),
        start_level=entry.number("start_level", 1, 3),
        skill=_skill(entry.part("skill")),
        income=income,
        ability=ability,
        provenance=_provenance(entry),
    )


def _income(entry: Reader) -> list[Goods]:
    levels = entry.parts("income", length=3)
    for level in levels:
        for good in level.data:
            if good not in GOODS:
                level.wrong(good, f"unknown; expected one of {', '.join(GOODS)}")
    return [tuple((good, level.number(good)) for good in GOODS if level.has(good)) for level in levels]


def _skill(entry: Reader) -> Skill:
    kind = entry.text("kind", ("gift", "exchange", "special"))
    if kind == "special":
        skill = Skill(entry.text("id", SPECIAL_SKILLS))
    else:
        pay, _ = _goods(entry, "pay")
        gain, fire = _goods(entry, "gain", fire=True)
        if bool(pay) != (kind == "exchange"):
            entry.wrong("pay", "an exchange is paid for, a gift is not")
        skill = Skill(kind, pay, gain, fire)
    entry.done()
    return skill


def _building(entry: Reader) -> Building:
    cost = entry.counts("cost", ("wood", "koban"))
    return Building(
        id=entry.text("id"),
        name=entry.text("name"),
        wood=cost.get("wood", 0),
        koban=cost.get("koban", 0),
        iki_flat=entry.number("iki_flat"),
        iki_per=entry.number("iki_per"),
        per=entry.text("per", COUNTED),
        provenance=_provenance(entry),
    )


def _token(entry: Reader, *, fire: bool) -> Token:
    return Token(
        id=entry.text("id"),
        name=entry.text("id"),
        season="",
        count=1,
        cost=entry.number("cost", 1),
        fire=entry.number("fire", 1) if fire else 0,
        iki=0 if fire else entry.number("iki", 1),
        provenance=_provenance(entry),
    )


def _fish(entry: Reader) -> Token:
    return Token(
        id=entry.text("id"),
        name=entry.text("name"),
        season=entry.text("season", SEASONS),
        count=entry.number("count", 1),
        cost=entry.number("cost", 1),
        fire=0,
        iki=entry.number("iki"),
        provenance=_provenance(entry),
    )
