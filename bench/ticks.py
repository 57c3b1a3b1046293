"""What a pass of the scheduler costs with many bots connected: `python -m bench.ticks [BOTS ...]`

A ladder of two seats on SQLite, every bot online with one free place. The first pass seats everybody at once; the next ones find everybody busy.
Processor seconds of the scheduler's process, which is one.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import orjson
from redis import Redis
from sqlalchemy import insert

from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Bot, BotVersion, Entry, RatingEntry, Team
from arena.ratings import elo
from arena.scheduler import ladders
from arena.scheduler.dispatch import Outlets, dispatch
from arena.transport import keys
from tests.arena.storage.history import ladder
from tests.services.servers import redis_server

SIZES = (100, 1000, 10_000)


def populate(database: Database, redis: Redis, bots: int) -> None:
    """Validated bots of as many teams, entered and online."""
    season, now = ladder(database, []), utcnow()
    ids = range(1, bots + 1)
    with database.write() as session:
        session.execute(insert(Team), [{"id": one, "name": f"team-{one}"} for one in ids])
        session.execute(
            insert(Bot), [{"id": one, "name": f"bot-{one}", "team_id": one, "validated_at": now} for one in ids]
        )
        points = {"season_id": season, "rating": elo.START}
        session.execute(insert(Entry), [{**points, "bot_id": one, "deviation": elo.WIDEST} for one in ids])
        hello = {"name": "1", "first_seen_at": now, "last_seen_at": now}  # as the gateway notes it
        session.execute(insert(BotVersion), [{**hello, "bot_id": one} for one in ids])
        lines = [{**points, "bot_id": one, "kind": "start", "change": elo.START} for one in ids]
        session.execute(insert(RatingEntry), lines)
    told = {"gateway": "g", "session": 1, "at_once": 1, "games": [], "finishing": False, "version": "1", "language": ""}
    redis.mset({keys.presence(one): orjson.dumps(told) for one in ids})


def spent(database: Database, redis: Redis) -> tuple[float, float, int]:
    """Processor seconds of pairing and of sending, and how many matches went out."""
    start = process_time()
    ladders.tick(database, redis)
    paired = process_time()
    sent = dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))
    return paired - start, process_time() - paired, len(sent.matches)


def main() -> None:
    print(f"{'bots':>6} {'first: pair s':>14} {'send s':>8} {'sent':>6} {'then: pair s':>14} {'send s':>8}")
    for bots in [int(word) for word in sys.argv[1:]] or SIZES:
        with TemporaryDirectory() as name, redis_server(Path(name) / "redis") as server, server.client() as redis:
            database = Database(f"sqlite:///{name}/arena.db")
            upgrade(database)
            populate(database, redis, bots)
            first, then = spent(database, redis), spent(database, redis)
            database.close()
        print(
            f"{bots:>6} {first[0]:>14.2f} {first[1]:>8.2f} {first[2]:>6} {then[0]:>14.2f} {then[1]:>8.2f}", flush=True
        )


if __name__ == "__main__":
    main()
