"""The printed material as frozen records. Goods, colours and achievements are indexes into the lists of names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the figures of a record come from."""

    provenance: str
    """rulebook, found or reconstructed."""
    source: str
    """The source in words; may be empty."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a factory (N-FAC-1), such as `track:money:2`."""

    name: str
    target: str
    """What it acts on; empty where the name says it all."""
    amount: int
    """Steps, pieces, points or yen; 1 for `build`."""


@dataclass(frozen=True, slots=True)
class Factory:
    """One of the 24 factory tiles."""

    good: int
    number: int
    """1 to 4 among the tiles of its good."""
    level: int
    permanent: bool
    effects: tuple[Effect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Contract:
    """An export contract; every player has one of each."""

    quantities: tuple[int, ...]
    """One per different good, largest first."""
    points: int
    yen: int
    money_steps: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Reward:
    """A kind of reward tile: the front is gained, the back multiplies an achievement."""

    multiplier: int
    front: str
    """blueprint, coal or yen."""
    amount: int
    count: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Achievement:
    """One of the nine achievements of a player board (N-FINAL-2)."""

    name: str
    per: int
    printed: int
    """The multiplier printed on the board; 0 for none."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class City:
    """A city tile: the goods on its four edges before rotation."""

    goods: tuple[int, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Region:
    """A region of two cities."""

    bonus: str
    """What every tile placed here gains: blueprint, yen, coal or points."""
    amount: int
    foreign: tuple[tuple[int, ...], ...]
    """Per city: printed foreign influence, north, east, south, west."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class Track:
    """A track of the player board."""

    values: tuple[int, ...]
    """Value by position; the last position is the end."""
    stars: tuple[int, ...]
    """Stars reached by position."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class PieceRow:
    """The row of trains or ships on a player board."""

    stars: tuple[int, ...]
    """Stars by pieces built."""
    money_at: tuple[int, ...]
    """Piece counts that give a step on the money track."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What depends on the number of players."""

    workers_out: int
    rows: int
    row_size: int
    rewards_out: int
    region_slots: int
    city_limit: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Start:
    """What each player starts with."""

    yen: int
    coal: int
    blueprints: int
    points: tuple[int, ...]
    trains: int
    ships: int
    influence: tuple[int, ...]
    extra_multipliers: int
    extra_multiplier: int


@dataclass(frozen=True, slots=True)
class Costs:
    """Yen for the actions, and the price of a step in blueprints."""

    factory: int
    steps: tuple[int, ...]
    machine: int
    train: int
    ship: int
    activations: int
    blueprints_per_step: int


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers and the cells of a player board."""

    colours: tuple[str, ...]
    per_colour: int
    per_space: int
    cells: int
    reward_by_workers: tuple[int, ...]
    wage: int
    unpaid_points: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The scoring track."""

    spaces: int
    gold_from: int
    score_on_leaving: tuple[int, ...]
    turns_per_player: int
    """House rule N-ARENA-1."""


@dataclass(frozen=True, slots=True)
class Influence:
    """What goods, trains and ships are worth in the regions."""

    values: tuple[tuple[int, ...], ...]
    """By level - 1 and goods - 1."""
    train_value: int
    ship_points: int
    ship_last_place: int
    places: tuple[tuple[int, ...], ...]
    """Points by scoring - 1 and place - 1."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything printed."""

    goods: tuple[str, ...]
    levels: tuple[int, ...]
    """Level by good."""
    knowledge_needed: tuple[int, ...]
    """By level - 1."""
    coal_needed: tuple[int, ...]
    """By level - 1."""
    goods_cap: int
    workers: Workers
    start: Start
    players: dict[int, PlayerCount]
    spaces: tuple[tuple[str, ...], ...]
    """The actions under each space."""
    costs: Costs
    influence: Influence
    clock: Clock
    tracks: dict[str, Track]
    rows: dict[str, PieceRow]
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    contracts: tuple[Contract, ...]
    rewards: tuple[Reward, ...]
    achievements: tuple[Achievement, ...]
    factories: tuple[Factory, ...]
    """By good * 4 + number - 1."""
