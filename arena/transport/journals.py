"""The journals of matches in Redis. What a worker sends leaves once Redis has the lines before it, and only while no later attempt has the match."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Any, TypeAlias

import orjson
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError

from arena.event_loop import Tasks
from arena.matches.errors import Fenced, JournalBroken, MatchVoid
from arena.matches.journal import CLAIM, Entry, entry
from arena.transport import keys
from arena.transport.inboxes import RETRY_SECONDS, Envelope, Post
from arena.transport.pipe import Pipe

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
-- KEYS: journal, proof; ARGV: fence, number of the first line, journal seconds, then the lines. Lines that are there already must be the same.
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 'fenced' end
local first, length = tonumber(ARGV[2]), redis.call('LLEN', KEYS[1])
if length < first then return 'short' end
for i = 4, #ARGV do
  local number = first + i - 4
  if number >= length then
    redis.call('RPUSH', KEYS[1], ARGV[i])
  elseif redis.call('LINDEX', KEYS[1], number) ~= ARGV[i] then
    return 'different'
  end
end
if first % 100 == 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
end
return 'ok'
"""
WRITE_SHA = sha1(WRITE.encode()).hexdigest()  # noqa: S324  Redis names scripts so

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


Route: TypeAlias = Callable[[bytes], None]
"""The way to another process: takes a packed envelope, and never waits."""


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
    envelopes: list[tuple[Route, bytes]] = field(default_factory=list)
    is_busy: bool = False
    """Redis has yet to answer, or it is about to be asked."""


class JournalWriter:
    """Writes the journals of one worker and sends what follows their lines: in order for each match, the matches side by side, and again while
    Redis does not answer.
    """

    def __init__(self, redis: Redis, on_broken: Callable[[RedisJournal, Exception], None]) -> None:
        """*on_broken* is called with the journal of an attempt that cannot go on: it is fenced, or Redis has other lines."""
        self._redis = redis
        self._pipe = Pipe(redis)
        self._loop = asyncio.get_running_loop()
        self.post = Post(self._pipe)
        """To processes on other machines."""
        self._open = redis.register_script(OPEN)
        self._rewrite = redis.register_script(REWRITE)
        self._close = redis.register_script(CLOSE)
        self._batches: dict[tuple[str, int], Batch] = {}
        """By match and attempt: two attempts at one match never share a batch."""
        self._mending = Tasks()
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

    def send(self, journal: RedisJournal, route: Route, envelope: Envelope) -> None:
        """Send an envelope after everything the journal has so far."""
        self._batch(journal).envelopes.append((route, envelope.packed()))

    def _batch(self, journal: RedisJournal) -> Batch:
        """Lines and envelopes of one turn of the event loop leave together."""
        self._settled.clear()
        batch = self._batches.setdefault((journal.match_id, journal.fence), Batch(journal))
        if not batch.is_busy:
            batch.is_busy = True
            self._loop.call_soon(self._write, batch)
        return batch

    async def run(self) -> None:
        """Write until cancelled."""
        await self._pipe.run()

    async def idle(self) -> None:
        """Returns once nothing waits to be written or sent."""
        await self._settled.wait()
        await self.post.idle()

    async def rewrite(self, journal: RedisJournal) -> None:
        """Replace a journal by this attempt's memory, which is whole whatever Redis has lost."""
        lines = list(journal.lines)
        args: list[bytes | int | str] = [journal.fence, self._run_id, keys.JOURNAL_SECONDS, *lines]
        if await self._rewrite(keys=journal.names, args=args) == b"fenced":
            self._fenced(journal)
        else:
            journal.written = max(journal.written, len(lines))

    def _write(self, batch: Batch) -> None:
        """Write the new lines. Also without any: only then is it known that no later attempt has the match."""
        journal, envelopes = batch.journal, batch.envelopes
        first, upto = journal.written, len(journal.lines)
        batch.envelopes = []
        about = (journal.fence, first, keys.JOURNAL_SECONDS)
        command: list[bytes | str | float] = [
            "EVALSHA",
            WRITE_SHA,
            2,
            *journal.names,
            *about,
            *journal.lines[first:upto],
        ]
        self._pipe.call(lambda answer: self._written(batch, envelopes, upto, answer), *command)

    def _written(self, batch: Batch, envelopes: list[tuple[Route, bytes]], upto: int, answer: Any) -> None:
        journal = batch.journal
        if answer == b"ok":
            journal.written = max(journal.written, upto)
            for route, packed in envelopes:
                route(packed)
        elif answer == b"fenced":
            self._fenced(journal)
        elif answer == b"different":
            self.on_broken(journal, JournalBroken("Redis has another line than was written"))
        else:
            batch.envelopes = envelopes + batch.envelopes
            self._repeat(batch, answer)
            return
        if batch.envelopes or (answer == b"ok" and journal.written < len(journal.lines)):
            self._write(batch)
            return
        batch.is_busy = False
        del self._batches[journal.match_id, journal.fence]
        if not self._batches:
            self._settled.set()

    def _repeat(self, batch: Batch, answer: Any) -> None:
        """Redis lacks lines, or the script, or did not answer."""
        if answer == b"short":
            self._mending.start(self._mend(batch))
        elif isinstance(answer, NoScriptError):
            self._pipe.call(lambda _: self._write(batch), "SCRIPT", "LOAD", WRITE)
        else:
            log.warning("Redis does not answer, holding lines of match %s: %s", batch.journal.match_id, answer)
            self._loop.call_later(RETRY_SECONDS, self._write, batch)

    async def _mend(self, batch: Batch) -> None:
        try:
            await self.rewrite(batch.journal)
        except RedisError as error:
            self._repeat(batch, error)
        else:
            self._write(batch)

    def _fenced(self, journal: RedisJournal) -> None:
        self.on_broken(journal, Fenced(f"attempt {journal.fence} of match {journal.match_id} was replaced"))


def _names(match_id: int | str) -> list[str]:
    return [keys.journal(match_id), keys.journal_proof(match_id)]
