"""What an evaluation consists of: features, their weights, and what follows from them for all seats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any, Final

from engine import State
from engine.core.chance import Rng

STEPS: Final = 64
"""Weights are worked out for this many stages of a match."""
CERTAIN: Final = 1e6
"""Points that mean a match already won."""


def _drawn_again(state: Any, rng: Rng) -> State:
    redrawn: State = state.determinize(None, rng)
    return redrawn


@dataclass(frozen=True, slots=True)
class Features:
    """What a game module gives: names, and how to read them off a position."""

    names: tuple[str, ...]
    read: Callable[[Any, int], Sequence[float]]
    """The features of a seat, in the order of *names*."""
    sure: Callable[[Any, int], float]
    """Points that the seat has already; features are about those to come."""
    progress: Callable[[Any], float]
    """How far the match is, from 0 to 1."""
    turn_over: Callable[[Any, int], bool]
    """Whether the turn of that seat has ended. A turn may go on while others act (IKI: first everyone chooses a distance)."""
    redrawn: Callable[[Any, Rng], State] = _drawn_again
    """The same position, hands included, with other decks and other chance to come. The default is for games without hidden hands."""
    turns_to_tell: int = 1
    """Turns of everyone after which features show what a draw was worth."""


@dataclass(frozen=True, slots=True)
class LuckFactor:
    """How much of what a draw gave, by this evaluation, is still seen in final scores."""

    deal: float
    early: float
    late: float

    def at(self, progress: float, *, deal: bool) -> float:
        """Of the set-up, or at a stage of the match."""
        return self.deal if deal else self.early + (self.late - self.early) * progress


AS_SEEN: Final = (LuckFactor(0.0, 0.0, 0.0), LuckFactor(1.0, 1.0, 1.0))
"""Where no factors were fitted: what a draw gave is taken as it is seen some turns later."""


class Evaluation:
    """Features with their weights."""

    __slots__ = ("_weights", "early", "features", "late", "luck", "spread")

    def __init__(
        self,
        features: Features,
        early: tuple[float, ...],
        late: tuple[float, ...],
        spread: tuple[float, float],
        luck: tuple[LuckFactor, LuckFactor] = AS_SEEN,
    ) -> None:
        """*spread*: how far final points lie from the expected ones (standard deviation), at the start and at the end. *luck*: for what a
        draw gave as it is seen at once, and some turns later; the coach takes both together.
        """
        self.features = features
        self.early = early
        self.late = late
        self.spread = spread
        self.luck = luck
        self._weights: list[tuple[float, ...]] = [
            tuple([first + (last - first) * step / STEPS for first, last in zip(early, late, strict=True)])
            for step in range(STEPS + 1)
        ]

    def points(self, state: State, seat: int) -> float:
        """The final points to expect for that seat."""
        if state.to_act is None:
            return state.standing(seat)
        features = self.features
        weights = self._weights[int(features.progress(state) * STEPS)]
        expected = 0.0
        for at, value in enumerate(features.read(state, seat)):  # sum() adds differently from Python 3.12 on
            expected += weights[at] * value
        return expected + features.sure(state, seat)

    def lead(self, state: State, seat: int, seats: int) -> float:
        """Points ahead of the others taken together: grows with the share of winning, and never levels off."""
        if state.to_act is None:
            return _final_lead(state, seat)
        return _ahead([self.points(state, any_seat) for any_seat in range(seats)], seat, self._spread(state))

    def shares(self, state: State, seats: int) -> list[float]:
        """By seat: how likely it wins. They add up to 1."""
        spread = self._spread(state)
        if state.to_act is None:
            leads = [_final_lead(state, seat) for seat in range(seats)]
        else:
            points = [self.points(state, seat) for seat in range(seats)]
            leads = [_ahead(points, seat, spread) for seat in range(seats)]
        odds = [1 / (1 + exp(-min(700.0, max(-700.0, lead / spread)))) for lead in leads]
        total = sum(odds)
        return [share / total for share in odds]

    def _spread(self, state: State) -> float:
        early, late = self.spread
        return max(1.0, early + (late - early) * self.features.progress(state))


def _ahead(points: Sequence[float], seat: int, spread: float) -> float:
    """Expected points of a seat ahead of the others taken together; alone, its points."""
    others = [of for other, of in enumerate(points) if other != seat]
    if not others:
        return points[seat]
    best = max(others)
    return points[seat] - best - spread * log(sum(exp((of - best) / spread) for of in others))


def _final_lead(state: State, seat: int) -> float:
    """The margin of a finished match, far beyond any estimate for the winner."""
    outcome = state.outcome()
    assert outcome is not None
    own = outcome.scores[seat]
    if len(outcome.scores) == 1:
        return own + (CERTAIN if outcome.won else -CERTAIN)
    margin = own - max(score for other, score in enumerate(outcome.scores) if other != seat)
    return margin + (CERTAIN if outcome.places[seat] == 1 else -CERTAIN)


def _standing(state: State, seat: int) -> float:
    return state.standing(seat)


def _others_act(state: State, seat: int) -> bool:
    return state.to_act != seat


def _nothing(_state: State, _seat: int) -> Sequence[float]:
    return ()


def _halfway(_state: State) -> float:
    return 0.5


PLAIN: Final = Features((), _nothing, _standing, _halfway, _others_act)
"""For a game that has no module here."""
