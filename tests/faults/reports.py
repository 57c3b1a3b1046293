"""What a round of faults did and found, and which verdicts a bot has earned."""

from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.db.models import FaultEntry, Match, MatchSeat, MatchState, RatingEntry, SetState, TableSet
from tests.services.cluster import Cluster


@dataclass(frozen=True, slots=True)
class Outage:
    """A bot's process was down, from its death to its next hello (Unix times)."""

    bot_id: int
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """A seat that did not finish its match."""

    match_id: int
    bot_id: int
    word: str
    detail: str


@dataclass(slots=True)
class Report:
    """What a round did and found."""

    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    ended_themselves: Counter[str] = field(default_factory=Counter)
    """Parts that ended without being asked to, and were started again."""
    honest_matches: int = 0
    """Finished while faults were injected, without those that a hostile bot sat in."""
    matches: dict[str, int] = field(default_factory=dict)
    sets_done: int = 0
    sets_void: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    unearned: list[Verdict] = field(default_factory=list)
    """Of bots that did nothing wrong."""
    void_reasons: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    """Sets that never came to an end."""
    double: int = 0
    """Matches or ratings that counted twice."""

    @property
    def rate(self) -> float:
        """Matches of honest bots a second."""
        return self.honest_matches / max(1.0, self.seconds)

    def lines(self) -> list[str]:
        told = ", ".join(f"{count} x {name}" for name, count in sorted(self.faults.items()))
        return [
            f"{self.seconds:.0f} s of faults, {self.honest_matches} matches of honest bots meanwhile, {self.rate:.2f} a second",
            f"faults: {self.faults.total()} ({told})",
            f"parts that ended by themselves: {dict(self.ended_themselves) or 'none'}",
            f"matches: {', '.join(f'{count} {state}' for state, count in sorted(self.matches.items()))}",
            f"verdicts: {', '.join(f'{count} {word}' for word, count in sorted(self.verdicts.items()))}",
            f"verdicts that no bot earned: {len(self.unearned)}",
            *(f"  match {one.match_id}, bot {one.bot_id}: {one.word}: {one.detail}" for one in self.unearned[:20]),
            f"sets: {self.sets_done} done, {self.sets_void} void, {self.lost} lost, {self.double} counted twice",
            *(f"void: {count} x {why}" for why, count in sorted(self.void_reasons.items())),
            "ratings equal their recomputation; every replay verifies; nothing is left in Redis",
        ]


def examined(
    arena: Cluster,
    report: Report,
    outages: list[Outage],
    clock_seconds: float,
    guilty: frozenset[int] = frozenset(),
) -> None:
    """Fill in what is in the database."""
    report.unearned = unearned(arena, outages, clock_seconds, guilty)
    with arena.database.read() as session:
        report.matches = {
            s.value: n for s, n in session.execute(select(Match.state, func.count()).group_by(Match.state))
        }
        sets = {s: n for s, n in session.execute(select(TableSet.state, func.count()).group_by(TableSet.state)).all()}
        report.sets_done, report.sets_void = sets.get(SetState.DONE, 0), sets.get(SetState.VOID, 0)
        report.lost = sets.get(SetState.OPEN, 0)
        report.double = _counted_twice(session)
        voids = select(Match.reason, func.count()).where(Match.state == MatchState.VOID)
        report.void_reasons = {str(why): n for why, n in session.execute(voids.group_by(Match.reason))}
        finished = select(MatchSeat.verdict, func.count()).join(Match).where(Match.state == MatchState.FINISHED)
        report.verdicts = {str(word): n for word, n in session.execute(finished.group_by(MatchSeat.verdict))}


def unearned(
    arena: Cluster, outages: list[Outage], clock_seconds: float, guilty: frozenset[int] = frozenset()
) -> list[Verdict]:
    """Verdicts of bots that were never down for as long as their clock during the match, and are not *guilty* anyway.

    The bots of a round answer every question with a legal action at once, and never give up: nothing else is theirs to be blamed for.
    """
    with arena.database.read() as session:
        rows = session.execute(
            select(MatchSeat, Match)
            .join(Match)
            .where(Match.state == MatchState.FINISHED, MatchSeat.verdict != "finished")
            .order_by(Match.id)
        ).all()
        return [
            Verdict(match.id, seat.bot_id, str(seat.verdict), _detail(session, match, seat))
            for seat, match in rows
            if seat.bot_id not in guilty and not _was_down(seat.bot_id, match, outages, clock_seconds)
        ]


def _was_down(bot_id: int, match: Match, outages: list[Outage], seconds: float) -> bool:
    assert match.finished_at is not None
    begun, ended = match.ready_at.timestamp(), match.finished_at.timestamp()
    return any(
        outage.bot_id == bot_id and min(outage.ended, ended) - max(outage.begun, begun) >= seconds for outage in outages
    )


def _detail(session: Session, match: Match, seat: MatchSeat) -> str:
    found = session.scalar(
        select(FaultEntry.detail).where(FaultEntry.match_id == match.id, FaultEntry.seat == seat.seat)
    )
    return found or ""


def _counted_twice(session: Session) -> int:
    """Rotations that finished more than once, and sets that moved a rating more than once."""
    rotations = select(Match.set_id).where(Match.state == MatchState.FINISHED).group_by(Match.set_id, Match.rotation)
    moved = select(RatingEntry.set_id).where(RatingEntry.set_id.is_not(None), RatingEntry.kind == "set")
    double = (rotations, moved.group_by(RatingEntry.set_id, RatingEntry.bot_id))
    return sum(len(session.execute(one.having(func.count() > 1)).all()) for one in double)
