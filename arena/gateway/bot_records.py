"""What a gateway reads and writes about its bots in the database: tokens, hellos, and when a bot was last seen."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import update

from arena.access.credentials import is_live, live_token
from arena.access.lookup import hosted_version
from arena.bots.commands import UNNAMED, version
from arena.db.database import Database, utcnow
from arena.db.models import Bot, Token, TokenKind
from arena.gateway.seats import Connection
from arena.gateway.tokens import BotIdentity

IS_HOSTED = (
    "the arena runs version {0.version} of {0.name} itself. To dial in, stop hosting it first: "
    "on the site under My bots, Hosted bots, or with `arena submission activate {0.name}`"
)
SEEN_EVERY = timedelta(minutes=1)
"""How often a connected bot's last time seen is written: at every look would be a write every few seconds."""


class BotRecords:
    """The gateway's side of the database (also an arena.gateway.tokens.TokenCheck)."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[BotIdentity, datetime] = {}

    async def bot_of(self, token: str) -> BotIdentity | None:
        """The bot, or None if the token is unknown or revoked."""
        return await asyncio.to_thread(self._bot_of, token)

    def _bot_of(self, token: str) -> BotIdentity | None:
        with self._database.read() as session:
            live = live_token(session, token, TokenKind.BOT)
            if live is None or live.bot_id is None:
                return None
            bot = session.get_one(Bot, live.bot_id)
            hosted = live.expires_at is not None  # only the tokens of runs expire
            active = hosted_version(session, bot.id)
            identity = BotIdentity(str(bot.id), bot.name, live.id, f"team {bot.team_id}", active, hosted)
            return (
                identity if hosted or not active else replace(identity, version="", refused=IS_HOSTED.format(identity))
            )

    def revoked(self, identities: list[BotIdentity]) -> list[str]:
        """The bots among these whose token is no longer valid."""
        with self._database.read() as session:
            tokens = {bot: session.get(Token, bot.token_id) for bot in identities}
            return [bot.bot_id for bot, token in tokens.items() if token is None or not is_live(session, token)]

    async def note_hello(self, connection: Connection) -> None:
        """Note the language, games, places and version that a bot declared."""
        await asyncio.to_thread(self._note_hello, connection)

    def _note_hello(self, connection: Connection) -> None:
        with self._database.write() as session:
            bot = session.get_one(Bot, int(connection.bot_id))
            bot.language, bot.games = connection.language, sorted(connection.games)
            bot.matches_at_once, bot.last_seen_at = connection.matches_at_once, utcnow()
            version(session, bot.id, connection.version or UNNAMED).last_seen_at = utcnow()

    def note_seen(self, here: Collection[BotIdentity]) -> None:
        """Note the bots that have come or left since the last call, and once a minute those that stay."""
        now = utcnow()
        left = [bot for bot in self._seen if bot not in here]
        due = [bot for bot in here if bot not in self._seen or now - self._seen[bot] >= SEEN_EVERY]
        noted = [*left, *due]
        if noted:
            with self._database.write() as session:
                bots, tokens = [int(bot.bot_id) for bot in noted], [bot.token_id for bot in noted]
                session.execute(update(Bot).where(Bot.id.in_(bots)).values(last_seen_at=now))
                session.execute(update(Token).where(Token.id.in_(tokens)).values(last_used_at=now))
        for bot in left:
            del self._seen[bot]
        self._seen.update(dict.fromkeys(due, now))
