"""All results of a league season, seat by seat, for archives and downloads."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues.results import Played
from arena.leagues.rulings import Ruling, ruled
from arena.storage import rating
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
    """As it counts after the rulings; of a match that does not count, as awarded."""
    awarded_place: int
    """When the match ended."""
    score: int
    verdict: str
    counts: bool
    """False: ruled void, or to be played again."""
    finished_at: datetime


COLUMNS = tuple(SeatResult.__dataclass_fields__)


def seat_results(session: Session, who: Viewer, season_id: int) -> Iterator[SeatResult]:
    """Those of the season that the viewer may see, in the order of play. Three statements."""
    void = frozenset(
        session.scalars(
            select(RulingEntry.match_id).where(
                RulingEntry.season_id == season_id, RulingEntry.kind.in_([RulingKind.VOID, RulingKind.REPLAY])
            )
        )
    )
    made = [ruling for _, ruling in rating.rulings(session, season_id)]
    rows = session.execute(
        select(
            Match.id,
            Match.set_id,
            SeasonStage.name.label("stage"),
            Round.number,
            TableSet.division,
            Match.rotation,
            MatchSeat.seat,
            Bot.id.label("bot_id"),
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
    for _, seats in groupby(rows, key=lambda row: row.id):
        match = list(seats)
        for row, place in zip(match, _places(match, made), strict=True):
            yield _result(row, place, void)


def _places(seats: Sequence[Any], made: Sequence[Ruling]) -> tuple[int, ...]:
    """By seat, as they count; as awarded if the match does not."""
    awarded = tuple(row.place for row in seats)
    played = Played(str(seats[0].id), 0, tuple(str(row.bot_id) for row in seats), awarded, awarded)
    counted = ruled([played], made)
    return counted[0].places if counted else awarded


def _result(row: Any, place: int, void: Container[int | None]) -> SeatResult:
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
        place=place,
        awarded_place=row.place,
        score=row.score,
        verdict=row.verdict,
        counts=row.id not in void,
        finished_at=row.finished_at,
    )


def plain_row(one: SeatResult) -> dict[str, Any]:
    """For CSV and JSON: times in ISO 8601, in UTC."""
    return asdict(one) | {"finished_at": one.finished_at.isoformat(timespec="seconds")}
