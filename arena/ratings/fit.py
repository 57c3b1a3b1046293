"""The season fit: every rating at once, whatever the order of play, with honest errors.

Bradley-Terry over all the pairs of all matches (a tie is half a win for each), fitted by Newton steps under a weak
prior that keeps unbeaten bots finite. Matches of one set are not independent, so the errors come from a sandwich
estimator that takes the set as its unit. Needs numpy; docs/ratings.md has the formulas and the simulated coverage.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from arena.ratings.results import RatingError, SetResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CENTRE = 1500.0
"""Mean of the fitted ratings where no anchor says otherwise."""
PRIOR = 500.0
"""Standard deviation, in points, of what is believed of a bot before its first match."""
WIDE = 1.959963984540054
"""Half width of a 95 % interval in standard errors."""
MOST_BOTS = 4000
"""The fit keeps a full matrix: 4,000 bots take 128 MB of it."""
_POINTS = 400 / log(10)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A fitted rating with its 95 % interval, in points."""

    bot: str
    points: float
    low: float
    high: float
    sets: int
    matches: int
    anchor: bool


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely one bot is placed ahead of another in a match, ties shared, with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class _Tally:
    """Sets with the same number of bots and matches, as arrays."""

    bots: "NDArray[np.int64]"
    """Set, seat -> number of the bot."""
    wins: "NDArray[np.float64]"
    """Set, seat, other seat -> matches in which the one was placed ahead of the other; ties count half."""
    matches: "NDArray[np.int64]"
    """Set -> matches played."""


@dataclass(frozen=True)
class SeasonFit:
    """The fitted season."""

    bots: tuple[str, ...]
    points: "Floats"
    covariance: "Floats"
    """Of the points, all bots against all."""
    sets: "NDArray[np.int64]"
    matches: "NDArray[np.int64]"
    anchors: frozenset[str]

    def _index(self, bot: str) -> int:
        try:
            return self.bots.index(bot)
        except ValueError:
            raise RatingError(f"bot {bot} has no result in this season") from None

    def estimate(self, bot: str) -> Estimate:
        """One bot's line."""
        return self._estimate(self._index(bot))

    def _estimate(self, at: int) -> Estimate:
        points, error = float(self.points[at]), WIDE * sqrt(max(0.0, float(self.covariance[at, at])))
        bot = self.bots[at]
        return Estimate(
            bot, points, points - error, points + error, int(self.sets[at]), int(self.matches[at]), bot in self.anchors
        )

    def table(self) -> list[Estimate]:
        """Every bot, best first; equal ratings by name."""
        lines = [self._estimate(at) for at in range(len(self.bots))]
        return sorted(lines, key=lambda line: (-line.points, line.bot))

    def chance(self, one: str, other: str) -> Chance:
        """The chance that *one* is placed ahead of *other*."""
        i, j = self._index(one), self._index(other)
        gap = float(self.points[i] - self.points[j])
        spread = float(self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j])
        error = WIDE * sqrt(max(0.0, spread))
        return Chance(_share(gap), _share(gap - error), _share(gap + error))


def _share(gap: float) -> float:
    return 1 / (1 + exp(-gap / _POINTS)) if gap > 0 else exp(gap / _POINTS) / (1 + exp(gap / _POINTS))


def fit(results: Sequence[SetResult], anchors: Mapping[str, float] | None = None) -> SeasonFit:
    """Fit a season. *anchors* are bots whose points are fixed; without any, the mean rating is CENTRE."""
    held = dict(anchors or {})
    if not results and not held:
        nobody = np.zeros(0, dtype=np.int64)
        return SeasonFit((), np.zeros(0), np.zeros((0, 0)), nobody, nobody, frozenset())
    bots = tuple(sorted({bot for result in results for bot in result.bots} | set(held)))
    if len(bots) > MOST_BOTS:
        raise RatingError(f"a season fit takes at most {MOST_BOTS} bots, not {len(bots)}: fit divisions apart")
    groups = _tallies(results, {bot: at for at, bot in enumerate(bots)})
    free = np.array([bot not in held for bot in bots], dtype=bool)
    centre = float(np.mean(list(held.values()))) if held else CENTRE
    start = np.array([(held.get(bot, centre) - centre) / _POINTS for bot in bots])
    skills, inverse = _maximum(_meetings(groups, len(bots)), start, free)
    covariance = inverse @ _scatter(groups, skills, inverse, free) @ inverse
    if not held:
        skills, covariance = _centred(skills, covariance)
    sets, matches = _counts(groups, len(bots))
    scale = _POINTS * _POINTS
    return SeasonFit(bots, centre + skills * _POINTS, covariance * scale, sets, matches, frozenset(held))


