"""Keys in Redis that outlived their match: a worker that died with its match void or given up leaves them behind."""

import logging

from redis import Redis
from sqlalchemy import select

from arena.running import keys
from arena.storage.database import Database
from arena.storage.models import Match, MatchState

log = logging.getLogger(__name__)


def sweep(database: Database, redis: Redis) -> list[int]:
    """Delete journals, leases and seats of matches that are over; which those were."""
    seen = _matches(redis)
    seats = _seats(redis)
    wanted = seen | {match_id for matches in seats.values() for match_id in matches}
    if not wanted:
        return []
    with database.read() as session:  # after looking at Redis: a match is open before it has keys there
        open_states = (MatchState.QUEUED, MatchState.RUNNING)
        kept = set(session.scalars(select(Match.id).where(Match.id.in_(wanted), Match.state.in_(open_states))))
    for match_id in seen - kept:
        redis.delete(keys.journal(match_id), keys.journal_proof(match_id), keys.lease(match_id), keys.shown(match_id))
    for bot, matches in seats.items():
        if over := [str(match_id) for match_id in matches - kept]:
            redis.hdel(bot, *over)
    gone = sorted(wanted - kept)
    if gone:
        log.info("swept what was left of matches %s", ", ".join(map(str, gone)))
    return gone


def _matches(redis: Redis) -> set[int]:
    """Matches that have a journal or a lease."""
    found: set[int] = set()
    for pattern in (keys.journal("*"), keys.LEASES):
        for key in redis.scan_iter(pattern, count=1000):
            number = key.decode().split(":")[2]
            if number.isdigit():
                found.add(int(number))
    return found


def _seats(redis: Redis) -> dict[str, set[int]]:
    """Per key of a bot: the matches it is noted for."""
    return {
        key.decode(): {int(field) for field in redis.hkeys(key)}
        for key in redis.scan_iter(keys.playing("*"), count=1000)
    }
