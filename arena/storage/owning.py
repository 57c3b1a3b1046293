"""What authors do with their bots: make them, give them tokens, enter and withdraw them. Limits are kept here."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage import people
from arena.storage.audit import log
from arena.storage.errors import Conflict, NotFound
from arena.storage.leagues import entering, invites, leaving
from arena.storage.models import Bot, Entry, EntryState, Season, SeasonState, Team, Token
from arena.storage.pages.accounts import takes_entries
from arena.storage.rating import enter

MOST_BOTS = 20
"""Bots of one team that are not retired."""
MOST_TOKENS = 10
"""Tokens of one bot that are not revoked."""


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


def enter_season(session: Session, bot: Bot, slug: str, actor: str, code: str = "") -> None:
    """A bot joins a season that takes entries now; *code* is an invite's, where a league season needs one.

    Without a season the code says which: closed seasons are not listed to those outside.
    """
    _must_play(bot)
    slug = slug or invites.season_of(session, code)
    season = session.scalar(select(Season).where(Season.slug == slug, takes_entries()))
    if season is None:
        raise Conflict("that season takes no entries now")
    if season.file is not None:
        entering.enter_bot(session, slug, bot, actor, code=code)
        return
    if bot.validated_at is None and season.state is SeasonState.RUNNING:
        raise Conflict(f"{bot.name} must first finish its validation match: connect it once")
    enter(session, season, bot.id)
    log(session, actor, "entered", f"season:{slug}", bot=bot.name)


def withdraw(session: Session, bot: Bot, slug: str, actor: str) -> None:
    """A bot leaves a season; what it has played stays."""
    entry = session.scalar(select(Entry).join(Season).where(Season.slug == slug, Entry.bot_id == bot.id))
    if entry is None:
        raise NotFound(f"the bot is not entered in {slug!r}")
    if entry.state is EntryState.ACTIVE and entry.season.file is not None:
        leaving.leave(session, slug, bot, actor)
    elif entry.state is EntryState.ACTIVE:
        entry.state = EntryState.WITHDRAWN
        log(session, actor, "withdrawn", f"season:{slug}", bot=bot.name)


def _must_play(bot: Bot) -> None:
    if bot.disabled_at is not None:
        raise Conflict(f"{bot.name} is retired")
