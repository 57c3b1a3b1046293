"""Shows the arena which bots are connected to this gateway, and that the gateway itself is alive."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.event_loop import Tasks
from arena.gateway.bot_records import BotRecords
from arena.gateway.connections import Connections
from arena.gateway.finishing import Finishing
from arena.gateway.seats import Connection
from arena.transport import keys
from arena.transport.inboxes import RETRY_SECONDS, Envelope
from arena.transport.presence import HIDE, SHOW

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.5


class Presence:
    """The bots of one gateway as Redis shows them to workers and the scheduler."""

    def __init__(
        self,
        connections: Connections,
        redis: Redis,
        gateway: str,
        send: Callable[[str, Envelope], None],
        records: BotRecords | None = None,
        finishing: Finishing | None = None,
    ) -> None:
        """*send* takes a worker's name and what it is to hear. Without *records* nothing is noted; without *finishing* no finishing bot is kept."""
        self._connections = connections
        self._redis = redis
        self._gateway = gateway
        self._send = send
        self._records = records
        self._finishing = finishing
        self._shown: dict[str, tuple[bytes, bytes]] = {}
        """Per bot what was last shown: its presence, and who holds it."""
        self._arrivals: dict[str, tuple[object, int]] = {}
        """Per bot its session, and when that said hello: Unix time by Redis' clock, in milliseconds."""
        self._show_bot = redis.register_script(SHOW)
        self._hide_bot = redis.register_script(HIDE)
        self.tasks = Tasks()
        """Greetings and farewells that are not done yet."""
        connections.on_arrival.append(self._arrived)
        connections.on_departure.append(self._departed)
        connections.on_finishing.append(self._finishing_begins)

    async def start(self) -> None:
        """Show the gateway, as soon as Redis answers."""
        while True:
            try:
                await self._show_gateway()
                return
            except RedisError as error:
                log.warning("Redis does not answer, the gateway waits for it: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def beat(self) -> None:
        """Show everything again and again, until cancelled."""
        while True:
            try:
                await self.show_everything()
            except RedisError as error:
                log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(BEAT_SECONDS)

    async def stop(self) -> None:
        """The gateway has drained: hide it and its bots."""
        for bot_id in list(self._shown):  # they were asked to redial: none of them has left
            await self._hide(bot_id, held_seconds=keys.REDIAL_SECONDS)
        await self._redis.delete(keys.gateway(self._gateway))

    def _arrived(self, connection: Connection) -> None:
        self.tasks.start(self._welcome(connection))

    async def _welcome(self, connection: Connection) -> None:
        try:
            if self._records is not None:
                await self._records.note_hello(connection)  # before the scheduler sees it
        except Exception:
            log.exception("could not note the arrival of bot %s", connection.bot_id, extra={"bot": connection.bot_id})
        session = connection.session
        while connection.session is session is not None:
            try:
                seconds, microseconds = await self._redis.time()
                self._arrivals[connection.bot_id] = (session, int(seconds) * 1000 + int(microseconds) // 1000)
                await self._show(connection)
                await self._announce(connection)
                log.info("bot %s is here", connection.bot_id, extra={"bot": connection.bot_id})
                return
            except RedisError as error:
                log.warning("Redis does not answer, bot %s is not shown yet: %s", connection.bot_id, error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _announce(self, connection: Connection) -> None:
        """Report to the workers that play the bot's matches that it is here."""
        workers: dict[Any, Any] = await self._redis.hgetall(keys.playing(connection.bot_id))
        arrival = self._arrival(connection)
        if arrival is None:
            return  # it has left or dialled in again meanwhile, which is reported later
        head = {"bot": connection.bot_id, "gateway": self._gateway, "version": connection.version, "arrival": arrival}
        for worker in sorted({name.decode() for name in workers.values()}):
            self._send(worker, Envelope("arrived", head))

    def _arrival(self, connection: Connection) -> int | None:
        """When its session said hello; None: it is being welcomed."""
        session, arrival = self._arrivals.get(connection.bot_id, (None, 0))
        return arrival if session is connection.session is not None else None

    def _departed(self, connection: Connection) -> None:
        log.info("bot %s has left", connection.bot_id, extra={"bot": connection.bot_id})
        self.tasks.start(self._until_hidden(connection.bot_id))

    def _finishing_begins(self, connection: Connection) -> None:
        """Show it at once, or the scheduler might give it another set before the next beat; keep it until its sets are over."""
        self._connections.hold(connection.bot_id)
        self.tasks.start(self._until_it_may_end(connection))

    async def _until_it_may_end(self, connection: Connection) -> None:
        try:
            with suppress(RedisError):  # the next beat shows it then
                await self._show(connection)
            if self._finishing is not None:
                await self._finishing.until_sets_are_over(connection)
        finally:
            self._connections.release(connection.bot_id)
        if self._finishing is not None:
            await self._finishing.leave_ended_matches(connection)

    async def _show_gateway(self) -> bool:
        """Show the gateway itself. Returns whether it was not known to be alive."""
        await self._redis.set(keys.GATEWAYS, b"1", ex=keys.GATEWAY_SECONDS)
        return await self._redis.set(keys.gateway(self._gateway), b"1", ex=keys.GATEWAY_SECONDS, get=True) is None

    async def _show(self, connection: Connection) -> bool:
        """Show a bot; False if it is still being welcomed, or has dialled in elsewhere since: then its session here ends."""
        arrival = self._arrival(connection)
        if arrival is None:
            return False
        shown = {
            "gateway": self._gateway,
            "session": connection.session.number if connection.session else 0,
            "arrival": arrival,
            "at_once": connection.matches_at_once,
            "games": sorted(connection.games),
            "finishing": connection.finishing,
            "version": connection.version,
            "language": connection.language,
        }
        values = self._shown[connection.bot_id] = (orjson.dumps(shown), f"{self._gateway} {arrival}".encode())
        seconds = (keys.PRESENCE_SECONDS, keys.HELD_SECONDS)
        is_shown = await self._show_bot(
            keys=_keys_of(connection.bot_id), args=[*values, arrival, self._gateway, *seconds]
        )
        if not is_shown and await self._is_elsewhere(connection.bot_id) and self._arrival(connection) == arrival:
            log.info(
                "bot %s has a newer session at another gateway", connection.bot_id, extra={"bot": connection.bot_id}
            )
            self._connections.supersede(connection.bot_id)
        if is_shown and self._arrival(connection) != arrival and connection.pause is None:
            await self._hide_bot(keys=_keys_of(connection.bot_id), args=[*values, 0])  # it left while Redis was asked
        return bool(is_shown)

    async def _is_elsewhere(self, bot_id: str) -> bool:
        """Whether another gateway that lives has the bot; what a dead one left behind ends no session."""
        value = await self._redis.get(keys.presence(bot_id))
        gateway = self._gateway if value is None else str(orjson.loads(value)["gateway"])
        return gateway != self._gateway and bool(await self._redis.exists(keys.gateway(gateway)))

    async def _until_hidden(self, bot_id: str) -> None:
        """Hide a bot that has left, as soon as Redis answers: until then it would count as lost by us."""
        while True:
            try:
                await self._hide(bot_id)
                return
            except RedisError as error:
                log.warning("Redis does not answer, bot %s is not hidden yet: %s", bot_id, error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hide(self, bot_id: str, held_seconds: int = 0) -> None:
        """Stop showing a bot; for *held_seconds* it does not count as having left."""
        values = self._shown.get(bot_id)
        if not self._connections.present(bot_id):
            self._arrivals.pop(bot_id, None)
        if values is not None:
            await self._hide_bot(keys=_keys_of(bot_id), args=[*values, held_seconds])
            if self._shown.get(bot_id) is values:
                del self._shown[bot_id]

    async def show_everything(self) -> None:
        """Show bots first: if the gateway were known to live and its bots were not, they would look absent.

        If the gateway was taken for dead (it stalled, or Redis did), no stream broke and no bot redials. So the workers hear that their bots
        are still here.
        """
        shown = [
            connection
            for connection in self._connections.all()
            if connection.session is not None and await self._show(connection)
        ]
        if await self._show_gateway():
            log.warning("the gateway was taken for dead; %d bots are shown again", len(shown))
            for connection in shown:
                if connection.session is not None:
                    await self._announce(connection)


def _keys_of(bot_id: str) -> list[str]:
    return [keys.presence(bot_id), keys.held(bot_id)]
