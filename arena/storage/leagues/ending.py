"""The end: tables are frozen for good, champions go to the hall of fame."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import claims
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict
from arena.storage.leagues import finding
from arena.storage.leagues.finals import WHOLE_SEASON
from arena.storage.leagues.lines import TableLine, detail_of
from arena.storage.leagues.overall import overall
from arena.storage.leagues.tables import stage_tables
from arena.storage.models import (
    Champion,
    Division,
    FinalLine,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
    SetState,
    StageState,
    TableSet,
)


def finish_season(session: Session, slug: str, actor: str, now: datetime | None = None) -> Season:
    """End a season by hand: what is still to be played is called off, and the tables stand as they are."""
    row = finding.season(session, slug)
    finding.must_be(row, "finished", SeasonState.RUNNING)
    call_off(session, row, f"the season was finished by {actor}")
    close(session, row, actor, now or utcnow())
    return row


def cancel_season(session: Session, slug: str, reason: str, actor: str, now: datetime | None = None) -> Season:
    """End a season without a table. What was played stays to be seen."""
    row = finding.season(session, slug)
    finding.must_be(row, "cancelled", SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)
    if not reason.strip():
        raise Conflict("cancelling a season needs a reason: its entrants will ask")
    call_off(session, row, f"the season was cancelled: {reason}")
    row.state, row.finished_at, row.trouble = SeasonState.CANCELLED, now or utcnow(), None
    log(session, actor, "season_cancelled", f"season:{slug}", reason=reason)
    session.flush()
    return row


def call_off(session: Session, row: Season, reason: str) -> None:
    """Open sets are void: nobody is left playing for a season that is over."""
    for table_set in session.scalars(
        select(TableSet)
        .where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN)
        .order_by(TableSet.id)
        .with_for_update()
    ):
        claims.void_set(session, table_set, reason)


def end_stage(session: Session, row: Season, stage: SeasonStage, now: datetime, actor: str) -> None:
    """The stage's rounds and the stage are over."""
    for one in session.scalars(select(Round).where(Round.stage_id == stage.id, Round.state == RoundState.RUNNING)):
        one.state, one.ended_at = RoundState.DONE, now
    stage.state, stage.ended_at = StageState.DONE, now
    log(session, actor, "stage_done", f"season:{row.slug}", stage=stage.name)
    session.flush()


def close(session: Session, row: Season, actor: str, now: datetime) -> None:
    """Write the final tables of every stage and of the whole season, and the champions."""
    played = []
    for stage in finding.stages(session, row):
        if stage.state is StageState.RUNNING:
            end_stage(session, row, stage, now, actor)
        if stage.started_at is not None:
            played.append(stage)
    made = [stage_tables(session, stage, now=now, role="organiser") for stage in played]
    for stage, tables in zip(played, made, strict=True):
        for table in tables.divisions:
            _keep(session, row, stage.number, table.number, table.lines)
    whole = overall(made)
    # Without a match nobody has won anything.
    decided = {table.number for tables in made for table in tables.divisions for line in table.lines if line.matches}
    for division, lines in whole.items():
        _keep(session, row, WHOLE_SEASON, division, lines)
        if division in decided:
            _crown(session, row, division, lines[0], now)
    row.state, row.finished_at, row.trouble = SeasonState.FINISHED, now, None
    champions = [lines[0].bot for division, lines in whole.items() if division in decided]
    log(session, actor, "season_finished", f"season:{row.slug}", champions=champions)
    session.flush()


def _keep(
    session: Session, row: Season, stage: int, division: int, lines: "list[TableLine] | tuple[TableLine, ...]"
) -> None:
    for at, line in enumerate(lines):
        session.add(
            FinalLine(
                season_id=row.id,
                stage=stage,
                division=division,
                place=at + 1,
                entry_id=int(line.entry),
                bot=line.bot,
                team=line.team,
                detail=detail_of(line),
            )
        )


def _crown(session: Session, row: Season, division: int, line: TableLine, now: datetime) -> None:
    part = session.get(Division, (row.id, division))
    session.add(
        Champion(
            season_id=row.id,
            division=division,
            entry_id=int(line.entry),
            league=row.league,
            title=row.title,
            division_name="" if part is None else part.name,
            bot=line.bot,
            team=line.team,
            at=now,
        )
    )
