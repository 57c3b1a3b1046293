"""One match and one table set, with all that their pages show."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.errors import NotFound
from arena.storage.models import (
    Bot,
    FaultEntry,
    Match,
    MatchSeat,
    PrivateNotes,
    RatingEntry,
    ReplayFile,
    Season,
    SetState,
    TableSet,
)
from arena.storage.pages.matches import MatchLine, of_set
from arena.storage.pages.sight import concealed
from arena.storage.pages.viewers import Viewer, visible_sets


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a set did to a bot, in points."""

    bot: str
    change: float
    rating: float | None
    """After it; None: not told, as a part of the season is hidden."""


@dataclass(frozen=True, slots=True)
class SetDetail:
    """A table set with its matches."""

    id: int
    kind: str
    state: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    clock: str
    season: str | None
    season_title: str | None
    house_only: bool
    void_reason: str | None
    created_at: datetime
    done_at: datetime | None
    seed: str | None
    """The public set-up's seed, told once the set is done."""
    matches: tuple[MatchLine, ...]
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """A match within its set."""

    line: MatchLine
    table_set: SetDetail
    outcome: dict[str, Any] | None
    """By the rules alone; there once the match is over."""
    reason: str | None
    commitment: str
    digest: str | None
    replay_sha256: str | None
    """There once the whole set is done: replays open then."""


@dataclass(frozen=True, slots=True)
class OwnFault:
    """A fault of one of the viewer's bots."""

    id: int
    match_id: int
    seat: int
    bot: str
    decision: int
    """The seat's own count, from 0."""
    made: int | None
    """The match's count, from 0; None until its replay is open: it tells how many decisions the others had."""
    verdict: str
    detail: str
    legal: list[str]
    sent: str
    at: datetime


def set_detail(session: Session, who: Viewer, set_id: int) -> SetDetail:
    """The set; NotFound also for what the viewer may not see. Five statements."""
    row = session.execute(
        select(TableSet, Season.slug, Season.title)
        .outerjoin(Season, Season.id == TableSet.season_id)
        .where(TableSet.id == set_id, visible_sets(who))
    ).first()
    if row is None:
        raise NotFound(f"there is no table set {set_id}")
    made: TableSet = row.TableSet
    return SetDetail(
        made.id,
        made.kind.value,
        made.state.value,
        made.game,
        made.rules_version,
        made.seats,
        made.options,
        made.clock,
        row.slug,
        row.title,
        made.house_only,
        made.void_reason,
        made.created_at,
        made.done_at,
        f"{int(made.seed):032x}" if made.state is SetState.DONE else None,
        tuple(of_set(session, who, set_id)),
        _changes(session, who, made),
    )


def _changes(session: Session, who: Viewer, made: TableSet) -> tuple[RatingChange, ...]:
    """What the set moved altogether, what rulings took back included; the winner of most first."""
    rows = session.execute(
        select(Bot.name, RatingEntry.change, RatingEntry.rating)
        .join(Bot, Bot.id == RatingEntry.bot_id)
        .where(RatingEntry.set_id == made.id)
        .order_by(RatingEntry.id)
    ).all()
    moved, after = dict.fromkeys((row.name for row in rows), 0), {row.name: row.rating / 1000 for row in rows}
    for row in rows:
        moved[row.name] += row.change
    partly = made.season_id is not None and bool(concealed(session, who, [made.season_id]))
    lines = [RatingChange(name, change / 1000, None if partly else after[name]) for name, change in moved.items()]
    return tuple(sorted(lines, key=lambda line: -line.change))


