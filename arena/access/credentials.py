"""Passwords and tokens: created here, shown once, stored only as hashes; checked and revoked."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access import lookup
from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import Account, Bot, Token, TokenKind, audit
from arena.errors import Conflict, Invalid, NotFound

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
TOKEN_BYTES = 32

_hasher = PasswordHasher()
# Checked when the account does not exist, so that the answer takes as long as for one that does.
_NOBODY = _hasher.hash(secrets.token_hex(16))


def check_password(password: str) -> None:
    """Invalid for passwords nobody should use."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Invalid(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")


def hash_password(password: str) -> str:
    """Argon2id with the library's current parameters; Invalid as check_password."""
    check_password(password)
    return _hasher.hash(password)


def password_fits(stored: str | None, password: str) -> bool:
    """Whether the password is right; takes the same time whether or not there is a hash."""
    try:
        return _hasher.verify(stored or _NOBODY, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def new_token(kind: str) -> str:
    """A new token. Its prefix tells people and secret scanners what it is."""
    return f"meiji_{kind}_{secrets.token_urlsafe(TOKEN_BYTES)}"


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_password() -> str:
    """A password for a first admin or a reset: five groups that can be typed from a screen."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(5))


MOST_BOT_TOKENS = 10
"""Tokens of one bot that are not revoked."""
MOST_AUTHOR_TOKENS = 20
"""Author tokens of one account that are not revoked."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token, of which only the label is known."""

    id: int
    label: str
    created_at: datetime
    last_used_at: datetime | None


def create_bot_token(session: Session, bot: Bot, label: str, actor: str) -> str:
    """Create a token that plays as this bot."""
    if bot.disabled_at is not None:
        raise Conflict(f"{bot.name} is retired")
    # Locked, so that two requests at once cannot both take the last place.
    session.execute(select(Bot.id).where(Bot.id == bot.id).with_for_update())
    counted = (
        select(func.count())
        .select_from(Token)
        .where(Token.bot_id == bot.id, Token.revoked_at.is_(None), Token.expires_at.is_(None))
    )
    if (session.scalar(counted) or 0) >= MOST_BOT_TOKENS:
        raise Conflict(f"{bot.name} has {MOST_BOT_TOKENS} tokens already; revoke one first")
    text = new_token("bot")
    session.add(Token(kind=TokenKind.BOT, hash=token_hash(text), label=label, bot_id=bot.id))
    audit(session, actor, "token_created", f"bot:{bot.name}", label=label)
    return text


def create_author_token(session: Session, account: Account, label: str, actor: str) -> str:
    """Create a token for programs that ask the arena in the account's name."""
    session.execute(select(Account.id).where(Account.id == account.id).with_for_update())
    counted = select(func.count()).select_from(Token).where(Token.account_id == account.id, Token.revoked_at.is_(None))
    if (session.scalar(counted) or 0) >= MOST_AUTHOR_TOKENS:
        raise Conflict(f"{account.name} has {MOST_AUTHOR_TOKENS} author tokens already; revoke one first")
    text = new_token("author")
    session.add(Token(kind=TokenKind.AUTHOR, hash=token_hash(text), label=label, account_id=account.id))
    audit(session, actor, "token_created", f"account:{account.name}", label=label)
    return text


def all_tokens(session: Session, bot: str | None = None) -> list[tuple[Token, str | None]]:
    """All tokens, or those of the bot of that name, each with its bot's name (None: an author's token)."""
    tokens = select(Token, Bot.name).outerjoin(Bot, Bot.id == Token.bot_id).order_by(Token.id)
    rows = session.execute(tokens if bot is None else tokens.where(Bot.name == bot))
    return [(row.Token, row.name) for row in rows]


def live_token(session: Session, text: str, kind: TokenKind) -> Token | None:
    """The token if it exists, is of that kind, and neither it nor its owner is revoked, disabled or deleted."""
    token = session.scalar(select(Token).where(Token.hash == token_hash(text), Token.kind == kind))
    return token if token is not None and is_live(session, token) else None


def is_live(session: Session, token: Token) -> bool:
    """Whether a token still works. A bot's stops working once everyone in its team is disabled."""
    if token.revoked_at is not None or (token.expires_at is not None and token.expires_at < utcnow()):
        return False
    if token.bot_id is not None:
        return lookup.plays(session, token.bot_id)
    holder = session.get_one(Account, token.account_id)
    return holder.disabled_at is None and holder.deleted_at is None


def revoke_token(session: Session, who: Viewer, token_id: int) -> None:
    """Revoke a token of yours or of your bots; NotFound for others, unless you are an admin."""
    token = session.get(Token, token_id)
    bot = session.get(Bot, token.bot_id) if token is not None and token.bot_id is not None else None
    own = who.owns(bot.team_id) if bot is not None else token is not None and token.account_id == who.account_id
    if token is None or not (own or who.admin):
        raise NotFound(f"you have no token {token_id}")
    if token.revoked_at is None:
        token.revoked_at = utcnow()
        audit(session, who.name, "token_revoked", f"token:{token_id}")
