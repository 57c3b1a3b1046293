"""Ties a gateway to the workers: takes questions for its bots out of Redis, and puts their answers in.

It also shows the arena which bots are connected (presence), and that the gateway itself is alive.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.event_loop import cancelled
from arena.gateway.bot_records import BotRecords
from arena.gateway.connection import Connection
from arena.gateway.connections import Connections
from arena.gateway.finishing import Finishing
from arena.matches import Answer, Chosen
from arena.matches.running import RESIGNED
from arena.metrics import figures
from arena.transport import keys, presence
from arena.transport.inboxes import RETRY_SECONDS, Envelope, fetch, inbox
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.5
MOST_CARRIED = 256
"""Envelopes that go to Redis in one round trip."""


@dataclass(slots=True)
class WorkerListener:
    """Passes what a bot does in one match to the worker that plays the match (an arena.hosting.match.Listener)."""

    agent: "GatewayAgent"
    worker: str
    match_id: str
    bot_id: str
    epoch: int = 0
    gave_up: bool = False
    """The bot resigned: any worker that takes the match over must hear of it."""

    def answered(self, seat: int, answer: Answer) -> None:
        """Send the answer to the worker."""
        head: dict[str, Any] = {"match": self.match_id, "bot": self.bot_id, "seat": seat, "epoch": self.epoch}
        if isinstance(answer, Chosen):
            figures.THINKING.observe(answer.think_ms / 1000)
            figures.ANSWERS.labels("chosen").inc()
            head |= {"index": answer.index, "think_ms": answer.think_ms, "note": answer.note, "value": answer.value}
        else:
            self.gave_up = self.gave_up or answer.verdict == RESIGNED
            figures.ANSWERS.labels(answer.verdict).inc()
            about = {"match": self.match_id, "bot": self.bot_id}
            log.info("match %s: bot %s %s", self.match_id, self.bot_id, answer.verdict, extra=about)
            head |= {"verdict": answer.verdict, "detail": answer.detail, "sent": answer.sent}
        self.agent.send(self.worker, Envelope("answer", head))

    def resigned(self, seat: int) -> None:
        """The bot resigns while no question is put to it."""
        self.gave_up = True
        self.agent.send(self.worker, Envelope("resigned", {"match": self.match_id, "bot": self.bot_id, "seat": seat}))


class GatewayAgent:
    """Carries envelopes between the connections and the workers."""

    def __init__(
        self,
        connections: Connections,
        redis: Redis,
        name: str,
        records: BotRecords | None = None,
        finishing: Finishing | None = None,
    ) -> None:
        """Without *records* nothing is noted; without *finishing* no finishing bot is kept."""
        self.name = name
        self._connections = connections
        self._redis = redis
        self._records = records
        self._finishing = finishing
        self._out: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._shown: dict[str, tuple[bytes, bytes]] = {}
        """Per bot what was last shown: its presence, and who holds it."""
        self._arrivals: dict[str, tuple[object, int]] = {}
        """Per bot its session, and when that said hello: Unix time by Redis' clock, in milliseconds."""
        self._show_bot = redis.register_script(presence.SHOW)
        self._hide_bot = redis.register_script(presence.HIDE)
        self._tasks: list[asyncio.Task[None]] = []
        self._greetings: set[asyncio.Task[None]] = set()
        connections.on_arrival.append(self._arrived)
        connections.on_departure.append(self._departed)
        connections.on_finishing.append(self._finishing_begins)

    async def start(self) -> None:
        """Show the gateway, as soon as Redis answers, and begin to carry."""
        while True:
            try:
                await self._show_gateway()
                break
            except RedisError as error:
                log.warning("Redis does not answer, the gateway waits for it: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
        fetching = fetch(self._redis, self.name, self._received)
        self._tasks = [
            asyncio.create_task(work) for work in (fetching, self._carry(), self._beat(), self._read_meters())
        ]

    async def stop(self) -> None:
        """Once the gateway has drained: report to the workers that their bots will be elsewhere."""
        for connection in self._connections.all():
            for seat in connection.seats.values():
                if isinstance(seat.listener, WorkerListener):
                    head = {"match": seat.listener.match_id, "bot": connection.bot_id, "gateway": self.name}
                    self.send(seat.listener.worker, Envelope("gone", head))
        try:
            await asyncio.wait_for(self._out.join(), 5)
            for bot_id in list(self._shown):  # they were asked to redial: none of them has left
                await self._hide(bot_id, held_seconds=keys.REDIAL_SECONDS)
            await self._redis.delete(keys.gateway(self.name), inbox(self.name))
        except (TimeoutError, RedisError) as error:
            log.warning("left without a notice: %s", error)
        await cancelled((*self._tasks, *self._greetings))

    def send(self, worker: str, envelope: Envelope) -> None:
        """Queue an envelope for a worker. One answer per question and one resignation per seat bound what can wait here."""
        self._out.put_nowait((worker, envelope.packed()))

    # Bots come and go

    def _arrived(self, connection: Connection) -> None:
        self._spawn(self._welcome(connection))

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
        head = {"bot": connection.bot_id, "gateway": self.name, "version": connection.version, "arrival": arrival}
        for worker in sorted({name.decode() for name in workers.values()}):
            self.send(worker, Envelope("arrived", head))

    def _arrival(self, connection: Connection) -> int | None:
        """When its session said hello; None: it is being welcomed."""
        session, arrival = self._arrivals.get(connection.bot_id, (None, 0))
        return arrival if session is connection.session is not None else None

    def _departed(self, connection: Connection) -> None:
        log.info("bot %s has left", connection.bot_id, extra={"bot": connection.bot_id})
        self._spawn(self._until_hidden(connection.bot_id))

    def _finishing_begins(self, connection: Connection) -> None:
        """Show it at once, or the scheduler might give it another set before the next beat; keep it until its sets are over."""
        self._connections.hold(connection.bot_id)
        self._spawn(self._until_it_may_end(connection))

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

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._greetings.add(task)
        task.add_done_callback(self._greetings.discard)

    async def _show_gateway(self) -> bool:
        """Show the gateway itself. Returns whether it was not known to be alive."""
        await self._redis.set(keys.GATEWAYS, b"1", ex=keys.GATEWAY_SECONDS)
        return await self._redis.set(keys.gateway(self.name), b"1", ex=keys.GATEWAY_SECONDS, get=True) is None

    async def _show(self, connection: Connection) -> bool:
        """Show a bot; False if it is still being welcomed, or has dialled in elsewhere since: then its session here ends."""
        arrival = self._arrival(connection)
        if arrival is None:
            return False
        presence = {
            "gateway": self.name,
            "session": connection.session.number if connection.session else 0,
            "arrival": arrival,
            "at_once": connection.matches_at_once,
            "games": sorted(connection.games),
            "finishing": connection.finishing,
            "version": connection.version,
            "language": connection.language,
        }
        values = self._shown[connection.bot_id] = (orjson.dumps(presence), f"{self.name} {arrival}".encode())
        seconds = (keys.PRESENCE_SECONDS, keys.HELD_SECONDS)
        is_shown = await self._show_bot(keys=_keys_of(connection.bot_id), args=[*values, arrival, self.name, *seconds])
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
        gateway = self.name if value is None else str(orjson.loads(value)["gateway"])
        return gateway != self.name and bool(await self._redis.exists(keys.gateway(gateway)))

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
        """Show a bot no more; for *held_seconds* it does not count as having left."""
        values = self._shown.get(bot_id)
        if not self._connections.present(bot_id):
            self._arrivals.pop(bot_id, None)
        if values is not None:
            await self._hide_bot(keys=_keys_of(bot_id), args=[*values, held_seconds])
            if self._shown.get(bot_id) is values:
                del self._shown[bot_id]

    async def _beat(self) -> None:
        while True:
            try:
                await self._show_everything()
            except RedisError as error:
                log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(BEAT_SECONDS)

    async def _show_everything(self) -> None:
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

    async def _read_meters(self) -> None:
        """Take the reports of runners on what their bots have used. One that is missed is in the next: they count from the start."""
        while True:
            try:
                async with self._redis.pubsub() as reports:
                    await reports.subscribe(keys.USED)
                    async for message in reports.listen():
                        if message["type"] == "message":
                            for bot_id, (run, seconds) in orjson.loads(message["data"]).items():
                                self._connections.used(bot_id, run, seconds)
            except RedisError as error:
                log.warning("Redis does not answer, hosted bots are not charged: %s", error)
            await asyncio.sleep(RETRY_SECONDS)

    # Envelopes come and go

    async def _carry(self) -> None:
        while True:
            batch = [await self._out.get()]
            while len(batch) < MOST_CARRIED and not self._out.empty():
                batch.append(self._out.get_nowait())
            await self._deliver(batch)
            for _ in batch:
                self._out.task_done()

    async def _deliver(self, batch: list[tuple[str, bytes]]) -> None:
        """Put envelopes into their workers' inboxes, in order and in one step: a second try must not leave some of them twice."""
        began = time.monotonic()
        while True:
            try:
                async with self._redis.pipeline(transaction=True) as pipe:
                    for worker, envelope in batch:
                        pipe.rpush(inbox(worker), envelope)
                    for worker in {worker for worker, _ in batch}:
                        pipe.expire(inbox(worker), keys.INBOX_SECONDS)
                    await pipe.execute()
                return
            except RedisError as error:
                held = time.monotonic() - began
                log.warning("Redis has not answered for %.0f s, holding %d envelopes: %s", held, len(batch), error)
                await asyncio.sleep(RETRY_SECONDS)

    def _received(self, envelope: Envelope) -> None:
        head, bot_id = envelope.head, str(envelope.head["bot"])
        if envelope.kind == "join":
            self._join(bot_id, head["worker"], MatchStarted.FromString(envelope.body))
        elif envelope.kind == "ask":
            self._ask(bot_id, envelope)
        elif envelope.kind == "leave":
            self._connections.leave(bot_id, MatchResult.FromString(envelope.body))
        elif envelope.kind == "tell":
            self._connections.tell(bot_id, envelope.body)
        elif envelope.kind == "drop":
            self._connections.drop(bot_id, head["match"])

    def _join(self, bot_id: str, worker: str, started: MatchStarted) -> None:
        """Seat a bot. A repetition by the same worker changes nothing; another worker takes the seat over."""
        seat = self._connections.of(bot_id).seats.get(started.match_id)
        listener = seat.listener if seat is not None and isinstance(seat.listener, WorkerListener) else None
        gave_up = listener is not None and listener.gave_up
        if listener is None or listener.worker != worker:
            listener = WorkerListener(self, worker, started.match_id, bot_id)
            self._connections.join_again(bot_id, started, listener)
        if gave_up:
            listener.resigned(started.seat)

    def _ask(self, bot_id: str, envelope: Envelope) -> None:
        """Put a question. One that waits for its answer already goes on waiting, with the clock that it has."""
        head = envelope.head
        seat = self._connections.of(bot_id).seats.get(head["match"])
        if seat is None or not isinstance(seat.listener, WorkerListener):
            return
        seat.listener.epoch = head["epoch"]
        if seat.listener.gave_up:
            seat.listener.resigned(head["seat"])
        elif seat.pending is None or seat.pending.question.number != head["number"]:
            asked = (head["match"], head["seat"], head["number"], head["choices"], head["clock_ms"])
            self._connections.ask(bot_id, Question(*asked, envelope.body))


def _keys_of(bot_id: str) -> list[str]:
    return [keys.presence(bot_id), keys.held(bot_id)]
