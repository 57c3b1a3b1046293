"""Fingerprints of what live parts show, at the cost of a few rows: a part is rendered again only when its fingerprint changes."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import func, not_, or_, select
from sqlalchemy.orm import Session

from arena.access.viewers import PUBLIC
from arena.access.visibility import frozen, seasons_for, stages_for
from arena.db.models import (
    Account,
    Entry,
    EntryState,
    Match,
    MatchState,
    RatingEntry,
    Round,
    RulingEntry,
    Season,
    SeasonStage,
    TableSet,
)

Hidden = tuple[tuple[int, ...], tuple[tuple[Any, ...], ...], tuple[Any, ...]]


def hidden_mark(session: Session) -> Hidden:
    """What is hidden from the public: seasons, stages (frozen ones with their moment), how many accounts are gone; and the last ruling.

    It changes as soon as anything is hidden, frozen, revealed, deleted or ruled on, by anyone and through any edge: pages of
    matches that are over change then, too. Three statements.
    """
    seasons, stages, gone = _hidden()
    return (
        tuple(session.scalars(seasons)),
        tuple(tuple(row) for row in session.execute(stages)),
        tuple(session.execute(gone).one()),
    )


@cache
def _hidden() -> tuple[Any, Any, Any]:
    late = or_(not_(stages_for(PUBLIC)), frozen(PUBLIC))
    return (
        select(Season.id).where(not_(seasons_for(PUBLIC))).order_by(Season.id),
        select(SeasonStage.id, SeasonStage.visibility, SeasonStage.freeze_at).where(late).order_by(SeasonStage.id),
        select(func.count(Account.deleted_at), select(func.max(RulingEntry.id)).scalar_subquery()),
    )


@dataclass(frozen=True, slots=True)
class Marks:
    """Figures that move whenever something of their kind happens."""

    running: tuple[int, int | None]
    """How many matches are played, and the newest of them."""
    finished: datetime | None
    rated: int | None
    """The last line of the rating log."""
    matches: dict[int, tuple[str, str]]
    """State of a match and of its set."""
    leagues: dict[str, tuple[Any, ...]]
    """How far a season is, and the last ruling in it."""
    hidden: Hidden
    """What the public may not see, and the last ruling."""


def marks(session: Session, match_ids: Collection[int], slugs: Collection[str] = ()) -> Marks:
    """The marks now, with those of some matches and league seasons. Eight statements."""
    running = session.execute(select(func.count(), func.max(Match.id)).where(Match.state == MatchState.RUNNING)).one()
    states = session.execute(
        select(Match.id, Match.state, TableSet.state.label("whole"))
        .join(TableSet, TableSet.id == Match.set_id)
        .where(Match.id.in_(match_ids))
    )
    return Marks(
        (running[0], running[1]),
        session.scalar(select(func.max(Match.finished_at))),
        session.scalar(select(func.max(RatingEntry.id))),
        {row.id: (row.state.value, row.whole.value) for row in states},
        {row.slug: tuple(row) for row in session.execute(_leagues().where(Season.slug.in_(slugs)))},
        hidden_mark(session),
    )


@cache
def _leagues() -> Any:
    """Seasons with what moves them on but matches: entries, rounds, byes and table sets come with a round."""
    entered = select(func.count()).where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
    ruled = select(func.max(RulingEntry.id)).where(RulingEntry.season_id == Season.id)
    begun = (select(func.count(Round.started_at)).join(SeasonStage, SeasonStage.id == Round.stage_id)).where(
        SeasonStage.season_id == Season.id
    )
    ended = begun.with_only_columns(func.count(Round.ended_at))
    parts = (one.correlate(Season).scalar_subquery() for one in (entered, ruled, begun, ended))
    return select(Season.slug, Season.state, Season.paused, Season.visibility, *parts)
