"""Leaving a season that may have begun: what was played counts, the rest is forfeited without waiting."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.errors import Conflict
from arena.storage.leagues import entering, finding
from arena.storage.models import (
    Bot,
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
)

OPEN = (SeasonState.DRAFT, SeasonState.REGISTRATION)


def leave(session: Session, slug: str, bot: Bot, actor: str, reason: str = "withdrawn by its team") -> Entry:
    """A team takes its bot out: freely until the start, afterwards by a public ruling."""
    row = finding.season(session, slug)
    entry = entering.entry_of(session, row, bot.name)
    check_is_in(row, entry)
    if row.state in OPEN:
        entering.withdraw_early(session, row, entry, actor)
    else:
        finding.must_be(row, "left", SeasonState.REGISTRATION, SeasonState.RUNNING)
        withdraw_entry(session, row, entry, reason, actor)
    return entry


def check_is_in(row: Season, entry: Entry) -> None:
    """Conflict unless the entry plays."""
    if entry.state is not EntryState.ACTIVE:
        raise Conflict(f"{entry.bot.name} is {entry.state.value} from {row.slug} already")


def withdraw_entry(session: Session, row: Season, entry: Entry, reason: str, actor: str) -> RulingEntry:
    """Out by a ruling with a public reason."""
    return put_out(session, row, entry, RulingKind.WITHDRAW, reason, actor)


def put_out(session: Session, row: Season, entry: Entry, kind: RulingKind, reason: str, actor: str) -> RulingEntry:
    """The ruling, the entry's state, and its seats in matches that have not begun."""
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
    log(
        session,
        actor,
        f"ruling_{kind.value}",
        f"season:{row.slug}",
        ruling=ruling.id,
        bot=entry.bot.name,
        reason=reason,
    )
    session.flush()
    return ruling
