"""A worker's matches: claim, play through the relay, record. Each worker process has one event loop, in a separate thread.

Celery's task threads hand a match in and wait; answers drive everything in between as they come.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.db.database import Database
from arena.db.models import SetKind
from arena.event_loop import cancelled, new_loop, vital
from arena.heap import keep_trimmed
from arena.hosting.match import HostedMatch
from arena.matches import MatchRecord, MatchVoid, Player
from arena.matches.clocks import maximum_seconds
from arena.matches.errors import Fenced
from arena.metrics import figures
from arena.replays import SigningKey
from arena.results import claims
from arena.results.claims import Claim
from arena.results.record import Recorded
from arena.transport import keys, presence
from arena.transport.inboxes import RETRY_SECONDS, fetch, inbox
from arena.transport.journals import JournalWriter, RedisJournal
from arena.transport.live_status import PUBLISH_SECONDS, LiveStatusWriter
from arena.transport.presence import note_left_from_worker
from arena.worker.frame_writer import FrameWriter
from arena.worker.house_bots import HouseBotPool, bot_seed
from arena.worker.recording import note_end, rating_changes, record_match, set_messages
from arena.worker.relay import RedisRelay

log = logging.getLogger(__name__)

T = TypeVar("T")
MOST_RETURNS = 3
"""How many times a match is handed back because a bot left just before it began; a bot that keeps doing so forfeits."""
RETURN_SECONDS = 3600
"""How long such returns are remembered."""
HAND_OVER_SECONDS = 10
"""For matches to be given back when the worker stops; after that their leases lapse."""


class Abandoned(Exception):
    """The worker stops; another goes on with the match."""


class NotAllHere(Exception):
    """A bot left between the scheduler's look and the first decision: the match is queued again and waits for it."""


