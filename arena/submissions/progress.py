"""How far a hosted bot has come, as its owners see it: which version plays, and what became of its validation match."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.lookup import hosted_version, own_bot
from arena.access.viewers import Viewer
from arena.db.models import Match, MatchSeat, MatchState, SetKind, TableSet


@dataclass(frozen=True, slots=True)
class Progress:
    """Between an archive and the first rated match."""

    version: str
    """The one that plays; empty: none is hosted."""
    validated_at: datetime | None
    match_id: int | None = None
    """The newest validation match."""
    state: str = ""
    verdict: str = ""


def progress(session: Session, who: Viewer, bot: str) -> Progress:
    """For owners and admins. Three statements."""
    row = own_bot(session, who, bot)
    newest = session.execute(
        select(Match.id, Match.state, MatchSeat.verdict)
        .join(TableSet, TableSet.id == Match.set_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(MatchSeat.bot_id == row.id, TableSet.kind == SetKind.VALIDATION, Match.state != MatchState.VOID)
        .order_by(Match.id.desc())
        .limit(1)
    ).first()
    there = Progress(hosted_version(session, row.id), row.validated_at)
    if newest is None:
        return there
    return Progress(there.version, there.validated_at, newest.id, newest.state.value, newest.verdict or "")
