"""The position of a match: plain data, copies, and which phase answers which decision. No rule."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.core.actions import Action
from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take, fresh
from engine.core.state import State
from engine.nippon import scoring, view
from engine.nippon.data.records import PlayerCount
from engine.nippon.kinds import OVER
from engine.nippon.perks import Perks
from engine.nippon.phases import PHASES


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
    """Position, from 0; so with the other tracks."""
    money_track: int
    knowledge_track: int
    trains: int
    """Built so far; so with ships."""
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
    """Points by line of kinds.LINES."""
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


class NipponState(State):
    """A match of Nippon."""

    __slots__ = (
        "acting",
        "bag",
        "cities",
        "count",
        "ended_by",
        "extra_multipliers",
        "first_player",
        "free",
        "kind",
        "last_turns",
        "marker",
        "needs",
        "open_regions",
        "paid",
        "piles",
        "players",
        "rewards",
        "rows",
        "setup",
        "ships",
        "slot_goods",
        "spaces",
        "spot",
        "tiles",
        "times",
        "trains",
        "turns",
        "used",
        "weakest",
    )
    setup: Setup
    count: PlayerCount
    """What depends on the number of players."""
    first_player: int
    acting: int
    """Whose turn it is; also once the match is over."""
    players: list[Player]
    spaces: list[int]
    """Workers over each space, packed."""
    rows: list[int]
    """Waiting rows from the top, packed."""
    bag: int
    cities: tuple[tuple[int, int], ...]
    """Per city: tile and rotation."""
    slot_goods: tuple[int, ...]
    """By slot (city * 4 + side): the good it faces."""
    tiles: list[int]
    """By slot: owner * 8 + value of the influence tile there, 0 for none."""
    needs: list[int]
    """By slot: what a new tile must exceed (worked out from tiles)."""
    weakest: list[int]
    """By good: the smallest need among its slots (worked out from needs)."""
    trains: list[int]
    """By region * 4 + seat; so with ships."""
    ships: list[int]
    open_regions: int
    """Bits of the regions with a free slot for a train or ship."""
    piles: int
    """Bits of the factories not built, by good * 4 + number - 1."""
    rewards: list[int]
    """Tiles left of each kind of reward."""
    extra_multipliers: int
    """Plain 2x tiles left."""
    marker: int
    """Space of the scoring track, from 0."""
    turns: int
    """Turns finished by all players together."""
    last_turns: int
    """Turns left once the marker is on gold; 0 before."""
    ended_by: str
    """Empty until the end."""

    # The decision at hand
    kind: int
    """Which one, as in kinds.py."""
    times: int
    """Activations of the action finished so far."""
    free: int
    """Activations left that an effect granted; 0 when they are paid for."""
    used: int
    """Bits of the factories or regions this action used already."""
    spot: int
    """Track, contract, region, slot, multiplier or kind of piece the decision is about; -1 for none yet."""
    paid: tuple[int, ...]
    """Goods paid for the contract at hand."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup

    @property
    def game(self) -> Game:
        return _game()

    def _legal(self) -> Sequence[Action]:
        return LEGAL[self.kind](self)

    def _apply(self, action: Action) -> None:
        APPLY[self.kind](self, action)

    def ask(self, kind: int, spot: int = -1, free: int = 0) -> None:
        """Make *kind* the decision at hand, with nothing done for it yet."""
        self.kind = kind
        self.times = 0
        self.used = 0
        self.spot = spot
        self.free = free

    def clone(self) -> "NipponState":
        """An independent copy; it records no events."""
        copy = NipponState(self.setup)
        copy.to_act = self.to_act
        copy._cached = self._cached
        copy.acting = self.acting
        copy.count = self.count
        copy.first_player = self.first_player
        copy.players = [player.clone() for player in self.players]
        copy.spaces = self.spaces[:]
        copy.rows = self.rows[:]
        copy.bag = self.bag
        copy.cities = self.cities
        copy.slot_goods = self.slot_goods
        copy.tiles = self.tiles[:]
        copy.needs = self.needs[:]
        copy.weakest = self.weakest[:]
        copy.trains = self.trains[:]
        copy.ships = self.ships[:]
        copy.open_regions = self.open_regions
        copy.piles = self.piles
        copy.rewards = self.rewards[:]
        copy.extra_multipliers = self.extra_multipliers
        copy.marker = self.marker
        copy.turns = self.turns
        copy.last_turns = self.last_turns
        copy.ended_by = self.ended_by
        copy.kind = self.kind
        copy.times = self.times
        copy.free = self.free
        copy.used = self.used
        copy.spot = self.spot
        copy.paid = self.paid
        return copy

    def determinize(self, seat: int | None, rng: Rng) -> "NipponState":
        """The same position with other draws to come: what filling a view gives, without the way over the view."""
        del seat
        copy = self.clone()
        copy.setup = Setup(self.setup.seats, rng.randrange(1 << 64), rng.randrange(1 << 64), self.setup.options)
        return copy

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return view.whole(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything but the seeds: Nippon has no private information."""
        del seat
        return view.public(self, fresh)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:
        """The view, with its parts as *take* gives them."""
        del seat
        return view.public(self, take)

    def standing(self, seat: int) -> int:
        """The points of that seat if the match ended now."""
        return scoring.standing(self, seat)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        return scoring.outcome(self) if self.kind == OVER else None


LEGAL: tuple[Callable[[NipponState], Sequence[Action]], ...] = tuple(phase[0] for phase in PHASES)
APPLY: tuple[Callable[[NipponState, Any], None], ...] = tuple(phase[1] for phase in PHASES)


@cache
def _game() -> Game:
    from engine.nippon import GAME  # which imports this module

    return GAME
