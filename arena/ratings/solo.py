"""Games for one seat: ranked by mean score over set-ups that everyone plays.

The season publishes a list of set-ups. A bot is ranked once it has played each of them; what several matches of one set-up scored
is averaged first, so the set-up is the unit of the interval. Two bots are compared set-up by set-up, which leaves
the luck of the set-ups out of the difference.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from arena.ratings.results import RatingError
from arena.ratings.student import quantile


@dataclass(frozen=True, slots=True)
class SoloResult:
    """One finished match of one bot alone."""

    bot: str
    setup: str
    score: float


@dataclass(frozen=True, slots=True)
class SoloLine:
    """One line of a solo ladder. Without a place the bot has not played every set-up yet."""

    bot: str
    place: int | None
    mean: float
    low: float
    high: float
    setups: int
    matches: int


def ladder(results: Iterable[SoloResult], setups: Sequence[str]) -> list[SoloLine]:
    """Ranked bots by mean score, then the others by how many set-ups they have played."""
    if len(set(setups)) != len(setups) or len(setups) < 2:
        raise RatingError("a solo ladder needs a list of two or more different set-ups")
    scores = _scores(results, setups)
    lines = [line(bot, scores[bot]) for bot in sorted(scores)]
    whole = sorted((one for one in lines if one.setups == len(setups)), key=lambda one: (-one.mean, one.bot))
    ranked = [_placed(one, 1 + sum(other.mean > one.mean for other in whole)) for one in whole]
    return ranked + sorted((one for one in lines if one.setups < len(setups)), key=lambda one: (-one.setups, one.bot))


def difference(results: Iterable[SoloResult], one: str, other: str) -> tuple[float, float, float]:
    """By how much *one* scores more than *other* on the set-ups both have played: mean, low, high."""
    scores = _scores(results, None)
    mine, theirs = scores.get(one, {}), scores.get(other, {})
    common = sorted(mine.keys() & theirs.keys())
    if len(common) < 2:
        raise RatingError(f"{one} and {other} have {len(common)} set-ups in common; a difference needs two")
    return _interval([fmean(mine[setup]) - fmean(theirs[setup]) for setup in common])


def _scores(results: Iterable[SoloResult], setups: Sequence[str] | None) -> dict[str, dict[str, list[float]]]:
    wanted = None if setups is None else set(setups)
    scores: dict[str, dict[str, list[float]]] = {}
    for result in results:
        if wanted is None or result.setup in wanted:
            scores.setdefault(result.bot, {}).setdefault(result.setup, []).append(result.score)
    return scores


def line(bot: str, scores: Mapping[str, Sequence[float]]) -> SoloLine:
    """A bot's line, without a place: its scores by set-up."""
    means = [fmean(scores[setup]) for setup in sorted(scores)]
    mean, low, high = _interval(means)
    return SoloLine(bot, None, mean, low, high, len(means), sum(len(row) for row in scores.values()))


def _placed(one: SoloLine, place: int) -> SoloLine:
    return replace(one, place=place)


def _interval(values: list[float]) -> tuple[float, float, float]:
    """Mean with its 95 % interval (Student); one value alone says nothing of its error."""
    mean = fmean(values)
    if len(values) < 2:
        return mean, float("-inf"), float("inf")
    error = quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return mean, mean - error, mean + error
