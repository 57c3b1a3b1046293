"""What the component tables hold, as frozen records."""

from dataclasses import dataclass
from typing import Final, TypeAlias

Goods: TypeAlias = tuple[tuple[str, int], ...]
"""Goods with their amounts, in the order of GOODS."""

Provenance: TypeAlias = tuple[tuple[str, str], ...]
"""(field, source) pairs; the field `rest` means every field not named."""

SEASONS: Final = ("spring", "summer", "autumn", "winter")
TYPES: Final = ("master", "artisan", "merchant", "peddler", "special")
GOODS: Final = ("mon", "rice", "sandal", "wood", "koban", "iki")
SPECIAL_SKILLS: Final = ("train", "patron", "build_discount", "swap")
ABILITIES: Final = ("recruit_discount", "save_from_fire", "extra_step", "wild_type")
COUNTED: Final = ("none", "sandal", "rice", "fish", "retired", "fire")


@dataclass(frozen=True, slots=True)
class Skill:
    """What a visitor gets from an artisan."""

    kind: str
    """`gift`, `exchange`, or the name of a special skill."""
    pay: Goods = ()
    gain: Goods = ()
    fire: int = 0
    """Fire strength gained."""


@dataclass(frozen=True, slots=True)
class Artisan:
    """One artisan card."""

    id: str
    name: str
    romaji: str
    season: str
    """Its deck; `start` for the starting artisans."""
    promo: bool
    type: str
    cost: int
    fire: int
    """Fire strength its employer gains when recruiting it."""
    start_level: int
    skill: Skill
    income: tuple[Goods, ...]
    """Per level; empty for cards with an ability instead."""
    ability: str
    """What it does once retired; empty for cards with an income."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Building:
    """One building card: worth *iki_flat* + *iki_per* times the count of *per* at the end."""

    id: str
    name: str
    wood: int
    koban: int
    iki_flat: int
    iki_per: int
    per: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Room:
    """A back room."""

    id: str
    nagaya: str
    space: int
    corner: bool
    coloured: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Space:
    """A street space with its stall and its two rooms."""

    number: int
    stall: str
    rooms: tuple[str, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Rooms:
    """A named row of rooms: a scoring group, or a fire tile with its path."""

    id: str
    rooms: tuple[str, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class StallAction:
    """One thing a stall offers."""

    id: str
    pay: Goods
    gain: Goods
    fire: int
    stack: str
    """`pipe`, `tobacco` or `fish` where a token with a printed price is bought; else empty."""
    build: bool
    max_per_turn: int
    exclusive: str
    """Actions that share this word exclude each other within a turn; else empty."""


@dataclass(frozen=True, slots=True)
class Stall:
    """A stall and what it offers."""

    id: str
    actions: tuple[StallAction, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Token:
    """A pipe, a tobacco box or a kind of fish."""

    id: str
    name: str
    season: str
    """Fish only."""
    count: int
    cost: int
    fire: int
    """Pipes: fire strength gained at once."""
    iki: int
    """Tobacco and fish: IKI at the end."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Numbers:
    """The figures of the rulebook that belong to no component."""

    kobun: int
    setup: dict[str, int]
    revealed: int
    months: int
    seasons: dict[str, tuple[int, ...]]
    settlement_months: tuple[int, ...]
    fire_strength: dict[int, int]
    economy: dict[str, int]
    scoring_types: tuple[int, ...]
    scoring_fish: tuple[int, ...]
    scoring: dict[str, int]
    fire_max: int
    ikizama: dict[int, tuple[str, ...]]
    """Seats -> spaces of the track, in turn order."""
    levels: int


@dataclass(frozen=True, slots=True)
class Tables:
    """All component data of the game."""

    numbers: Numbers
    rooms: tuple[Room, ...]
    spaces: tuple[Space, ...]
    groups: tuple[Rooms, ...]
    fire_tiles: tuple[Rooms, ...]
    stalls: dict[str, Stall]
    artisans: tuple[Artisan, ...]
    buildings: tuple[Building, ...]
    pipes: tuple[Token, ...]
    tobacco: tuple[Token, ...]
    fish: tuple[Token, ...]
