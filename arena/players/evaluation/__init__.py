"""How good a position is for each seat: expected final points, and from them a share of winning.

`arena/players/evaluation/<game>.py` names the features of a game and reads them off a position; `<game>.toml` beside it holds their
weights, in points at the start and at the end of a match (in between they change evenly). `tools/tune_evaluation.py` fits
them to self-play. A game without such a module is judged by its standing alone.

Positions are read as they are, hidden parts included: give it redrawn ones (`Decision.determinize`).
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from math import exp, log
from operator import mul
from typing import Any, cast

from engine import State
from engine.core.chance import Rng

STEPS = 64
"""Weights are worked out for this many stages of a match."""
CERTAIN = 1e6
"""Points that stand for a match already won."""


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
    redrawn: Callable[[Any, Rng], State] = lambda state, rng: state.determinize(None, rng)
    """The same position, hands included, with other decks and other chance to come. The default is for games without hidden hands."""
    turns_to_tell: int = 1
    """Turns of everyone after which features show what a draw was worth."""


@dataclass(slots=True)
class Evaluation:
    """Features with their weights."""

    features: Features
    early: tuple[float, ...]
    late: tuple[float, ...]
    spread: tuple[float, float]
    """How far final points lie from the expected ones (standard deviation), at the start and at the end."""
    _weights: list[tuple[float, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._weights = [
            tuple(early + (late - early) * step / STEPS for early, late in zip(self.early, self.late, strict=True))
            for step in range(STEPS + 1)
        ]

    def points(self, state: State, seat: int) -> float:
        """The final points to expect for that seat."""
        if state.to_act is None:
            return state.standing(seat)
        features = self.features
        weights = self._weights[int(features.progress(state) * STEPS)]
        expected: float = features.sure(state, seat) + sum(map(mul, weights, features.read(state, seat)))
        return expected

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


PLAIN = Features((), lambda _state, _seat: (), _standing, lambda _state: 0.5, _others_act)
"""For a game that has no module here."""


@cache
def evaluation_of(game: str) -> Evaluation:
    """The evaluation of a game, with the weights of its file."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or find_spec(name) is None:
        return Evaluation(PLAIN, (), (), (10.0, 10.0))
    features = cast(Features, import_module(name).FEATURES)
    return with_weights(features, tomllib.loads(files(__name__).joinpath(f"{game}.toml").read_text("utf-8")))


def with_weights(features: Features, table: Mapping[str, Any]) -> Evaluation:
    """An evaluation from the tables of a weight file; KeyError names a feature without a weight."""
    pairs = [table["weights"][name] for name in features.names]
    early, late = table["spread"]
    return Evaluation(features, tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), (early, late))
