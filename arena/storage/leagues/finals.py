"""Final tables: the rows that are written when a season is finished and never change."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.leagues.lines import TableLine, line_of
from arena.storage.models import FinalLine, SeasonStage

WHOLE_SEASON = -1
"""The stage number of the table that promotion and relegation read."""


def kept_tables(session: Session, stage: SeasonStage) -> dict[int, list[TableLine]]:
    """Per division the final lines of a stage, best first; empty while the season is not finished."""
    return _tables(session, stage.season_id, stage.number)


def season_tables(session: Session, season_id: int) -> dict[int, list[TableLine]]:
    """Per division the final lines of the whole season."""
    return _tables(session, season_id, WHOLE_SEASON)


def _tables(session: Session, season_id: int, stage: int) -> dict[int, list[TableLine]]:
    tables: dict[int, list[TableLine]] = {}
    for row in session.scalars(
        select(FinalLine)
        .where(FinalLine.season_id == season_id, FinalLine.stage == stage)
        .order_by(FinalLine.division, FinalLine.place)
    ):
        line = line_of(row.place, str(row.entry_id), row.bot, row.team, row.detail)
        tables.setdefault(row.division, []).append(line)
    return tables
