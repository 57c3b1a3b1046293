"""When bots were last connected, and their tokens last used, as the gateway that holds their streams sees it."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import update

from arena.gateway.tokens import BotIdentity
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import Bot, Token

NOTED_EVERY = timedelta(minutes=1)
"""How often a connected bot is written down again: at every look would be a write every few seconds."""


class Attendance:
    """Keeps `last_seen_at` of connected bots and `last_used_at` of their tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[BotIdentity, datetime] = {}

    def look(self, here: Collection[BotIdentity]) -> None:
        """Write down the bots that have come, those that have left since the last look, and once a minute those that stay."""
        now = utcnow()
        left = [one for one in self._noted if one not in here]
        due = [one for one in here if one not in self._noted or now - self._noted[one] >= NOTED_EVERY]
        if left or due:
            self._write([*left, *due], now)
        for one in left:
            del self._noted[one]
        self._noted.update(dict.fromkeys(due, now))

    def _write(self, seen: Collection[BotIdentity], now: datetime) -> None:
        bots, tokens = [int(one.bot_id) for one in seen], [one.token_id for one in seen]
        with self._database.write() as session:
            session.execute(update(Bot).where(Bot.id.in_(bots)).values(last_seen_at=now))
            session.execute(update(Token).where(Token.id.in_(tokens)).values(last_used_at=now))
