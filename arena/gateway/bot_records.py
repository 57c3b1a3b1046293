"""What a gateway reads and writes about its bots in the database: tokens, hellos, when a bot was last seen, and its open sets.

A bot that left between two rotations would forfeit the rest of the set. So the gateway keeps a finishing bot until the sets that have begun
are over; the scheduler drops ladder sets that have not. A challenge keeps it too, but not for long: nobody forfeits a challenge, so one that
waits for another bot would keep this one until it is called off.
"""

import asyncio
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, exists, select, update

from arena.access.credentials import is_live, live_token
from arena.bots.commands import UNNAMED, version
from arena.db.database import Database, utcnow
from arena.db.models import Bot, Match, MatchSeat, MatchState, SetKind, SetState, TableSet, Token, TokenKind
from arena.gateway.connections import Connection
from arena.gateway.tokens import BotIdentity
from arena.submissions.runs import active_version

CHALLENGE_PATIENCE = timedelta(seconds=30)
"""How long a finishing bot is kept for the next match of a challenge that has begun."""
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
            hosted = "" if live.expires_at is None else active_version(session, bot.id)
            return BotIdentity(str(bot.id), bot.name, live.id, f"team {bot.team_id}", hosted)

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

    async def has_open_sets(self, bot_id: str) -> bool:
        """Whether a finishing bot has matches to play before it may go."""
        return await asyncio.to_thread(self._has_open_sets, int(bot_id))

    def _has_open_sets(self, bot_id: int) -> bool:
        other = Match.__table__.alias()
        begun = exists().where(other.c.set_id == TableSet.id, other.c.started_at.is_not(None))
        is_challenge = TableSet.kind == SetKind.CHALLENGE
        soon = (Match.state == MatchState.RUNNING) | (Match.ready_at > utcnow() - CHALLENGE_PATIENCE)
        sent = Match.sent_at.is_not(None)  # a worker is about to begin it
        to_play = ((begun | sent) & ~is_challenge) | (begun & is_challenge & soon)
        with self._database.read() as session:
            return session.scalar(_open_matches(bot_id).where(to_play).limit(1)) is not None

    async def ended_matches(self, bot_id: str, match_ids: list[str]) -> list[str]:
        """Those of the bot's matches that are over."""
        return await asyncio.to_thread(self._ended_matches, int(bot_id), match_ids)

    def _ended_matches(self, bot_id: int, match_ids: list[str]) -> list[str]:
        with self._database.read() as session:
            still_open = {str(match_id) for match_id in session.scalars(_open_matches(bot_id))}
        return [match_id for match_id in match_ids if match_id not in still_open]


def _open_matches(bot_id: int) -> Select[int]:
    is_open: ColumnElement[bool] = Match.state.in_((MatchState.QUEUED, MatchState.RUNNING))
    return (
        select(Match.id)
        .join(TableSet)
        .join(MatchSeat)
        .where(MatchSeat.bot_id == bot_id, MatchSeat.left.is_(False), is_open, TableSet.state == SetState.OPEN)
    )
