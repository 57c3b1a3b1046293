"""House bots that plan their turn: the levels easy, normal and hard. `levels.toml` says how much each looks at in each game."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from statistics import fmean

from arena.matches import Decision
from arena.players.evaluation import evaluation_of
from arena.players.turn_search import QUICK, Plan, TurnSearch
from engine import Action, State

LEVELS = ("easy", "normal", "hard")
OTHER = "other"
"""In levels.toml: games that have no table there."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a level looks at. Counts only: time never decides."""

    width: int
    """Chains kept for each first choice of a turn."""
    beam: int
    """Chains kept in all, where there are few first choices."""
    blur: float = 0.0
    """Standard deviation of the error put on each plan's value, in points."""
    finalists: int = 1
    """Plans that are played on."""
    redraws: int = 1
    """Different draws of what is hidden, the same for all finalists."""
    rounds: int = 0
    """Rounds that the finalists are played on for."""
    carried: int = QUICK
    """Chains that are looked at for a turn while playing on."""


@cache
def efforts() -> dict[str, dict[str, Effort]]:
    """By game and level, from levels.toml."""
    tables = tomllib.loads(files(__package__).joinpath("levels.toml").read_text("utf-8"))
    return {game: {level: Effort(**levels[level]) for level in LEVELS} for game, levels in tables.items()}


def effort_of(level: str, game: str) -> Effort:
    """How much a level looks at in a game."""
    known = efforts()
    return known.get(game, known[OTHER])[level]


class Planner:
    """Plans its turn to the end, and follows the plan while nobody else acts; the same match and seed give the same choices."""

    __slots__ = ("_effort", "_level", "_next", "_seed", "_steps", "looked")

    def __init__(self, seed: int, level: str = "", effort: Effort | None = None) -> None:
        """Of a *level*, or with the *effort* that is given."""
        self._seed = seed
        self._level = level
        self._effort = effort
        self._steps: list[Step] = []
        """The rest of the plan: what will be asked, and the answer."""
        self._next = 0
        """The number of the decision that the plan's next step answers."""
        self.looked = 0
        """Positions looked at so far."""

    def choose(self, decision: Decision) -> int:
        """The index of the plan's next step; a new plan where there is none, or something else is asked."""
        steps = self._steps if decision.number == self._next else []
        if not steps or steps[0].legal != decision.legal:
            steps = self._planned(decision)
        step, *self._steps = steps
        self._next = decision.number + 1
        return decision.legal.index(step.action)

    def _planned(self, decision: Decision) -> "list[Step]":
        effort = self._effort or effort_of(self._level, decision.game.name)
        # A stream for each decision: a match that is carried on from its journal, by a new player, goes on in the same way.
        rng = Random(f"{self._seed}/{decision.number}")
        search = TurnSearch(evaluation_of(decision.game.name), decision.view["seats"])
        start = decision.determinize(rng)
        plans = search.plans(start, effort.width, effort.beam)
        if effort.blur:
            for plan in plans:
                plan.value += rng.gauss(0.0, effort.blur)
            plans.sort(key=lambda plan: plan.value, reverse=True)
        finalists = plans[: effort.finalists]
        best = finalists[0]
        # Others answer in one way of many, which says as much as the position itself: both count alike.
        if len(finalists) > 1 and effort.rounds:
            starts = [decision.determinize(rng) for _ in range(effort.redraws)]
            best = max(
                finalists,
                key=lambda plan: plan.value + fmean(_value_later(search, redrawn, plan, effort) for redrawn in starts),
            )
        self.looked += search.looked
        return _steps(start, best)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a plan."""

    legal: tuple[Action, ...]
    """What will be asked; something else means that the plan counted on another draw."""
    action: Action


def _steps(start: State, plan: Plan) -> list[Step]:
    """The decisions of a plan up to where others act."""
    state = start.clone()
    steps = []
    for action in plan.chain[: max(1, plan.alone)]:
        steps.append(Step(state.legal_actions(), action))
        state.apply(action)
    return steps


def _value_later(search: TurnSearch, start: State, plan: Plan, effort: Effort) -> float:
    """How good the plan is some rounds later, in one draw of what is hidden."""
    seat = start.to_act
    assert seat is not None
    state = search.carried_out(start, plan, effort.carried)
    for _ in range(effort.rounds):
        search.play_on(state, seat, effort.carried)
    return search.evaluation.lead(state, seat, search.seats)
