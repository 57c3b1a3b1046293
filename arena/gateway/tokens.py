"""Tokens of callers: which bot a token belongs to, and why a call is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

AUTHOR_IN_BOT = (
    "an author token, which is for commands such as `arena challenge`. A bot plays with its own token: "
    "make one on the site beside the bot under My bots, or with `arena token create --bot NAME`"
)


def is_author_token(token: str) -> bool:
    """Whether its prefix says so."""
    return token.startswith("meiji_author_")


def is_bot_token(token: str) -> bool:
    """Whether its prefix says so."""
    return token.startswith("meiji_bot_")


def refusal(token: str | None) -> str:
    """Why a call with that token is not let in."""
    if not token:
        return "metadata lacks authorization: Bearer <token>"
    return f"this is {AUTHOR_IN_BOT}" if is_author_token(token) else "the token is unknown or revoked"


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """The bot that a token belongs to."""

    bot_id: str
    name: str
    token_id: int = 0
    """Of the token in the database, where it comes from one."""
    owner: str = ""
    """Whose bot it is: what is limited for all bots of an owner together goes by this."""
    version: str = ""
    """The version that a hosted bot was started from, whatever it says; empty: what its hello says."""
    hosted: bool = False
    """Whether a runner of the arena started it."""
    refused: str = ""
    """Why it may not dial in now, although the token is right."""


class TokenCheck(Protocol):
    """Looks a token up."""

    async def bot_of(self, token: str) -> BotIdentity | None:
        """The bot, or None if the token is unknown or revoked."""
        ...


class KnownTokens:
    """Tokens held in memory, hashed, so that comparing takes no longer for a near miss."""

    def __init__(self, tokens: Mapping[str, BotIdentity] | None = None) -> None:
        self._bots: dict[bytes, BotIdentity] = {}
        for token, bot in (tokens or {}).items():
            self.add(token, bot)

    def add(self, token: str, bot: BotIdentity) -> None:
        """Let this token in from now on."""
        self._bots[_hashed(token)] = bot

    def remove(self, token: str) -> None:
        """Stop letting it in; running sessions go on."""
        self._bots.pop(_hashed(token), None)

    async def bot_of(self, token: str) -> BotIdentity | None:
        """The bot, or None."""
        return self._bots.get(_hashed(token))


def _hashed(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()


def bearer(metadata: object) -> str | None:
    """The token in a call's metadata; None if there is none."""
    for key, value in metadata or ():  # type: ignore[attr-defined]
        if key == "authorization" and isinstance(value, str) and value[:7].lower() == "bearer ":
            return value[7:].strip()
    return None
