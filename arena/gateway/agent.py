"""Ties a gateway to the workers: takes their questions for its bots, by a link or out of Redis, and sends the answers back the same way."""

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.event_loop import Tasks, cancelled, vital
from arena.gateway.bot_records import BotRecords
from arena.gateway.connections import Connections
from arena.gateway.finishing import Finishing
from arena.gateway.presence import Presence
from arena.matches import Answer, Chosen
from arena.matches.running import RESIGNED
from arena.metrics import figures
from arena.transport import keys
from arena.transport.inboxes import Envelope, Post, fetch, inbox
from arena.transport.links import Link, LinkServer
from arena.transport.pipe import Pipe
from arena.transport.presence import FORGET
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question

log = logging.getLogger(__name__)


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
    """Carries envelopes between the connections and the workers, and shows who is connected."""

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
        self._pipe = Pipe(redis)
        self._post = Post(self._pipe)
        self._links = None if links is None else LinkServer(links, name, self._received, self._link_lost)
        self._forget = redis.register_script(FORGET)
        self._tasks = Tasks()
        self._vital: list[asyncio.Task[None]] = []
        self.presence = Presence(connections, redis, name, self.send, records, finishing)

    async def start(self) -> None:
        """Show the gateway, as soon as Redis answers, and begin to carry."""
        await self.presence.start()
        if self._links is not None:
            await self._links.start()
        fetching = fetch(self._redis, self.name, self._received)
        self._vital = [vital(work) for work in (fetching, self._pipe.run(), self.presence.beat())]

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
            await self.presence.stop()
            await self._redis.delete(inbox(self.name))
        except (TimeoutError, RedisError) as error:
            log.warning("left without a notice: %s", error)
        await cancelled((*self._vital, *self._tasks, *self.presence.tasks))

    def send(self, worker: str, envelope: Envelope) -> None:
        """Queue an envelope for a worker. One answer per question and one resignation per seat bound what can wait here."""
        self._post.send(worker, envelope.packed())

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
            self._tasks.start(self._end_leases(lost))

    async def _end_leases(self, leases: dict[str, str]) -> None:
        try:
            for match_id, holder in leases.items():
                await self._forget(keys=[keys.lease(match_id)], args=[holder])
        except RedisError:
            log.info("the leases of a worker that is gone are left to expire")