class MatchRunner:
    """All matches that one worker process plays with external bots."""

    def __init__(
        self,
        database: Database,
        redis_url: str,
        key: SigningKey,
        *,
        max_seconds: float,
        house: int = 1,
        site_address: str = "",
        links: Path | None = None,
    ) -> None:
        """*links* is the folder in which gateways on this machine listen."""
        self.name = f"worker-{uuid4().hex[:12]}"
        self._database = database
        self._redis_url = redis_url
        self._links_path = links
        self._key = key
        self._max_seconds = max_seconds
        self._site_address = site_address
        self._house = HouseBotPool(house)
        self._threads = ThreadPoolExecutor(16, thread_name_prefix="house")
        self._running: dict[str, tuple[HostedMatch, RedisJournal]] = {}
        figures.RUNNING.set_function(lambda: len(self._running))
        self._leases: dict[int, int] = {}
        self._under_way: dict[int, asyncio.Task[Any]] = {}
        """Attempts at matches, from claim to clean-up; of each match the latest."""
        self._closing = False
        self._stop_lock = threading.RLock()
        """Held while something is handed to the loop, and while the loop is stopped."""
        self._ready = threading.Event()
        self._loop = new_loop()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        self._ready.wait()

    # What task threads call

    def play(self, match_id: int, without: Collection[int] = ()) -> str:
        """Claim and play a match, and wait until this attempt is over. Returns how it ended, or "not queued" if another worker has it.

        The match does not wait for bots in *without*, which were absent for too long: one that still is forfeits.
        """
        if self._closing:
            return "closing"
        with self._database.write() as session:
            claim = claims.claim(session, match_id, self.name)
        if claim is None:
            return "not queued"
        began = time.monotonic()
        with self._stop_lock:  # a loop that was stopped meanwhile would never answer
            under_way = None if self._closing else self._submit(self._attempt(claim, without))
        if under_way is None:
            self._end_claim(claims.release, claim)
            return "closing"
        end = under_way.result()
        note_end(claim, end, time.monotonic() - began)
        return end

    def close(self) -> None:
        """Hand over what runs to other workers, and stop. Doing it twice changes nothing."""
        with self._stop_lock:
            if self._closing:
                return
            self._closing = True
        self._submit(self._stop()).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._house.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # The loop

    def _submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._open())
        self._ready.set()
        self._loop.run_forever()
        self._loop.close()

    async def _open(self) -> None:
        self._redis: Redis = Redis.from_url(self._redis_url)
        self._writer = JournalWriter(self._redis, self._break)
        self._forget = self._redis.register_script(presence.FORGET)
        self._relay = RedisRelay(self._redis, self.name, self._writer, self._links_path)
        self._live_status = LiveStatusWriter(self._redis)
        self._frames = FrameWriter(self._redis)
        fetching = fetch(self._redis, self.name, self._relay.received)
        work = (self._writer.run(), fetching, self._renew(), self._watch(), self._publish(), keep_trimmed())
        self._tasks = [vital(each) for each in work]

    async def _stop(self) -> None:
        for match, _ in list(self._running.values()):
            match.abandon(Abandoned("the worker stops"))
        if self._under_way:  # they give their matches back
            await asyncio.wait(self._under_way.values(), timeout=HAND_OVER_SECONDS)
        self._relay.close()
        await cancelled(self._tasks)
        try:
            for match_id, attempt in self._leases.items():
                await self._forget(keys=[keys.lease(match_id)], args=[self._holds(attempt)])
            await self._redis.delete(inbox(self.name))
        except RedisError:
            log.info("leases are left to expire")
        await self._redis.aclose()

    async def _attempt(self, claim: Claim, without: Collection[int]) -> str:
        bots = [str(seat.bot_id) for seat in claim.seats if seat.house is None]
        self._leases[claim.match_id] = claim.attempt
        over = False
        """Whether the journal can be deleted."""
        try:
            await self._lease(claim.match_id, claim.attempt)
            await self._replace(claim)
            match, record = await self._played(claim, bots, without)
        except Fenced as error:
            log.info("match %s: %s", claim.match_id, error, extra={"match": claim.match_id})
            return "fenced"
        except Abandoned:
            await asyncio.to_thread(self._end_claim, claims.release, claim)
            return "handed over"
        except NotAllHere:
            await asyncio.to_thread(self._end_claim, claims.give_back, claim)
            return "given back"
        except MatchVoid as error:
            await self._writer.idle()  # the bots hear of it
            log.warning("match %s is void: %s", claim.match_id, error, extra={"match": claim.match_id})
            await asyncio.to_thread(self._end_claim, claims.void, claim, str(error))
            over = True
            return f"void: {error}"
        else:
            done = await asyncio.to_thread(record_match, self._database, self._key, claim, record)
            await self._send_results(claim, match, record, done)
            await self._frames.finish(str(claim.match_id), record)
            over = True
            return "finished"
        finally:
            if self._leases.get(claim.match_id) == claim.attempt:
                del self._leases[claim.match_id]
            await self._clean(claim, bots, journal=over)
            if self._under_way.get(claim.match_id) is asyncio.current_task():
                del self._under_way[claim.match_id]

    async def _replace(self, claim: Claim) -> None:
        """Wait until an older attempt at the same match is gone from this worker: after a stall it may be sent its own match again."""
        older, self._under_way[claim.match_id] = self._under_way.get(claim.match_id), _current_task()
        if older is not None:
            match, _ = self._running.get(str(claim.match_id), (None, None))
            if match is not None:
                match.abandon(Fenced(f"attempt {claim.attempt} of match {claim.match_id} replaces this one"))
            await asyncio.wait([older])

    def _page(self, match_id: int) -> str:
        return f"{self._site_address}/matches/{match_id}" if self._site_address else ""

    async def _played(self, claim: Claim, bots: list[str], without: Collection[int]) -> tuple[HostedMatch, MatchRecord]:
        journal = await self._writer.open(claim.match_id, claim.attempt)
        locked = {str(seat.bot_id): seat.locked_version for seat in claim.seats if seat.locked_version is not None}
        here = await self._relay.prepare(journal, bots, locked)
        seats: list[str | Player] = [
            str(seat.bot_id) if seat.house is None else self._house.player(seat.house, bot_seed(claim.spec, number))
            for number, seat in enumerate(claim.seats)
        ]
        missing = {bot for bot in bots if bot not in here}
        if journal.lines:
            missing.clear()  # it was begun: a bot that is absent now may still come back
        elif await self._waits_for(claim, missing, without):
            raise NotAllHere
        absent = [number for number, seat in enumerate(claim.seats) if seat.left or str(seat.bot_id) in missing]
        match = HostedMatch(
            claim.spec,
            seats,
            self._relay,
            journal=journal,
            about=claim.about,
            names=[seat.name for seat in claim.seats],
            max_seconds=maximum_seconds(
                claim.spec.game, claim.spec.seats, claim.spec.clock, self._max_seconds, hosted=claim.hosted
            ),
            threads=self._threads,
            think=self._house.answer,
            hold_results=True,  # until they are recorded: only then it is known what they did to ratings
        )
        if self._closing:
            raise Abandoned("the worker stops")
        self._running[journal.match_id] = (match, journal)
        try:
            match.start(absent)
            record = await match.done
            await self._writer.idle()
            return match, record
        finally:
            self._running.pop(journal.match_id, None)

    async def _waits_for(self, claim: Claim, absent: set[str], without: Collection[int]) -> bool:
        """Whether a bot is missing that was here when the match was sent.

        None is to blame while no bot can dial in, nor if its gateway died or stalled; nor is it paired less often then.
        """
        missing = {int(bot) for bot in absent} - {*without, *{seat.bot_id for seat in claim.seats if seat.left}}
        if not missing:
            return False
        if claim.kind == SetKind.CHALLENGE.value or not await self._relay.is_open():
            return True
        lost = await self._relay.lost(missing)
        await note_left_from_worker(self._redis, missing - lost)
        if lost:
            return True
        returns = int(await self._redis.incr(keys.returns(claim.match_id)))
        await self._redis.expire(keys.returns(claim.match_id), RETURN_SECONDS)
        return returns <= MOST_RETURNS

    def _end_claim(self, end: Callable[..., object], claim: Claim, *why: str) -> None:
        with self._database.write() as session:
            end(session, claim.match_id, claim.attempt, *why)

    async def _send_results(self, claim: Claim, match: HostedMatch, record: MatchRecord, done: Recorded | None) -> None:
        changes, is_set_over = rating_changes(claim, done), done is not None and done.set_done
        match.send_results(record, self._page(claim.match_id), changes, is_set_over=is_set_over)
        await self._writer.idle()
        if done is None or not is_set_over:
            return
        for bot_id, message in set_messages(claim, done, changes):
            try:
                await self._relay.tell(bot_id, message)
            except RedisError:
                log.info("bot %s does not hear of its set", bot_id, extra={"bot": bot_id})

    async def _clean(self, claim: Claim, bots: list[str], *, journal: bool) -> None:
        match_id = str(claim.match_id)
        try:
            await self._relay.forget(match_id, bots)
            if journal:
                await self._writer.close(claim.match_id, claim.attempt)
            await self._forget(keys=[keys.lease(claim.match_id)], args=[self._holds(claim.attempt)])
            await self._redis.delete(keys.live_status(match_id))
        except RedisError as error:
            log.warning("match %s leaves keys to expire: %s", claim.match_id, error, extra={"match": claim.match_id})

    def _break(self, journal: RedisJournal, why: Exception) -> None:
        """An attempt cannot go on. Its bots hear of it if the match is void, and hear nothing if another attempt goes on."""
        match, of = self._running.get(journal.match_id, (None, None))
        if match is not None and of is journal:
            (match.cancel if isinstance(why, MatchVoid) else match.abandon)(why)

    # Keeping up with Redis

    def _holds(self, attempt: int) -> str:
        """The value of this worker's lease."""
        return f"{self.name} {attempt}"

    async def _lease(self, match_id: int, attempt: int) -> None:
        await self._redis.set(keys.lease(match_id), self._holds(attempt), ex=keys.LEASE_SECONDS)

    async def _renew_leases(self) -> None:
        async with self._redis.pipeline(transaction=False) as pipe:
            for match_id, attempt in self._leases.items():
                pipe.set(keys.lease(match_id), self._holds(attempt), ex=keys.LEASE_SECONDS)
            await pipe.execute()

    async def _renew(self) -> None:
        """Keep the leases, and see whether Redis was restarted."""
        while True:
            try:
                if self._leases:
                    await self._renew_leases()
                if self._leases and await self._writer.was_restarted():
                    await self._restore()
            except RedisError as error:
                log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(keys.RENEW_SECONDS)

    async def _restore(self) -> None:
        log.warning("Redis was restarted: writing the journals of %d matches again", len(self._running))
        for _, journal in list(self._running.values()):
            await self._writer.rewrite(journal)
        await self._relay.restored()

    async def _publish(self) -> None:
        """Publish the live status of the matches, and frames of those that somebody watches."""
        while True:
            await asyncio.sleep(PUBLISH_SECONDS)
            open_questions = {match_id: match.asked for match_id, (match, _) in self._running.items()}
            asked = {match_id: ask for match_id, ask in open_questions.items() if ask is not None}
            specs = {match_id: self._running[match_id][0].spec for match_id in asked}
            try:
                await self._live_status.publish(asked)
                await self._frames.publish(asked, specs)
            except RedisError:
                log.debug("Redis does not answer: live status is not published")
            except Exception:
                log.exception("the live status of a match could not be published")

    async def _watch(self) -> None:
        while True:
            try:
                await self._relay.watch()
            except RedisError as error:
                log.warning("Redis does not answer: %s", error)
                await asyncio.sleep(RETRY_SECONDS)


def _current_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task
