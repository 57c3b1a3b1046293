"""Rulings of the organisers: each is one more record with a public reason. No result and no rating is ever edited.

What a ruled match had moved in the ratings is taken back by opposite lines of the log, and its set rated again as it counts now.
"""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.database import stored
from arena.db.models import (
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    Round,
    RulingEntry,
    RulingKind,
    Season,
    SeasonStage,
    SeasonState,
    SetState,
    StageState,
    TableSet,
    audit,
)
from arena.errors import Conflict, Invalid, NotFound, existing
from arena.ladders import rating
from arena.results import claims
from arena.seasons import entries, lookup, withdrawal
from arena.seasons.rounds import play_again

OF_MATCHES = frozenset({RulingKind.VOID, RulingKind.REPLAY, RulingKind.FORFEIT})
UNDONE = select(RulingEntry.takes_back_id).where(RulingEntry.takes_back_id.is_not(None))
"""Rulings that were taken back."""
OF_BOTS = frozenset({RulingKind.FORFEIT, RulingKind.WITHDRAW, RulingKind.DISQUALIFY})


def rule(
    session: Session,
    who: Viewer,
    slug: str,
    kind: RulingKind,
    reason: str,
    *,
    match_id: int | None = None,
    bot: str = "",
    takes_back: int | None = None,
) -> RulingEntry:
    """Add a ruling with a public reason. Invalid unless it names a match, a bot, both or an earlier ruling, as its kind asks for."""
    if (kind is RulingKind.TAKE_BACK) != (takes_back is not None):
        raise Invalid(f"a ruling to {kind.words} names {'a' if takes_back is None else 'no'} ruling")
    if takes_back is not None:
        if match_id is not None or bot:
            raise Invalid("a ruling to take back names nothing but the ruling")
        return take_back(session, who, slug, takes_back, reason)
    if (kind in OF_MATCHES) != (match_id is not None):
        raise Invalid(f"a ruling to {kind.value} names {'a match' if match_id is None else 'no match'}")
    if (kind in OF_BOTS) != bool(bot):
        raise Invalid(f"a ruling to {kind.value} names {'no bot' if bot else 'a bot'}")
    if match_id is not None:
        return rule_match(session, who, slug, kind, match_id, reason, bot=bot)
    return rule_entry(session, who, slug, kind, bot, reason)


def rule_match(
    session: Session, who: Viewer, slug: str, kind: RulingKind, match_id: int, reason: str, *, bot: str = ""
) -> RulingEntry:
    """Void, replay or (with the bot's name) forfeit a finished match of a running season."""
    row = _running(session, who, slug)
    match = _match(session, row, match_id)
    text = withdrawal.checked_reason(reason)
    entry = entries.entry_of(session, row, bot) if bot else None
    _check(session, row, kind, match, entry)
    ruling = RulingEntry(season_id=row.id, kind=kind, match_id=match.id, reason=text, actor=who.name)
    ruling.entry_id = None if entry is None else entry.id
    stored(session, ruling)
    rating.rate_again(session, match.table_set, ruling.id)
    detail = {"match": match.id, "bot": bot} if bot else {"match": match.id}
    if kind is RulingKind.REPLAY:
        detail["set"] = _replay(session, row, match)
    audit(session, who.name, f"ruling_{kind.value}", f"season:{slug}", ruling=ruling.id, reason=text, **detail)
    return ruling


def rule_entry(session: Session, who: Viewer, slug: str, kind: RulingKind, bot: str, reason: str) -> RulingEntry:
    """Withdraw or disqualify an entry of a running season."""
    row = _running(session, who, slug)
    entry = entries.entry_of(session, row, bot)
    text = withdrawal.checked_reason(reason)
    if kind not in {RulingKind.WITHDRAW, RulingKind.DISQUALIFY}:
        raise Invalid(f"a ruling to {kind.value} names a match")
    states = {EntryState.ACTIVE, EntryState.WITHDRAWN} if kind is RulingKind.DISQUALIFY else {EntryState.ACTIVE}
    if entry.state not in states:
        raise Conflict(f"{bot} is {entry.state.value} from {slug} already")
    sets = _rated_with(session, row, entry) if kind is RulingKind.DISQUALIFY else []
    ruling = withdrawal.put_out(session, row, entry, kind, text, who.name)
    for table_set in sets:
        rating.rate_again(session, table_set, ruling.id)
    session.flush()
    return ruling


def take_back(session: Session, who: Viewer, slug: str, number: int, reason: str) -> RulingEntry:
    """Take back an earlier ruling of a running season, with a public reason. What was forfeited because of it stays as it was played."""
    row = _running(session, who, slug)
    text = withdrawal.checked_reason(reason)
    earlier = existing(
        session.scalar(select(RulingEntry).where(RulingEntry.id == number, RulingEntry.season_id == row.id)),
        f"{slug} has no ruling {number}",
    )
    if earlier.kind is RulingKind.TAKE_BACK:
        raise Conflict(f"ruling {number} took another one back: make that ruling again instead")
    if session.scalar(select(RulingEntry.id).where(RulingEntry.takes_back_id == number)) is not None:
        raise Conflict(f"ruling {number} is taken back already")
    sets = _taken_out(session, row, earlier)
    ruling = RulingEntry(season_id=row.id, kind=RulingKind.TAKE_BACK, reason=text, actor=who.name)
    ruling.match_id, ruling.entry_id, ruling.takes_back_id = earlier.match_id, earlier.entry_id, earlier.id
    stored(session, ruling)
    for table_set in sets:
        rating.rate_again(session, table_set, ruling.id)
    audit(session, who.name, "ruling_take_back", f"season:{slug}", ruling=ruling.id, takes_back=number, reason=text)
    return ruling


