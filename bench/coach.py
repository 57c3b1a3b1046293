"""Measure the coach: does it find planted blunders, does it leave strong play alone, and does it take luck out of results.

    .venv/bin/python -m bench.coach blunders iki --count 60 --seed 5001
    .venv/bin/python -m bench.coach fit iki --count 300 --seed 1
    .venv/bin/python -m bench.coach luck iki --count 1000 --seed 6001

*blunders*: hard plays hard. From a decision drawn by the seed on, other choices are looked at ten times as long as the coach does; the first that costs
over 10 % of winning is played instead. The coach then judges the whole match. *luck*: easy plays easy; margins as they were, and without luck. *fit*: the same matches, to find the factors by which luck is
taken (`luck` in `arena/players/evaluation/<game>.toml`); seeds from 0 to 999 are for that.

Every trial is a line in a file under bench-results/: the same command goes on where it was, and with a larger --count plays only what is missing.
"""

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.cli.command import with_progress
from arena.cli.parallel import in_processes
from arena.coach import DEAL, Deal, Draw, Question, chance_of, given_at, judge
from arena.coach.report import turning_points
from arena.matches import Decision, MatchRecord, MatchSpec, Player, play
from arena.players import evaluation, make
from arena.players.evaluation import LuckFactor, luck_line
from arena.ratings.intervals import half_width, wilson

Array = NDArray[np.float64]
FOLDER = Path("bench-results")
COSTLY = 0.10
"""Share of winning that a planted choice costs at least."""
LONGER = 10
"""How many times as long planted choices are looked at."""
FOLDS = 5
"""Parts of the matches of a fit; each judges the fit of the others."""
PULL = 0.05
"""How strongly factors are drawn to zero."""
TRIES = 4
"""Choices that are looked at, at one decision."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A match with one planted blunder."""

    seed: int
    planted: int | None
    """The number of the decision; None: no choice was costly enough."""
    cost: float
    rank: int | None
    """Its place among the turning points, from 1."""
    judged: int
    flagged: int
    """Other decisions with a flag."""
    seconds: float


class Blunderer:
    """Plays like another player, but for one costly choice."""

    def __init__(self, player: Player, rng: Random, start: int, longer: int = LONGER) -> None:
        self._player, self._rng, self._start, self._longer = player, rng, start, longer
        self.at: int | None = None
        """Which of its decisions it was."""
        self.cost = 0.0

    def choose(self, decision: Decision) -> int:
        """The player's choice, or the blunder."""
        index = self._player.choose(decision)
        if self.at is not None or decision.number < self._start:
            return index
        others = [other for other in range(len(decision.legal)) if other != index]
        for other in self._rng.sample(others, min(TRIES, len(others))):
            asked = Question(
                decision.game.name,
                decision.number,
                decision.seat,
                decision.view,
                tuple(decision.texts),
                decision.texts[other],
            )
            lost = judge(asked, self._longer).share_lost
            if lost.mean > COSTLY and lost.low > 0:
                self.at, self.cost = decision.number, lost.mean
                return other
        return index


def blunder(game: str, seats: int, seed: int, level: str = "hard", longer: int = LONGER) -> Trial:
    """Play a match with a planted blunder, and let the coach judge every decision of it."""
    begun = time.process_time()
    rng = Random(f"blunder {game} {seats} {seed}")
    seat = rng.randrange(seats)
    players: list[Player] = [make(level, seed * 10 + each) for each in range(seats)]
    blunderer = Blunderer(players[seat], rng, rng.randrange(8, 40), longer)
    players[seat] = blunderer
    record = play(MatchSpec(game, seats, seed=seed, hidden_seed=seed), players, strict=True, keep_events=False)
    if blunderer.at is None:
        return Trial(seed, None, 0.0, None, 0, 0, time.process_time() - begun)
    judged = [judge(asked) for asked in questions_of(record)]
    planted = [number for number, move in enumerate(record.decisions) if move.seat == seat][blunderer.at]
    points = [point.number for point in turning_points(judged)]
    rank = points.index(planted) + 1 if planted in points else None
    flagged = sum(bool(each.flag) for each in judged if each.number != planted)
    return Trial(seed, planted, blunderer.cost, rank, len(judged), flagged, time.process_time() - begun)


def questions_of(record: MatchRecord) -> Iterator[Question]:
    """Every decision of a match, to be judged."""
    state = record.spec.first_state()
    for number, move in enumerate(record.decisions):
        legal = tuple(action.text for action in state.legal_actions())
        yield Question(record.spec.game, number, move.seat, state.view(move.seat), legal, move.action)
        state.apply(state.game.parse(move.action))


@dataclass(frozen=True, slots=True)
class Margin:
    """The first seat's margin over the mean of the others in a match of equal bots."""

    seed: int
    raw: float
    without_luck: float
    seconds: float


def margin(game: str, seats: int, seed: int) -> Margin:
    """Play a match between easy bots, and take luck out of it. The seat that counts changes from match to match."""
    begun = time.process_time()
    record = _even_match(game, seats, seed)
    chances = [chance_of(moment) for moment in _moments(record)]
    luck = [sum(chance.points[seat] for chance in chances if chance) for seat in range(seats)]
    fair = [score - given for score, given in zip(record.scores, luck, strict=True)]
    seat = seed % seats
    return Margin(seed, _ahead(record.scores, seat), _ahead(fair, seat), time.process_time() - begun)


@dataclass(frozen=True, slots=True)
class Sample:
    """A margin, and what chance gave to it by its kinds: at once and later, each by the deal, early and late."""

    seed: int
    raw: float
    parts: tuple[float, ...]
    seconds: float


