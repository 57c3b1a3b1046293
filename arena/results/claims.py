"""Who may play a match: claims with an attempt number.

A match is claimed while it is queued; the claim raises its attempt. Only the attempt that holds the claim can record a
result. When its lease runs out (leases live in Redis, never here) the sweep releases the match, and the next claim fences
the old one off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session, joinedload

from arena.access.lookup import hosts
from arena.access.viewers import is_pairing_public
from arena.db.database import rows_changed, utcnow
from arena.db.models import Match, MatchSeat, MatchState, Season, SetKind, SetState, TableSet
from arena.matches import MatchSpec
from arena.matches.clocks import preset
from arena.matches.spec import About
from arena.results.table_sets import Seated, add_match

MOST_ATTEMPTS = 6
"""Attempts after which a match is given up and its set is void."""
MOST_REPLAYS = 5
"""How many times a rotation is played again after being void; then the set is void."""


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """The player of a seat."""

    bot_id: int
    name: str
    house: str | None
    """The text of a house bot; None: it dials in."""
    left: bool = False
    """Forfeited without waiting."""
    locked_version: str | None = None
    """The only version that may sit down; None: any."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to play one match, until a later attempt takes it."""

    match_id: int
    set_id: int
    attempt: int
    spec: MatchSpec
    seats: tuple[SeatClaim, ...]
    kind: str
    about: About
    """What its bots may know of it beyond the game."""
    hosted: bool = False
    """Whether the arena hosts one of its bots."""


def claim(session: Session, match_id: int, by: str) -> Claim | None:
    """Take a queued match; None if it is not queued (any more), or was begun too often and is now given up."""
    running = (
        update(Match)
        .where(Match.id == match_id, Match.state == MatchState.QUEUED)
        .values(state=MatchState.RUNNING, attempt=Match.attempt + 1, claimed_by=by, started_at=utcnow())
    )
    if rows_changed(session, running) == 0:
        return None
    match = (
        session.scalars(
            select(Match)
            .where(Match.id == match_id)
            .options(joinedload(Match.table_set), joinedload(Match.seats).joinedload(MatchSeat.bot))
        )
        .unique()
        .one()
    )
    if match.attempt > MOST_ATTEMPTS:
        fail(session, match, f"begun {MOST_ATTEMPTS} times and never finished")
        return None
    seats = tuple(
        SeatClaim(seat.bot_id, seat.bot.name, seat.bot.house, seat.left, seat.locked_version) for seat in match.seats
    )
    about, kind = _about(session, match.table_set), match.table_set.kind.value
    bots = [seat.bot_id for seat in seats if seat.house is None]
    hosted = bool(bots) and session.scalar(select(hosts(bots))) is True
    return Claim(match.id, match.set_id, match.attempt, spec_of(match), seats, kind, about, hosted)


def _about(session: Session, table_set: TableSet) -> About:
    slug = session.scalar(select(Season.slug).where(Season.id == table_set.season_id))
    public = select(TableSet.id).where(TableSet.id == table_set.id, is_pairing_public())
    anonymous = table_set.kind is SetKind.RATED and session.scalar(public) is None
    return About(slug or "", table_set.kind.value, anonymous)


def spec_of(match: Match) -> MatchSpec:
    """The match as the loop wants it."""
    table_set = match.table_set
    return MatchSpec(
        game=table_set.game,
        seats=table_set.seats,
        options=dict(table_set.options),
        seed=int(table_set.seed),
        hidden_seed=int(match.hidden_seed),
        clock=preset(table_set.clock),
        players=tuple(seat.bot.name for seat in match.seats),
        match_id=str(match.id),
        salt=match.salt,
    )


def release(session: Session, match_id: int, attempt: int) -> bool:
    """Queue a running match again because its attempt is dead; False if that attempt does not hold it any more."""
    queued = (
        update(Match)
        .where(Match.id == match_id, Match.state == MatchState.RUNNING, Match.attempt == attempt)
        .values(state=MatchState.QUEUED, claimed_by=None, sent_at=None)
    )
    return rows_changed(session, queued) == 1


def give_back(session: Session, match_id: int, attempt: int) -> bool:
    """Queue a claimed match again that was never begun, because a bot was missing."""
    released = release(session, match_id, attempt)
    if released:
        session.execute(update(Match).where(Match.id == match_id).values(started_at=None))
    return released