def _meetings(groups: list[_Tally], bots: int) -> "Floats":
    """Half points as wins: row bot over column bot, summed over the season."""
    flat = np.zeros(bots * bots)
    for group in groups:
        cells = group.bots[:, :, None] * bots + group.bots[:, None, :]
        flat += np.bincount(cells.ravel(), weights=group.wins.ravel(), minlength=bots * bots)
    wins: Floats = flat.reshape(bots, bots)
    return wins


def _precision() -> float:
    return (_POINTS / PRIOR) ** 2


def _shares(gaps: "Floats") -> "Floats":
    shares: Floats = 1 / (1 + np.exp(-np.clip(gaps, -40, 40)))
    return shares


def _maximum(wins: "Floats", start: "Floats", free: "NDArray[np.bool_]") -> tuple["Floats", "Floats"]:
    """Skills of highest posterior, and the inverse of the information there (zero for anchors)."""
    games = wins + wins.T
    skills = start.copy()
    inverse = np.zeros_like(wins)
    for _ in range(60):
        shares = _shares(skills[:, None] - skills[None, :])
        slope = (wins - games * shares).sum(axis=1) - _precision() * skills
        weights = games * shares * (1 - shares)
        information = np.diag(weights.sum(axis=1) + _precision()) - weights
        inverse[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)])
        step = inverse @ slope
        largest = float(np.abs(step).max(initial=0.0))
        skills += step * min(1.0, 2.0 / largest) if largest > 0 else 0.0
        if largest < 1e-9:
            break
    return skills, inverse


def _scatter(groups: list[_Tally], skills: "Floats", inverse: "Floats", free: "NDArray[np.bool_]") -> "Floats":
    """How much the sets disagree with the fit: the middle of the sandwich, in squares of slopes.

    Each set's slope is corrected for the pull the set had on the fit itself (the jackknife form, CR3), else bots
    with few sets would look too certain. The prior counts as one more source, else a bot without results would look exact.
    """
    size = len(skills)
    flat = np.zeros(size * size)
    for group in groups:
        gaps = skills[group.bots][:, :, None] - skills[group.bots][:, None, :]
        shares = _shares(gaps)
        games = group.wins + np.swapaxes(group.wins, 1, 2)
        slopes = (group.wins - games * shares).sum(axis=2)
        weights = games * shares * (1 - shares)
        seats = group.bots.shape[1]
        own = np.eye(seats) * weights.sum(axis=2)[:, :, None] - weights
        pull = own @ inverse[group.bots[:, :, None], group.bots[:, None, :]]
        slopes = np.linalg.solve(np.eye(seats) - pull, slopes[:, :, None])[:, :, 0]
        squares = slopes[:, :, None] * slopes[:, None, :]
        cells = group.bots[:, :, None] * size + group.bots[:, None, :]
        flat += np.bincount(cells.ravel(), weights=squares.ravel(), minlength=size * size)
    return flat.reshape(size, size) + np.diag(_precision() * free)


def _centred(skills: "Floats", covariance: "Floats") -> tuple["Floats", "Floats"]:
    """Only differences are known without anchors: put the mean at zero, errors included."""
    inner = covariance - covariance.mean(axis=0, keepdims=True)
    return skills - skills.mean(), inner - inner.mean(axis=1, keepdims=True)


def _counts(groups: list[_Tally], bots: int) -> tuple["NDArray[np.int64]", "NDArray[np.int64]"]:
    sets = np.zeros(bots, dtype=np.int64)
    matches = np.zeros(bots, dtype=np.int64)
    for group in groups:
        sets += np.bincount(group.bots.ravel(), minlength=bots)
        played = np.repeat(group.matches, group.bots.shape[1])
        matches += np.bincount(group.bots.ravel(), weights=played, minlength=bots).astype(np.int64)
    return sets, matches


def _tallies(results: Sequence[SetResult], numbers: Mapping[str, int]) -> list[_Tally]:
    """One tally per shape of set, in a fixed order."""
    shapes: dict[tuple[int, int], list[SetResult]] = {}
    for result in results:
        shapes.setdefault((len(result.bots), len(result.places)), []).append(result)
    return [_tally(shapes[shape], shape[1], numbers) for shape in sorted(shapes)]


def _tally(results: list[SetResult], matches: int, numbers: Mapping[str, int]) -> _Tally:
    bots = np.array([[numbers[bot] for bot in result.bots] for result in results], dtype=np.int64)
    places = np.array([result.places for result in results], dtype=np.int64)
    wins = np.zeros((len(results), bots.shape[1], bots.shape[1]))
    for at in range(matches):
        mine, theirs = places[:, at, :, None], places[:, at, None, :]
        wins += (mine < theirs) + 0.5 * (mine == theirs)
    wins -= 0.5 * matches * np.eye(bots.shape[1])
    return _Tally(bots, wins, np.full(len(results), matches, dtype=np.int64))
