"""The position of a match: plain data, copying, and dispatch. No rule."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.core import chance
from engine.core.actions import Action
from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take
from engine.core.state import State
from engine.zaibatsu import asks
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.data.records import Seats
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.terms import EMPTY, NO_ACTION, SLOTS


class ZaibatsuState(State):
    """One position of Nippon: Zaibatsu."""

    __slots__ = (
        "action",
        "active",
        "ask",
        "automa",
        "bag",
        "board",
        "contracts_now",
        "count",
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
    """How many take turns: the seats, and the automa (number 1) in a solo game."""
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
    phase: int
    ask: int
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
    """The good each influence slot asks for; never changes."""
    slots_of: tuple[tuple[int, ...], ...]
    """The slots that ask for each good (follows from demand)."""
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
    """The effect that a question belongs to; None if it belongs to the action itself."""
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

    def __init__(self, setup: Setup, of: "ZaibatsuState | None" = None) -> None:
        self.setup = setup
        self.events = None
        self._cached = None
        if of is not None:
            self._copy(of)
            return
        self.to_act = None
        self.seats = setup.seats
        self.table = max(2, setup.seats)
        self.limits = BOARD.seats[setup.seats]
        self.players = [Player() for _ in range(setup.seats)]
        self.round = 1
        self.active = self.marker = self.turns_left = 0
        self.final = False
        self.phase, self.ask = asks.DRAFT, asks.NONE
        self.spaces = [()] * 5
        self.queue = ()
        self.bag = ()
        self.returned = []
        self.experts = 0b111111
        self.ships_at = [0] * 6
        self.demand = self.slots_of = ()
        self.board = [0] * SLOTS
        self.rails = [EMPTY] * 28
        self.rail_count = [0] * 4
        self.supply = self.pairs = self.rewards = ()
        self.objectives = ((), (), ())
        self.waiting = []
        self.effect = None
        self.action = NO_ACTION
        self.hired = self.done = self.used = self.contracts_now = 0
        self.modifier_used = False
        self.region = self.slot = self.good = self.place = -1
        self.count = self.need = self.spread = self.step = 0
        self.automa = None

    def _copy(self, of: "ZaibatsuState") -> None:
        self.to_act = of.to_act
        self._cached = of._cached
        self.seats = of.seats
        self.table = of.table
        self.limits = of.limits
        self.players = [Player(player) for player in of.players]
        self.round = of.round
        self.active = of.active
        self.marker = of.marker
        self.turns_left = of.turns_left
        self.final = of.final
        self.phase = of.phase
        self.ask = of.ask
        self.spaces = of.spaces[:]
        self.queue = of.queue
        self.bag = of.bag
        self.returned = of.returned[:]
        self.experts = of.experts
        self.ships_at = of.ships_at[:]
        self.demand = of.demand
        self.slots_of = of.slots_of
        self.board = of.board[:]
        self.rails = of.rails[:]
        self.rail_count = of.rail_count[:]
        self.supply = of.supply
        self.pairs = of.pairs
        self.objectives = of.objectives
        self.rewards = of.rewards
        self.waiting = of.waiting[:]
        self.effect = of.effect
        self.action = of.action
        self.hired = of.hired
        self.done = of.done
        self.used = of.used
        self.modifier_used = of.modifier_used
        self.contracts_now = of.contracts_now
        self.region = of.region
        self.slot = of.slot
        self.good = of.good
        self.count = of.count
        self.need = of.need
        self.place = of.place
        self.spread = of.spread
        self.step = of.step
        self.automa = of.automa.clone() if of.automa is not None else None

    def clone(self) -> "ZaibatsuState":
        """An independent copy; it records no events."""
        return ZaibatsuState(self.setup, self)

    def determinize(self, seat: int | None, rng: Rng) -> "ZaibatsuState":  # noqa: ARG002  all seats know the same
        """What `game.from_view(view, rng)` gives, without the way through a view: search does this often."""
        setup = Setup(self.seats, rng.randrange(1 << 64), rng.randrange(1 << 64), self.setup.options)
        new = ZaibatsuState(setup, self)
        new.bag = tuple(chance.shuffled(rng, sorted((*self.bag, *self.returned))))
        new.returned = []
        if new.automa is not None:
            new.automa.pile = chance.shuffled(rng, sorted(new.automa.pile))
        return new

    @property
    def game(self) -> Game:
        """Nippon: Zaibatsu."""
        return _game()

    def _legal(self) -> Sequence[Action]:
        return asks.LEGAL[self.ask](self)

    def _apply(self, action: Any) -> None:
        ask = self.ask
        self.ask = asks.NONE
        asks.ANSWER[ask](self, action)
        if self.ask == asks.NONE:
            go_on(self)

    def to_dict(self) -> dict[str, Any]:
        """The whole position."""
        return _position()(self, whole=True)

    def view(self, seat: int | None) -> dict[str, Any]:  # noqa: ARG002  all seats see the same
        """The position without the order of the bag and of the automa's pile, which is all that anybody does not know."""
        return _position()(self, whole=False)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:  # noqa: ARG002  all seats see the same
        """The view, with its parts as *take* gives them."""
        return _position()(self, whole=False, take=take)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        from engine.zaibatsu import scoring

        return scoring.outcome(self)

    def standing(self, seat: int) -> int:
        """The points that seat would have if the match were scored now."""
        from engine.zaibatsu import scoring

        return scoring.standing(self, seat)


def go_on(state: ZaibatsuState) -> None:
    """Carry out what needs no answer: waiting effects first (Z-GEN-3), then the phase's next step, up to the next question."""
    while state.ask == asks.NONE and state.to_act is not None:
        waiting = state.waiting
        if not waiting:
            asks.GO_ON[state.phase](state)
            continue
        effect = waiting[0]
        if len(waiting) > 1 and order_matters(state):
            state.ask = asks.ORDER
            return
        del waiting[0]
        resolve(state, effect)


def resolve(state: ZaibatsuState, effect: Effect) -> None:
    """Carry out one effect up to its question, if it has one."""
    assert state.to_act is not None
    effect.run(state, state.players[state.to_act], effect)
    if effect.then is not None and state.ask == asks.NONE:
        state.waiting.append(effect.then)


def finish(state: ZaibatsuState) -> None:
    """The effect whose question was answered is done; what follows it joins the set."""
    effect = state.effect
    state.effect = None
    if effect is not None and effect.then is not None:
        state.waiting.append(effect.then)


def order_matters(state: ZaibatsuState) -> bool:
    """Whether two different effects wait and one has a choice; the others only add up, in any order."""
    waiting = state.waiting
    first = waiting[0]
    choice = different = False
    for effect in waiting:
        choice = choice or effect.choice or (effect.chooses is not None and effect.chooses(state))
        different = different or effect is not first
    return choice and different


@cache
def _game() -> Game:
    from engine.zaibatsu import GAME  # which imports this module

    return GAME


@cache
def _position() -> Callable[..., dict[str, Any]]:
    from engine.zaibatsu.view import position  # which imports this module

    return position
