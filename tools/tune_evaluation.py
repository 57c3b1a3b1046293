"""Fit the weights of an evaluation to self-play, and write them back to `arena/players/evaluation/<game>.toml`.

Planning bots with blurred eyes play matches of 2 to 4 seats. After each of their turns the features of the position are kept, and at the end the
points that were still to come. Ridge regression moves the present weights towards those that explain the points; how far is chosen by
matches left out of the fit. Run it again on the new weights to go on: other weights lead to other positions.

    .venv/bin/python tools/tune_evaluation.py iki --matches 200 --seed 1            # shows what would change
    .venv/bin/python tools/tune_evaluation.py iki --matches 200 --seed 1 --write    # and writes it

Seeds from 0 to 999 are for tuning; strengths are measured with others.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

import engine
from arena.matches import Decision, MatchSpec, play
from arena.players import evaluation
from arena.players.evaluation import AS_SEEN, Evaluation, LuckFactor, evaluation_of, luck_line
from arena.players.planner import Effort, Planner
from arena.players.turn_search import TurnSearch
from engine.core.chance import derived

Array = NDArray[np.float64]
HELD_OUT = 5
"""Every fifth match judges the fit."""
PULLS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""How strongly the present weights hold, in units of the data."""


@dataclass(slots=True)
class Sample:
    """A position after a turn."""

    match: int
    seat: int
    progress: float
    sure: float
    features: tuple[float, ...]


class Recorder:
    """A planning bot that keeps the position after each of its plans."""

    def __init__(self, seed: int, blur: float, match: int, judge: Evaluation) -> None:
        self._planner = Planner(seed, effort=Effort(width=1, beam=8, blur=blur))
        self._rng = Random(seed)
        self._match = match
        self._judge = judge
        self.samples: list[Sample] = []

    def choose(self, decision: Decision) -> int:
        """The planner's choice; the end of its plan is kept now and then."""
        index = self._planner.choose(decision)
        if self._rng.random() < 0.4:
            state = decision.determinize(self._rng)
            state.apply(decision.legal[index])
            if not self._judge.features.turn_over(state, decision.seat) and state.to_act == decision.seat:
                TurnSearch(self._judge, decision.view["seats"]).play_turn(state)
            if state.to_act is not None:
                features = self._judge.features
                values = tuple(float(value) for value in features.read(state, decision.seat))
                progress, sure = features.progress(state), features.sure(state, decision.seat)
                self.samples.append(Sample(self._match, decision.seat, progress, sure, values))
        return index


def collect(game: str, matches: int, seed: int, blur: float) -> tuple[list[Sample], list[float]]:
    """Samples of self-play, and for each the final points of its seat."""
    judge = evaluation_of(game)
    samples: list[Sample] = []
    targets: list[float] = []
    begun = time.monotonic()
    for match in range(matches):
        seats = (2, 4, 3, 4)[match % 4]
        spec = MatchSpec(
            game=game,
            seats=seats,
            options={},
            seed=derived(seed, f"tune {match}"),
            hidden_seed=derived(seed, f"tune hidden {match}"),
            match_id=f"tune-{match}",
            players=("planner",) * seats,
        )
        players = [Recorder(derived(seed, f"{match} {seat}"), blur, match, judge) for seat in range(seats)]
        record = play(spec, players, keep_events=False, strict=True)
        for seat, player in enumerate(players):
            samples += player.samples
            targets += [float(record.scores[seat])] * len(player.samples)
        if sys.stderr.isatty():
            print(f"\r{match + 1}/{matches} matches, {time.monotonic() - begun:.0f} s", end="", file=sys.stderr)
    return samples, targets


def fit(judge: Evaluation, samples: list[Sample], targets: list[float]) -> tuple[Array, float, float, Array]:
    """New weights (early, then late), the error before and after on matches left out, and residuals of all samples."""
    progress = np.array([sample.progress for sample in samples])
    features = np.array([sample.features for sample in samples])
    design = np.hstack([features * (1 - progress)[:, None], features * progress[:, None]])
    wanted = np.array(targets) - np.array([sample.sure for sample in samples])
    present = np.array([*judge.early, *judge.late])
    matches = np.array([sample.match for sample in samples])
    held = matches % HELD_OUT == 0
    # Only differences between positions matter, so a constant by stage is taken out before the fit.
    stage = np.minimum((progress * 8).astype(int), 7)
    for column in range(8):
        at = stage == column
        if at.any():
            design[at] -= design[at].mean(axis=0)
            wanted[at] -= wanted[at].mean()
    left = wanted - design @ present
    scale = design.std(axis=0) ** 2 + 1e-9

    def moved(rows: NDArray[np.bool_], pull: float) -> Array:
        inside = design[rows]
        normal = inside.T @ inside / rows.sum() + pull * np.diag(scale + 0.02 * scale.mean())
        return np.asarray(np.linalg.solve(normal, inside.T @ left[rows] / rows.sum()))

    def error(weights: Array) -> float:
        return float(np.sqrt(np.mean((left[held] - design[held] @ weights) ** 2)))

    best = min(PULLS, key=lambda pull: error(moved(~held, pull)))
    after = error(moved(~held, best))
    print(f"pull of the present weights {best:g}")
    change = moved(np.ones_like(held), best)
    return present + change, error(np.zeros_like(present)), after, left - design @ change


def spread(progress: Array, residuals: Array) -> tuple[float, float]:
    """The standard deviation of final points around the expected ones, at the start and at the end."""
    size = np.abs(residuals) * 1.2533  # of a normal distribution: mean deviation to standard deviation
    slope, start = np.polyfit(progress, size, 1)
    return round(float(max(2.0, start)), 1), round(float(max(2.0, start + slope)), 1)


def written(
    names: tuple[str, ...], weights: Array, spreads: tuple[float, float], luck: tuple[LuckFactor, LuckFactor]
) -> str:
    """The weight file. The factors of luck stay; `python -m bench.coach fit` finds them."""
    count = len(names)
    lines = [f"spread = [{spreads[0]}, {spreads[1]}]"]
    if luck != AS_SEEN:
        lines.append(luck_line(luck))
    lines += ["", "[weights]"]
    lines += [f"{name} = [{weights[at]:.2f}, {weights[count + at]:.2f}]" for at, name in enumerate(names)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Collect, fit, show, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(engine.games()))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--blur", type=float, default=3.0, help="error on each plan, in points: other positions are seen"
    )
    parser.add_argument(
        "--step", type=float, default=0.5, help="how far to go towards the fit, from 0 to 1 (default: 0.5)"
    )
    parser.add_argument("--write", action="store_true", help="write the weight file")
    arguments = parser.parse_args()
    judge = evaluation_of(arguments.game)
    samples, targets = collect(arguments.game, arguments.matches, arguments.seed, arguments.blur)
    weights, before, after, residuals = fit(judge, samples, targets)
    progress = np.array([sample.progress for sample in samples])
    present = np.array([*judge.early, *judge.late])
    moved = present + arguments.step * (weights - present)
    text = written(judge.features.names, moved, spread(progress, residuals), judge.luck)
    print(f"{len(samples)} positions of {arguments.matches} matches, mean score {np.mean(targets):.1f}")
    print(f"error on matches left out: {before:.2f} points before, {after:.2f} after")
    print(text)
    if arguments.write:
        Path(evaluation.__file__).with_name(f"{arguments.game}.toml").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
