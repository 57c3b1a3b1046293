"""What one decision cost, by the judgement of `house:hard` and from the view of the seat that made it.

The plans of hard are played on in several draws: of what the seat did not know, and of small errors in the answers of others. The draws are the same
for every plan. The plan that looks best is then compared with the best plan that begins with the choice made, in fresh draws: a plan that won the first comparison by luck gains nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from arena.matches import ViewDecision
from arena.players.evaluation import evaluation_of
from arena.players.planner import Effort, effort_of
from arena.players.turn_search import Plan, TurnSearch
from arena.ratings.intervals import half_width
from engine import State

LEVEL = "hard"
UNSURE = 0.5
"""Errors in the answers of others, compared with those of `easy`."""
CHOOSING = 3
"""Draws in which the best plan is looked for."""
FIRST, MOST = 4, 12
"""Draws in which it is compared with the choice made: the first few, and all where these do not rule out a loss."""
CANDIDATES = 4
"""Plans that are played on, beside the one that begins with the choice made."""
INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""Share of winning lost."""
NOISE = 0.02
"""A loss counts only if its interval lies above this share."""


class Estimate(NamedTuple):
    """A mean over draws with its 95 % interval."""

    mean: float
    low: float
    high: float


NOTHING = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to judge: what its seat knew, and what it chose. Plain values only."""

    game: str
    number: int
    """Of the decision in its match, from 0."""
    seat: int
    view: dict[str, Any]
    legal: tuple[str, ...]
    played: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision cost."""

    number: int
    seat: int
    choices: int
    played: str
    best: str
    """The choice made, where nothing better was found."""
    share: float
    """The seat's chance to win with the best choice."""
    share_lost: Estimate
    points_lost: Estimate
    """Of the margin to the best other seat; of the score, where there is none."""

    @property
    def sure(self) -> bool:
        """Whether the loss is above the noise."""
        return self.share_lost.low > NOISE

    @property
    def flag(self) -> str:
        """`inaccuracy`, `mistake`, `blunder`, or nothing."""
        lost = self.share_lost.mean
        if not self.sure or lost < INACCURACY:
            return ""
        return "inaccuracy" if lost < MISTAKE else "mistake" if lost < BLUNDER else "blunder"


class Draw(NamedTuple):
    """What may lie behind a view, and how others may answer."""

    state: State
    answers: int
    """The seed of their errors."""


class Worth(NamedTuple):
    """What a line of play is worth to a seat, in one draw."""

    lead: float
    share: float
    margin: float


def judge(question: Question, times: int = 1) -> Judgement:
    """Judge a decision; *times* as many draws for a longer look."""
    decision = ViewDecision(question.game, question.view, question.legal, question.seat, question.number)
    judge_of = _Judge(question.game, question.view["seats"], question.seat)
    # The stream depends on nothing that the seat did not know.
    rng = Random(f"coach/{question.number}")
    drawn = partial(_drawn, decision, rng)
    played = decision.game.parse(question.played)
    plans = judge_of.search.plans(decision.determinize(rng), judge_of.effort.width, judge_of.effort.beam)
    own = next(plan for plan in plans if plan.chain[0] == played)
    candidates = plans[: max(CANDIDATES, judge_of.effort.finalists)]
    if own not in candidates:
        candidates.append(own)
    draws = drawn(CHOOSING * times)
    worths = [judge_of.worths(draws, plan) for plan in candidates]
    leads = [fmean(worth.lead for worth in worths_of) for worths_of in worths]
    at = max(range(len(candidates)), key=leads.__getitem__)
    best, share = candidates[at], fmean(worth.share for worth in worths[at])
    share_lost = points_lost = NOTHING
    if best is not own:
        share_lost, points_lost = _compared(judge_of, drawn, best, own, times)
        if share_lost.mean <= 0 and points_lost.mean <= 0:
            best, share_lost, points_lost = own, NOTHING, NOTHING
    return Judgement(
        question.number,
        question.seat,
        len(question.legal),
        question.played,
        best.chain[0].text,
        share,
        share_lost,
        points_lost,
    )


def _drawn(decision: ViewDecision, rng: Random, count: int) -> list[Draw]:
    return [Draw(decision.determinize(rng), rng.getrandbits(64)) for _ in range(count)]


def _compared(
    judge_of: "_Judge", drawn: Callable[[int], list[Draw]], best: Plan, own: Plan, times: int
) -> tuple[Estimate, Estimate]:
    """Share and points by which the best plan is ahead of the one that was begun."""
    ahead: list[tuple[float, float]] = []
    for count in (FIRST * times, (MOST - FIRST) * times):
        draws = drawn(count)
        pairs = zip(judge_of.worths(draws, best), judge_of.worths(draws, own), strict=True)
        ahead += [(one.share - other.share, one.margin - other.margin) for one, other in pairs]
        shares = _estimate([share for share, _ in ahead])
        if shares.high < NOISE:
            break
    return shares, _estimate([margin for _, margin in ahead])


def _estimate(sample: Sequence[float]) -> Estimate:
    mean, reach = fmean(sample), half_width(sample)
    return Estimate(mean, mean - reach, mean + reach)


class _Judge:
    """How hard judges positions of one game, for one seat."""

    __slots__ = ("blur", "effort", "search", "seat", "seats")

    def __init__(self, game: str, seats: int, seat: int) -> None:
        self.effort: Effort = effort_of(LEVEL, game)
        self.blur = UNSURE * effort_of("easy", game).blur
        self.search = TurnSearch(evaluation_of(game), seats)
        self.seat = seat
        self.seats = seats

    def worths(self, draws: Sequence[Draw], plan: Plan) -> list[Worth]:
        """By draw: what the plan is worth, half of it right after the turn and half some rounds later."""
        return [self._worth(draw, plan) for draw in draws]

    def _worth(self, draw: Draw, plan: Plan) -> Worth:
        rng = Random(draw.answers)
        self.search.error = lambda seat: 0.0 if seat == self.seat else rng.gauss(0.0, self.blur)
        state = self.search.carried_out(draw.state, plan, self.effort.carried)
        soon = self._looked_at(state)
        for _ in range(self.effort.rounds):
            self.search.play_on(state, self.seat, self.effort.carried)
        later = self._looked_at(state)
        return Worth(*((one + other) / 2 for one, other in zip(soon, later, strict=True)))

    def _looked_at(self, state: State) -> Worth:
        evaluation, seat = self.search.evaluation, self.seat
        lead = evaluation.lead(state, seat, self.seats)
        share = evaluation.shares(state, self.seats)[seat]
        points = [evaluation.points(state, any_seat) for any_seat in range(self.seats)]
        others = [of for other, of in enumerate(points) if other != seat]
        return Worth(lead, share, points[seat] - max(others, default=0.0))
