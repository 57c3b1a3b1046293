"""A worker's matches: claim, play through the relay, record. One event loop per worker process, in a thread of its own.

Celery's task threads hand a match in and wait; everything between is driven by answers as they come.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Collection, Coroutine, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import uuid4

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.gateway.hosting import HostedMatch
from arena.heap import keep_trimmed
from arena.matches import MatchRecord, MatchVoid, Player
from arena.matches.errors import Fenced
from arena.matches.lengths import maximum_seconds
from arena.metrics import figures
from arena.replays import SigningKey
from arena.running import keys, scripts
from arena.running.house import HouseRoom, bot_seed
from arena.running.inbox import RETRY_SECONDS, fetch
from arena.running.journals import RedisJournal
from arena.running.pauses import note_left_from_worker
from arena.running.post import Post
from arena.running.recording import note_end, record_match
from arena.running.relay import RedisRelay
from arena.running.set_news import set_frames, standings_of
from arena.running.showing import SHOW_SECONDS, Showing
from arena.storage import claims
from arena.storage.claims import Claim
from arena.storage.database import Database
from arena.storage.models import SetKind
from arena.storage.results import Recorded
from arena.wire.loops import cancelled
from arena.wire.welcomes import Standing

log = logging.getLogger(__name__)

T = TypeVar("T")
MOST_RETURNS = 3
"""How many times a match is handed back because a bot left just before it began; a bot that keeps doing so forfeits."""
RETURN_SECONDS = 3600
"""How long such returns are remembered."""
HAND_OVER_SECONDS = 10
"""For matches to be given back when the worker stops; after that their leases lapse."""


class JournalUnproved(MatchVoid):
    """Redis cannot prove that it has had the whole journal."""


class Abandoned(Exception):
    """The worker stops; another goes on with the match."""


class NotAllHere(Exception):
    """A bot went away between the scheduler's look and the first decision: the match waits for it like any other."""