def held(session: Session, match_id: int, attempt: int) -> Match | None:
    """The match with its set locked, if that attempt still holds it. Sets are locked before matches, everywhere."""
    set_id = session.scalar(select(Match.set_id).where(Match.id == match_id))
    session.execute(select(TableSet.id).where(TableSet.id == set_id).with_for_update())
    match = session.scalar(
        select(Match)
        .where(Match.id == match_id, Match.state == MatchState.RUNNING, Match.attempt == attempt)
        .execution_options(populate_existing=True)
    )
    return match if match is not None and match.table_set.state is SetState.OPEN else None


def void(session: Session, match_id: int, attempt: int, reason: str) -> int | None:
    """End a match for a fault of the platform and queue its replacement; the new match's id, None if nothing was replaced."""
    match = held(session, match_id, attempt)
    if match is None:
        return None
    match.state, match.reason, match.finished_at = MatchState.VOID, reason, utcnow()
    earlier = [
        other
        for other in match.table_set.matches
        if other.rotation == match.rotation and other.state is MatchState.VOID
    ]
    if len(earlier) > MOST_REPLAYS:
        fail(session, match, f"void {len(earlier)} times; last: {reason}")
        return None
    again = [Seated(seat.bot_id, seat.left, seat.locked_version) for seat in match.seats]
    return add_match(session, match.table_set, match.rotation, again).id


def fail(session: Session, match: Match, reason: str) -> None:
    """Give a match up: its set is void and never rated; matches of it still queued are not played."""
    match.state, match.reason, match.finished_at = MatchState.FAILED, reason, utcnow()
    void_set(session, match.table_set, f"match {match.id} failed: {reason}")


def drop(session: Session, set_id: int, reason: str) -> bool:
    """Void a set that nobody has begun; False if a worker was faster."""
    table_set = session.scalars(select(TableSet).where(TableSet.id == set_id).with_for_update()).one()
    fresh = {"populate_existing": True}
    matches = session.scalars(select(Match).where(Match.set_id == set_id).with_for_update().execution_options(**fresh))
    if table_set.state is not SetState.OPEN or any(match.started_at is not None for match in matches.all()):
        return False
    void_set(session, table_set, reason)
    return True


def drop_sets_of(session: Session, bot_id: int, season_id: int, reason: str) -> int:
    """Drop the sets of a ladder that nobody has begun and that bot sits in; how many."""
    sets = session.scalars(
        select(TableSet.id)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(
            TableSet.season_id == season_id,
            TableSet.round_id.is_(None),
            TableSet.state == SetState.OPEN,
            MatchSeat.bot_id == bot_id,
        )
        .distinct()
        .order_by(TableSet.id)
    ).all()
    return sum(drop(session, set_id, reason) for set_id in sets)


def cancel(session: Session, set_id: int, match_ids: Sequence[int], reason: str) -> list[int]:
    """Void those matches of an unrated set that no worker has taken; which. What is left of the set is done or void with its last match."""
    table_set = session.scalars(select(TableSet).where(TableSet.id == set_id).with_for_update()).one()
    fresh = {"populate_existing": True}
    matches = session.scalars(
        select(Match).where(Match.set_id == set_id).order_by(Match.id).with_for_update().execution_options(**fresh)
    ).all()
    gone = [match for match in matches if match.id in match_ids and match.state is MatchState.QUEUED]
    for match in gone:
        match.state, match.reason, match.finished_at = MatchState.VOID, reason, utcnow()
    states = {match.state for match in matches}
    if gone and not states & {MatchState.QUEUED, MatchState.RUNNING}:
        if MatchState.FINISHED in states:
            table_set.state, table_set.done_at = SetState.DONE, utcnow()
        else:
            void_set(session, table_set, reason)
    session.flush()
    return [match.id for match in gone]


def void_set(session: Session, table_set: TableSet, reason: str) -> None:
    """A set that will never count."""
    table_set.state, table_set.void_reason, table_set.done_at = SetState.VOID, reason, utcnow()
    session.execute(
        update(Match)
        .where(Match.set_id == table_set.id, Match.state.in_([MatchState.QUEUED, MatchState.RUNNING]))
        .values(state=MatchState.VOID, reason=reason, finished_at=utcnow())
    )
    session.flush()
