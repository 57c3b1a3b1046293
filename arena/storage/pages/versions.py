"""How the versions of a bot did, each for itself."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam, case, func, select
from sqlalchemy.orm import Session

from arena.storage.models import BotVersion, Match, MatchSeat, MatchState, SetKind, TableSet
from arena.storage.pages.bots import Entered


@dataclass(frozen=True, slots=True)
class VersionLine:
    """How one version did in a season."""

    name: str
    since: datetime
    matches: int
    firsts: int
    mean_place: float
    mean_score: float
    faults: int


@cache
def _by_version() -> Any:
    return (
        select(
            BotVersion.name,
            BotVersion.first_seen_at,
            func.count().label("matches"),
            func.sum(case((MatchSeat.place == 1, 1), else_=0)).label("firsts"),
            func.avg(MatchSeat.place).label("mean"),
            func.avg(MatchSeat.score).label("score"),
            func.sum(case((MatchSeat.verdict != "finished", 1), else_=0)).label("faults"),
        )
        .join(MatchSeat, MatchSeat.version_id == BotVersion.id)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(
            BotVersion.bot_id == bindparam("bot"),
            TableSet.season_id == bindparam("season"),
            TableSet.kind == SetKind.RATED,
            Match.state == MatchState.FINISHED,
        )
        .group_by(BotVersion.id, BotVersion.name, BotVersion.first_seen_at)
        .order_by(BotVersion.id.desc())
        .limit(20)
    )


def by_version(session: Session, entry: Entered | None, bot_id: int) -> list[VersionLine]:
    """How its versions did in a season, the newest first; nothing where a part of the season is hidden. One statement."""
    if entry is None or not entry.interval:
        return []
    rows = session.execute(_by_version(), {"season": entry.season_id, "bot": bot_id})
    return [
        VersionLine(
            row.name,
            row.first_seen_at,
            row.matches,
            int(row.firsts),
            float(row.mean),
            float(row.score),
            int(row.faults),
        )
        for row in rows
    ]