def _taken_out(session: Session, row: Season, earlier: RulingEntry) -> list[TableSet]:
    """Undo what the ruling did beyond the results. Returns the sets whose results it bore on."""
    if earlier.match_id is not None:
        table_set = _match(session, row, earlier.match_id).table_set
        if earlier.kind is RulingKind.REPLAY:
            _call_off_replay(session, row, earlier.match_id, table_set)
        return [table_set]
    entry = session.get_one(Entry, earlier.entry_id)
    kinds = (RulingKind.WITHDRAW, RulingKind.DISQUALIFY)
    on_entry = select(RulingEntry).where(RulingEntry.entry_id == entry.id, RulingEntry.kind.in_(kinds))
    others = session.scalars(on_entry.where(RulingEntry.id != earlier.id, RulingEntry.id.not_in(UNDONE))).all()
    later = [other.id for other in others if other.id > earlier.id]
    if later:
        raise Conflict(f"ruling {later[0]} on the same bot came later: take that one back first")
    if others:  # it was withdrawn before it was disqualified
        entry.state = EntryState.WITHDRAWN
    else:
        _let_in(session, row, entry)
    return _rated_with(session, row, entry) if earlier.kind is RulingKind.DISQUALIFY else []


def _call_off_replay(session: Session, row: Season, match_id: int, table_set: TableSet) -> None:
    """Drop the set that was to replay a match; Conflict if somebody has begun it."""
    replays = select(TableSet).where(TableSet.replaces_id == table_set.id, TableSet.season_id == row.id)
    for replay in session.scalars(replays.where(TableSet.state == SetState.OPEN).order_by(TableSet.id)).all():
        same = replay.matches[0].rotation == session.get_one(Match, match_id).rotation or len(table_set.matches) == 1
        if same and claims.drop(session, replay.id, f"the ruling to replay match {match_id} was taken back"):
            replay.round_id = None  # the calendar plays void sets of a round again
            return
    raise Conflict(f"match {match_id} is being played again, or was already: rule on the new match instead")


def _let_in(session: Session, row: Season, entry: Entry) -> None:
    """The entry plays on. Matches that nobody has begun are not forfeited any more."""
    if entry.bot.disabled_at is not None:
        raise Conflict(f"{entry.bot.name} is disabled")
    entry.state = EntryState.ACTIVE
    queued = select(Match.id).join(TableSet).where(TableSet.season_id == row.id, Match.state == MatchState.QUEUED)
    session.execute(
        update(MatchSeat)
        .where(MatchSeat.bot_id == entry.bot_id, MatchSeat.match_id.in_(queued))
        .values(left=False)
        .execution_options(synchronize_session=False)
    )


def _running(session: Session, who: Viewer, slug: str) -> Season:
    row = lookup.run_by(session, who, slug)
    if row.state is SeasonState.FINISHED:
        raise Conflict(f"{slug} is finished: its final tables are frozen and no ruling changes them")
    lookup.must_be(row, "ruled on", SeasonState.RUNNING)
    return row


def _match(session: Session, row: Season, match_id: int) -> Match:
    """The match, with its set locked in the same way as when a result is recorded."""
    set_id = session.scalar(select(Match.set_id).where(Match.id == match_id))
    session.execute(select(TableSet.id).where(TableSet.id == set_id).with_for_update())
    match = session.get(Match, match_id, populate_existing=True)
    if match is None or match.table_set.season_id != row.id or match.table_set.round_id is None:
        raise NotFound(f"{row.slug} has no match {match_id}")
    return match


def _check(session: Session, row: Season, kind: RulingKind, match: Match, entry: Entry | None) -> None:
    if kind not in OF_MATCHES:
        raise Invalid(f"a ruling to {kind.value} names an entry and no match")
    if (entry is not None) != (kind is RulingKind.FORFEIT):
        raise Invalid(f"a ruling to {kind.value} names {'the bot that forfeits' if entry is None else 'no bot'}")
    if match.state is not MatchState.FINISHED:
        raise Conflict(f"match {match.id} is {match.state.value}: only finished matches are ruled on")
    if entry is not None and entry.bot_id not in {seat.bot_id for seat in match.seats}:
        raise Conflict(f"{entry.bot.name} did not sit in match {match.id}")
    earlier = session.scalars(
        select(RulingEntry).where(
            RulingEntry.match_id == match.id, RulingEntry.season_id == row.id, RulingEntry.id.not_in(UNDONE)
        )
    ).all()
    if any(ruling.kind in {RulingKind.VOID, RulingKind.REPLAY} for ruling in earlier):
        raise Conflict(f"match {match.id} does not count any more: it was ruled on before")
    if entry is not None and any(ruling.entry_id == entry.id for ruling in earlier):
        raise Conflict(f"{entry.bot.name} has forfeited match {match.id} already")
    if kind is RulingKind.REPLAY and _stage(session, match).state is StageState.DONE:
        raise Conflict(
            f"match {match.id} belongs to a stage that is over: it cannot be played again, but void or forfeited"
        )


def _stage(session: Session, match: Match) -> SeasonStage:
    return session.get_one(Round, match.table_set.round_id).stage


def _replay(session: Session, row: Season, match: Match) -> int:
    rule = lookup.plan_of(row).stages[_stage(session, match).number]
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
