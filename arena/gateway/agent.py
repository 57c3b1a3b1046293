"""Ties a gateway to the workers: takes questions for its bots out of Redis, and puts their answers in.

It also shows the arena which bots are connected (presence), and that the gateway itself is alive.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
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
from arena.transport.inboxes import RETRY_SECONDS, Envelope, Post, fetch, inbox
from arena.transport.links import Link, LinkServer
from arena.transport.pipe import Pipe
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.5


@dataclass(slots=True)
class WorkerListener:
    """Passes what a bot does in one match to the worker that plays the match (an arena.hosting.match.Listener)."""

    agent: "GatewayAgent"
    worker: str
    match_id: str
    bot_id: str
    attempt: int = 0
    """At the match: an earlier one, whose worker stalled, has no say any more."""
    link: Link | None = None
    """The link that the seat came by, and that its answers go back by."""
    epoch: int = 0
    """Of the newest question; the worker counts them."""
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
        self.send("answer", head)

    def resigned(self, seat: int) -> None:
        """The bot resigns while no question is put to it."""
        self.gave_up = True
        self.send("resigned", {"match": self.match_id, "bot": self.bot_id, "seat": seat})

    def send(self, kind: str, head: dict[str, Any]) -> None:
        """Send to the worker, by the link if it is open: otherwise the worker is gone, or looks into its inbox."""
        if self.link is not None and self.link.is_open:
            self.link.send(Envelope(kind, head).packed())
        else:
            self.agent.send(self.worker, Envelope(kind, head))


class GatewayAgent:
    """Carries envelopes between the connections and the workers."""

    def __init__(
        self,
        connections: Connections,
        redis: Redis,
        name: str,
        records: BotRecords | None = None,
        finishing: Finishing | None = None,
        links: Path | None = None,
    ) -> None:
        """Without *records* nothing is noted; without *finishing* no finishing bot is kept; without *links*, a folder, all goes through Redis."""
        self.name = name
        self._connections = connections
        self._redis = redis
        self._records = records
        self._finishing = finishing
        self._pipe = Pipe(redis)
        self._post = Post(self._pipe)
        self._links = None if links is None else LinkServer(links, name, self._received, self._link_lost)
        self._shown: dict[str, tuple[bytes, bytes]] = {}
        """Per bot what was last shown: its presence, and who holds it."""
        self._arrivals: dict[str, tuple[object, int]] = {}
        """Per bot its session, and when that said hello: Unix time by Redis' clock, in milliseconds."""
        self._show_bot = redis.register_script(presence.SHOW)
        self._hide_bot = redis.register_script(presence.HIDE)
        self._forget = redis.register_script(presence.FORGET)
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
        if self._links is not None:
            await self._links.start()
        fetching = fetch(self._redis, self.name, self._received)
        self._tasks = [
            asyncio.create_task(work) for work in (fetching, self._pipe.run(), self._beat(), self._read_meters())
        ]

    async def stop(self) -> None:
        """Once the gateway has drained: report to the workers that their bots will be elsewhere."""
        for connection in self._connections.all():
            for seat in connection.seats.values():
                if isinstance(seat.listener, WorkerListener):
                    head = {"match": seat.listener.match_id, "bot": connection.bot_id, "gateway": self.name}
                    seat.listener.send("gone", head)
        if self._links is not None:
            await self._links.stop()
        try:
            await asyncio.wait_for(self._post.idle(), 5)
            for bot_id in list(self._shown):  # they were asked to redial: none of them has left
                await self._hide(bot_id, held_seconds=keys.REDIAL_SECONDS)
            await self._redis.delete(keys.gateway(self.name), inbox(self.name))
        except (TimeoutError, RedisError) as error:
            log.warning("left without a notice: %s", error)
        await cancelled((*self._tasks, *self._greetings))

    def send(self, worker: str, envelope: Envelope) -> None:
        """Queue an envelope for a worker. One answer per question and one resignation per seat bound what can wait here."""
        self._post.send(worker, envelope.packed())

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
        """Stop showing a bot; for *held_seconds* it does not count as having left."""
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

    def _received(self, envelope: Envelope, link: Link | None = None) -> None:
        """An envelope from a worker, by its link or through Redis."""
        head, bot_id = envelope.head, str(envelope.head["bot"])
        if envelope.kind == "tell":
            self._connections.tell(bot_id, envelope.body)
        elif envelope.kind == "join":
            self._join(bot_id, head, MatchStarted.FromString(envelope.body), link)
        elif (listener := self._listener(bot_id, head)) is None:
            return
        elif envelope.kind == "ask":
            self._ask(bot_id, listener, envelope)
        elif envelope.kind == "leave":
            self._connections.leave(bot_id, MatchResult.FromString(envelope.body))
        elif envelope.kind == "drop":
            self._connections.drop(bot_id, head["match"])

    def _listener(self, bot_id: str, head: dict[str, Any]) -> WorkerListener | None:
        """Of the bot's seat in that match; None if there is none, or another attempt has it."""
        seat = self._connections.of(bot_id).seats.get(head["match"])
        listener = None if seat is None else seat.listener
        return listener if isinstance(listener, WorkerListener) and listener.attempt == head["attempt"] else None

    def _join(self, bot_id: str, head: dict[str, Any], started: MatchStarted, link: Link | None) -> None:
        """Seat a bot. A repetition by the same attempt changes only the way back; a later one takes the seat over."""
        seat = self._connections.of(bot_id).seats.get(started.match_id)
        listener = seat.listener if seat is not None and isinstance(seat.listener, WorkerListener) else None
        if listener is not None and listener.attempt > head["attempt"]:
            return
        gave_up = listener is not None and listener.gave_up
        if listener is None or (listener.worker, listener.attempt) != (head["worker"], head["attempt"]):
            listener = WorkerListener(self, head["worker"], started.match_id, bot_id, head["attempt"])
            self._connections.join_again(bot_id, started, listener)
        listener.link = link
        if gave_up:
            listener.resigned(started.seat)

    def _ask(self, bot_id: str, listener: WorkerListener, envelope: Envelope) -> None:
        """Put a question. One that waits for its answer already goes on waiting, with the clock that it has."""
        head, seat = envelope.head, self._connections.of(bot_id).seats[listener.match_id]
        if head["epoch"] <= listener.epoch:
            return  # it came twice: Redis broke off after it had taken it
        listener.epoch = head["epoch"]
        if listener.gave_up:
            listener.resigned(head["seat"])
        elif seat.pending is None or seat.pending.question.number != head["number"]:
            asked = (head["match"], head["seat"], head["number"], head["choices"], head["clock_ms"])
            self._connections.ask(bot_id, Question(*asked, envelope.body))

    def _link_lost(self, link: Link) -> None:
        """A worker has closed its link: it has stopped, or died, and then others need not wait until its leases run out."""
        lost = {
            seat.listener.match_id: f"{seat.listener.worker} {seat.listener.attempt}"
            for connection in self._connections.all()
            for seat in connection.seats.values()
            if isinstance(seat.listener, WorkerListener) and seat.listener.link is link
        }
        if lost:
            log.warning("the link of %d matches has ended: their worker is gone", len(lost))
            self._spawn(self._end_leases(lost))

    async def _end_leases(self, leases: dict[str, str]) -> None:
        try:
            for match_id, holder in leases.items():
                await self._forget(keys=[keys.lease(match_id)], args=[holder])
        except RedisError:
            log.info("the leases of a worker that is gone are left to expire")


def _keys_of(bot_id: str) -> list[str]:
    return [keys.presence(bot_id), keys.held(bot_id)]
