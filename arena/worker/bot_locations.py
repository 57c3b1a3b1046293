"""Where the bots of one worker's matches are connected, and the second look before a bot is found at fault.

Platform trouble is never a bot's loss. A worker, a gateway or Redis that stalled for some seconds makes a connected bot look absent, so one
look proves nothing. A bot is absent if several quick looks in a row found it nowhere while bots could dial in, and its last gateway saw it
leave. What stays doubtful makes the match void.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.bots.commands import UNNAMED
from arena.event_loop import Tasks
from arena.transport import keys

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Between two looks."""
SURE_LOOKS = keys.GATEWAY_SECONDS + 1
"""Looks in a row that must not find the bot: longer than a gateway that recovers takes to show its bots again."""
MOST_LOOKS = 30
"""After these it stays doubtful."""


@dataclass(frozen=True, slots=True)
class Location:
    """The gateway that has a bot, and since when."""

    gateway: str
    version: str
    arrival: int = 0
    """When it said hello there: Unix time by Redis' clock, in milliseconds. The latest arrival counts."""


class BotLocations:
    """The locations of bots. A bot is remembered until all matches that were prepared for it have ended: its next match may be prepared
    before the last one is forgotten.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._matches: dict[str, frozenset[str]] = {}
        self._locations: dict[str, Location] = {}
        self._versions: dict[str, str] = {}
        """The version each bot was last seen with."""

    def prepare(self, match_id: str, bots: Iterable[str]) -> None:
        """Remember these bots until the match is forgotten."""
        self._matches[match_id] = frozenset(bots)

    def forget(self, match_id: str) -> None:
        """The match has ended; bots of no other match are forgotten."""
        gone = self._matches.pop(match_id, frozenset())
        for bot_id in gone.difference(*self._matches.values()):
            self._locations.pop(bot_id, None)
            self._versions.pop(bot_id, None)

    def note(self, bot_id: str, location: Location) -> bool:
        """Note where a bot is; False if it is known to have dialled in elsewhere since."""
        latest = self._locations.get(bot_id)
        if latest is not None and latest.arrival > location.arrival:
            return False
        self._locations[bot_id] = location
        self._versions[bot_id] = location.version
        return True

    def lose(self, gateway: str) -> None:
        """The gateway is silent: no bot is known to be there."""
        for bot_id in [bot_id for bot_id, location in self._locations.items() if location.gateway == gateway]:
            del self._locations[bot_id]

    def gateway(self, bot_id: str, locked: str | None = None) -> str | None:
        """The gateway that has the bot, with the version it is *locked* to if any; None: no gateway has it."""
        location = self._locations.get(bot_id)
        return None if location is None or locked not in {None, self._versions.get(bot_id)} else location.gateway

    async def look(self, bot_id: str) -> Location | None:
        """What Redis says now. It names a gateway that died without notice for some seconds more."""
        location = await read_location(self._redis, bot_id)
        if location is None:
            self._locations.pop(bot_id, None)
        else:
            self.note(bot_id, location)
        return location

    async def is_lost(self, bot_id: str) -> bool:
        """Whether the bot is nowhere though no gateway saw it leave: only the arena is to blame for that."""
        names = (keys.presence(bot_id), keys.held(bot_id))
        presence, holder = await self._redis.mget(names)
        return presence is None and holder is not None

    async def is_alive(self, gateway: str) -> bool:
        """Whether the gateway has shown itself lately."""
        return bool(await self._redis.exists(keys.gateway(gateway)))

    async def is_open(self) -> bool:
        """Whether any gateway lives, so that bots can dial in."""
        return bool(await self._redis.exists(keys.GATEWAYS))


async def read_location(redis: Redis, bot_id: str) -> Location | None:
    """Where Redis says that a bot is."""
    value = await redis.get(keys.presence(bot_id))
    if value is None:
        return None
    presence = orjson.loads(value)
    return Location(str(presence["gateway"]), str(presence["version"]) or UNNAMED, int(presence.get("arrival", 0)))


class Finding(Enum):
    """What looking for a bot found."""

    HERE = "here"
    ABSENT = "absent"
    DOUBTFUL = "doubtful"


class SecondLook:
    """Looks again for bots whose clock ran out at the worker."""

    def __init__(self, locations: BotLocations, loop: asyncio.AbstractEventLoop) -> None:
        self._locations = locations
        self._loop = loop
        self._tasks = Tasks()

    def start(
        self,
        bot_id: str,
        locked: str | None,
        *,
        is_open: Callable[[], bool],
        has_gateway: Callable[[], bool],
        found: Callable[[Finding], None],
    ) -> None:
        """Look for the bot while the question *is_open*, then call *found*.

        A bot that *has_gateway*, even one that fell silent, is never absent: only its gateway could tell.
        """
        self._tasks.start(self._look_often(bot_id, locked, is_open, has_gateway, found))

    async def _look_often(
        self,
        bot_id: str,
        locked: str | None,
        is_open: Callable[[], bool],
        has_gateway: Callable[[], bool],
        found: Callable[[Finding], None],
    ) -> None:
        sure, finding = 0, Finding.DOUBTFUL
        for _ in range(MOST_LOOKS):
            begun = self._loop.time()
            seen = await self._look(bot_id, locked)
            if not is_open():
                return
            if seen is Finding.HERE:
                finding = seen
                break
            sure = sure + 1 if seen is Finding.ABSENT and not has_gateway() else 0
            if sure == SURE_LOOKS:
                finding = Finding.ABSENT
                break
            await asyncio.sleep(LOOK_SECONDS)
            if self._loop.time() - begun > LOOK_SECONDS + 1.0:  # this process or Redis stalled
                sure = 0
        if is_open():
            found(finding)

    async def _look(self, bot_id: str, locked: str | None) -> Finding:
        try:
            location = await self._locations.look(bot_id)
            if location is not None and not await self._locations.is_alive(location.gateway):
                return Finding.DOUBTFUL
            if location is not None and locked in {None, location.version}:
                return Finding.HERE
            if await self._locations.is_lost(bot_id):
                return Finding.DOUBTFUL
            return Finding.ABSENT if await self._locations.is_open() else Finding.DOUBTFUL
        except RedisError as error:
            log.warning("Redis does not answer: %s", error)
            return Finding.DOUBTFUL
