"""Which bots are connected, which the arena has lost, and which pause. Lua lets Redis write presence in one step."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

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
