"""Runs of hosted bots: which are wanted, each start with its short-lived token, figures while it lasts, and how it ended."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from arena.access.credentials import new_token, token_hash
from arena.access.lookup import may_play, own_bot
from arena.access.viewers import OPEN_STATES, Viewer
from arena.db.database import utcnow
from arena.db.models import (
    Bot,
    Entry,
    EntryState,
    HostedRun,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonState,
    Submission,
    SubmissionFile,
    Token,
    TokenKind,
)

TOKEN_LIFE = timedelta(minutes=2)
"""How long a token works after its runner last renewed it."""
KEPT_RUNS = 20
"""Of one bot; older ones are deleted. Their stderr counts against no quota."""
LONGEST_REASON = 300
LABEL = "hosted"
LOST = "its runner was lost"
"""Why a run ended that is still open when the next one begins."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The active version of a bot that may play."""

    bot_id: int
    bot: str
    submission_id: int
    version: str
    command: Sequence[str]
    protocol: str
    games: Sequence[str]
    demanded: bool
    """Whether there is something to play: a validation, a season that runs, or a match."""
    first_match: int | None = None
    """The oldest match that it has to play, or plays."""


@dataclass(frozen=True, slots=True)
class Started:
    """A run with the token of its program."""

    run_id: int
    token_id: int
    token: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a program has used, and the end of its stderr."""

    peak_memory_bytes: int = 0
    processor_ms: int = 0
    stderr: str = ""
    points: Sequence[tuple[float, int, int]] = ()
    """Of the graph: seconds since the start, processor time so far in milliseconds, memory in bytes."""
    matches: Sequence[Sequence[int]] = ()
    """Match, processor time in milliseconds, peak memory in bytes."""


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run as the bot's owners see it."""

    bot: str
    version: str
    started_at: datetime
    ended_at: datetime | None
    reason: str
    peak_memory_bytes: int
    processor_ms: int
    stderr: str
    points: Sequence[Sequence[float]] = ()
    """Of the graph: seconds since the start, processor time so far in milliseconds, memory in bytes."""
    matches: Sequence[Sequence[int]] = ()
    """Match, processor time in milliseconds, peak memory in bytes; the newest last."""
    runner: str = ""


def wanted(session: Session) -> list[Wanted]:
    """The active versions of all bots that may play: those of the oldest matches first, then others with something to play. One statement."""
    in_season = exists().where(
        Entry.bot_id == Bot.id,
        Entry.state == EntryState.ACTIVE,
        Entry.season_id == Season.id,
        Season.state == SeasonState.RUNNING,
    )
    seats = MatchSeat.bot_id == Bot.id, MatchSeat.match_id == Match.id, Match.state.in_(OPEN_STATES)
    first = select(func.min(Match.id)).where(*seats).correlate(Bot).scalar_subquery()
    demanded = or_(Bot.validated_at.is_(None), in_season, first.is_not(None))
    rows = session.execute(
        select(Bot.id, Bot.name, Submission, demanded.label("demanded"), first.label("first"))
        .join(Submission, Submission.bot_id == Bot.id)
        .where(Submission.active.is_(True), may_play())
        .order_by(first.is_(None), first, demanded.desc(), Bot.id)
    )
    return [
        Wanted(
            row.id, row.name, one.id, one.version, one.command, one.protocol, one.games, bool(row.demanded), row.first
        )
        for row in rows
        for one in [row.Submission]
    ]


def playing(session: Session, bots: Collection[int]) -> set[int]:
    """Those of the bots that sit in a match right now. One statement."""
    seats = select(MatchSeat.bot_id).join(Match, Match.id == MatchSeat.match_id)
    return set(session.scalars(seats.where(Match.state == MatchState.RUNNING, MatchSeat.bot_id.in_(bots))))


def content(session: Session, submission_id: int) -> bytes:
    """The archive of a version, for a runner."""
    return session.get_one(SubmissionFile, submission_id).content


def begin(session: Session, one: Wanted, runner: str) -> Started:
    """Note a start, and create the token that plays as the bot until the run ends or nobody renews it."""
    versions = select(Submission.id).where(Submission.bot_id == one.bot_id)
    lost = HostedRun.submission_id.in_(versions), HostedRun.ended_at.is_(None)
    session.execute(update(HostedRun).where(*lost).values(ended_at=utcnow(), reason=LOST))
    text = new_token("bot")
    token = Token(kind=TokenKind.BOT, hash=token_hash(text), label=LABEL, bot_id=one.bot_id)
    token.expires_at = utcnow() + TOKEN_LIFE
    run = HostedRun(submission_id=one.submission_id, runner=runner)
    session.add_all([token, run])
    session.flush()
    kept = select(HostedRun.id).where(HostedRun.submission_id.in_(versions))
    newest = kept.order_by(HostedRun.id.desc()).limit(KEPT_RUNS)
    session.execute(delete(HostedRun).where(HostedRun.submission_id.in_(versions), HostedRun.id.not_in(newest)))
    return Started(run.id, token.id, text)


def report(session: Session, started: Started, figures: Figures) -> None:
    """Renew the token and write the figures down."""
    expires = utcnow() + TOKEN_LIFE
    session.execute(
        update(Token).where(Token.id == started.token_id, Token.revoked_at.is_(None)).values(expires_at=expires)
    )
    _write(session, started, figures)


def end(session: Session, started: Started, reason: str, figures: Figures) -> None:
    """Note how a run ended; its token is deleted."""
    session.execute(delete(Token).where(Token.id == started.token_id))
    _write(session, started, figures, ended_at=utcnow(), reason=reason[:LONGEST_REASON])


def _write(session: Session, started: Started, figures: Figures, **more: object) -> None:
    values = {
        "peak_memory_bytes": figures.peak_memory_bytes,
        "processor_ms": figures.processor_ms,
        "stderr": figures.stderr,
        "points": [list(point) for point in figures.points],
        "matches": [list(row) for row in figures.matches],
    }
    session.execute(update(HostedRun).where(HostedRun.id == started.run_id).values(**values, **more))


def runs(session: Session, who: Viewer, bot: str, most: int = KEPT_RUNS) -> list[RunLine]:
    """The newest runs of a bot, for its owners and admins. Two statements."""
    return _lines(session, Bot.id == own_bot(session, who, bot).id, most)


def latest_runs(session: Session, who: Viewer, most: int = 60) -> list[RunLine]:
    """The newest runs of all bots of the viewer. One statement."""
    return _lines(session, Bot.team_id.in_(who.teams), most)


def _lines(session: Session, mine: ColumnElement[bool], most: int) -> list[RunLine]:
    rows = session.execute(
        select(Bot.name, Submission.version, HostedRun)
        .join(Submission, Submission.id == HostedRun.submission_id)
        .join(Bot, Bot.id == Submission.bot_id)
        .where(mine)
        .order_by(HostedRun.id.desc())
        .limit(most)
    )
    return [
        RunLine(
            bot,
            version,
            run.started_at,
            run.ended_at,
            run.reason,
            run.peak_memory_bytes,
            run.processor_ms,
            run.stderr,
            run.points,
            run.matches,
            run.runner,
        )
        for bot, version, run in rows
    ]
