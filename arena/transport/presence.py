"""Which bots are connected, which the arena has lost, and which pause; leases; and the live status of running matches. Lua lets Redis write presence in one step.

The worker that plays it writes this to Redis about once a second, where it lives for seconds. It comes from the position without anything
that a single seat knows (`view(None)`), and shows neither how many decisions a seat had nor how long it thought.
"""

import logging
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from arena.matches.running import Ask
from arena.transport import keys

FORGET = """
-- Delete a key only if it still has this value, not one that another process has put there since: KEYS key; ARGV value
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""

FORGET_FIELD = """
-- The same for one field of a hash: KEYS hash; ARGV field, value
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end
return 0
"""

SHOW = """
-- Show where a bot is, unless it has dialled in elsewhere since: KEYS presence, held; ARGV presence, held, arrival, gateway, seconds of both.
-- Whether it is shown. Of two arrivals in the same millisecond one counts, and always the same.
local shown = redis.call('GET', KEYS[1])
if shown then
  local other, arrival = cjson.decode(shown), tonumber(ARGV[3])
  local since = other['arrival'] or 0
  if since > arrival or (since == arrival and other['gateway'] > ARGV[4]) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[5])
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[6])
return 1
"""

HIDE = """
-- A bot is not here any more, unless another session has shown it since: KEYS presence, held; ARGV presence, held, seconds for which it still
-- counts as held.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
if redis.call('GET', KEYS[2]) == ARGV[2] then redis.call('EXPIRE', KEYS[2], ARGV[3]) end
return 1
"""

PAUSE = """
-- A bot left before its match began: KEYS count, pause; ARGV first, longest and remembered seconds. While it pauses it counts once.
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local times = redis.call('INCR', KEYS[1])
local seconds = math.min(tonumber(ARGV[1]) * 2 ^ math.min(times - 1, 20), tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], times, 'EX', math.floor(seconds))
return times
"""


@dataclass(frozen=True, slots=True)
class Present:
    """A bot that is connected now."""

    bot_id: int
    gateway: str
    at_once: int
    games: frozenset[str]
    """What it declared; empty: every game."""
    finishing: bool
    version: str
    language: str

    @property
    def named_version(self) -> str:
        """What its version is kept as."""
        return self.version or "unnamed"

    def plays(self, game: str) -> bool:
        """Whether it declared the game."""
        return not self.games or game in self.games


def present(redis: Redis, bot_ids: Iterable[int]) -> dict[int, Present]:
    """Those of the bots that are connected."""
    wanted = list(bot_ids)
    values: list[Any] = redis.mget([keys.presence(bot_id) for bot_id in wanted]) if wanted else []
    return {
        bot_id: _read(bot_id, orjson.loads(value))
        for bot_id, value in zip(wanted, values, strict=True)
        if value is not None
    }


def lost(redis: Redis, bot_ids: Iterable[int]) -> set[int]:
    """Those of the bots that are not connected though no gateway saw them leave: theirs died or stalled, or asked them to redial just now."""
    wanted = list(bot_ids)
    values: list[Any] = (
        redis.mget([name(bot_id) for name in (keys.presence, keys.held) for bot_id in wanted]) if wanted else []
    )
    presences, held = values[: len(wanted)], values[len(wanted) :]
    return {
        bot_id
        for bot_id, presence, holder in zip(wanted, presences, held, strict=True)
        if presence is None and holder is not None
    }


def _read(bot_id: int, plain: dict[str, Any]) -> Present:
    names = ("gateway", "at_once", "finishing", "version", "language")
    return Present(bot_id, games=frozenset(plain["games"]), **{name: plain[name] for name in names})


FIRST_SECONDS = 15
LONGEST_SECONDS = 900
REMEMBERED_SECONDS = 3600
"""How long a departure counts."""
_ARGUMENTS = (FIRST_SECONDS, LONGEST_SECONDS, REMEMBERED_SECONDS)


def note_left(redis: Redis, bot_ids: Collection[int]) -> None:
    """Note that these bots were missing when a match of theirs was to begin."""
    for bot_id in bot_ids:
        redis.eval(PAUSE, 2, keys.left(bot_id), keys.pause(bot_id), *map(str, _ARGUMENTS))


async def note_left_from_worker(redis: AsyncRedis, bot_ids: Collection[int]) -> None:
    """As `note_left`, on an event loop."""
    for bot_id in bot_ids:
        noted: Any = redis.eval(PAUSE, 2, keys.left(bot_id), keys.pause(bot_id), *map(str, _ARGUMENTS))
        await noted


def pausing(redis: Redis, bot_ids: Collection[int]) -> set[int]:
    """Those of the bots that are not paired now."""
    pauses: list[Any] = redis.mget([keys.pause(bot_id) for bot_id in bot_ids]) if bot_ids else []
    return {bot_id for bot_id, pause in zip(bot_ids, pauses, strict=True) if pause is not None}


def pause_left(redis: Redis, bot_id: int) -> float:
    """Seconds until a bot is paired again; 0: it is not pausing."""
    left: Any = redis.pttl(keys.pause(bot_id))
    return max(0, int(left)) / 1000


PUBLISH_SECONDS = 1.0
EVENTS = 12
"""How many of the newest public events are published."""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """A running match as the public may see it."""

    progress: str
    """Such as `round 5`; empty if the game counts nothing."""
    points: list[int]
    """By seat, if the game shows them; else empty."""
    events: list[str]
    """The newest last."""


def live_status_of(ask: Ask) -> LiveStatus:
    """What the public may see of the match at this question."""
    view = ask.state.view(None)
    game = ask.state.game
    progress = f"{game.progress.removesuffix('s')} {view[game.progress]}" if game.progress in view else ""
    open_points = [player[game.open_points] for player in view["players"]] if game.open_points else []
    events = ask.log.since(max(0, len(ask.log) - EVENTS), None)
    return LiveStatus(progress, open_points, events[-EVENTS:])


class LiveStatusWriter:
    """A worker's side: remembers what it has published of which match."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis
        self._last: dict[str, tuple[int, bytes]] = {}
        """By match: its number of decisions and its status then."""

    async def publish(self, asked: Mapping[str, Ask]) -> None:
        """Publish the status of these matches, and forget those that are over."""
        self._last = {match_id: last for match_id, last in self._last.items() if match_id in asked}
        if not asked:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for match_id, ask in asked.items():
                decisions = len(ask.log)
                last = self._last.get(match_id)
                if last is None or last[0] != decisions:
                    last = self._last[match_id] = (decisions, orjson.dumps(live_status_of(ask)))
                pipe.set(keys.live_status(match_id), last[1], ex=keys.LIVE_STATUS_SECONDS)
            await pipe.execute()


