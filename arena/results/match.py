"""One match and one table set, with all that their pages show; its private notes; the file of a replay, and the keys that sign replays."""

import gzip
import zlib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import orjson
from sqlalchemy import ColumnElement, case, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, concealed, visible_sets
from arena.db.models import (
    Bot,
    FaultEntry,
    Match,
    MatchSeat,
    PrivateNotes,
    RatingEntry,
    ReplayFile,
    Season,
    SetKind,
    SetState,
    TableSet,
)
from arena.errors import NotFound, existing
from arena.results.queries import MatchLine, of_sets


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a set changed the rating of a bot, in points."""

    bot: str
    change: float
    rating: float | None
    """After the set; None while a part of the season is hidden from the viewer."""


@dataclass(frozen=True, slots=True)
class SetDetail:
    """A table set with its matches."""

    id: int
    kind: SetKind
    state: SetState
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
    """The seed of the public set-up, in hexadecimal; None until the set is done."""
    matches: tuple[MatchLine, ...]
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """A match within its set."""

    line: MatchLine
    table_set: SetDetail
    outcome: dict[str, Any] | None
    """By the rules alone; None until the match is over."""
    commitment: str
    digest: str | None
    replay_sha256: str | None
    """None until the replay can be downloaded."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What one of the viewer's bots did wrong."""

    id: int
    match_id: int
    seat: int
    bot: str
    decision: int
    """The seat's own count, from 0."""
    made: int | None
    """The match's count, from 0; None until its replay is open, because it shows how many decisions the others had."""
    verdict: str
    detail: str
    legal: list[str]
    sent: str
    at: datetime


def set_detail(session: Session, who: Viewer, set_id: int) -> SetDetail:
    """The set; NotFound also if the viewer may not see it. Five statements."""
    row = existing(
        session.execute(_set_columns().where(TableSet.id == set_id, visible_sets(who))).first(),
        f"there is no table set {set_id}",
    )
    *values, seed, season_id = row
    public_seed = f"{int(seed):032x}" if row.state is SetState.DONE else None
    matches = tuple(of_sets(session, who, [set_id]).get(set_id, ()))
    return SetDetail(*(*values, public_seed, matches, _changes(session, who, set_id, season_id)))


@cache
def _set_columns() -> Any:
    """The columns of SetDetail in its order, then the seed and the season."""
    return select(
        TableSet.id,
        TableSet.kind,
        TableSet.state,
        TableSet.game,
        TableSet.rules_version,
        TableSet.seats,
        TableSet.options,
        TableSet.clock,
        Season.slug,
        Season.title,
        TableSet.house_only,
        TableSet.void_reason,
        TableSet.created_at,
        TableSet.done_at,
        TableSet.seed,
        TableSet.season_id,
    ).outerjoin(Season, Season.id == TableSet.season_id)


def _changes(session: Session, who: Viewer, set_id: int, season_id: int | None) -> tuple[RatingChange, ...]:
    """What the set changed altogether, less what rulings took back; the largest gain first."""
    rows = session.execute(
        select(Bot.name, RatingEntry.change, RatingEntry.rating)
        .join(Bot, Bot.id == RatingEntry.bot_id)
        .where(RatingEntry.set_id == set_id)
        .order_by(RatingEntry.id)
    ).all()
    moved, after = dict.fromkeys((row.name for row in rows), 0), {row.name: row.rating / 1000 for row in rows}
    for row in rows:
        moved[row.name] += row.change
    partly = season_id is not None and bool(concealed(session, who, [season_id]))
    lines = [RatingChange(name, change / 1000, None if partly else after[name]) for name, change in moved.items()]
    return tuple(sorted(lines, key=lambda line: -line.change))


def match_detail(session: Session, who: Viewer, match_id: int) -> MatchDetail:
    """The match; NotFound also if the viewer may not see it. Six statements."""
    row = existing(
        session.execute(
            select(Match.set_id, Match.outcome, Match.commitment, Match.digest, ReplayFile.sha256)
            .join(TableSet, TableSet.id == Match.set_id)
            .outerjoin(ReplayFile, ReplayFile.match_id == Match.id)
            .where(Match.id == match_id, visible_sets(who))
        ).first(),
        f"there is no match {match_id}",
    )
    table_set = set_detail(session, who, row.set_id)
    line = next(line for line in table_set.matches if line.id == match_id)
    sha256 = row.sha256 if table_set.state is SetState.DONE else None
    return MatchDetail(line, table_set, row.outcome, row.commitment, row.digest, sha256)


