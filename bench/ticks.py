"""What a pass of the scheduler costs with many bots connected: `python -m bench.ticks [BOTS ...]`

A ladder of two seats on SQLite, every bot online with one free place. Passes go on until everybody plays; an idle pass then finds everybody busy.
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


def spent(database: Database, redis: Redis) -> tuple[float, int]:
    """Processor seconds of one pass, and how many matches it sent out."""
    start = process_time()
    ladders.tick(database, redis)
    sent = dispatch(database, redis, Outlets(lambda *_: None, lambda _: None))
    return process_time() - start, len(sent.matches)


def main() -> None:
    print(
        f"{'bots':>6} {'first pass, s':>14} {'sent':>6} {'all passes, s':>14} {'passes':>7} {'sent':>6} {'ms a match':>11} {'idle pass, s':>13}"
    )
    for bots in [int(word) for word in sys.argv[1:]] or SIZES:
        with TemporaryDirectory() as name, redis_server(Path(name) / "redis") as server, server.client() as redis:
            database = Database(f"sqlite:///{name}/arena.db")
            upgrade(database)
            populate(database, redis, bots)
            passes = [spent(database, redis)]
            while len(passes) < 2 or passes[-1][1] or passes[-2][1]:
                passes.append(spent(database, redis))
            database.close()
        first, idle, busy = passes[0], passes[-1], passes[:-2]
        seconds, sent = sum(each[0] for each in busy), sum(each[1] for each in busy)
        print(
            f"{bots:>6} {first[0]:>14.2f} {first[1]:>6} {seconds:>14.2f} {len(busy):>7} {sent:>6} {1000 * seconds / sent:>11.1f} {idle[0]:>13.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