def live_statuses(redis: Redis, match_ids: Collection[int]) -> dict[int, LiveStatus]:
    """The status of those matches that have one."""
    return {match_id: LiveStatus(**orjson.loads(value)) for match_id, value in _values(redis, match_ids).items()}


def live_fingerprints(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    """A few bytes per match that differ whenever its status differs."""
    return {match_id: sha256(value).digest()[:8] for match_id, value in _values(redis, match_ids).items()}


def _values(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    values: list[Any] = redis.mget([keys.live_status(match_id) for match_id in match_ids]) if match_ids else []
    return {match_id: value for match_id, value in zip(match_ids, values, strict=True) if value is not None}


log = logging.getLogger(__name__)


@contextmanager
def held_lease(redis: Redis, holder: str, match_id: int, attempt: int) -> Iterator[None]:
    """Hold the lease of a match while the block computes; a separate thread renews it."""
    key, value, over = keys.lease(match_id), f"{holder} {attempt}", threading.Event()

    def renew() -> None:
        try:
            redis.set(key, value, ex=keys.LEASE_SECONDS)
        except RedisError as error:
            log.warning("Redis does not answer: %s", error)

    def keep_renewing() -> None:
        while not over.wait(keys.RENEW_SECONDS):
            renew()

    renew()
    thread = threading.Thread(target=keep_renewing, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        try:
            redis.eval(FORGET, 1, key, value)
        except RedisError:
            log.info("the lease of match %s is left to expire", match_id, extra={"match": match_id})