class MatchRoom:
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
    ) -> None:
        self.name = f"worker-{uuid4().hex[:12]}"
        self._database = database
        self._redis_url = redis_url
        self._key = key
        self._max_seconds = max_seconds
        self._site_address = site_address
        self._house = HouseRoom(house)
        self._threads = ThreadPoolExecutor(16, thread_name_prefix="house")
        self._running: dict[str, tuple[HostedMatch, RedisJournal]] = {}
        figures.RUNNING.set_function(lambda: len(self._running))
        self._leases: dict[int, int] = {}
        self._under_way: dict[int, asyncio.Task[Any]] = {}
        """Attempts at matches, from claim to clean-up; of each match the latest."""
        self._closing = False
        self._door = threading.RLock()
        """Held while something is handed to the loop, and while the loop is told to stop."""
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        self._ready.wait()

    # What task threads call

    def play(self, match_id: int, without: Collection[int] = ()) -> str:
        """Play a match if it is to be had; a word on how that went. Blocks until it is over for this attempt.

        *without* are the bots that were away for too long: who of them still is forfeits. Any other bot is waited for.
        """
        if self._closing:
            return "closing"
        with self._database.write() as session:
            claim = claims.claim(session, match_id, self.name)
        if claim is None:
            return "not queued"
        began = time.monotonic()
        with self._door:  # a loop that was stopped meanwhile would never answer
            under_way = None if self._closing else self._submit(self._attempt(claim, without))
        if under_way is None:
            self._release(claim)
            return "closing"
        end = under_way.result()
        note_end(claim, end, time.monotonic() - began)
        return end

    def close(self) -> None:
        """Break off what runs (others will take it over) and stop. Doing it twice changes nothing."""
        with self._door:
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
        self._post = Post(self._redis)
        self._post.on_broken = self._break
        self._open_journal = self._redis.register_script(scripts.OPEN)
        self._close_journal = self._redis.register_script(scripts.CLOSE)
        self._forget = self._redis.register_script(scripts.FORGET)
        self._relay = RedisRelay(self._redis, self.name, self._post)
        self._showing = Showing(self._redis)
        work = (self._post.run, self._fetch, self._renew, self._watch, self._show, keep_trimmed)
        self._tasks = [asyncio.create_task(one()) for one in work]

    async def _stop(self) -> None:
        for match, _ in list(self._running.values()):
            match.abandon(Abandoned("the worker stops"))
        if self._under_way:  # they give their matches back
            await asyncio.wait(self._under_way.values(), timeout=HAND_OVER_SECONDS)
        await cancelled(self._tasks)
        try:
            for match_id, attempt in self._leases.items():
                await self._forget(keys=[keys.lease(match_id)], args=[self._holds(attempt)])
            await self._redis.delete(keys.inbox(self.name))
        except RedisError:
            log.info("leases are left to expire")
        await self._redis.aclose()

    async def _attempt(self, claim: Claim, without: Collection[int]) -> str:
        bots = [str(seat.bot_id) for seat in claim.seats if seat.house is None]
        self._leases[claim.match_id] = claim.attempt
        over = False
        """Whether the journal has served its purpose."""
        try:
            await self._lease(claim.match_id, claim.attempt)
            await self._replace(claim)
            match, record = await self._played(claim, bots, without)
        except Fenced as wrong:
            log.info("match %s: %s", claim.match_id, wrong, extra={"match": claim.match_id})
            return "fenced"
        except Abandoned:
            await asyncio.to_thread(self._release, claim)
            return "handed over"
        except NotAllHere:
            await asyncio.to_thread(self._give_back, claim)
            return "given back"
        except MatchVoid as wrong:
            await self._post.idle()  # the bots hear of it
            await self._void(claim, str(wrong))
            over = True
            return f"void: {wrong}"
        else:
            done = await asyncio.to_thread(record_match, self._database, self._key, claim, record)
            standings, is_set_over = standings_of(claim, done), done is not None and done.set_done
            match.tell_results(record, self._page(claim.match_id), standings, is_set_over=is_set_over)
            await self._post.idle()
            if done is not None and is_set_over:
                await self._tell_set(claim, done, standings)
            over = True
            return "finished"
        finally:
            if self._leases.get(claim.match_id) == claim.attempt:
                del self._leases[claim.match_id]
            await self._clean(claim, bots, journal=over)
            if self._under_way.get(claim.match_id) is asyncio.current_task():
                del self._under_way[claim.match_id]

    async def _replace(self, claim: Claim) -> None:
        """Wait until an older attempt at the same match is gone from this worker: after a stall the worker may get its own match again."""
        older, self._under_way[claim.match_id] = self._under_way.get(claim.match_id), _current_task()
        if older is not None:
            match, _ = self._running.get(str(claim.match_id), (None, None))
            if match is not None:
                match.abandon(Fenced(f"attempt {claim.attempt} of match {claim.match_id} replaces this one"))
            await asyncio.wait([older])

    def _page(self, match_id: int) -> str:
        return f"{self._site_address}/matches/{match_id}" if self._site_address else ""

    async def _played(self, claim: Claim, bots: list[str], without: Collection[int]) -> tuple[HostedMatch, MatchRecord]:
        journal = await self._journal(claim)
        locked = {str(seat.bot_id): seat.locked_version for seat in claim.seats if seat.locked_version is not None}
        here = await self._relay.prepare(journal, bots, locked)
        seats: list[str | Player] = [
            str(seat.bot_id) if seat.house is None else self._house.player(seat.house, bot_seed(claim.spec, number))
            for number, seat in enumerate(claim.seats)
        ]
        away = {bot for bot in bots if bot not in here}
        if journal.lines:
            away.clear()  # it was begun: who is away now may still come back
        elif await self._is_waited_for(claim, away, without):
            raise NotAllHere
        absent = [number for number, seat in enumerate(claim.seats) if seat.left or str(seat.bot_id) in away]
        match = HostedMatch(
            claim.spec,
            seats,
            self._relay,
            journal=journal,
            about=claim.about,
            names=[seat.name for seat in claim.seats],
            max_seconds=maximum_seconds(claim.spec.game, claim.spec.seats, claim.spec.clock, self._max_seconds),
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
            await self._post.idle()
            return match, record
        finally:
            self._running.pop(journal.match_id, None)

    async def _is_waited_for(self, claim: Claim, away: set[str], without: Collection[int]) -> bool:
        """Whether somebody is missing who was here when the match was sent. While no bot can dial in, nobody is to blame."""
        left = {seat.bot_id for seat in claim.seats if seat.left}
        missing = {int(bot) for bot in away} - {*without, *left}
        if not missing:
            return False
        if claim.kind == SetKind.CHALLENGE.value or not await self._relay.is_open():
            return True
        await note_left_from_worker(self._redis, missing)
        returns = int(await self._redis.incr(keys.returns(claim.match_id)))
        await self._redis.expire(keys.returns(claim.match_id), RETURN_SECONDS)
        return returns <= MOST_RETURNS

    async def _journal(self, claim: Claim) -> RedisJournal:
        match_id = str(claim.match_id)
        names = [keys.journal(match_id), keys.journal_proof(match_id)]
        run = await self._run_id()
        word, lines = await self._open_journal(keys=names, args=[claim.attempt, run, int(claim.attempt > 1)])
        if word == b"fenced":
            raise Fenced(f"attempt {claim.attempt} came too late")
        if word != b"ok":
            raise JournalUnproved("Redis was restarted while nobody played the match: its journal may lack decisions")
        return RedisJournal(match_id, claim.attempt, lines, self._post)

    def _release(self, claim: Claim) -> None:
        with self._database.write() as session:
            claims.release(session, claim.match_id, claim.attempt)

    def _give_back(self, claim: Claim) -> None:
        with self._database.write() as session:
            claims.give_back(session, claim.match_id, claim.attempt)

    async def _tell_set(self, claim: Claim, done: Recorded, standings: Mapping[int, Standing]) -> None:
        for bot_id, frame in set_frames(claim, done, standings):
            try:
                await self._relay.tell(bot_id, frame)
            except RedisError:
                log.info("bot %s is not told of its set", bot_id, extra={"bot": bot_id})

    async def _void(self, claim: Claim, why: str) -> None:
        def write() -> None:
            with self._database.write() as session:
                claims.void(session, claim.match_id, claim.attempt, why)

        log.warning("match %s is void: %s", claim.match_id, why, extra={"match": claim.match_id})
        await asyncio.to_thread(write)

    async def _clean(self, claim: Claim, bots: list[str], *, journal: bool) -> None:
        match_id = str(claim.match_id)
        try:
            await self._relay.forget(match_id, bots)
            if journal:
                names = [keys.journal(match_id), keys.journal_proof(match_id)]
                await self._close_journal(keys=names, args=[claim.attempt])
            await self._forget(keys=[keys.lease(claim.match_id)], args=[self._holds(claim.attempt)])
            await self._redis.delete(keys.shown(match_id))
        except RedisError as wrong:
            log.warning("match %s leaves keys to expire: %s", claim.match_id, wrong, extra={"match": claim.match_id})

    def _break(self, journal: RedisJournal, why: Exception) -> None:
        """An attempt cannot go on: its bots are told if the match is void, and hear nothing if another goes on with it."""
        match, of = self._running.get(journal.match_id, (None, None))
        if match is not None and of is journal:
            (match.cancel if isinstance(why, MatchVoid) else match.abandon)(why)

    # Keeping up with Redis

    async def _run_id(self) -> str:
        run = str((await self._redis.info("server"))["run_id"])
        self._post.run_id = self._post.run_id or run
        return run

    def _holds(self, attempt: int) -> str:
        """What this worker's lease says."""
        return f"{self.name} {attempt}"

    async def _lease(self, match_id: int, attempt: int) -> None:
        await self._redis.set(keys.lease(match_id), self._holds(attempt), ex=keys.LEASE_SECONDS)

    async def _renew(self) -> None:
        """Keep the leases, and see whether Redis was restarted."""
        while True:
            try:
                for match_id, attempt in list(self._leases.items()):
                    await self._lease(match_id, attempt)
                await self._check_run()
            except RedisError as wrong:
                log.warning("Redis is away: %s", wrong)
            await asyncio.sleep(keys.RENEW_SECONDS)

    async def _check_run(self) -> None:
        known, run = self._post.run_id, await self._run_id()
        if known and run != known:
            log.warning("Redis was restarted: vouching for %d matches", len(self._running))
            self._post.run_id = run
            for _, journal in list(self._running.values()):
                await self._post.vouch(journal)
            await self._relay.restored()

    async def _fetch(self) -> None:
        await fetch(self._redis, self.name, self._relay.received)

    async def _show(self) -> None:
        """Let people see how the matches stand."""
        while True:
            await asyncio.sleep(SHOW_SECONDS)
            asked = {match_id: match.asked for match_id, (match, _) in self._running.items()}
            try:
                await self._showing.show({match_id: ask for match_id, ask in asked.items() if ask is not None})
            except RedisError:
                log.debug("Redis is away: matches are not shown")
            except Exception:
                log.exception("a running match could not be shown")

    async def _watch(self) -> None:
        while True:
            try:
                await self._relay.watch()
            except RedisError as wrong:
                log.warning("Redis is away: %s", wrong)
                await asyncio.sleep(RETRY_SECONDS)


def _current_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task
