"""Leaving a season: what was played counts, the rest of a league is forfeited at once. Every edge calls `leave`."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.access.lookup import bot as bot_named, own_bot
from arena.access.viewers import Viewer
from arena.db.models import (
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RulingEntry,
    RulingKind,
    Season,
    SeasonState,
    TableSet,
    audit,
)
from arena.errors import Conflict, Invalid, NotFound
from arena.results import claims
from arena.seasons import entries, lookup

LONGEST_REASON = 1000
BY_ITS_TEAM = "withdrawn by its team"


def leave(session: Session, who: Viewer, slug: str, name: str, *, reason: str = "") -> Entry:
    """Take your bot out of a season; admins take out every bot, organisers every bot of a league that has not started.

    Its rating stays in the log. A ladder plays the sets that have begun to the end and drops the others. A league that runs forfeits what is not played, by a
    ruling with a public *reason*: its owners need not give one, admins must.
    """
    season = lookup.locked(session, slug)
    before_start = season.file is not None and not _is_ruled(season)
    bot = (
        bot_named(session, name)
        if before_start and lookup.may_run(session, who, season)
        else own_bot(session, who, name)
    )
    entry = session.scalar(select(Entry).where(Entry.season_id == season.id, Entry.bot_id == bot.id))
    if entry is None and not entries.is_visible(session, who, season):
        raise NotFound(f"there is no season {slug!r}")
    if entry is None or entry.state is not EntryState.ACTIVE:
        raise Conflict(f"{name} is not in {slug}")
    if season.state in {SeasonState.FINISHED, SeasonState.CANCELLED}:
        raise Conflict(f"nobody can leave {slug} any more: it is {season.state.value}")
    if who.owns(bot.team_id):
        reason = reason or BY_ITS_TEAM
    elif not reason and _is_ruled(season):
        raise Invalid(f"{slug} is running: withdrawing another team's bot is a ruling and needs a public reason")
    take_out(session, entry, reason, who.name)
    return entry


def take_out(session: Session, entry: Entry, reason: str, actor: str) -> None:
    """Withdraw an active entry: from a league that runs by a ruling with this reason, otherwise without one."""
    season = lookup.locked(session, entry.season.slug)
    if _is_ruled(season):
        put_out(session, season, entry, RulingKind.WITHDRAW, checked_reason(reason), actor)
        return
    entry.state = EntryState.WITHDRAWN
    claims.drop_sets_of(session, entry.bot_id, season.id, f"{entry.bot.name} left; nobody had begun")
    audit(session, actor, "season_left", f"season:{season.slug}", bot=entry.bot.name)


def _is_ruled(season: Season) -> bool:
    """Whether leaving the season takes a ruling: it is a league that runs."""
    return season.file is not None and season.state is SeasonState.RUNNING


def checked_reason(reason: str) -> str:
    """The public reason of a ruling; Invalid if there is none or it is too long."""
    text = reason.strip()
    if not text:
        raise Invalid("a ruling needs a public reason")
    if len(text) > LONGEST_REASON:
        raise Invalid(f"the reason of a ruling has at most {LONGEST_REASON} characters")
    return text


def put_out(session: Session, row: Season, entry: Entry, kind: RulingKind, reason: str, actor: str) -> RulingEntry:
    """Record the ruling and the entry's new state, and forfeit its seats in matches that have not begun."""
    ruling = RulingEntry(season_id=row.id, kind=kind, entry_id=entry.id, reason=reason, actor=actor)
    session.add(ruling)
    entry.state = EntryState.WITHDRAWN if kind is RulingKind.WITHDRAW else EntryState.DISQUALIFIED
    session.flush()
    queued = (
        select(Match.id)
        .join(TableSet)
        .where(TableSet.season_id == row.id, TableSet.round_id.is_not(None), Match.state == MatchState.QUEUED)
    )
    session.execute(
        update(MatchSeat)
        .where(MatchSeat.bot_id == entry.bot_id, MatchSeat.match_id.in_(queued))
        .values(left=True)
        .execution_options(synchronize_session=False)
    )
    audit(
        session,
        actor,
        f"ruling_{kind.value}",
        f"season:{row.slug}",
        ruling=ruling.id,
        bot=entry.bot.name,
        reason=reason,
    )
    return ruling
