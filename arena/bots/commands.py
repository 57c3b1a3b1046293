"""What owners do with their bots: create and retire them, create tokens, set their pace, open them to challenges, and challenge others to unrated matches; and bots' versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from redis import Redis
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, aliased

import engine
from arena.access.credentials import create_bot_token
from arena.access.lookup import bot as bot_named
from arena.access.lookup import own_bot, own_team, plays, require_free_name
from arena.access.viewers import Viewer
from arena.accounts.commands import retire
from arena.db.any_of import any_of
from arena.db.database import Database, utcnow
from arena.db.models import Account, Bot, BotVersion, Match, MatchSeat, MatchState, SetKind, TableSet, Team, audit
from arena.errors import Conflict, Invalid, LimitReached, NotAllowed, NotFound
from arena.matches.errors import InvalidSpec
from arena.matches.spec import PRESETS, preset
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.transport.presence import present
from engine.core import options
from engine.core.options import Value

MOST_BOTS = 20
"""Bots of one team that are not retired."""
MOST_PER_HOUR = 10_000
"""The highest limit of ladder matches per hour that says anything."""
UNNAMED = "unnamed"
"""The version of a bot that declares none."""
MOST_NEW_VERSIONS = 50
"""New versions of one bot that are kept in a day."""
A_DAY = timedelta(days=1)


def register_bot(session: Session, who: Viewer, name: str, team_name: str = "") -> tuple[Bot, str]:
    """Create a bot in one of your teams, by default the one that came with your account. Returns it with its first token."""
    team = own_team(session, who, team_name or who.name)
    return register_in_team(session, name, team, who.name)


def register_in_team(session: Session, name: str, team: Team, actor: str) -> tuple[Bot, str]:
    """Create a bot with its first token in a team that the caller may use."""
    bot = _create_in_team(session, name, team, actor)
    return bot, create_bot_token(session, bot, "first", actor)


def register_hosted(session: Session, who: Viewer, name: str) -> Bot:
    """Create a bot in the team that came with your account, without a token: the arena will run it."""
    return _create_in_team(session, name, own_team(session, who, who.name), who.name)


def _create_in_team(session: Session, name: str, team: Team, actor: str) -> Bot:
    # Locked, so that two requests at once cannot both take the last place.
    session.execute(select(Team.id).where(Team.id == team.id).with_for_update())
    counted = select(func.count()).select_from(Bot).where(Bot.team_id == team.id, Bot.disabled_at.is_(None))
    if (session.scalar(counted) or 0) >= MOST_BOTS:
        raise Conflict(f"{team.name} has {MOST_BOTS} bots already; retire one first")
    return create_bot(session, name, team, actor)


def create_bot(session: Session, name: str, team: Team, actor: str, *, house: str | None = None) -> Bot:
    """Create a bot without a token. House bots need no validation and accept challenges."""
    require_free_name(session, Bot, name, official=house is not None)
    bot = Bot(name=name, team_id=team.id, house=house, validated_at=utcnow() if house else None)
    bot.open_to_challenges = house is not None
    session.add(bot)
    session.flush()
    audit(session, actor, "bot_created", f"bot:{name}", team=team.name)
    return bot


def create_token(session: Session, who: Viewer, name: str, label: str) -> str:
    """Create one more token of your bot."""
    return create_bot_token(session, own_bot(session, who, name), label, who.name)


def set_pace(session: Session, who: Viewer, name: str, most: int | None) -> None:
    """Limit the ladder matches of your bot in an hour; None: no limit."""
    if most is not None and not 1 <= most <= MOST_PER_HOUR:
        raise Invalid(f"matches per hour must be from 1 to {MOST_PER_HOUR}, or 0 for no limit; got {most}")
    bot = own_bot(session, who, name)
    if bot.matches_per_hour != most:
        bot.matches_per_hour = most
        audit(session, who.name, "bot_changed", f"bot:{name}", matches_per_hour=most)


def set_consent(session: Session, who: Viewer, name: str, *, open_to_all: bool) -> None:
    """Say whether anybody may challenge your bot."""
    bot = own_bot(session, who, name)
    if bot.open_to_challenges != open_to_all:
        bot.open_to_challenges = open_to_all
        audit(session, who.name, "bot_changed", f"bot:{name}", open_to_challenges=open_to_all)


def retire_bot(session: Session, who: Viewer, name: str) -> None:
    """Retire your bot for good: its tokens stop working and it leaves its seasons."""
    retire(session, own_bot(session, who, name), who.name)


def set_disabled(session: Session, who: Viewer, name: str, *, disabled: bool) -> None:
    """Disable a bot or enable it again, for admins. It keeps its tokens and its seasons."""
    if not who.admin:
        raise NotAllowed("only admins may disable and enable bots")
    own_bot(session, who, name).disabled_at = utcnow() if disabled else None
    audit(session, who.name, "bot_disabled" if disabled else "bot_enabled", f"bot:{name}")


def has_sat() -> ColumnElement[bool]:
    """The condition on BotVersion: it has sat in a match."""
    return select(MatchSeat.id).where(MatchSeat.version_id == BotVersion.id).exists()


def versions_without_news(session: Session, declared: Mapping[int, str]) -> dict[int, int]:
    """Of these bots, given with the version each declares, those whose version is no news when they sit down; with its id. One statement.

    It has sat in a match before, or is the bot's first that does. Only the version that a bot said hello with last is looked at: one row
    per bot, however many versions it has had.
    """
    other = aliased(BotVersion)
    last = select(func.max(other.last_seen_at)).where(other.bot_id == BotVersion.bot_id).scalar_subquery()
    any_sat = (
        select(MatchSeat.id).where(MatchSeat.bot_id == BotVersion.bot_id, MatchSeat.version_id.is_not(None)).exists()
    )
    wanted = select(BotVersion).where(
        any_of(BotVersion.bot_id, "bots"), BotVersion.last_seen_at == last, has_sat() | ~any_sat
    )
    rows = session.scalars(wanted, {"bots": list(declared)}) if declared else ()
    return {row.bot_id: row.id for row in rows if row.name == declared[row.bot_id]}


def version(session: Session, bot_id: int, name: str) -> BotVersion:
    """The row of the version a bot declares, created the first time. A version that never played gives its row to the next one.

    After MOST_NEW_VERSIONS in a day a new one counts as `unnamed`.
    """
    mine = select(BotVersion).where(BotVersion.bot_id == bot_id)
    declared = session.scalar(mine.where(BotVersion.name == name))
    if declared is not None:
        return declared
    played = has_sat()
    recent = select(BotVersion, played).where(BotVersion.bot_id == bot_id)
    recent = recent.where(~played | (BotVersion.first_seen_at > utcnow() - A_DAY)).order_by(
        played, BotVersion.id.desc()
    )
    rows = session.execute(
        recent.limit(MOST_NEW_VERSIONS + 1)
    ).all()  # the one that never played first, if there is one
    if name != UNNAMED and sum(sat for _, sat in rows) >= MOST_NEW_VERSIONS:
        return version(session, bot_id, UNNAMED)
    row = next((row for row, sat in rows if not sat), None)
    if row is None:
        row = BotVersion(bot_id=bot_id)
        session.add(row)
    row.name, row.first_seen_at, row.last_seen_at = name, utcnow(), utcnow()
    session.flush()
    return row


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
