"""The journals of matches in Redis. What a worker sends leaves in the same step as the line of the journal."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.matches.errors import Fenced, JournalBroken, MatchVoid
from arena.matches.journal import CLAIM, Entry, entry
from arena.transport import keys
from arena.transport.inboxes import RETRY_SECONDS, Envelope, inbox

log = logging.getLogger(__name__)

OPEN = """
-- Take a journal over: KEYS journal, proof; ARGV fence, run id, whether it must exist. Returns {word, lines}.
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return {'fenced', {}} end
local lines = redis.call('LRANGE', KEYS[1], 0, -1)
local run = redis.call('HGET', KEYS[2], 'run')
if run and run ~= ARGV[2] then return {'unproved', {}} end
if not run and tonumber(ARGV[3]) == 1 then return {'lost', {}} end
redis.call('HSET', KEYS[2], 'fence', ARGV[1], 'run', ARGV[2])
return {'ok', lines}
"""

WRITE = """
-- KEYS: journal, proof, then one inbox per envelope
-- ARGV: fence, number of the first line, count of lines, the lines, journal seconds, inbox seconds, then the envelopes
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 'fenced' end
local first, count = tonumber(ARGV[2]), tonumber(ARGV[3])
local length = redis.call('LLEN', KEYS[1])
if length < first then return 'short' end
for i = 0, count - 1 do
  local line = ARGV[4 + i]
  if first + i < length then
    if redis.call('LINDEX', KEYS[1], first + i) ~= line then return 'different' end
  else
    redis.call('RPUSH', KEYS[1], line)
  end
end
local at = 4 + count
redis.call('EXPIRE', KEYS[1], ARGV[at])
redis.call('EXPIRE', KEYS[2], ARGV[at])
for i = 3, #KEYS do
  redis.call('RPUSH', KEYS[i], ARGV[at + i - 1])
  redis.call('EXPIRE', KEYS[i], ARGV[at + 1])