def faults(
    session: Session, who: Viewer, *, match_id: int | None = None, bot_id: int | None = None, limit: int = 50
) -> list[Fault]:
    """Faults of the viewer's bots (of all bots for an admin), the newest first. One statement."""
    conditions: list[ColumnElement[bool]] = [] if who.admin else [Bot.team_id.in_(who.teams)]
    if match_id is not None:
        conditions.append(FaultEntry.match_id == match_id)
    if bot_id is not None:
        conditions.append(FaultEntry.bot_id == bot_id)
    return fault_lines(session, *conditions, limit=limit)


def fault_lines(session: Session, *conditions: ColumnElement[bool], limit: int) -> list[Fault]:
    """Faults by conditions on them, their bots and sets, the newest first; the caller knows that the viewer may see them. One statement."""
    query = (
        select(
            FaultEntry.id,
            FaultEntry.match_id,
            FaultEntry.seat,
            Bot.name,
            FaultEntry.decision,
            case((TableSet.state == SetState.DONE, FaultEntry.made)),
            FaultEntry.verdict,
            FaultEntry.detail,
            FaultEntry.legal,
            FaultEntry.sent,
            FaultEntry.at,
        )
        .join(Bot, Bot.id == FaultEntry.bot_id)
        .join(Match, Match.id == FaultEntry.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(*conditions)
        .order_by(FaultEntry.id.desc())
        .limit(limit)
    )
    return [Fault(*row) for row in session.execute(query)]


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


@dataclass(frozen=True, slots=True)
class StoredReplay:
    """The replay of a finished match, as the arena has it."""

    body: bytes
    """Packed. It names the seeds: it may leave the arena only if *is_open*."""
    sha256: str
    is_open: bool
    """Whether the whole set is done, so that everyone who sees the match may have its replay."""


def stored_replay(session: Session, who: Viewer, match_id: int) -> StoredReplay:
    """The replay of a match that the viewer may see; NotFound says why there is none. One statement."""
    row = existing(
        session.execute(
            select(Match.state, TableSet.state.label("set_state"), ReplayFile.body, ReplayFile.sha256)
            .join(TableSet, TableSet.id == Match.set_id)
            .outerjoin(ReplayFile, ReplayFile.match_id == Match.id)
            .where(Match.id == match_id, visible_sets(who))
        ).first(),
        f"there is no match {match_id}",
    )
    if row.set_state is SetState.OPEN and row.body is None:
        raise NotFound(not_open(match_id))
    if row.set_state is SetState.VOID or row.body is None:
        raise NotFound(f"match {match_id} has no replay: it is {row.state}, and its set is {row.set_state}")
    return StoredReplay(row.body, row.sha256, row.set_state is SetState.DONE)


def replay_file(session: Session, who: Viewer, match_id: int) -> tuple[bytes, str]:
    """The packed replay and its SHA-256. NotFound until the whole set is done; the message says so. One statement."""
    stored = stored_replay(session, who, match_id)
    if not stored.is_open:
        raise NotFound(not_open(match_id))
    return stored.body, stored.sha256


def not_open(match_id: int) -> str:
    """Why a replay cannot be had yet."""
    return f"the replay of match {match_id} opens when all matches of its set are over"


def signing_keys(session: Session) -> list[str]:
    """The public keys (64 hex digits) of the newest and the oldest replay, without repeating one. Two statements.

    They come from the replays themselves, which only the arena's workers write.
    """
    bodies = [
        session.scalar(select(ReplayFile.body).order_by(order).limit(1))
        for order in (ReplayFile.match_id.desc(), ReplayFile.match_id)
    ]
    keys = [signer(body) for body in bodies if body is not None]
    return list(dict.fromkeys(key for key in keys if key is not None))


def signer(body: bytes) -> str | None:
    """The public key that signed a packed replay of this arena; None if the file is damaged."""
    try:
        return str(orjson.loads(gzip.decompress(body))["signature"]["public_key"])
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class NotedStep:
    """A note beside a decision of a finished match."""

    step: int
    """How many decisions had been made after this one: the board beside it shows what the bot had just decided."""
    seat: int
    note: str
    value: float | None
    """The bot's estimate of its position, in its own unit."""


def noted_steps(session: Session, who: Viewer, match_id: int) -> list[NotedStep]:
    """Notes of the viewer's own bots in the order of the match. NotFound until the replay is open. Two statements."""
    body, _ = replay_file(session, who, match_id)
    noted = notes(session, who, match_id)
    if not noted:
        return []
    decisions = orjson.loads(gzip.decompress(body))["decisions"]
    return [
        NotedStep(step, move["seat"], *noted[move["seat"], move["number"]])
        for step, move in enumerate(decisions, 1)
        if (move["seat"], move["number"]) in noted
    ]
