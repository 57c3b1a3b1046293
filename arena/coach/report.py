"""The coach's report on a match: every judged decision, the three turning points, and for each seat how it played and what chance did."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from arena.coach.judging import Judgement, Question
from arena.coach.luck import Chance, Deal, Draw
from arena.replays import Replay, positions

TURNING_POINTS = 3
FLAGS = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat of a match."""

    seat: int
    name: str
    place: int
    score: int
    luck: float
    """Points that chance gave."""
    luck_share: float
    """Share of winning that chance gave."""
    score_without_luck: float
    judged: int
    lost_per_decision: float
    """Thousandths of a win lost by a decision, on average."""
    flags: dict[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """All that the coach has to say."""

    seats: tuple[SeatReport, ...]
    decisions: tuple[Judgement, ...]
    turning_points: tuple[Judgement, ...]
    """The decisions that cost most, above the noise; at most three."""
    chances: tuple[Chance, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "seats": [asdict(seat) for seat in self.seats],
            "turning_points": [judgement.number for judgement in self.turning_points],
            "decisions": [_plain(judgement) for judgement in self.decisions],
            "chance": [asdict(chance) for chance in self.chances],
        }


def _plain(judgement: Judgement) -> dict[str, Any]:
    plain = asdict(judgement)
    for name in ("share_lost", "points_lost"):
        plain[name] = dict(zip(("mean", "low", "high"), plain[name], strict=True))
    return {**plain, "flag": judgement.flag}


def questions(replay: Replay, seats: Collection[int]) -> Iterator[Question | Draw | Deal]:
    """All that there is to judge about a match: decisions of these seats, and chance. Decisions of a stand-in are not judged."""
    before = positions(replay)
    for number, (state, move) in enumerate(zip(before, replay.decisions, strict=False)):
        if number == 0 and replay.spec.start is None:
            yield Deal(state.to_dict())
        if move.seat in seats and not move.by_stand_in:
            legal = tuple(action.text for action in state.legal_actions())
            yield Question(replay.game, number, move.seat, state.view(move.seat), legal, move.action)
        yield Draw(number, state.to_dict(), move.action)


def report(replay: Replay, answers: Iterable[Judgement | Chance | None]) -> Report:
    """The report from what `judge` and `chance_of` found, in any order."""
    judgements: list[Judgement] = []
    chances: list[Chance] = []
    for answer in answers:
        if isinstance(answer, Judgement):
            judgements.append(answer)
        elif answer is not None:
            chances.append(answer)
    judgements.sort(key=lambda judgement: judgement.number)
    chances.sort(key=lambda chance: chance.number)
    return Report(
        tuple(seats_reported(replay, judgements, chances)),
        tuple(judgements),
        turning_points(judgements),
        tuple(chances),
    )


def turning_points(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """The decisions that cost most, the most expensive first."""
    sure = [judgement for judgement in judgements if judgement.sure]
    sure.sort(key=lambda judgement: judgement.share_lost.mean, reverse=True)
    return tuple(sure[:TURNING_POINTS])


def seats_reported(replay: Replay, judgements: Sequence[Judgement], chances: Sequence[Chance]) -> Iterator[SeatReport]:
    """By seat: how it played, and what chance did."""
    for seat, (name, score) in enumerate(zip(replay.spec.players, replay.scores, strict=True)):
        own = [judgement for judgement in judgements if judgement.seat == seat]
        luck = sum(chance.points[seat] for chance in chances)
        counts = Counter(judgement.flag for judgement in own)
        yield SeatReport(
            seat=seat,
            name=name,
            place=replay.places[seat],
            score=score,
            luck=luck,
            luck_share=sum(chance.shares[seat] for chance in chances),
            score_without_luck=score - luck,
            judged=len(own),
            lost_per_decision=1000 * fmean(max(0.0, each.share_lost.mean) for each in own) if own else 0.0,
            flags={flag: counts[flag] for flag in FLAGS},
        )
