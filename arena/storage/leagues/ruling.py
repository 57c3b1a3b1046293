"""Rulings of the organisers: each is one more record with a public reason. No result and no rating is ever edited.

What a ruled match had moved in the ratings is taken back by opposite lines of the log, and its set rated again as it counts now.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import rating
from arena.storage.audit import log
from arena.storage.errors import Conflict, Invalid, NotFound
from arena.storage.leagues import entering, finding, leaving
from arena.storage.leagues.rounds import play_again
from arena.storage.models import (
    Entry,
    Match,
    MatchSeat,
    MatchState,
    Round,
    RulingEntry,
    RulingKind,
    Season,
    SeasonStage,
    SeasonState,
    StageState,
    TableSet,
)

LONGEST_REASON = 1000


def rule_match(
    session: Session, slug: str, kind: RulingKind, match_id: int, reason: str, actor: str, *, bot: str = ""
) -> RulingEntry:
    """Void, replay or (with the bot's name) forfeit a finished match of a running season."""
    row = _running(session, slug)
    match = _match(session, row, match_id)
    text = checked_reason(reason)
    entry = entering.entry_of(session, row, bot) if bot else None
    _check(session, row, kind, match, entry)
    ruling = RulingEntry(season_id=row.id, kind=kind, match_id=match.id, reason=text, actor=actor)
    ruling.entry_id = None if entry is None else entry.id
    session.add(ruling)
    session.flush()
    rating.rate_again(session, match.table_set, ruling.id)
    detail = {"match": match.id, "bot": bot} if bot else {"match": match.id}
    if kind is RulingKind.REPLAY:
        detail["set"] = _replay(session, row, match)
    log(session, actor, f"ruling_{kind.value}", f"season:{slug}", ruling=ruling.id, reason=text, **detail)
    session.flush()
    return ruling


def rule_entry(session: Session, slug: str, kind: RulingKind, bot: str, reason: str, actor: str) -> RulingEntry:
    """Withdraw or disqualify an entry of a running season."""
    row = _running(session, slug)
    entry = entering.entry_of(session, row, bot)
    text = checked_reason(reason)
    if kind not in {RulingKind.WITHDRAW, RulingKind.DISQUALIFY}:
        raise Invalid(f"a ruling to {kind.value} names a match")
    if not (kind is RulingKind.DISQUALIFY and entry.state.value == "withdrawn"):
        leaving.check_is_in(row, entry)
    sets = _rated_with(session, row, entry) if kind is RulingKind.DISQUALIFY else []
    ruling = leaving.put_out(session, row, entry, kind, text, actor)
    for table_set in sets:
        rating.rate_again(session, table_set, ruling.id)
    session.flush()
    return ruling


def checked_reason(reason: str) -> str:
    """The public reason, if there is one."""
    text = reason.strip()
    if not text:
        raise Invalid("a ruling needs a public reason")
    if len(text) > LONGEST_REASON:
        raise Invalid(f"the reason of a ruling has at most {LONGEST_REASON} characters")
    return text


def _running(session: Session, slug: str) -> Season:
    row = finding.season(session, slug)
    if row.state is SeasonState.FINISHED:
        raise Conflict(f"{slug} is finished: its final tables are frozen and no ruling changes them")
    finding.must_be(row, "ruled on", SeasonState.RUNNING)
    return row


def _match(session: Session, row: Season, match_id: int) -> Match:
    """The match, with its set locked as whoever records a result locks it."""
    set_id = session.scalar(select(Match.set_id).where(Match.id == match_id))
    session.execute(select(TableSet.id).where(TableSet.id == set_id).with_for_update())
    found = session.get(Match, match_id, populate_existing=True)
    if found is None or found.table_set.season_id != row.id or found.table_set.round_id is None:
        raise NotFound(f"{row.slug} has no match {match_id}")
    return found


def _check(session: Session, row: Season, kind: RulingKind, match: Match, entry: Entry | None) -> None:
    if kind not in {RulingKind.VOID, RulingKind.REPLAY, RulingKind.FORFEIT}:
        raise Invalid(f"a ruling to {kind.value} names an entry and no match")
    if (entry is not None) != (kind is RulingKind.FORFEIT):
        raise Invalid(f"a ruling to {kind.value} names {'the bot that forfeits' if entry is None else 'no bot'}")
    if match.state is not MatchState.FINISHED:
        raise Conflict(f"match {match.id} is {match.state.value}: only finished matches are ruled on")
    if entry is not None and entry.bot_id not in {seat.bot_id for seat in match.seats}:
        raise Conflict(f"{entry.bot.name} did not sit in match {match.id}")
    earlier = session.scalars(
        select(RulingEntry).where(RulingEntry.match_id == match.id, RulingEntry.season_id == row.id)
    ).all()
    if any(one.kind in {RulingKind.VOID, RulingKind.REPLAY} for one in earlier):
        raise Conflict(f"match {match.id} does not count any more: it was ruled on before")
    if entry is not None and any(one.entry_id == entry.id for one in earlier):
        raise Conflict(f"{entry.bot.name} has forfeited match {match.id} already")
    if kind is RulingKind.REPLAY and _stage(session, match).state is StageState.DONE:
        raise Conflict(
            f"match {match.id} belongs to a stage that is over: it cannot be played again, but void or forfeited"
        )


def _stage(session: Session, match: Match) -> SeasonStage:
    return session.get_one(Round, match.table_set.round_id).stage


def _replay(session: Session, row: Season, match: Match) -> int:
    rule = finding.plan_of(row).stages[_stage(session, match).number]
    return play_again(session, row, rule, match.table_set, match.rotation, 1)


def _rated_with(session: Session, row: Season, entry: Entry) -> list[TableSet]:
    """All sets of the season in which the entry sat, locked in the order of their ids before any rating is touched."""
    sat = select(Match.set_id).join(MatchSeat).where(MatchSeat.bot_id == entry.bot_id)
    return list(
        session.scalars(
            select(TableSet)
            .where(TableSet.season_id == row.id, TableSet.id.in_(sat))
            .order_by(TableSet.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
    )
