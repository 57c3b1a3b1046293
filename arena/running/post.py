"""A worker's way out to Redis: journal lines and frames, in order, batched, and tried again while Redis is away.

Everything that one answer leads to (its journal line, the next question) is put down in plain calls and leaves together when
the event loop comes round. A match that turns out to be fenced, or whose journal Redis has lost, is told so.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.matches.errors import Fenced, JournalBroken
from arena.running import keys, scripts
from arena.running.frames import Frame
from arena.running.inbox import RETRY_SECONDS
from arena.running.journals import RedisJournal

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Batch:
    """What waits to be sent for one match."""

    journal: RedisJournal
    frames: list[tuple[str, bytes]] = field(default_factory=list)


class Post:
    """The outgoing post of one worker."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._write = redis.register_script(scripts.WRITE)
        self._vouch = redis.register_script(scripts.VOUCH)
        self._batches: dict[tuple[str, int], Batch] = {}
        """By match and attempt: two attempts at one match never share a batch."""
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()
        self._settled.set()
        self.run_id = ""
        """Of the Redis process that was last seen."""
        self.on_broken: Callable[[RedisJournal, Exception], None] = lambda _journal, _why: None
        """Called with the journal of an attempt that cannot go on."""

    def touch(self, journal: RedisJournal) -> None:
        """The journal has a new line."""
        self._batch(journal)
        self._rouse()

    def send(self, journal: RedisJournal, to: str, frame: Frame) -> None:
        """Send a frame after everything the journal has so far."""
        self._batch(journal).frames.append((to, frame.packed()))
        self._rouse()

    def _batch(self, journal: RedisJournal) -> Batch:
        return self._batches.setdefault((journal.match_id, journal.fence), Batch(journal))

    def _rouse(self) -> None:
        self._settled.clear()
        self._wake.set()

    async def run(self) -> None:
        """Carry the post until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            batches, self._batches = self._batches, {}
            await self._deliver(list(batches.values()))
            if not self._batches:
                self._settled.set()

    async def idle(self) -> None:
        """Returns once nothing waits to be sent."""
        await self._settled.wait()

    async def vouch(self, journal: RedisJournal) -> None:
        """Write a journal anew from memory: this attempt knows it whole, whatever Redis has lost."""
        lines = list(journal.lines)
        proof = [keys.journal(journal.match_id), keys.journal_proof(journal.match_id)]
        answer = await self._vouch(keys=proof, args=[journal.fence, self.run_id, keys.JOURNAL_SECONDS, *lines])
        if answer == b"fenced":
            self._fenced(journal)
        else:
            journal.written = max(journal.written, len(lines))

    async def _deliver(self, batches: list[Batch]) -> None:
        for batch in batches:
            while True:
                try:
                    await self._one(batch)
                    break
                except RedisError as wrong:
                    log.warning("Redis is away, holding post of match %s: %s", batch.journal.match_id, wrong)
                    await asyncio.sleep(RETRY_SECONDS)

    async def _one(self, batch: Batch) -> None:
        journal = batch.journal
        first, upto = journal.written, len(journal.lines)
        lines = journal.lines[first:upto]
        names = [keys.journal(journal.match_id), keys.journal_proof(journal.match_id)]
        names += [keys.inbox(to) for to, _ in batch.frames]
        args: list[bytes | int] = [journal.fence, first, len(lines), *lines, keys.JOURNAL_SECONDS, keys.INBOX_SECONDS]
        answer = await self._write(keys=names, args=[*args, *(frame for _, frame in batch.frames)])
        if answer == b"short":
            await self.vouch(journal)
            await self._one(batch)
        elif answer == b"fenced":
            self._fenced(journal)
        elif answer == b"different":
            self.on_broken(journal, JournalBroken("Redis has another line than was written"))
        else:
            journal.written = max(journal.written, upto)

    def _fenced(self, journal: RedisJournal) -> None:
        self.on_broken(journal, Fenced(f"attempt {journal.fence} of match {journal.match_id} was replaced"))