end
return 'ok'
"""

REWRITE = """
-- Replace the whole journal by what the attempt that holds it remembers: KEYS journal, proof; ARGV fence, run id, seconds, lines
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 'fenced' end
redis.call('DEL', KEYS[1])
for i = 4, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('HSET', KEYS[2], 'fence', ARGV[1], 'run', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 'ok'
"""

CLOSE = """
-- Delete a journal, unless a later attempt has it: KEYS journal, proof; ARGV fence
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 0 end
return redis.call('DEL', KEYS[1], KEYS[2])
"""


class JournalUnproved(MatchVoid):
    """Redis cannot prove that it has had the whole journal."""


class RedisJournal:
    """The journal of one match, as one attempt has written it and knows it to be stored."""

    def __init__(self, match_id: str, fence: int, lines: Sequence[bytes], writer: "JournalWriter") -> None:
        self.match_id = match_id
        self.fence = fence
        self.names = _names(match_id)
        self.lines = list(lines)
        self.written = len(self.lines)
        """How many of the lines Redis has confirmed."""
        self._writer = writer
        if self.lines:
            self.append(CLAIM, {})

    def append(self, kind: str, data: dict[str, Any]) -> None:
        """Add a line; it leaves before anything that is sent after it."""
        self.lines.append(orjson.dumps(Entry(len(self.lines), self.fence, kind, data)))
        self._writer.wake(self)

    def entries(self) -> list[Entry]:
        """All lines."""
        return [entry(orjson.loads(line)) for line in self.lines]


@dataclass(slots=True)
class Batch:
    """What waits to be written for one match."""

    journal: RedisJournal
    envelopes: list[tuple[str, bytes]] = field(default_factory=list)


class JournalWriter:
    """Writes the journal lines and envelopes of one worker: in order, batched, and again while Redis does not answer."""

    def __init__(self, redis: Redis, on_broken: Callable[[RedisJournal, Exception], None]) -> None:
        """*on_broken* is called with the journal of an attempt that cannot go on: it is fenced, or Redis has other lines."""
        self._redis = redis
        self._open = redis.register_script(OPEN)
        self._write = redis.register_script(WRITE)
        self._rewrite = redis.register_script(REWRITE)
        self._close = redis.register_script(CLOSE)
        self._batches: dict[tuple[str, int], Batch] = {}
        """By match and attempt: two attempts at one match never share a batch."""
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()
        self._settled.set()
        self._run_id = ""
        """Of the Redis process that was last seen."""
        self.on_broken = on_broken

    async def open(self, match_id: int, attempt: int) -> RedisJournal:
        """Take over a match's journal. Fenced if a later attempt has it; JournalUnproved if lines may be missing."""
        run_id = await self._redis_run_id()
        self._run_id = self._run_id or run_id
        word, lines = await self._open(keys=_names(match_id), args=[attempt, run_id, int(attempt > 1)])
        if word == b"fenced":
            raise Fenced(f"attempt {attempt} came too late")
        if word != b"ok":
            raise JournalUnproved("Redis was restarted while nobody played the match: its journal may lack decisions")
        return RedisJournal(str(match_id), attempt, lines, self)

    async def close(self, match_id: int, attempt: int) -> None:
        """Delete the journal, unless a later attempt has it."""
        await self._close(keys=_names(match_id), args=[attempt])

    async def was_restarted(self) -> bool:
        """Whether Redis was restarted since the last look. What it may have lost must then be written again."""
        last, self._run_id = self._run_id, await self._redis_run_id()
        return last not in {"", self._run_id}

    async def _redis_run_id(self) -> str:
        return str((await self._redis.info("server"))["run_id"])

    def wake(self, journal: RedisJournal) -> None:
        """Have the journal's new lines written."""
        self._batch(journal)

    def send(self, journal: RedisJournal, to: str, envelope: Envelope) -> None:
        """Send an envelope after everything the journal has so far."""
        self._batch(journal).envelopes.append((to, envelope.packed()))

    def _batch(self, journal: RedisJournal) -> Batch:
        self._settled.clear()
        self._wake.set()
        return self._batches.setdefault((journal.match_id, journal.fence), Batch(journal))

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            batches, self._batches = self._batches, {}
            for batch in batches.values():
                await self._deliver(batch)
            if not self._batches:
                self._settled.set()

    async def idle(self) -> None:
        """Returns once nothing waits to be written."""
        await self._settled.wait()

    async def rewrite(self, journal: RedisJournal) -> None:
        """Replace a journal by this attempt's memory, which is whole whatever Redis has lost."""
        lines = list(journal.lines)
        args: list[bytes | int | str] = [journal.fence, self._run_id, keys.JOURNAL_SECONDS, *lines]
        if await self._rewrite(keys=journal.names, args=args) == b"fenced":
            self._fenced(journal)
        else:
            journal.written = max(journal.written, len(lines))

    async def _deliver(self, batch: Batch) -> None:
        while True:
            try:
                await self._try(batch)
                return
            except RedisError as error:
                log.warning("Redis does not answer, holding lines of match %s: %s", batch.journal.match_id, error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _try(self, batch: Batch) -> None:
        journal = batch.journal
        first, upto = journal.written, len(journal.lines)
        lines = journal.lines[first:upto]
        names = [*journal.names, *(inbox(to) for to, _ in batch.envelopes)]
        args: list[bytes | int] = [journal.fence, first, len(lines), *lines, keys.JOURNAL_SECONDS, keys.INBOX_SECONDS]
        answer = await self._write(keys=names, args=[*args, *(envelope for _, envelope in batch.envelopes)])
        if answer == b"short":
            await self.rewrite(journal)
            await self._try(batch)
        elif answer == b"fenced":
            self._fenced(journal)
        elif answer == b"different":
            self.on_broken(journal, JournalBroken("Redis has another line than was written"))
        else:
            journal.written = max(journal.written, upto)

    def _fenced(self, journal: RedisJournal) -> None:
        self.on_broken(journal, Fenced(f"attempt {journal.fence} of match {journal.match_id} was replaced"))


def _names(match_id: int | str) -> list[str]:
    return [keys.journal(match_id), keys.journal_proof(match_id)]