def match_detail(session: Session, who: Viewer, match_id: int) -> MatchDetail:
    """The match; NotFound also for what the viewer may not see. Six statements."""
    row = session.execute(
        select(Match.set_id, Match.outcome, Match.reason, Match.commitment, Match.digest, ReplayFile.sha256)
        .join(TableSet, TableSet.id == Match.set_id)
        .outerjoin(ReplayFile, ReplayFile.match_id == Match.id)
        .where(Match.id == match_id, visible_sets(who))
    ).first()
    if row is None:
        raise NotFound(f"there is no match {match_id}")
    whole = set_detail(session, who, row.set_id)
    line = next(one for one in whole.matches if one.id == match_id)
    opened = whole.state == SetState.DONE.value
    return MatchDetail(line, whole, row.outcome, row.reason, row.commitment, row.digest, row.sha256 if opened else None)


def replay_body(session: Session, who: Viewer, match_id: int) -> tuple[bytes, str]:
    """The packed replay and its SHA-256; NotFound until the whole set is done."""
    row = session.execute(
        select(ReplayFile.body, ReplayFile.sha256)
        .join(Match, Match.id == ReplayFile.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(Match.id == match_id, TableSet.state == SetState.DONE, visible_sets(who))
    ).first()
    if row is None:
        raise NotFound(f"match {match_id} has no replay to download (yet): replays open once their whole set is done")
    return row.body, row.sha256


def faults(
    session: Session, who: Viewer, *, match_id: int | None = None, bot_id: int | None = None, limit: int = 50
) -> list[OwnFault]:
    """Faults of the viewer's own bots (admins: of all), the newest first."""
    query = (
        select(FaultEntry, Bot.name, TableSet.state)
        .join(Bot, Bot.id == FaultEntry.bot_id)
        .join(Match, Match.id == FaultEntry.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .order_by(FaultEntry.id.desc())
        .limit(limit)
    )
    if not who.admin:
        query = query.where(Bot.team_id.in_(who.teams))
    if match_id is not None:
        query = query.where(FaultEntry.match_id == match_id)
    if bot_id is not None:
        query = query.where(FaultEntry.bot_id == bot_id)
    return [
        OwnFault(
            row.FaultEntry.id,
            row.FaultEntry.match_id,
            row.FaultEntry.seat,
            row.name,
            row.FaultEntry.decision,
            row.FaultEntry.made if row.state is SetState.DONE else None,
            row.FaultEntry.verdict,
            row.FaultEntry.detail,
            row.FaultEntry.legal,
            row.FaultEntry.sent,
            row.FaultEntry.at,
        )
        for row in session.execute(query)
    ]


def notes(session: Session, who: Viewer, match_id: int) -> dict[tuple[int, int], tuple[str, float | None]]:
    """What the viewer's own bots noted: by seat and the seat's own decision number."""
    rows = session.execute(
        select(PrivateNotes.seat, PrivateNotes.notes)
        .join(MatchSeat, (MatchSeat.match_id == PrivateNotes.match_id) & (MatchSeat.seat == PrivateNotes.seat))
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .where(PrivateNotes.match_id == match_id, Bot.team_id.in_(who.teams))
    )
    return {(row.seat, number): (note, value) for row in rows for number, note, value in row.notes}


@dataclass(frozen=True, slots=True)
class NotedMatch:
    """A match in which a bot took notes."""

    match_id: int
    seat: int
    count: int
    last: str


def latest_notes(session: Session, who: Viewer, bot_id: int, limit: int = 5) -> list[NotedMatch]:
    """The last matches with notes of one of the viewer's own bots. One statement."""
    rows = session.execute(
        select(PrivateNotes.match_id, PrivateNotes.seat, PrivateNotes.notes)
        .join(MatchSeat, (MatchSeat.match_id == PrivateNotes.match_id) & (MatchSeat.seat == PrivateNotes.seat))
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .where(MatchSeat.bot_id == bot_id, Bot.team_id.in_(who.teams))
        .order_by(PrivateNotes.match_id.desc())
        .limit(limit)
    )
    return [
        NotedMatch(
            row.match_id, row.seat, len(row.notes), next((note for _, note, _ in reversed(row.notes) if note), "")
        )
        for row in rows
    ]
