"""The entries of a season as its organisers see them at a glance: who is there, who needs help, and what went wrong in the season.

Organisers see the faults of entries in their own season, with the decision and what was sent; never private notes, and nothing of other seasons.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.models import (
    Account,
    Bot,
    BotVersion,
    Entry,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonState,
    TableSet,
    TeamMember,
)
from arena.errors import NotFound
from arena.matches.running import FAULTS, FORFEIT
from arena.results.match import Fault, fault_lines
from arena.seasons import lookup
from arena.seasons.league_queries import EntryLine, entries

MOST_FAULTS = 50
"""Faults of one bot on a page."""
OPEN = (MatchState.QUEUED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class NextMatch:
    """The match an entry plays next, or is playing."""

    id: int
    running: bool
    since: datetime
    """Since when it is played, or could be."""


@dataclass(frozen=True, slots=True)
class LastFault:
    """The newest fault of an entry in the season."""

    match_id: int
    verdict: str
    at: datetime
    in_last_match: bool

    @property
    def words(self) -> str:
        """What the verdict means."""
        return FAULTS.get(self.verdict, self.verdict)


@dataclass(frozen=True, slots=True)
class Participant:
    """One entry: a row of the class dashboard."""

    entry: EntryLine
    people: tuple[str, ...]
    connected: bool
    version: str
    """The version it declared last; empty if it never said hello."""
    last_seen_at: datetime | None
    played: int
    faults: int
    forfeits: int
    last_fault: LastFault | None
    next_match: NextMatch | None
    help: tuple[str, ...]
    """Why it needs help, the most pressing reason first; empty: it does not."""


@dataclass(frozen=True, slots=True)
class Participants:
    """A season with its entries."""

    slug: str
    title: str
    state: str
    rows: tuple[Participant, ...]

    @property
    def in_need(self) -> tuple[Participant, ...]:
        """Those that need help."""
        return tuple(row for row in self.rows if row.help)


def bots_of(session: Session, who: Viewer, slug: str) -> list[int]:
    """The bots of a season the viewer runs, without house bots, to ask which are connected; NotFound for others."""
    row = _season(session, who, slug)
    wanted = (
        select(Entry.bot_id).join(Bot, Bot.id == Entry.bot_id).where(Entry.season_id == row.id, Bot.house.is_(None))
    )
    return list(session.scalars(wanted))


def participants(session: Session, who: Viewer, slug: str, connected: Collection[int]) -> Participants:
    """Every entry of a season the viewer runs; NotFound for others. *connected*: the bots that are. Seven statements."""
    season = _season(session, who, slug)
    lines = entries(session, season.id)
    people, declared = _people(session, season.id), _declared(session, season.id)
    played, last, upcoming = _played(session, season.id), _last_faults(session, season.id), _next(session, season.id)
    rows = []
    for line in lines:
        count, faulted, forfeits, newest = played.get(line.bot_id, (0, 0, 0, 0))
        version, seen = declared.get(line.bot_id, ("", None))
        newest_fault = last.get(line.bot_id)
        fault = None if newest_fault is None else LastFault(*newest_fault, in_last_match=newest_fault[0] == newest)
        here = line.house or line.bot_id in connected
        coming = upcoming.get(line.bot_id)
        rows.append(
            Participant(
                line,
                people.get(line.bot_id, ()),
                here,
                version,
                seen,
                count,
                faulted,
                forfeits,
                fault,
                coming,
                _help(season.state, line, here=here, seen=seen, fault=fault, coming=coming),
            )
        )
    rows.sort(key=lambda row: (row.entry.state != "active", not row.help, row.entry.bot.lower()))
    return Participants(season.slug, season.title, season.state.value, tuple(rows))


def faults_in(session: Session, who: Viewer, slug: str, bot: str) -> list[Fault]:
    """The faults of one entry in a season the viewer runs, the newest first; NotFound for others. Three statements."""
    season = _season(session, who, slug)
    if session.scalar(select(Entry.id).join(Bot).where(Entry.season_id == season.id, Bot.name == bot)) is None:
        raise NotFound(f"{bot} is not entered in {slug}")
    return fault_lines(session, TableSet.season_id == season.id, Bot.name == bot, limit=MOST_FAULTS)


def _season(session: Session, who: Viewer, slug: str) -> Season:
    row = session.scalar(select(Season).where(Season.slug == slug, Season.file.is_not(None)))
    if row is None or not lookup.may_run(session, who, row):
        raise NotFound(f"you run no season {slug!r}")
    return row


def _help(
    state: SeasonState,
    line: EntryLine,
    *,
    here: bool,
    seen: datetime | None,
    fault: LastFault | None,
    coming: NextMatch | None,
) -> tuple[str, ...]:
    """What an organiser would walk over to somebody's desk for."""
    if line.house or line.state != "active" or state in {SeasonState.FINISHED, SeasonState.CANCELLED}:
        return ()
    reasons = []
    if coming is not None and not here:
        reasons.append("its match waits for it" if not coming.running else "lost its connection in a match")
    elif not here:
        reasons.append("not connected" if seen else "never connected")
    if fault is not None and fault.in_last_match:
        reasons.append("faulted in its last match")
    if not line.validated:
        reasons.append("not validated")
    return tuple(reasons)


