"""Wiping a rehearsal: everything that was played in it is deleted; only lines in the audit log stay.

A table that was called off during play is kept for a minute, until its bots are notified and its worker has let go.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import (
    Bye,
    Champion,
    Comment,
    Delivery,
    Division,
    Entry,
    FaultEntry,
    FinalLine,
    Follow,
    HostedRun,
    Invite,
    Match,
    MatchSeat,
    MatchState,
    Organiser,
    OrganiserInvitation,
    PrivateNotes,
    RatingEntry,
    ReplayFile,
    Round,
    RulingEntry,
    Season,
    SeasonMessage,
    SeasonStage,
    SeasonState,
    StageEntry,
    Submission,
    TableSet,
    Webhook,
    audit,
)
from arena.errors import Conflict
from arena.seasons import lookup
from arena.seasons.rounds import call_off

LET_GO = timedelta(minutes=1)
"""How long rows stay after their match was called off while it was played."""


def wipe_rehearsal(session: Session, who: Viewer, slug: str, now: datetime | None = None) -> bool:
    """Wipe a rehearsal. Returns whether it is gone; if not, it is called off and goes within a minute. Conflict for other seasons."""
    moment = now or utcnow()
    row = lookup.run_by(session, who, slug)
    if row.rehearses_id is None:
        raise Conflict(f"{slug} is not a rehearsal: only rehearsals can be wiped")
    return wipe(session, row, who.name, moment)


def wipe_rehearsals_of(session: Session, row: Season, actor: str, now: datetime) -> None:
    """Wipe the rehearsal of a season that starts now: its bots are needed."""
    for rehearsal in session.scalars(select(Season).where(Season.rehearses_id == row.id).order_by(Season.id)):
        wipe(session, lookup.locked(session, rehearsal.slug), actor, now)


def wipe(session: Session, row: Season, actor: str, now: datetime) -> bool:
    """The same for a rehearsal that is locked."""
    if row.wiped_at is None:
        row.wiped_at = now
        call_off(session, row, "the rehearsal is over")
        if row.state not in {SeasonState.FINISHED, SeasonState.CANCELLED}:
            row.state, row.finished_at, row.trouble = SeasonState.CANCELLED, now, None
        audit(session, actor, "season_wiped", f"season:{row.slug}")
    return clear(session, row, now)


def clear(session: Session, row: Season, now: datetime) -> bool:
    """Delete the rows of a rehearsal that was wiped, unless a match of it has just been called off. Returns whether they are gone."""
    sets = select(TableSet.id).where(TableSet.season_id == row.id)
    fresh = select(Match.id).where(
        Match.set_id.in_(sets),
        Match.state == MatchState.VOID,
        Match.started_at.is_not(None),
        Match.finished_at > now - LET_GO,
    )
    if session.scalar(fresh.limit(1)) is not None:
        return False
    matches = list(session.scalars(select(Match.id).where(Match.set_id.in_(sets))))
    _forget_runs(session, row, set(matches))
    for table, condition in _parts(row.id):
        session.execute(delete(table).where(condition).execution_options(synchronize_session=False))
    session.execute(delete(Season).where(Season.id == row.id).execution_options(synchronize_session=False))
    session.expire_all()
    return True


def _parts(season: int) -> list[tuple[type[Any], Any]]:
    """Everything that belongs to a season, with what refers to it first."""
    sets = select(TableSet.id).where(TableSet.season_id == season)
    matches = select(Match.id).where(Match.set_id.in_(sets))
    stages = select(SeasonStage.id).where(SeasonStage.season_id == season)
    rounds = select(Round.id).where(Round.stage_id.in_(stages))
    hooks = select(Webhook.id).where(Webhook.season_id == season)
    of_matches = (Comment, PrivateNotes, ReplayFile, FaultEntry, MatchSeat)
    of_season = (Follow, Division, FinalLine, Champion, Invite, Organiser, OrganiserInvitation, Entry)
    return [
        (Delivery, Delivery.webhook_id.in_(hooks)),
        (Webhook, Webhook.season_id == season),
        (RulingEntry, RulingEntry.season_id == season),
        (SeasonMessage, SeasonMessage.season_id == season),
        (RatingEntry, RatingEntry.season_id == season),
        *((table, table.match_id.in_(matches)) for table in of_matches),
        (Match, Match.set_id.in_(sets)),
        (TableSet, TableSet.season_id == season),
        (Bye, Bye.round_id.in_(rounds)),
        (StageEntry, StageEntry.stage_id.in_(stages)),
        (Round, Round.stage_id.in_(stages)),
        (SeasonStage, SeasonStage.season_id == season),
        *((table, table.season_id == season) for table in of_season),
    ]


def _forget_runs(session: Session, row: Season, matches: set[int]) -> None:
    """Remove the matches from the usage records of hosted bots."""
    entered = select(Entry.bot_id).where(Entry.season_id == row.id)
    runs = select(HostedRun).join(Submission, Submission.id == HostedRun.submission_id)
    for run in session.scalars(runs.where(Submission.bot_id.in_(entered))):
        kept = [used for used in run.matches if used[0] not in matches]
        if len(kept) < len(run.matches):
            run.matches = kept
    session.flush()


def clear_what_is_due(session: Session, slug: str, now: datetime) -> bool:
    """Delete a rehearsal that was wiped a while ago; the scheduler's part. Returns whether it is gone."""
    return clear(session, lookup.locked(session, slug), now)
