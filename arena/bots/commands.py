"""What owners do with their bots: create and retire them, create tokens, set their pace, open them to challenges; and bots' versions."""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, aliased

from arena.access.credentials import create_bot_token
from arena.access.lookup import own_bot, own_team, require_free_name
from arena.access.viewers import Viewer
from arena.accounts.commands import retire
from arena.db.any_of import any_of
from arena.db.database import stored, utcnow
from arena.db.models import Bot, BotVersion, MatchSeat, Team, audit
from arena.errors import Conflict, Invalid, NotAllowed

MOST_BOTS = 20
"""Bots of one team that are not retired."""
MOST_PER_HOUR = 10_000
"""The highest limit of ladder matches per hour; no bot plays more."""
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
    stored(session, bot)
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
    """The bots that sit down with a version we know, with the version's id. *declared*: the version of each bot. One statement.

    A version is known if it has sat in a match, or if no version of the bot has: then it is the first. Only the version of a bot's last
    hello is looked at, so it is one row per bot, however many versions it has had.
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
