"""The gateway as a service: bots' streams, the workers behind Redis, the database, and the API on the same port."""

import asyncio
import gc
import logging
import sys
from functools import partial
from pathlib import Path
from uuid import uuid4

import orjson
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.db.database import Database
from arena.event_loop import cancelled, vital
from arena.gateway.agent import GatewayAgent
from arena.gateway.api.requests import Room
from arena.gateway.api.service import ArenaService
from arena.gateway.bot_records import BotRecords
from arena.gateway.connections import Connections
from arena.gateway.finishing import Finishing
from arena.gateway.server import Gateway
from arena.gateway.settings import gateway_settings
from arena.heap import keep_trimmed
from arena.metrics import figures
from arena.metrics.pulse import start_pulse
from arena.metrics.server import start as start_metrics
from arena.settings import Settings
from arena.transport import carried, keys
from arena.transport.inboxes import RETRY_SECONDS

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0005
"""How long a thread that reads the database may keep the event loop from running. With Python's default of 5 ms a few dials a second are
enough to make every decision of every bot wait many times as long as it takes.
"""
REVOKED_SECONDS = 5.0
"""How soon a revoked token ends its session."""


async def serve(settings: Settings, announce: Path | None = None) -> None:
    """Run a gateway until SIGTERM. Then bots redial, and their matches go on elsewhere.

    *announce* is a file that gets the address once the gateway listens: with port 0 it is not known before.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    database = Database(settings.database_address)
    redis: Redis = Redis.from_url(settings.redis_address)
    connections = Connections(gateway_settings(settings))
    records = BotRecords(database)
    name, finishing = f"gateway-{uuid4().hex[:12]}", Finishing(connections, database)
    agent = GatewayAgent(connections, redis, name, records, finishing, settings.links_path)
    api_redis = SyncRedis.from_url(settings.redis_address)
    quota = settings.submission_quota_megabytes
    api = ArenaService(Room(database, api_redis, settings.site_address, settings.tick_seconds, quota))
    gateway = Gateway(connections, records, services=[api], carried=partial(carried.bot_of, redis))
    await agent.start()
    await gateway.start()
    log.info("gateway %s listens on %s", agent.name, gateway.address)
    _count(connections)
    metrics = start_metrics(settings, "gateway")
    pulse = start_pulse(settings, "gateway")
    if announce is not None:
        await asyncio.to_thread(announce.write_text, gateway.address, "utf-8")
    watching = [
        vital(work)
        for work in (
            _watch_tokens(connections, records),
            _read_meters(connections, redis),
            keep_trimmed(is_frozen=True),
        )
    ]
    gc.collect()
    gc.freeze()  # what is there now stays: later collections need not look at it
    try:
        await gateway.run_until_signalled()
    finally:
        await cancelled(watching)
        if metrics is not None:
            metrics.close()
        await asyncio.to_thread(pulse.stop)
        await agent.stop()
        await redis.aclose()
        await asyncio.to_thread(api.close)
        api_redis.close()
        database.close()


def _count(connections: Connections) -> None:
    figures.CONNECTED.set_function(lambda: sum(connection.session is not None for connection in connections.all()))
    figures.PENDING.set_function(lambda: sum(len(connection.pending()) for connection in connections.all()))


async def _read_meters(connections: Connections, redis: Redis) -> None:
    """Take the reports of runners on what their bots have used. One that is missed is in the next: they count from the start."""
    while True:
        try:
            async with redis.pubsub() as reports:
                await reports.subscribe(keys.USED)
                async for message in reports.listen():
                    if message["type"] == "message":
                        for bot_id, (run, seconds) in orjson.loads(message["data"]).items():
                            connections.used(bot_id, run, seconds)
        except RedisError as error:
            log.warning("Redis does not answer, hosted bots are not charged: %s", error)
        await asyncio.sleep(RETRY_SECONDS)


async def _watch_tokens(connections: Connections, records: BotRecords) -> None:
    while True:
        await asyncio.sleep(REVOKED_SECONDS)
        here = [
            connection.identity
            for connection in connections.all()
            if connection.session is not None and connection.identity is not None
        ]
        try:
            for bot_id in await asyncio.to_thread(records.revoked, here):
                connections.revoke(bot_id)
            await asyncio.to_thread(records.note_seen, here)
        except Exception:
            log.exception("could not look tokens up")