def _people(session: Session, season_id: int) -> Mapping[int, tuple[str, ...]]:
    rows = session.execute(
        select(Entry.bot_id, Account.name)
        .join(Bot, Bot.id == Entry.bot_id)
        .join(TeamMember, TeamMember.team_id == Bot.team_id)
        .join(Account, Account.id == TeamMember.account_id)
        .where(Entry.season_id == season_id, Bot.house.is_(None), Account.deleted_at.is_(None))
        .order_by(Account.name)
    )
    people: dict[int, tuple[str, ...]] = {}
    for bot_id, name in rows:
        people[bot_id] = (*people.get(bot_id, ()), name)
    return people


def _declared(session: Session, season_id: int) -> Mapping[int, tuple[str, datetime | None]]:
    """Per bot the version it came with last, and when it last came."""
    rows = session.execute(
        select(Entry.bot_id, BotVersion.name, Bot.last_seen_at)
        .join(Bot, Bot.id == Entry.bot_id)
        .outerjoin(BotVersion, BotVersion.bot_id == Bot.id)
        .where(Entry.season_id == season_id)
        .order_by(BotVersion.last_seen_at, BotVersion.id)
    )
    return {bot_id: (name or "", seen) for bot_id, name, seen in rows}


def _played(session: Session, season_id: int) -> Mapping[int, tuple[int, int, int, int]]:
    """Per bot: finished matches, those in which it was at fault, those it forfeited, and the newest of them."""
    faulted = MatchSeat.verdict.in_(FAULTS)
    rows = session.execute(
        select(
            MatchSeat.bot_id,
            func.count(),
            func.sum(case((faulted, 1), else_=0)),
            func.sum(case((MatchSeat.verdict == FORFEIT, 1), else_=0)),
            func.max(Match.id),
        )
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(TableSet.season_id == season_id, Match.state == MatchState.FINISHED)
        .group_by(MatchSeat.bot_id)
    )
    return {bot_id: (count, int(bad), int(absent), newest) for bot_id, count, bad, absent, newest in rows}


def _last_faults(session: Session, season_id: int) -> Mapping[int, tuple[int, str, datetime]]:
    newest = (
        select(func.max(FaultEntry.id))
        .join(Match, Match.id == FaultEntry.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(TableSet.season_id == season_id)
        .group_by(FaultEntry.bot_id)
    )
    rows = session.scalars(select(FaultEntry).where(FaultEntry.id.in_(newest)))
    return {row.bot_id: (row.match_id, row.verdict, row.at) for row in rows}


def _next(session: Session, season_id: int) -> Mapping[int, NextMatch]:
    rows = session.execute(
        select(MatchSeat.bot_id, Match.id, Match.state, Match.started_at, Match.ready_at)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(TableSet.season_id == season_id, Match.state.in_(OPEN))
        .order_by(Match.id.desc())
    )
    upcoming: dict[int, NextMatch] = {}
    for bot_id, match_id, state, started, ready in rows:
        running = state is MatchState.RUNNING
        if running or bot_id not in upcoming or not upcoming[bot_id].running:
            upcoming[bot_id] = NextMatch(match_id, running, started if running and started else ready)
    return upcoming
