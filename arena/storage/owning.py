"""What authors do with their bots: make them, give them tokens, set their pace. Limits are kept here."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage import people
from arena.storage.audit import log
from arena.storage.errors import Conflict, Invalid
from arena.storage.models import Account, Bot, Team, Token

MOST_BOTS = 20
"""Bots of one team that are not retired."""
MOST_TOKENS = 10
"""Tokens of one bot that are not revoked."""
MOST_AUTHOR_TOKENS = 20
"""Author tokens of one account that are not revoked."""
MOST_PER_HOUR = 10_000
"""The highest limit of ladder matches per hour that says anything."""


def new_bot(session: Session, name: str, team: Team, actor: str) -> tuple[Bot, str]:
    """A bot and its first token."""
    counted = select(func.count()).select_from(Bot).where(Bot.team_id == team.id, Bot.disabled_at.is_(None))
    if (session.scalar(counted) or 0) >= MOST_BOTS:
        raise Conflict(f"there are {MOST_BOTS} bots already; retire one first")
    bot = people.create_bot(session, name, team, actor)
    return bot, people.create_bot_token(session, bot, "first", actor)


def new_token(session: Session, bot: Bot, label: str, actor: str) -> str:
    """One more token."""
    _must_play(bot)
    counted = select(func.count()).select_from(Token).where(Token.bot_id == bot.id, Token.revoked_at.is_(None))
    if (session.scalar(counted) or 0) >= MOST_TOKENS:
        raise Conflict(f"{bot.name} has {MOST_TOKENS} tokens already; revoke one first")
    return people.create_bot_token(session, bot, label, actor)


def new_author_token(session: Session, account: Account, label: str, actor: str) -> str:
    """A token for programs that ask the arena in the account's name."""
    # Locked, so that two requests at once cannot both take the last place.
    session.execute(select(Account.id).where(Account.id == account.id).with_for_update())
    counted = select(func.count()).select_from(Token).where(Token.account_id == account.id, Token.revoked_at.is_(None))
    if (session.scalar(counted) or 0) >= MOST_AUTHOR_TOKENS:
        raise Conflict(f"you have {MOST_AUTHOR_TOKENS} author tokens already; revoke one first")
    return people.create_author_token(session, account, label, actor)


def set_pace(session: Session, bot: Bot, most: int | None, actor: str) -> None:
    """Limit the ladder matches of a bot in an hour; None: no limit."""
    if most is not None and not 1 <= most <= MOST_PER_HOUR:
        raise Invalid(f"matches per hour must be from 1 to {MOST_PER_HOUR}, or 0 for no limit; got {most}")
    if bot.matches_per_hour != most:
        bot.matches_per_hour = most
        log(session, actor, "bot_changed", f"bot:{bot.name}", matches_per_hour=most)


def set_consent(session: Session, bot: Bot, *, open_to_all: bool, actor: str) -> None:
    """Whether anybody may challenge a bot."""
    if bot.open_to_challenges != open_to_all:
        bot.open_to_challenges = open_to_all
        log(session, actor, "bot_changed", f"bot:{bot.name}", open_to_challenges=open_to_all)


def _must_play(bot: Bot) -> None:
    if bot.disabled_at is not None:
        raise Conflict(f"{bot.name} is retired")
