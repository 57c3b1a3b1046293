"""Ratings that move while something else is measured: sets are rated as the arena rates them, as far as pages can see."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Event, Thread

import psycopg

MOVED = """
    WITH moved AS (
        UPDATE entries SET rating = rating + %(change)s, sets_rated = sets_rated + 1
        WHERE season_id = %(season)s AND bot_id = %(bot)s
        RETURNING season_id, bot_id, rating, deviation
    )
    INSERT INTO rating_log (season_id, bot_id, kind, ruling, change, rating, deviation, at)
    SELECT season_id, bot_id, 'set', 0, %(change)s, rating, deviation, now() FROM moved
"""


@dataclass
class Rated:
    """How many sets were rated."""

    count: int = 0


@contextmanager
def moving(address: str, sets_a_second: float, seed: int = 1) -> Iterator[Rated]:
    """In a thread of its own, for the block."""
    rated, over = Rated(), Event()
    thread = Thread(target=_move, args=(address, sets_a_second, Random(seed), rated, over), daemon=True)
    thread.start()
    try:
        yield rated
    finally:
        over.set()
        thread.join(60)


def _move(address: str, sets_a_second: float, chance: Random, rated: Rated, over: Event) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute("SELECT season_id, array_agg(bot_id) FROM entries GROUP BY season_id").fetchall()
        seats = dict(connection.execute("SELECT id, seats FROM seasons").fetchall())
        while not over.wait(1 / sets_a_second):
            season, bots = chance.choice(found)
            with connection.transaction():
                for bot in sorted(chance.sample(bots, seats[season])):
                    change = chance.randrange(-9000, 9001)
                    connection.execute(MOVED, {"change": change, "season": season, "bot": bot})
            rated.count += 1
