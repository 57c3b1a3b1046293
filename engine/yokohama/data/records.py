"""The pieces of the game as frozen records. Goods and countries are numbers in the order of the tuples below."""

from dataclasses import dataclass
from typing import Final

GOODS: Final = ("copper", "silk", "tea", "fish")
COPPER: Final = 0
SILK: Final = 1
TEA: Final = 2
FISH: Final = 3
COUNTRIES: Final = ("england", "america", "france", "germany", "netherlands")
INDEPENDENT: Final = len(COUNTRIES)
"""Place of the independent agents (both mini-expansions) beside the countries."""
AGENT_NAMES: Final = (*COUNTRIES, "independent")
LEVELS: Final = ("none", "low", "mid", "high")
"""Levels of a port's slots; a port's effect is the highest level its power reaches."""
PILES: Final = ("A", "B", "C")
NEEDS: Final = (
    *GOODS,
    "yen",
    "five_power_plus_agents",
    "completed_orders",
    "technologies",
    "production_areas",
    "commercial_areas",
)
"""What an achievement may ask for."""
PROVENANCES: Final = ("rulebook", "found", "inferred", "reconstructed")

Provenance = dict[str, str]
"""Field -> where its value comes from; the field `all` means the whole entry."""


@dataclass(frozen=True, slots=True)
class Reward:
    """What a space, card or token gives (Y-REW-1). Absent parts are 0."""

    vp: int
    yen: int
    goods: tuple[int, ...]
    imports: int
    any: int
    warehouse: int
    move: int
    agent: int


@dataclass(frozen=True, slots=True)
class Area:
    """An area board."""

    id: str
    kind: str
    production: bool
    commercial: bool
    players: int
    """The smallest number of players that uses it."""
    effect: tuple[int, ...]
    """By power, from 0 (nothing) to 5."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the Church or Customs board."""

    index: int
    price: int
    """Faith (Church) or imports (Customs)."""
    reward: Reward
    blocked2p: bool
    """A neutral assistant lies here at the start: synapses2024 with 2 players."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Order:
    """An order card."""

    id: str
    goods: tuple[int, ...]
    reward: Reward
    country: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Technology:
    """A technology; *copies* cards of it exist."""

    id: str
    name: str
    value: int
    """Industrial value: its price, and its worth in final scoring."""
    country: int
    copies: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Building:
    """A building card: four shop spaces and one for a trading house."""

    id: str
    shops: tuple[Reward, ...]
    trading_house: Reward
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FivePower:
    """A five-power token."""

    id: str
    reward: Reward
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement card."""

    id: str
    pile: int
    need: dict[str, int]
    first_vp: int
    later_vp: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ObjectiveReward:
    """A token of mini-expansion 1: the flag of a country, or an independent agent."""

    id: str
    flag: int | None
    """The country; None for the agent."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs between the two editions."""

    id: str
    title: str
    church_yen: int
    """Yen for 1 faith."""
    church_once_per_turn: bool
    """One unit of each kind in a turn (else in an action)."""
    surcharge_from_technology: int
    """The first technology, by number owned, that costs a unit more."""
    neutral_assistants: bool
    management_end: dict[int, int]
    """Seats -> assistants on the Church or Customs board that end the game."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What each player starts with."""

    assistants_hand: int
    assistants_warehouse: int
    shops_hand: int
    shops_warehouse: int
    trading_houses_hand: int
    trading_houses_warehouse: int
    goods_each: int
    yen_first_player: int
    yen_other_players: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper and lower limits of the rules."""

    power: int
    build_power: int
    five_power: int
    spread_areas: int
    order_hand: int
    trading_houses_built: int
    shops_built: int
    objective_rewards: int
    max_rounds: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """Yen and points of rules that no card shows."""

    trading_house_visit_yen: int
    port_vp: int
    unit_yen: int
    chinatown_import_yen: int
    chinatown_rate: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """The final scoring sheet."""

    church: tuple[int, ...]
    customs: tuple[int, ...]
    technology: tuple[int, ...]
    country_set: tuple[int, ...]
    unused_agent: int
    imports: int
    yen_per_vp: int
    goods_per_vp: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Every piece of the game, in the order of the files: set-up shuffles from this order (Y-SETUP-14)."""

    areas: tuple[Area, ...]
    rows: dict[int, tuple[int, ...]]
    """Seats -> boards in each row of the layout."""
    port_levels: tuple[int, ...]
    """By slot: 1 low, 2 mid, 3 high."""
    laboratory_surcharge: tuple[int, ...]
    church: tuple[Space, ...]
    customs: tuple[Space, ...]
    orders: tuple[Order, ...]
    technologies: tuple[Technology, ...]
    buildings: tuple[Building, ...]
    five_powers: tuple[FivePower, ...]
    """The 20 tokens of the game, then the 5 of mini-expansion 2."""
    independent_tokens: int
    """How many of the five-power tokens, at the end of the row, belong to mini-expansion 2."""
    achievements: tuple[Achievement, ...]
    objective_rewards: tuple[ObjectiveReward, ...]
    editions: dict[str, Edition]
    supply: Supply
    agents: tuple[int, ...]
    shop_price: int
    trading_house_prices: tuple[int, ...]
    orders_removed: dict[int, int]
    """Seats -> orders that leave the game unseen."""
    limits: Limits
    amounts: Amounts
    scoring: FinalScoring
