"""Statistics of a game, kept in Redis for some minutes: everybody may open the page, once is enough to count."""

import contextlib
from typing import Any

import orjson
from redis import RedisError

from arena.storage.pages.statistics import SeatShare, Spread, TableStatistics, statistics
from web.site import reading, site

KEPT_SECONDS = 300


def of_game(game: str) -> list[TableStatistics]:
    """The figures, at most five minutes old."""
    name = f"arena:page:statistics:{game}"
    try:
        kept: Any = site().redis.get(name)
        if kept is not None:
            return [_read(table) for table in orjson.loads(kept)]
    except RedisError:
        pass
    with reading() as session:
        found = statistics(session, game)
    with contextlib.suppress(RedisError):
        site().redis.set(name, orjson.dumps(found), ex=KEPT_SECONDS)
    return found


def _read(table: dict[str, Any]) -> TableStatistics:
    spreads = {
        name: Spread(**{**table[name], "counts": tuple(table[name]["counts"])})
        for name in ("scores", "winning", "lengths")
    }
    firsts = tuple(SeatShare(**one) for one in table["firsts"])
    return TableStatistics(table["seats"], table["matches"], firsts=firsts, **spreads)