def sample(game: str, seats: int, seed: int) -> Sample:
    """Play a match between easy bots, and keep what chance gave."""
    begun = time.process_time()
    record = _even_match(game, seats, seed)
    seat = seed % seats
    parts = [0.0] * 6
    for moment in _moments(record):
        given = given_at(moment)
        if given is None:
            continue
        shares = (1.0, 0.0, 0.0) if given.number == DEAL else (0.0, 1 - given.progress, given.progress)
        for kind, points in enumerate((given.at_once, given.later)):
            ahead = _ahead(points[:seats], seat)
            for at, share in enumerate(shares):
                parts[3 * kind + at] += share * ahead
    return Sample(seed, _ahead(record.scores, seat), tuple(parts), time.process_time() - begun)


def _even_match(game: str, seats: int, seed: int) -> MatchRecord:
    spec = MatchSpec(game, seats, seed=seed, hidden_seed=seed)
    return play(spec, [make("easy", seed * 10 + each) for each in range(seats)], strict=True, keep_events=False)


def _moments(record: MatchRecord) -> Iterator[Deal | Draw]:
    """Wherever something may have been drawn."""
    state = record.spec.first_state()
    yield Deal(state.to_dict())
    for number, move in enumerate(record.decisions):
        yield Draw(number, state.to_dict(), move.action)
        state.apply(state.game.parse(move.action))


def _ahead(scores: Iterable[float], seat: int) -> float:
    own, others = 0.0, []
    for at, score in enumerate(scores):
        if at == seat:
            own = score
        else:
            others.append(score)
    return own - fmean(others)


def kept(path: Path, work: Any, seeds: Iterable[int], jobs: int) -> list[dict[str, Any]]:
    """The results for all seeds: those in the file, and the missing ones, which are added to it."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    known = {line["seed"] for line in lines}
    missing = [seed for seed in seeds if seed not in known]
    path.parent.mkdir(parents=True, exist_ok=True)
    results = map(work, missing) if jobs == 1 else in_processes(work, missing, jobs)
    for result in with_progress(results, len(missing), path.stem):
        lines.append(asdict(result))
        with path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
    wanted = set(seeds)
    return [line for line in lines if line["seed"] in wanted]


def print_blunders(trials: list[dict[str, Any]]) -> None:
    """How many planted blunders are among the three turning points, and how many other decisions are flagged."""
    planted = [trial for trial in trials if trial["planted"] is not None]
    if not planted:
        print("No choice was costly enough in any match.")
        return
    found = sum(trial["rank"] is not None for trial in planted)
    low, high = wilson(found, len(planted))
    judged, flagged = (sum(trial[name] for trial in planted) for name in ("judged", "flagged"))
    print(f"{found} of {len(planted)} planted blunders found ({100 * low:.0f} to {100 * high:.0f} %)")
    print(f"{flagged} of {judged} other decisions flagged ({100 * flagged / judged:.1f} %)")
    print(f"{fmean(trial['seconds'] for trial in trials):.0f} s of processor time for a trial")


def print_luck(margins: list[dict[str, Any]]) -> None:
    """Means and deviations of the margin, as it was and without luck."""
    raw = [each["raw"] for each in margins]
    fair = [each["without_luck"] for each in margins]
    for name, values in (("as played", raw), ("without luck", fair)):
        print(f"{name:>13}: mean {fmean(values):+.1f} ± {half_width(values):.1f}, deviation {stdev(values):.1f}")
    print(f"{len(margins)} matches, ratio of deviations {stdev(fair) / stdev(raw):.2f}")
    print(f"{fmean(each['seconds'] for each in margins):.1f} s of processor time for a match")


def print_fit(samples: list[dict[str, Any]], game: str, write: bool) -> None:
    """The factors that leave the least deviation, and that deviation in matches left out of the fit."""
    raw = np.array([each["raw"] for each in samples])
    parts = np.array([each["parts"] for each in samples])
    errors = np.zeros(len(raw))
    for fold in range(FOLDS):
        out = np.arange(len(raw)) % FOLDS == fold
        errors[out] = raw[out] - parts[out] @ _factors(parts[~out], raw[~out])
    factors = _factors(parts, raw)
    luck = (LuckFactor(*map(float, factors[:3])), LuckFactor(*map(float, factors[3:])))
    print(f"{len(raw)} matches, ratio of deviations in matches left out {errors.std() / raw.std():.2f}")
    print(luck_line(luck))
    if write:
        path = Path(evaluation.__file__).with_name(f"{game}.toml")
        lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("luck =")]
        path.write_text("\n".join([lines[0], luck_line(luck), *lines[1:]]) + "\n", "utf-8")


def _factors(parts: Array, raw: Array) -> Array:
    """Ridge regression: where matches say little, a factor stays near zero, which takes nothing."""
    scale = np.diag(parts.var(axis=0) + 1e-9)
    return np.asarray(
        np.linalg.solve(parts.T @ parts / len(raw) + PULL * scale, parts.T @ (raw - raw.mean()) / len(raw))
    )


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("blunders", "luck", "fit"))
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5001, help="of the first match; the others follow")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="with fit: write the factors")
    given = parser.parse_args()
    measure: Any = {"blunders": blunder, "luck": margin, "fit": sample}[given.what]
    path = FOLDER / f"coach-{given.what}-{given.game}-{given.seats}p.jsonl"
    seeds = range(given.seed, given.seed + given.count)
    results = kept(path, partial(measure, given.game, given.seats), seeds, given.jobs)
    if given.what == "fit":
        print_fit(results, given.game, given.write)
    else:
        (print_blunders if given.what == "blunders" else print_luck)(results)


if __name__ == "__main__":
    main()
