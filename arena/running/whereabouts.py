"""Where the bots of one worker's matches are connected, as far as the worker knows.

A bot is remembered for as long as any match that was prepared for it has not ended: its next match may be prepared before the last one
is forgotten.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import orjson
from redis.asyncio import Redis

from arena.running import keys
from arena.storage.people import UNNAMED


@dataclass(frozen=True, slots=True)
class Place:
    """Where a bot is, and since when."""

    gateway: str
    version: str
    arrival: int = 0
    """When it said hello there: Unix time by Redis' clock, in milliseconds. The latest arrival counts."""


class Whereabouts:
    """The places of bots, kept per prepared match."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._matches: dict[str, frozenset[str]] = {}
        self._places: dict[str, Place] = {}
        self._versions: dict[str, str] = {}
        """The version each bot was last here with."""

    def prepare(self, match_id: str, bots: Iterable[str]) -> None:
        """Remember these bots until the match is forgotten."""
        self._matches[match_id] = frozenset(bots)

    def forget(self, match_id: str) -> None:
        """The match has ended; bots of no other match are forgotten."""
        gone = self._matches.pop(match_id, frozenset())
        for bot_id in gone.difference(*self._matches.values()):
            self._places.pop(bot_id, None)
            self._versions.pop(bot_id, None)

    def note(self, bot_id: str, place: Place) -> bool:
        """A bot is there now; False if it is known to have dialled in elsewhere since."""
        known = self._places.get(bot_id)
        if known is not None and known.arrival > place.arrival:
            return False
        self._places[bot_id] = place
        self._versions[bot_id] = place.version
        return True

    def lose(self, gateway: str) -> None:
        """The gateway is silent: nobody is known to be there."""
        for bot_id in [bot_id for bot_id, place in self._places.items() if place.gateway == gateway]:
            del self._places[bot_id]

    def gateway(self, bot_id: str, locked: str | None = None) -> str | None:
        """The gateway that has the bot, in the only version that counts if it is *locked*."""
        place = self._places.get(bot_id)
        return None if place is None or locked not in {None, self._versions.get(bot_id)} else place.gateway

    async def look(self, bot_id: str) -> Place | None:
        """What Redis says now. A gateway that died without a word is named for some seconds more."""
        shown = await read(self._redis, bot_id)
        if shown is None:
            self._places.pop(bot_id, None)
        else:
            self.note(bot_id, shown)
        return shown

    async def is_alive(self, gateway: str) -> bool:
        """Whether the gateway has shown itself lately."""
        return bool(await self._redis.exists(keys.gateway(gateway)))

    async def is_open(self) -> bool:
        """Whether any gateway lives: bots can dial in."""
        return bool(await self._redis.exists(keys.GATEWAYS))


async def read(redis: Redis, bot_id: str) -> Place | None:
    """Where Redis says that a bot is."""
    told = await redis.get(keys.presence(bot_id))
    if told is None:
        return None
    shown = orjson.loads(told)
    return Place(str(shown["gateway"]), str(shown["version"]) or UNNAMED, int(shown.get("arrival", 0)))
