"""A gateway's side of the relay: takes questions for its bots out of Redis and puts their answers in.

It also tells the arena which bots are here (presence), and that the gateway itself is alive.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.gateway.desks import Desk
from arena.gateway.hub import Hub
from arena.matches import Answer, Chosen
from arena.matches.conduct import RESIGNED
from arena.metrics import figures
from arena.running import keys, scripts
from arena.running.frames import Frame
from arena.running.inbox import RETRY_SECONDS, fetch
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question
from arena.wire.loops import cancelled

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.5
MOST_CARRIED = 256
"""Frames that go to Redis in one round trip."""

Greeting = Callable[[Desk], Awaitable[None]]
Owing = Callable[[str], Awaitable[bool]]
Ended = Callable[[str, list[str]], Awaitable[list[str]]]


@dataclass(slots=True)
class WorkerEnd:
    """The match's side of one seating, at a worker elsewhere (arena.gateway.relay.Listener)."""

    agent: "GatewayAgent"
    worker: str
    match_id: str
    bot_id: str
    epoch: int = 0
    gave_up: bool = False
    """The bot resigned: whichever worker plays on must hear of it."""

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
            log.info(
                "match %s: bot %s %s",
                self.match_id,
                self.bot_id,
                answer.verdict,
                extra={"match": self.match_id, "bot": self.bot_id},
            )
            head |= {"verdict": answer.verdict, "detail": answer.detail, "sent": answer.sent}
        self.agent.send(self.worker, Frame("answer", head))

    def resigned(self, seat: int) -> None:
        """A seat that is not asked anything gives up."""
        self.gave_up = True
        head = {"match": self.match_id, "bot": self.bot_id, "seat": seat}
        self.agent.send(self.worker, Frame("resigned", head))


