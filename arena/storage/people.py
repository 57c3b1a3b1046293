"""Accounts, teams, bots and tokens: the writes, each with its line in the audit log."""

import re
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.storage import persons, secrets
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Account, Bot, BotVersion, MatchSeat, Role, Team, TeamMember, Token, TokenKind

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,39}\Z")
HOUSE_TEAM = "house"
UNNAMED = "unnamed"
"""The version of a bot that declares none."""
MOST_NEW_VERSIONS = 50
"""New versions of one bot that are kept in a day."""
A_DAY = timedelta(days=1)


def checked_name(what: str, name: str) -> str:
    """The name itself, if it can stand in addresses and logs."""
    if not NAME.match(name):
        raise Conflict(
            f"{name!r} cannot be the name of {what}: 2 to 40 letters, digits, dots, dashes or underscores, no dot or dash first"
        )
    return name


def create_account(session: Session, name: str, password: str | None, role: Role, actor: str) -> Account:
    """A new account with a team of its own."""
    if session.scalar(select(Account.id).where(Account.name == checked_name("an account", name))):
        raise Conflict(f"there is an account {name!r} already")
    account = Account(name=name, role=role, password_hash=None if password is None else secrets.hash_password(password))
    session.add(account)
    session.flush()
    team = create_team(session, name, actor)
    session.add(TeamMember(team_id=team.id, account_id=account.id, leader=True))
    log(session, actor, "account_created", f"account:{name}", role=role.value)
    return account


def create_team(session: Session, name: str, actor: str, *, house: bool = False) -> Team:
    """A new team without members."""
    if session.scalar(select(Team.id).where(Team.name == checked_name("a team", name))):
        raise Conflict(f"there is a team {name!r} already")
    team = Team(name=name, house=house)
    session.add(team)
    session.flush()
    log(session, actor, "team_created", f"team:{name}")
    return team


def account(session: Session, name: str) -> Account:
    """The account of that name; NotFound otherwise."""
    found = session.scalar(select(Account).where(Account.name == name))
    if found is None:
        raise NotFound(f"there is no account {name!r}")
    return found


def reset_password(session: Session, name: str, password: str, actor: str) -> None:
    """Another password for an account."""
    account(session, name).password_hash = secrets.hash_password(password)
    log(session, actor, "password_reset", f"account:{name}")


def create_bot(session: Session, name: str, team: Team, actor: str, *, house: str | None = None) -> Bot:
    """A new bot of a team; house bots need no validation."""
    if session.scalar(select(Bot.id).where(Bot.name == checked_name("a bot", name))):
        raise Conflict(f"there is a bot {name!r} already")
    new = Bot(name=name, team_id=team.id, house=house, validated_at=utcnow() if house else None)
    new.open_to_challenges = house is not None
    session.add(new)
    session.flush()
    log(session, actor, "bot_created", f"bot:{name}", team=team.name)
    return new


def bot(session: Session, name: str) -> Bot:
    """The bot of that name; NotFound otherwise."""
    found = session.scalar(select(Bot).where(Bot.name == name))
    if found is None:
        raise NotFound(f"there is no bot {name!r}")
    return found


def version(session: Session, bot_id: int, name: str) -> BotVersion:
    """The version a bot declares, made on first sight. A version that never played gives its row to the next one.

    After MOST_NEW_VERSIONS in a day a new one counts as `unnamed`.
    """
    found = _version(session, bot_id, name)
    if found is not None:
        return found
    played = select(MatchSeat.id).where(MatchSeat.version_id == BotVersion.id).exists()
    mine = select(BotVersion).where(BotVersion.bot_id == bot_id)
    today = select(func.count()).select_from(
        mine.where(played, BotVersion.first_seen_at > utcnow() - A_DAY).limit(MOST_NEW_VERSIONS).subquery()
    )
    if name != UNNAMED and (session.scalar(today) or 0) >= MOST_NEW_VERSIONS:
        return version(session, bot_id, UNNAMED)
    spare = session.scalar(mine.where(~played).order_by(BotVersion.id.desc()).limit(1))
    if spare is not None:
        spare.name, spare.first_seen_at, spare.last_seen_at = name, utcnow(), utcnow()
        session.flush()
        return spare
    made = BotVersion(bot_id=bot_id, name=name)
    session.add(made)
    session.flush()
    return made


def _version(session: Session, bot_id: int, name: str) -> BotVersion | None:
    return session.scalar(select(BotVersion).where(BotVersion.bot_id == bot_id, BotVersion.name == name))


def create_bot_token(session: Session, owner: Bot, label: str, actor: str) -> str:
    """A token that plays as this bot. It is returned once and stored as a hash."""
    text = secrets.new_token("bot")
    session.add(Token(kind=TokenKind.BOT, hash=secrets.token_hash(text), label=label, bot_id=owner.id))
    log(session, actor, "token_created", f"bot:{owner.name}", label=label)
    return text


def create_author_token(session: Session, owner: Account, label: str, actor: str) -> str:
    """A token that asks the arena for this account."""
    text = secrets.new_token("author")
    session.add(Token(kind=TokenKind.AUTHOR, hash=secrets.token_hash(text), label=label, account_id=owner.id))
    log(session, actor, "token_created", f"account:{owner.name}", label=label)
    return text


def live_token(session: Session, text: str, kind: TokenKind) -> Token | None:
    """The token if it exists, is of that kind, and neither it nor its owner is revoked, disabled or deleted."""
    found = session.scalar(select(Token).where(Token.hash == secrets.token_hash(text), Token.kind == kind))
    return found if found is not None and is_live(session, found) else None


def is_live(session: Session, token: Token) -> bool:
    """Whether a token still opens something. A bot's does not once everybody of its team is disabled."""
    if token.revoked_at is not None:
        return False
    if token.bot_id is not None:
        return persons.plays(session, token.bot_id)
    holder = session.get_one(Account, token.account_id)
    return holder.disabled_at is None and holder.deleted_at is None


def revoke_token(session: Session, token_id: int, actor: str, at: datetime | None = None) -> None:
    """The token opens nothing any more."""
    found = session.get(Token, token_id)
    if found is None:
        raise NotFound(f"there is no token {token_id}")
    found.revoked_at = found.revoked_at or at or utcnow()
    log(session, actor, "token_revoked", f"token:{token_id}")
