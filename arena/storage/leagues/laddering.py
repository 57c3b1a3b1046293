"""Ladder stages of a season: one long round, whose tables form as bots are there to play."""

from collections import Counter

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.leagues import entering, finding
from arena.storage.models import Match, MatchSeat, Round, Season, SeasonStage, SetState, TableSet


def tables_had(session: Session, stage: SeasonStage) -> Counter[int]:
    """Per bot: sets it has had in the stage, open ones included and void ones not."""
    seated = session.execute(
        select(TableSet.id, MatchSeat.bot_id)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Round, Round.id == TableSet.round_id)
        .where(Round.stage_id == stage.id, TableSet.state != SetState.VOID)
        .distinct()
    )
    return Counter(bot_id for _, bot_id in seated)


def is_played(session: Session, row: Season, stage: SeasonStage) -> bool:
    """Whether every entry that plays has had the tables the file says."""
    had = tables_had(session, stage)
    wanted = finding.plan_of(row).stages[stage.number].tables_each
    return all(had[entry.bot_id] >= wanted for entry in entering.active(session, row))


def sitting(session: Session, row: Season) -> Counter[int]:
    """Per bot: open sets of the season."""
    return Counter(
        session.scalars(
            select(MatchSeat.bot_id)
            .join(Match, Match.id == MatchSeat.match_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN, Match.rotation == 0)
        )
    )