class GatewayAgent:
    """Ties a hub to the workers."""

    def __init__(
        self,
        hub: Hub,
        redis: Redis,
        name: str,
        greet: Greeting | None = None,
        owes: Owing | None = None,
        over: Ended | None = None,
    ) -> None:
        self.name = name
        self._hub = hub
        self._redis = redis
        self._greet = greet
        """Told of each bot that has said hello, before it is shown to the scheduler."""
        self._owes = owes
        """Whether a bot that wants to finish has sets that are not over."""
        self._over = over
        """Which of a bot's matches have ended, as far as the arena knows."""
        self._out: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._shown: dict[str, bytes] = {}
        self._arrivals: dict[str, tuple[object, int]] = {}
        """Per bot its session, and when that said hello: Unix time by Redis' clock, in milliseconds."""
        self._show_bot = redis.register_script(scripts.SHOW)
        self._forget = redis.register_script(scripts.FORGET)
        self._tasks: list[asyncio.Task[None]] = []
        self._greetings: set[asyncio.Task[None]] = set()
        hub.on_arrival.append(self._arrived)
        hub.on_departure.append(self._departed)
        hub.on_finishing.append(self._finishing)

    async def start(self) -> None:
        """Show the gateway, as soon as Redis answers, and begin to carry."""
        while True:
            try:
                await self._show_gateway()
                break
            except RedisError as wrong:
                log.warning("Redis is away, the gateway waits for it: %s", wrong)
                await asyncio.sleep(RETRY_SECONDS)
        self._tasks = [asyncio.create_task(work()) for work in (self._fetch, self._carry, self._beat)]

    async def stop(self) -> None:
        """After the hub drained: tell the workers that their bots will be elsewhere, and go."""
        for desk in self._hub.desks():
            for seating in desk.seatings.values():
                if isinstance(seating.listener, WorkerEnd):
                    head = {"match": seating.listener.match_id, "bot": desk.bot_id, "gateway": self.name}
                    self.send(seating.listener.worker, Frame("gone", head))
        try:
            await asyncio.wait_for(self._out.join(), 5)
            for bot_id in list(self._shown):
                await self._hide(bot_id)
            await self._redis.delete(keys.gateway(self.name), keys.inbox(self.name))
        except (TimeoutError, RedisError) as wrong:
            log.warning("left without a word: %s", wrong)
        await cancelled((*self._tasks, *self._greetings))

    def send(self, worker: str, frame: Frame) -> None:
        """Put a frame into the post. One answer per question and one resignation per seating bound what can wait here."""
        self._out.put_nowait((worker, frame.packed()))

    # Bots come and go

    def _arrived(self, desk: Desk) -> None:
        self._spawn(self._welcome(desk))

    async def _welcome(self, desk: Desk) -> None:
        try:
            if self._greet is not None:
                await self._greet(desk)
        except Exception:
            log.exception("could not note the arrival of bot %s", desk.bot_id, extra={"bot": desk.bot_id})
        session = desk.session
        while desk.session is session is not None:
            try:
                seconds, microseconds = await self._redis.time()
                self._arrivals[desk.bot_id] = (session, int(seconds) * 1000 + int(microseconds) // 1000)
                await self._show(desk)
                await self._announce(desk)
                log.info("bot %s is here", desk.bot_id, extra={"bot": desk.bot_id})
                return
            except RedisError as wrong:
                log.warning("Redis is away, bot %s is not shown yet: %s", desk.bot_id, wrong)
                await asyncio.sleep(RETRY_SECONDS)

    async def _announce(self, desk: Desk) -> None:
        """Tell the workers that play the bot's matches that it is here."""
        workers: dict[Any, Any] = await self._redis.hgetall(keys.playing(desk.bot_id))
        arrival = self._arrival(desk)
        if arrival is None:
            return  # it has left or dialled in again meanwhile: what comes after this tells of it
        head = {"bot": desk.bot_id, "gateway": self.name, "version": desk.version, "arrival": arrival}
        for worker in sorted({name.decode() for name in workers.values()}):
            self.send(worker, Frame("arrived", head))

    def _arrival(self, desk: Desk) -> int | None:
        """When its session said hello; None: it is being welcomed."""
        session, arrival = self._arrivals.get(desk.bot_id, (None, 0))
        return arrival if session is desk.session is not None else None

    def _departed(self, desk: Desk) -> None:
        log.info("bot %s has left", desk.bot_id, extra={"bot": desk.bot_id})
        self._spawn(self._hide(desk.bot_id))

    def _finishing(self, desk: Desk) -> None:
        """Shown at once, or the scheduler might give it another set before the next beat; kept until its sets are over."""
        self._hub.hold(desk.bot_id)
        self._spawn(self._until_nothing_is_owed(desk))

    async def _until_nothing_is_owed(self, desk: Desk) -> None:
        session = desk.session
        try:
            with suppress(RedisError):  # the next beat shows it then
                await self._show(desk)
            while desk.session is session and await self._in_debt(desk.bot_id):  # noqa: ASYNC110  no event tells it
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            self._hub.release(desk.bot_id)
        await self._clear(desk)

    async def _clear(self, desk: Desk) -> None:
        """Take a finishing bot out of matches whose end never reached us: they would keep it for ever."""
        session, ended_before = desk.session, set[str]()
        while desk.session is session is not None and desk.seatings:
            ended = await self._ended(desk)
            for match_id in ended & ended_before:  # twice in a row: the word of a match's end follows its record
                log.warning("match %s is over; bot %s heard nothing of it", match_id, desk.bot_id)
                self._hub.drop(desk.bot_id, match_id)
            ended_before = ended
            await asyncio.sleep(BEAT_SECONDS)

    async def _ended(self, desk: Desk) -> set[str]:
        try:
            return set() if self._over is None else set(await self._over(desk.bot_id, list(desk.seatings)))
        except Exception:
            log.exception("could not look the matches of bot %s up", desk.bot_id, extra={"bot": desk.bot_id})
            return set()

    async def _in_debt(self, bot_id: str) -> bool:
        """Whether it has a set to finish; while nobody can tell, it stays: its author can still give up."""
        try:
            return self._owes is not None and await self._owes(bot_id)
        except Exception:
            log.exception("could not look the open sets of bot %s up", bot_id, extra={"bot": bot_id})
            return True

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._greetings.add(task)
        task.add_done_callback(self._greetings.discard)

    async def _show_gateway(self) -> bool:
        """Whether it was not known to be alive."""
        await self._redis.set(keys.GATEWAYS, b"1", ex=keys.GATEWAY_SECONDS)
        return await self._redis.set(keys.gateway(self.name), b"1", ex=keys.GATEWAY_SECONDS, get=True) is None

    async def _show(self, desk: Desk) -> bool:
        """Show a bot; False if it has dialled in elsewhere since, or is still being welcomed."""
        arrival = self._arrival(desk)
        if arrival is None:
            return False
        told = {
            "gateway": self.name,
            "session": desk.session.number if desk.session else 0,
            "arrival": arrival,
            "at_once": desk.matches_at_once,
            "games": sorted(desk.games),
            "finishing": desk.finishing,
            "version": desk.version,
            "language": desk.language,
        }
        value = orjson.dumps(told)
        self._shown[desk.bot_id] = value
        return bool(
            await self._show_bot(keys=[keys.presence(desk.bot_id)], args=[value, arrival, keys.PRESENCE_SECONDS])
        )

    async def _hide(self, bot_id: str) -> None:
        value = self._shown.pop(bot_id, None)
        if not self._hub.present(bot_id):
            self._arrivals.pop(bot_id, None)
        if value is not None:
            try:
                await self._forget(keys=[keys.presence(bot_id)], args=[value])
            except RedisError:
                log.info("presence of bot %s is left to expire", bot_id)

    async def _beat(self) -> None:
        while True:
            try:
                await self._show_everything()
            except RedisError as wrong:
                log.warning("Redis is away: %s", wrong)
            await asyncio.sleep(BEAT_SECONDS)

    async def _show_everything(self) -> None:
        """Bots first: while the gateway is known to live and its bots are not, they would look absent.

        If the gateway was taken for dead (it stood still, or Redis did), no stream broke and no bot redials: the workers hear that their
        bots are still here.
        """
        shown = [desk for desk in self._hub.desks() if desk.session is not None and await self._show(desk)]
        if await self._show_gateway():
            log.warning("the gateway was taken for dead; %d bots are shown again", len(shown))
            for desk in shown:
                if desk.session is not None:
                    await self._announce(desk)

    # Frames come and go

    async def _carry(self) -> None:
        while True:
            batch = [await self._out.get()]
            while len(batch) < MOST_CARRIED and not self._out.empty():
                batch.append(self._out.get_nowait())
            await self._deliver(batch)
            for _ in batch:
                self._out.task_done()

    async def _deliver(self, batch: list[tuple[str, bytes]]) -> None:
        """Put frames into their workers' inboxes, in order and in one step: a try again must not leave some of them twice."""
        began = time.monotonic()
        while True:
            try:
                async with self._redis.pipeline(transaction=True) as pipe:
                    for worker, frame in batch:
                        pipe.rpush(keys.inbox(worker), frame)
                    for worker in {worker for worker, _ in batch}:
                        pipe.expire(keys.inbox(worker), keys.INBOX_SECONDS)
                    await pipe.execute()
                return
            except RedisError as wrong:
                held = time.monotonic() - began
                log.warning("Redis is away for %.0f s, holding %d frames: %s", held, len(batch), wrong)
                await asyncio.sleep(RETRY_SECONDS)

    async def _fetch(self) -> None:
        await fetch(self._redis, self.name, self._received)

    def _received(self, frame: Frame) -> None:
        head, bot_id = frame.head, str(frame.head["bot"])
        if frame.kind == "join":
            self._join(bot_id, head["worker"], MatchStarted.FromString(frame.body))
        elif frame.kind == "ask":
            self._ask(bot_id, frame)
        elif frame.kind == "leave":
            self._hub.leave(bot_id, MatchResult.FromString(frame.body))
        elif frame.kind == "tell":
            self._hub.tell(bot_id, frame.body)
        elif frame.kind == "drop":
            self._hub.drop(bot_id, head["match"])

    def _join(self, bot_id: str, worker: str, started: MatchStarted) -> None:
        """Seat a bot. Said again by a worker that was not sure of us it changes nothing; another worker takes the seat over."""
        known = self._hub.desk(bot_id).seatings.get(started.match_id)
        end = known.listener if known is not None and isinstance(known.listener, WorkerEnd) else None
        gave_up = end is not None and end.gave_up
        if end is None or end.worker != worker:
            end = WorkerEnd(self, worker, started.match_id, bot_id)
            self._hub.seat_again(bot_id, started, end)
        if gave_up:
            end.resigned(started.seat)

    def _ask(self, bot_id: str, frame: Frame) -> None:
        """Put a question. One that waits for its answer already goes on waiting, with the clock that it has."""
        head = frame.head
        seating = self._hub.desk(bot_id).seatings.get(head["match"])
        if seating is None or not isinstance(seating.listener, WorkerEnd):
            return
        seating.listener.epoch = head["epoch"]
        if seating.listener.gave_up:
            seating.listener.resigned(head["seat"])
        elif seating.pending is None or seating.pending.question.number != head["number"]:
            asked = (head["match"], head["seat"], head["number"], head["choices"], head["clock_ms"])
            self._hub.ask(bot_id, Question(*asked, frame.body))
