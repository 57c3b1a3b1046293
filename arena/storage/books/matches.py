"""Matches: the list, one with its faults, and its replay."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from arena.storage.books.paging import Key, Page, cut
from arena.storage.errors import NotFound, NotReady
from arena.storage.models import (
    Bot,
    BotVersion,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    ReplayFile,
    Season,
    SetKind,
    SetState,
    TableSet,
)
from arena.storage.pages.sight import are_names_told
from arena.storage.pages.viewers import Viewer, visible_sets


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the viewer may see it."""

    seat: int
    bot: str
    """Empty while anonymous."""
    version: str
    score: int | None
    place: int | None
    verdict: str | None
    think_ms: int | None
    mine: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as the viewer may see it. No seeds: they are in the replay, once that is open."""

    id: int
    state: MatchState
    rotation: int
    started_at: datetime | None
    finished_at: datetime | None
    decisions: int | None
    reason: str | None
    set_id: int
    set_state: SetState
    kind: SetKind
    hidden: bool
    """Whether its players are not told yet."""
    game: str
    rules_version: int
    options: dict[str, Any]
    clock: str
    season: str | None
    seats: tuple[SeatRow, ...] = ()

    @property
    def replay(self) -> bool:
        """Whether its replay is open."""
        return self.state is MatchState.FINISHED and self.set_state is not SetState.OPEN


@dataclass(frozen=True, slots=True)
class Filters:
    """Which matches; nothing given: all that the viewer may see."""

    season: str = ""
    bot: str = ""
    game: str = ""
    state: MatchState | None = None
    kind: SetKind | None = None


@dataclass(frozen=True, slots=True)
class FaultRow:
    """What a bot did wrong, for its owner."""

    seat: int
    decision: int
    made: int | None
    """The match's own count, from 0; None until its replay is open."""
    verdict: str
    detail: str
    legal: list[str]
    sent: str


def _wanted(who: Viewer) -> Any:
    return (
        select(
            Match.id,
            Match.state,
            Match.rotation,
            Match.started_at,
            Match.finished_at,
            Match.decisions,
            Match.reason,
            Match.set_id,
            TableSet.state,
            TableSet.kind,
            ~are_names_told(),
            TableSet.game,
            TableSet.rules_version,
            TableSet.options,
            TableSet.clock,
            Season.slug,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .outerjoin(Season, Season.id == TableSet.season_id)
        .where(visible_sets(who))
    )


def matches(
    session: Session, who: Viewer, size: int, after: Key | None = None, only: Filters | None = None
) -> Page[MatchRow]:
    """Matches, newest first. Two statements. The key: id."""
    wanted = _filtered(_wanted(who), who, only or Filters()).order_by(Match.id.desc()).limit(size + 1)
    if after is not None:
        wanted = wanted.where(Match.id < after[0])
    rows = _seated(session, who, session.execute(wanted).all())
    return cut(rows, size, [(row.id,) for row in rows])


def _filtered(wanted: Any, who: Viewer, only: Filters) -> Any:
    if only.season:
        wanted = wanted.where(Season.slug == only.season)
    if only.game:
        wanted = wanted.where(TableSet.game == only.game)
    if only.state is not None:
        wanted = wanted.where(Match.state == only.state)
    if only.kind is not None:
        wanted = wanted.where(TableSet.kind == only.kind)
    if only.bot:
        wanted = wanted.where(_sits(Bot.name == only.bot))
        if not who.admin:  # asking for somebody's bot must not tell which anonymous match it sits in
            own = _sits((Bot.name == only.bot) & Bot.team_id.in_(who.teams))
            wanted = wanted.where(or_(own, are_names_told()))
    return wanted


def _sits(which: ColumnElement[bool]) -> ColumnElement[bool]:
    seats = select(MatchSeat.id).join(Bot, Bot.id == MatchSeat.bot_id)
    return seats.where(MatchSeat.match_id == Match.id, which).exists()


def numbered(session: Session, who: Viewer, ids: list[int]) -> list[MatchRow]:
    """The matches of these numbers that *who* may see, in their order. Two statements."""
    wanted = _wanted(who).where(Match.id.in_(ids)).order_by(Match.id)
    return _seated(session, who, session.execute(wanted).all())


def match(session: Session, who: Viewer, match_id: int) -> MatchRow:
    """One match; NotFound if there is none that *who* may know of. Two statements."""
    found = numbered(session, who, [match_id])
    if not found:
        raise NotFound(f"there is no match {match_id}")
    return found[0]


def _seated(session: Session, who: Viewer, found: Any) -> list[MatchRow]:
    """The rows with their seats, names only where they may be told."""
    rows = [MatchRow(*row) for row in found]
    by_id = {row.id: row for row in rows}
    seats: dict[int, list[SeatRow]] = {}
    for seat, bot, team_id, version in session.execute(
        select(MatchSeat, Bot.name, Bot.team_id, BotVersion.name)
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(MatchSeat.match_id.in_(by_id))
        .order_by(MatchSeat.match_id, MatchSeat.seat)
    ):
        row, mine = by_id[seat.match_id], who.owns(team_id)
        shown = mine or who.admin or not row.hidden
        seats.setdefault(row.id, []).append(_seat(seat, bot if shown else "", (version or "") if shown else "", mine))
    return [replace(row, seats=tuple(seats.get(row.id, ()))) for row in rows]


def _seat(seat: MatchSeat, bot: str, version: str, mine: bool) -> SeatRow:
    return SeatRow(seat.seat, bot, version, seat.score, seat.place, seat.verdict, seat.think_ms, mine)


def faults(session: Session, who: Viewer, match_id: int) -> list[FaultRow]:
    """Faults of the viewer's bots in a match; an admin's are everybody's. One statement."""
    wanted = (
        select(FaultEntry, TableSet.state)
        .join(Bot, Bot.id == FaultEntry.bot_id)
        .join(Match, Match.id == FaultEntry.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(FaultEntry.match_id == match_id)
        .order_by(FaultEntry.id)
    )
    if not who.admin:
        wanted = wanted.where(Bot.team_id.in_(who.teams))
    return [_fault(row, is_open=state is SetState.DONE) for row, state in session.execute(wanted)]


def _fault(row: FaultEntry, *, is_open: bool) -> FaultRow:
    """*is_open*: whether the replay is."""
    made = row.made if is_open else None
    return FaultRow(row.seat, row.decision, made, row.verdict, row.detail, row.legal, row.sent)


def replay(session: Session, who: Viewer, match_id: int) -> bytes:
    """The replay's file; NotReady until the set is done. Three statements."""
    row = match(session, who, match_id)
    if row.set_state is SetState.OPEN:
        raise NotReady(f"the replay of match {match_id} opens when all matches of its set are over")
    body = session.scalar(select(ReplayFile.body).where(ReplayFile.match_id == match_id))
    if body is None:
        raise NotReady(f"match {match_id} has no replay: it is {row.state.value}")
    return body
