"""One player's board, and the lines of the score sheet."""

from engine.core.labels import Labelled
from engine.nippon.perks import Perks


class Line(Labelled):
    """Where points come from; `Player.score` has one number for each line."""

    START = "start"
    CONTRACTS = "contracts"
    REGIONS = "regions"
    FACTORIES = "factories"
    SCORING_1 = "scoring_1"
    SCORING_2 = "scoring_2"
    SCORING_3 = "scoring_3"
    WAGES = "wages"
    ACHIEVEMENTS = "achievements"


class Player:
    """One player's board. Lists by good have six entries, in the order of the goods."""

    __slots__ = (
        "blueprints",
        "coal",
        "coal_track",
        "contracts",
        "factories",
        "goods",
        "influence",
        "knowledge_track",
        "machines",
        "money_track",
        "perks",
        "reserve",
        "rewards",
        "score",
        "ships",
        "stock",
        "trains",
        "workers",
        "yen",
    )
    yen: int
    coal: int
    blueprints: int
    coal_track: int
    """Position, from 0, like the other tracks."""
    money_track: int
    knowledge_track: int
    trains: int
    """Built so far, like ships."""
    ships: int
    workers: tuple[int, ...]
    """Colours in cell order."""
    factories: list[int]
    """By good: number of the tile, 0 for none."""
    machines: list[int]
    """By good: 0, 1 or 2."""
    goods: list[int]
    reserve: int
    """Machines waiting for the next factory."""
    contracts: int
    """Bits of the contracts not yet fulfilled."""
    influence: list[int]
    """By value: tiles in stock."""
    stock: int
    """Bits of the values in stock."""
    rewards: list[int]
    """By achievement: multiplier of the reward tile there, 0 for none."""
    score: list[int]
    """Points by `Line`."""
    perks: Perks

    def clone(self) -> "Player":
        """An independent copy."""
        copy = Player()
        copy.yen = self.yen
        copy.coal = self.coal
        copy.blueprints = self.blueprints
        copy.coal_track = self.coal_track
        copy.money_track = self.money_track
        copy.knowledge_track = self.knowledge_track
        copy.trains = self.trains
        copy.ships = self.ships
        copy.workers = self.workers
        copy.factories = self.factories[:]
        copy.machines = self.machines[:]
        copy.goods = self.goods[:]
        copy.reserve = self.reserve
        copy.contracts = self.contracts
        copy.influence = self.influence[:]
        copy.stock = self.stock
        copy.rewards = self.rewards[:]
        copy.score = self.score[:]
        copy.perks = self.perks
        return copy
