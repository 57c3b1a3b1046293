"""Challenges: owners ask for unrated matches of their bots against others, and cancel what has not begun."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from redis import Redis
from sqlalchemy import func, select
from sqlalchemy.orm import Session

import engine
from arena.access.lookup import bot as bot_named, own_bot, plays
from arena.access.viewers import Viewer
from arena.db.database import Database, utcnow
from arena.db.models import Account, Bot, Match, MatchSeat, MatchState, SetKind, TableSet, audit
from arena.errors import Conflict, Invalid, LimitReached, NotAllowed, NotFound
from arena.matches.clocks import PRESETS, preset
from arena.matches.errors import InvalidSpec
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.transport.presence import present
from engine.core import options
from engine.core.options import Value

MOST_AT_ONCE = 50
"""Matches that one request may ask for."""
MOST_OPEN = 100
"""Challenge matches of one account that wait or are played."""
MOST_IN_AN_HOUR = 600
"""Challenge matches that one account may ask for in an hour. Cancelled ones count, so that asking and cancelling cannot fill the disk."""
MOST_CANCELLED = 200
"""Matches that one request may cancel by number."""
MOST_AGAINST = 20
"""Challenge matches against one bot, from all other accounts, that wait or are played: its rated matches must go on."""
_OPEN = (MatchState.QUEUED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A request for challenge matches."""

    bot: str
    opponents: Sequence[str]
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    clock: str = "blitz"
    matches: int = 1


def challenge(database: Database, redis: Redis, who: Viewer, asked: Challenge) -> list[int]:
    """Queue the matches and return their numbers. They form sets: one set-up in every rotation of the seats."""
    seats = 1 + len(asked.opponents)
    chosen = _checked(asked, seats)
    with database.write() as session:
        bots = _table(session, who, asked)
        _check_here(redis, bots, asked.game)
        _check_limits(session, who, bots, asked.matches)
        ids: list[int] = []
        while len(ids) < asked.matches:
            table = Table(
                SetKind.CHALLENGE,
                asked.game,
                seats,
                chosen,
                asked.clock,
                [bot.id for bot in bots],
                asked_by=who.account_id,
                rotations=min(seats, asked.matches - len(ids)),
            )
            table_set = create_set(session, table)
            ids += session.scalars(select(Match.id).where(Match.set_id == table_set.id).order_by(Match.rotation)).all()
        audit(session, who.name, "challenge", f"bot:{asked.bot}", opponents=list(asked.opponents), matches=len(ids))
    return ids


def cancel(database: Database, who: Viewer, match_ids: Sequence[int] = ()) -> list[int]:
    """Cancel challenge matches that have not begun and return their numbers. Without *match_ids*: all that the account asked for.

    Matches that run are played to the end. NotFound or Conflict, and nothing is cancelled, if one that is named cannot be.
    """
    if len(match_ids) > MOST_CANCELLED:
        raise Invalid(f"name at most {MOST_CANCELLED} matches; got {len(match_ids)}")
    with database.write() as session:
        wanted = select(Match).join(TableSet).where(TableSet.kind == SetKind.CHALLENGE)
        if match_ids:
            matches = session.scalars(wanted.where(Match.id.in_(set(match_ids)))).all()
            _check_cancelled(who, set(match_ids), matches)
        else:
            mine = wanted.where(TableSet.asked_by == who.account_id, Match.state == MatchState.QUEUED)
            matches = session.scalars(mine).all()
        by_set: dict[int, list[int]] = {}
        for match in matches:
            by_set.setdefault(match.set_id, []).append(match.id)
        ids = [
            match_id
            for set_id in sorted(by_set)
            for match_id in claims.cancel(session, set_id, by_set[set_id], "cancelled")
        ]
        if ids:
            audit(session, who.name, "challenges_cancelled", f"account:{who.name}", matches=ids)
    return sorted(ids)


