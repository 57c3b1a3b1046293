"""The data of a position: the board, the players and the pending decision. No rule."""

from typing import Final

from engine.core.game import Setup
from engine.core.state import State
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.data.records import Seats
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.terms import EMPTY, NO_ACTION, SLOTS

DRAFT: Final = Phase.DRAFT
NONE: Final = Decision.NONE


class Position(State):
    """The whole table, the effects that wait, and the pending decision."""

    __slots__ = (
        "action",
        "active",
        "automa",
        "bag",
        "board",
        "contracts_now",
        "count",
        "decision",
        "demand",
        "done",
        "effect",
        "experts",
        "final",
        "good",
        "hired",
        "limits",
        "marker",
        "modifier_used",
        "need",
        "objectives",
        "pairs",
        "phase",
        "place",
        "players",
        "queue",
        "rail_count",
        "rails",
        "region",
        "returned",
        "rewards",
        "round",
        "seats",
        "setup",
        "ships_at",
        "slot",
        "slots_of",
        "spaces",
        "spread",
        "step",
        "supply",
        "table",
        "turns_left",
        "used",
        "waiting",
    )

    setup: Setup
    seats: int
    table: int
    """Number of turns in a round: the seats, and the automa (number 1) in a solo game."""
    limits: Seats
    players: list[Player]
    round: int
    active: int
    """Whose turn it is; `to_act` differs from it at the rewards."""
    marker: int
    """The first player; from round 6 the holder of the second round marker."""
    turns_left: int
    """Turns left in a round from 6 on, then players left in the final consolidation."""
    final: bool
    """Whether the final consolidation has begun."""
    phase: Phase
    decision: Decision
    """The pending one; NONE while effects or the phase go on."""
    spaces: list[tuple[int, ...]]
    """Workers on each hiring space, colours in rising order."""
    queue: tuple[tuple[int, ...], ...]
    """Rows that still hold workers, the topmost first."""
    bag: tuple[int, ...]
    """Hidden order; the next worker drawn is the last."""
    returned: list[int]
    """Workers put into the bag since it was last shuffled."""
    experts: int
    """Destinations whose expert is at home, one bit each."""
    ships_at: list[int]
    demand: tuple[int, ...]
    """The good each influence slot wants; never changes."""
    slots_of: tuple[tuple[int, ...], ...]
    """The slots that want each good (follows from demand)."""
    board: list[int]
    """Influence tokens: 0, or 8 × (owner + 1) + value."""
    rails: list[int]
    """Owner of each train slot, region by region."""
    rail_count: list[int]
    """Trains in each region (follows from rails)."""
    supply: tuple[int, ...]
    """Factory sides still to be built, in rising order."""
    pairs: tuple[tuple[int, int], ...]
    """Starting pairs still to be taken."""
    objectives: tuple[tuple[int, ...], ...]
    """Shared objectives of each period; never changes."""
    rewards: tuple[tuple[int, int], ...]
    """Rewards still to be given: seat and objective."""
    waiting: list[Effect]
    effect: Effect | None
    """The effect that the decision belongs to; None if it belongs to the action."""
    action: int
    hired: int
    """Colour hired for this action."""
    done: int
    """Activations finished in this action."""
    used: int
    """Factories, regions or goods that the activations have used, one bit each."""
    modifier_used: bool
    contracts_now: int
    """Contracts fulfilled in this action."""
    region: int
    """Region of the market action, or of the train that is being placed."""
    slot: int
    good: int
    count: int
    """Goods of the delivery being made."""
    need: int
    """Goods still to be paid or given out, or the level of the favour being placed."""
    place: int
    """Where the last piece was built: column, destination or region."""
    spread: int
    """Factories that bulbs 1A has given a good, one bit each."""
    step: int
    """How far the consolidation or the draft has come; in a turn 1 once the action is stopped."""
    automa: AutomaBoard | None

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup


def lay_out(state: Position) -> None:
    """Make an empty table of a new position, before anything is drawn."""
    setup = state.setup
    state.seats = setup.seats
    state.table = max(2, setup.seats)
    state.limits = BOARD.seats[setup.seats]
    state.players = [Player() for _ in range(setup.seats)]
    state.round = 1
    state.active = state.marker = state.turns_left = 0
    state.final = False
    state.phase, state.decision = DRAFT, NONE
    state.spaces = [()] * 5
    state.queue = ()
    state.bag = ()
    state.returned = []
    state.experts = 0b111111
    state.ships_at = [0] * 6
    state.demand = state.slots_of = ()
    state.board = [0] * SLOTS
    state.rails = [EMPTY] * 28
    state.rail_count = [0] * 4
    state.supply = state.pairs = state.rewards = ()
    state.objectives = ((), (), ())
    state.waiting = []
    state.effect = None
    state.action = NO_ACTION
    state.hired = state.done = state.used = state.contracts_now = 0
    state.modifier_used = False
    state.region = state.slot = state.good = state.place = -1
    state.count = state.need = state.spread = state.step = 0
    state.automa = None
