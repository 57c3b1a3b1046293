"""Accounts, teams, bots and tokens: the writes, each with its line in the audit log."""

from datetime import datetime, timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from arena.storage import persons, secrets
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Account, Bot, BotVersion, MatchSeat, Role, Team, TeamMember, Token, TokenKind
from arena.storage.names import folded, free_to_take

HOUSE_TEAM = "house"
UNNAMED = "unnamed"
"""The version of a bot that declares none."""
MOST_NEW_VERSIONS = 50
"""New versions of one bot that are kept in a day."""
A_DAY = timedelta(days=1)


def create_account(session: Session, name: str, password: str | None, role: Role, actor: str) -> Account:
    """A new account with a team of its own."""
    _must_be_free(session, Account, "account", free_to_take("an account", name, official=role is Role.ADMIN))
    account = Account(name=name, role=role, password_hash=None if password is None else secrets.hash_password(password))
    session.add(account)
    session.flush()
    team = _add_team(session, name, actor, official=role is Role.ADMIN)
    session.add(TeamMember(team_id=team.id, account_id=account.id, leader=True))
    log(session, actor, "account_created", f"account:{name}", role=role.value)
    return account


def create_team(session: Session, name: str, actor: str, *, house: bool = False) -> Team:
    """A new team without members."""
    team = _add_team(session, name, actor, official=house)
    team.house = house
    return team


def _add_team(session: Session, name: str, actor: str, *, official: bool) -> Team:
    _must_be_free(session, Team, "team", free_to_take("a team", name, official=official))
    team = Team(name=name)
    session.add(team)
    session.flush()
    log(session, actor, "team_created", f"team:{name}")
    return team


def _must_be_free(session: Session, kind: type[Account | Team | Bot], what: str, name: str) -> None:
    """Conflict if the name is taken, or looks like one that is."""
    others = session.scalars(select(kind.name).where(or_(kind.folded == folded(name), kind.name == name))).all()
    if name in others:
        raise Conflict(f"there is {'an' if what == 'account' else 'a'} {what} {name!r} already")
    if others:
        raise Conflict(f"{name!r} looks too much like the {what} {others[0]!r}: choose another name")


def account_of_any_case(session: Session, name: str) -> Account | None:
    """The account of that name as written; without one, the account that differs in case alone."""
    alike = session.scalars(select(Account).where(or_(Account.name == name, Account.folded == folded(name)))).all()
    by_name = {found.name: found for found in alike}
    return by_name.get(name) or next((found for found in alike if found.name.lower() == name.lower()), None)


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
    _must_be_free(session, Bot, "bot", free_to_take("a bot", name, official=house is not None))
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