def _check_cancelled(who: Viewer, wanted: set[int], matches: Sequence[Match]) -> None:
    own = {match.id: match for match in matches if who.admin or match.table_set.asked_by == who.account_id}
    for match_id in sorted(wanted):
        if match_id not in own:
            raise NotFound(f"you have asked for no challenge match {match_id}")
        state = own[match_id].state
        if state is not MatchState.QUEUED:
            raise Conflict(f"match {match_id} is {state.value}: only matches that have not begun can be cancelled")


def _checked(asked: Challenge, seats: int) -> dict[str, Value]:
    """The options, if the request makes sense whatever the database holds."""
    game = engine.game(asked.game)
    chosen = options.parsed(game.name, game.options, asked.options)
    game.checked_options(seats, chosen)
    if not 1 <= asked.matches <= MOST_AT_ONCE:
        raise Invalid(f"matches must be from 1 to {MOST_AT_ONCE}; got {asked.matches}")
    if len({asked.bot, *asked.opponents}) != seats:
        raise Invalid("the same bot cannot sit twice at one table")
    try:
        clock, longest = preset(asked.clock), PRESETS["long"]
    except InvalidSpec as error:
        raise Invalid(str(error)) from None
    if clock.bank_ms is None or clock.bank_ms > (longest.bank_ms or 0) or clock.increment_ms > longest.increment_ms:
        raise Invalid(f"challenges have at most the clock `long`, {longest.name!r}; got {asked.clock!r}")
    return chosen


def _table(session: Session, who: Viewer, asked: Challenge) -> list[Bot]:
    bots = [own_bot(session, who, asked.bot)]
    for name in asked.opponents:
        other = bot_named(session, name)
        if not (other.open_to_challenges or who.owns(other.team_id)):
            raise NotAllowed(f"{name} does not accept challenges; its owner can change that")
        bots.append(other)
    for bot in bots:
        if not plays(session, bot.id):
            raise Conflict(f"{bot.name} is disabled")
    return bots


def _check_here(redis: Redis, bots: list[Bot], game: str) -> None:
    outside = [bot for bot in bots if bot.house is None]
    here = present(redis, [bot.id for bot in outside])
    for bot in outside:
        if bot.id not in here:
            raise Conflict(f"{bot.name} is not connected")
        if not here[bot.id].plays(game):
            raise Conflict(f"{bot.name} does not play {game}: it declared {', '.join(sorted(here[bot.id].games))}")


def _check_limits(session: Session, who: Viewer, bots: list[Bot], wanted: int) -> None:
    # Locked, so that two requests at once cannot both take the last place.
    session.execute(select(Account.id).where(Account.id == who.account_id).with_for_update())
    waiting = (
        select(func.count())
        .select_from(Match)
        .join(TableSet)
        .where(TableSet.kind == SetKind.CHALLENGE, Match.state.in_(_OPEN))
    )
    mine = session.scalar(waiting.where(TableSet.asked_by == who.account_id)) or 0
    if mine + wanted > MOST_OPEN:
        raise LimitReached(f"you have {mine} challenge matches waiting or running; {MOST_OPEN} is the most")
    lately = TableSet.created_at > utcnow() - timedelta(hours=1)
    asked = select(func.count()).select_from(Match).join(TableSet).where(TableSet.asked_by == who.account_id, lately)
    if (session.scalar(asked) or 0) + wanted > MOST_IN_AN_HOUR:
        raise LimitReached(f"{MOST_IN_AN_HOUR} challenge matches in an hour is the most; try again later")
    for bot in bots:
        if bot.house is not None or who.owns(bot.team_id):
            continue
        against = session.scalar(waiting.join(MatchSeat).where(MatchSeat.bot_id == bot.id)) or 0
        if against + wanted > MOST_AGAINST:
            raise LimitReached(
                f"{against} challenge matches against {bot.name} wait or run; {MOST_AGAINST} is the most"
            )
