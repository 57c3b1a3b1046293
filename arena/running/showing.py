"""What people may see of a match while it is played: how far it is, public points, the newest public events.

The worker that plays it puts this into Redis about once a second, where it lives for seconds. It is made of the position without anything a
seat alone knows (`view(None)`), and says neither how many decisions a seat had nor how long it thought.
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

import orjson
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from arena.matches.asks import Ask
from arena.running import keys

log = logging.getLogger(__name__)

SHOW_SECONDS = 1.0
EVENTS = 12
"""The newest public events that are shown."""
PROGRESS = {"iki": "month", "nippon": "turns", "yokohama": "round", "zaibatsu": "round"}
"""The field of a game's position that says how far a match is."""
POINTS = {"iki": "iki", "nippon": "points", "yokohama": "vp", "zaibatsu": "score"}
"""The field of a player that holds points which lie open."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A running match as the public may see it."""

    progress: str
    """Such as `round 5`; empty if the game counts nothing."""
    points: list[int]
    """By seat, as far as they lie open; empty if none do."""
    events: list[str]
    """The newest last."""


def public(ask: Ask) -> Shown:
    """What the public may see of the match at this question."""
    view = ask.state.view(None)
    game = str(view["game"])
    field, points = PROGRESS.get(game), POINTS.get(game)
    progress = f"{field.removesuffix('s')} {view[field]}" if field in view else ""
    open_points = [player[points] for player in view["players"]] if points else []
    events = ask.log.since(max(0, len(ask.log) - EVENTS), None)
    return Shown(progress, open_points, events[-EVENTS:])


class Showing:
    """A worker's side: knows what it has shown of which match."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis
        self._last: dict[str, tuple[int, bytes]] = {}

    async def show(self, asked: Mapping[str, Ask]) -> None:
        """Put down how these matches stand; those that are over are forgotten."""
        self._last = {match_id: kept for match_id, kept in self._last.items() if match_id in asked}
        if not asked:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for match_id, ask in asked.items():
                made = len(ask.log)
                kept = self._last.get(match_id)
                if kept is None or kept[0] != made:
                    kept = self._last[match_id] = (made, orjson.dumps(asdict(public(ask))))
                pipe.set(keys.shown(match_id), kept[1], ex=keys.SHOWN_SECONDS)
            await pipe.execute()


def shown(redis: Redis, match_ids: Collection[int]) -> dict[int, Shown]:
    """Those of the matches of which something is shown."""
    return {match_id: Shown(**orjson.loads(value)) for match_id, value in _kept(redis, match_ids).items()}


def shown_marks(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    """A few bytes per match that differ whenever what is shown differs."""
    return {match_id: sha256(value).digest()[:8] for match_id, value in _kept(redis, match_ids).items()}


def _kept(redis: Redis, match_ids: Collection[int]) -> dict[int, bytes]:
    if not match_ids:
        return {}
    told: list[Any] = redis.mget([keys.shown(match_id) for match_id in match_ids])
    return {match_id: value for match_id, value in zip(match_ids, told, strict=True) if value is not None}
