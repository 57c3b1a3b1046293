"""The data of a stage's tables: entrants, finished matches, byes and rulings, as the records of arena.leagues.

Entries are named by their id as text. A match counts once its set is done; sets that are void never do, and a match that was ruled
to be played again no longer counts, whatever became of the new one. One statement each, whatever the size.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.db.models import (
    Bot,
    Bye as ByeRow,
    Entry,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Round,
    RoundState,
    RulingEntry,
    RulingKind,
    SetKind,
    SetState,
    StageEntry,
    TableSet,
    Team,
)
from arena.leagues.results import Bye, Played, Ruling
from arena.matches.running import FINISHED


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry in a stage."""

    entry: str
    bot_id: int
    bot: str
    team: str
    division: int
    seeded: int
    """Rank in the division when the stage began, from 1."""
    state: str
    """active, withdrawn or disqualified, as it is now."""
    elo: int
    """In thousandths of a point, as it is now."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A match of a done set."""

    played: Played
    set_id: int
    division: int
    done_at: datetime
    """When the whole set was done: from then on it counts."""


def entrants(session: Session, stage_id: int) -> list[Entrant]:
    """All entries of the stage, also those that left: highest division first, then as seeded."""
    rows = session.execute(
        select(StageEntry, Entry, Bot.name, Team.name.label("team"))
        .join(Entry, Entry.id == StageEntry.entry_id)
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .where(StageEntry.stage_id == stage_id)
        .order_by(StageEntry.division, StageEntry.seeded, Entry.id)
    )
    return [
        Entrant(
            str(row.Entry.id),
            row.Entry.bot_id,
            row.name,
            row.team,
            row.StageEntry.division,
            row.StageEntry.seeded,
            row.Entry.state.value,
            row.Entry.rating,
        )
        for row in rows
    ]


def finished(session: Session, stage_id: int, before: datetime | None = None) -> list[Counted]:
    """The matches that count, in the order of rounds; *before*: only of sets that were done by then."""
    wanted = (
        select(
            Match.id,
            TableSet.id.label("set_id"),
            TableSet.division,
            TableSet.done_at,
            Round.number,
            Entry.id.label("entry_id"),
            MatchSeat.place,
            MatchSeat.score,
            MatchSeat.verdict,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .join(Round, Round.id == TableSet.round_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Entry, (Entry.bot_id == MatchSeat.bot_id) & (Entry.season_id == TableSet.season_id))
        .where(
            Round.stage_id == stage_id,
            TableSet.kind == SetKind.RATED,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
        )
        .order_by(Round.number, TableSet.id, Match.rotation, Match.id, MatchSeat.seat)
    )
    if before is not None:
        wanted = wanted.where(TableSet.done_at < before)
    seats: dict[int, list[Any]] = {}
    for row in session.execute(wanted):
        seats.setdefault(row.id, []).append(row)
    return [_counted(rows) for rows in seats.values()]


def _counted(rows: list[Any]) -> Counted:
    first, seats = rows[0], rows
    played = Played(
        str(first.id),
        first.number,
        tuple(str(seat.entry_id) for seat in seats),
        tuple(seat.place or len(seats) for seat in seats),
        tuple(seat.score or 0 for seat in seats),
        frozenset(str(seat.entry_id) for seat in seats if seat.verdict != FINISHED),
    )
    return Counted(played, first.set_id, first.division, first.done_at)


def byes(session: Session, stage_id: int, before: datetime | None = None) -> list[Bye]:
    """The byes of the rounds that have begun."""
    wanted = (
        select(ByeRow.entry_id, Round.number, ByeRow.matches)
        .join(Round, Round.id == ByeRow.round_id)
        .where(Round.stage_id == stage_id, Round.state != RoundState.PLANNED)
        .order_by(Round.number, ByeRow.entry_id)
    )
    if before is not None:
        wanted = wanted.where(Round.started_at < before)
    return [Bye(str(row.entry_id), row.number, row.matches) for row in session.execute(wanted)]


def rulings(session: Session, season_id: int, before: datetime | None = None) -> list[Ruling]:
    """The organisers' rulings as they bear on results, in the order they were made."""
    wanted = select(RulingEntry).where(RulingEntry.season_id == season_id).order_by(RulingEntry.id)
    if before is not None:
        wanted = wanted.where(RulingEntry.at < before)
    return [_ruling(row) for row in session.scalars(wanted)]


def _ruling(row: RulingEntry) -> Ruling:
    # A match that is played again is void first; its new match is one like any other.
    kind = RulingKind.VOID if row.kind is RulingKind.REPLAY else row.kind
    entry = "" if row.entry_id is None or kind is RulingKind.VOID else str(row.entry_id)
    match_id = "" if row.match_id is None else str(row.match_id)
    return Ruling(kind.value, row.reason, match_id, entry, row.id, row.takes_back_id or 0)


def elo_at(session: Session, season_id: int, moment: datetime) -> Mapping[int, int]:
    """Per bot id the Elo that the log had reached at a moment, in thousandths of a point."""
    rows = session.execute(
        select(RatingEntry.bot_id, func.sum(RatingEntry.change))
        .where(RatingEntry.season_id == season_id, RatingEntry.at <= moment)
        .group_by(RatingEntry.bot_id)
    )
    return {bot_id: int(points) for bot_id, points in rows}


def of_division(counted: Iterable[Counted], division: int) -> list[Played]:
    """The matches of one division."""
    return [match.played for match in counted if match.division == division]
