"""The gateway as a service: tokens from the database, bots noted as they say hello, the agent and the API beside the hub."""

import asyncio
import gc
import logging
import sys
from pathlib import Path
from uuid import uuid4

from redis import Redis as SyncRedis
from redis.asyncio import Redis

from arena.api.room import Room
from arena.api.service import ArenaService
from arena.gateway.desks import Desk
from arena.gateway.hub import Hub
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings as GatewaySettings
from arena.gateway.tokens import BotIdentity
from arena.heap import keep_trimmed
from arena.metrics import figures
from arena.metrics.server import start as start_metrics
from arena.running.attendance import Attendance
from arena.running.debts import Debts
from arena.running.gateway_agent import GatewayAgent
from arena.settings import Settings
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import Bot, Token, TokenKind
from arena.storage.people import UNNAMED, is_live, live_token, version
from arena.wire.loops import cancelled

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0005
"""How long a thread that looks into the database may keep the event loop from running. With Python's own 5 ms a few dials a second are enough to make every
decision of every bot wait many times as long as it takes.
"""
REVOKED_SECONDS = 5.0
"""How soon a revoked token ends its session."""


class StoredTokens:
    """Tokens as the database has them (arena.gateway.tokens.TokenCheck)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def bot_of(self, token: str) -> BotIdentity | None:
        """The bot, or None if the token is unknown or revoked."""
        return await asyncio.to_thread(self._look_up, token)

    def _look_up(self, token: str) -> BotIdentity | None:
        with self._database.read() as session:
            found = live_token(session, token, TokenKind.BOT)
            if found is None or found.bot_id is None:
                return None
            bot = session.get_one(Bot, found.bot_id)
            return BotIdentity(str(bot.id), bot.name, found.id, f"team {bot.team_id}")

    def revoked(self, identities: list[BotIdentity]) -> list[str]:
        """The bots among these whose token opens nothing any more."""
        gone = []
        with self._database.read() as session:
            for one in identities:
                token = session.get(Token, one.token_id)
                if token is None or not is_live(session, token):
                    gone.append(one.bot_id)
        return gone


class Greeter:
    """Keeps what a bot declared when it said hello."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, desk: Desk) -> None:
        """Note language, games, places and version."""
        await asyncio.to_thread(self._note, desk)

    def _note(self, desk: Desk) -> None:
        with self._database.write() as session:
            bot = session.get_one(Bot, int(desk.bot_id))
            bot.language, bot.games = desk.language, sorted(desk.games)
            bot.matches_at_once, bot.last_seen_at = desk.matches_at_once, utcnow()
            version(session, bot.id, desk.version or UNNAMED).last_seen_at = utcnow()


def gateway_settings(settings: Settings) -> GatewaySettings:
    """The gateway's part of the settings."""
    return GatewaySettings(
        host=settings.grpc_host,
        port=settings.grpc_port,
        tls_certificate=Path(settings.tls_certificate) if settings.tls_certificate else None,
        tls_key=Path(settings.tls_key) if settings.tls_key else None,
        plain_text=settings.grpc_plain_text,
    )


async def serve(settings: Settings, announce: Path | None = None) -> None:
    """Run a gateway until SIGTERM: bots are told to redial, their matches go on elsewhere.

    *announce* is a file that gets the address once the gateway listens, for whoever started it on port 0.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    database = Database(settings.database_address)
    redis: Redis = Redis.from_url(settings.redis_address)
    hub = Hub(gateway_settings(settings))
    tokens = StoredTokens(database)
    debts = Debts(database)
    agent = GatewayAgent(hub, redis, f"gateway-{uuid4().hex[:12]}", Greeter(database), debts, debts.over)
    books = SyncRedis.from_url(settings.redis_address)
    api = ArenaService(Room(database, books, settings.site_address, settings.tick_seconds))
    gateway = Gateway(hub, tokens, services=[api])
    await agent.start()
    await gateway.start()
    log.info("gateway %s listens on %s", agent.name, gateway.address)
    _count(hub)
    metrics = start_metrics(settings)
    if announce is not None:
        await asyncio.to_thread(announce.write_text, gateway.address, "utf-8")
    watching = [
        asyncio.create_task(work) for work in (_watch_tokens(hub, tokens, Attendance(database)), keep_trimmed())
    ]
    gc.collect()
    gc.freeze()  # what is there now stays: later collections need not look at it
    try:
        await gateway.run_until_signalled()
    finally:
        await cancelled(watching)
        if metrics is not None:
            metrics.close()
        await agent.stop()
        await redis.aclose()
        await asyncio.to_thread(api.close)
        books.close()
        database.close()


def _count(hub: Hub) -> None:
    figures.CONNECTED.set_function(lambda: sum(desk.session is not None for desk in hub.desks()))
    figures.PENDING.set_function(lambda: sum(len(list(desk.pending())) for desk in hub.desks()))


async def _watch_tokens(hub: Hub, tokens: StoredTokens, attendance: Attendance) -> None:
    while True:
        await asyncio.sleep(REVOKED_SECONDS)
        here = [desk.identity for desk in hub.desks() if desk.session is not None and desk.identity is not None]
        try:
            for bot_id in await asyncio.to_thread(tokens.revoked, here):
                hub.revoke(bot_id)
            await asyncio.to_thread(attendance.look, here)
        except Exception:
            log.exception("could not look tokens up")
