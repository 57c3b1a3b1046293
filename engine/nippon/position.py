"""The data of a position: the board, the players and the pending decision. No rule."""

from engine.core.game import Setup
from engine.core.state import State
from engine.nippon.data.records import PlayerCount
from engine.nippon.decisions import Decision
from engine.nippon.player import Player


class Position(State):
    """The whole table and the pending decision."""

    __slots__ = (
        "acting",
        "bag",
        "cities",
        "count",
        "decision",
        "ended_by",
        "extra_multipliers",
        "first_player",
        "free",
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
    """By region * 4 + seat, like ships."""
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

    # The pending decision
    decision: Decision
    times: int
    """Activations of the action finished so far."""
    free: int
    """Activations left that an effect granted; 0 when they are paid for."""
    used: int
    """Bits of the factories or regions this action used already."""
    spot: int
    """Track, contract, region, slot, multiplier or kind of piece the decision is about; -1 for none yet."""
    paid: tuple[int, ...]
    """Goods paid for the contract being fulfilled."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup

    def decide_next(self, decision: Decision, spot: int = -1, free: int = 0) -> None:
        """Make *decision* the pending one, with nothing done for it yet."""
        self.decision = decision
        self.times = 0
        self.used = 0
        self.spot = spot
        self.free = free
