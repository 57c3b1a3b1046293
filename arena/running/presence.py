"""Which bots are connected, read by the scheduler, the API and pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from redis import Redis

from arena.running import keys


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
    if not wanted:
        return {}
    told: list[Any] = redis.mget([keys.presence(bot_id) for bot_id in wanted])
    return {
        bot_id: _read(bot_id, orjson.loads(value))
        for bot_id, value in zip(wanted, told, strict=True)
        if value is not None
    }


def _read(bot_id: int, told: dict[str, Any]) -> Present:
    return Present(
        bot_id,
        told["gateway"],
        told["at_once"],
        frozenset(told["games"]),
        told["finishing"],
        told["version"],
        told["language"],
    )
