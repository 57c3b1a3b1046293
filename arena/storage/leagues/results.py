"""All results of a league season, seat by seat, for archives and downloads."""

from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.models import (
    Bot,
    BotVersion,
    Match,
    MatchSeat,
    MatchState,
    Round,
    RulingEntry,
    RulingKind,
    SeasonStage,
    SetState,
    TableSet,
    Team,
)
from arena.storage.pages.viewers import Viewer, visible_sets


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of one finished match of a done set."""

    match: int
    set: int
    stage: str
    round: int
    division: int
    rotation: int
    seat: int
    bot: str
    team: str
    version: str
    place: int
    """As awarded when the match ended; rulings are records of their own."""
    score: int
    verdict: str
    counts: bool
    """False: ruled void, or to be played again."""
    finished_at: datetime


COLUMNS = tuple(SeatResult.__dataclass_fields__)


def seat_results(session: Session, who: Viewer, season_id: int) -> Iterator[SeatResult]:
    """Those of the season that the viewer may see, in the order of play. Two statements."""
    void = frozenset(
        session.scalars(
            select(RulingEntry.match_id).where(
                RulingEntry.season_id == season_id, RulingEntry.kind.in_([RulingKind.VOID, RulingKind.REPLAY])
            )
        )
    )
    rows = session.execute(
        select(
            Match.id,
            Match.set_id,
            SeasonStage.name.label("stage"),
            Round.number,
            TableSet.division,
            Match.rotation,
            MatchSeat.seat,
            Bot.name,
            Team.name.label("team"),
            BotVersion.name.label("version"),
            MatchSeat.place,
            MatchSeat.score,
            MatchSeat.verdict,
            Match.finished_at,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .join(Round, Round.id == TableSet.round_id)
        .join(SeasonStage, SeasonStage.id == Round.stage_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(
            TableSet.season_id == season_id,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
            visible_sets(who),
        )
        .order_by(SeasonStage.number, Round.number, TableSet.id, Match.rotation, Match.id, MatchSeat.seat)
        .execution_options(yield_per=1000)
    )
    for row in rows:
        yield _result(row, void)


def _result(row: Any, void: Container[int | None]) -> SeatResult:
    return SeatResult(
        match=row.id,
        set=row.set_id,
        stage=row.stage,
        round=row.number,
        division=row.division,
        rotation=row.rotation,
        seat=row.seat,
        bot=row.name,
        team=row.team,
        version=row.version or "",
        place=row.place,
        score=row.score,
        verdict=row.verdict,
        counts=row.id not in void,
        finished_at=row.finished_at,
    )


def plain_row(one: SeatResult) -> dict[str, Any]:
    """For CSV and JSON: times in ISO 8601, in UTC."""
    return asdict(one) | {"finished_at": one.finished_at.isoformat(timespec="seconds")}
