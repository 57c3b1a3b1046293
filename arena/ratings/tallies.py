"""Sets as arrays: one tally for all sets with the same number of bots and matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arena.ratings.results import SetResult

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Tally:
    """Sets of one shape."""

    bots: "NDArray[np.int64]"
    """Set, seat -> number of the bot."""
    wins: "NDArray[np.float64]"
    """Set, seat, other seat -> matches in which the one was placed ahead of the other; ties count half."""
    matches: "NDArray[np.int64]"
    """Set -> matches played."""


def tallies(results: Sequence[SetResult], numbers: Mapping[str, int]) -> list[Tally]:
    """One tally per shape of set, in a fixed order."""
    shapes: dict[tuple[int, int], list[SetResult]] = {}
    for result in results:
        shapes.setdefault((len(result.bots), len(result.places)), []).append(result)
    return [_tally(shapes[shape], shape[1], numbers) for shape in sorted(shapes)]


def _tally(results: list[SetResult], matches: int, numbers: Mapping[str, int]) -> Tally:
    bots = np.array([[numbers[bot] for bot in result.bots] for result in results], dtype=np.int64)
    places = np.array([result.places for result in results], dtype=np.int64)
    wins = np.zeros((len(results), bots.shape[1], bots.shape[1]))
    for at in range(matches):
        mine, theirs = places[:, at, :, None], places[:, at, None, :]
        wins += (mine < theirs) + 0.5 * (mine == theirs)
    wins -= 0.5 * matches * np.eye(bots.shape[1])
    return Tally(bots, wins, np.full(len(results), matches, dtype=np.int64))
