"""A league that runs to its end in one process tree: house bots of different noise in three divisions, season after season.

The same parts as in the service: season files, the seasons' tick, table sets, ratings, final tables. Only the queue is missing: sets
go straight to a pool of processes.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from multiprocessing import get_context
from pathlib import Path

from sqlalchemy import select

from arena.access.viewers import operator
from arena.accounts.commands import HOUSE_TEAM
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Division, Season, SeasonState, SetState, TableSet
from arena.replays import SigningKey, local_key
from arena.scheduler import seasons
from arena.seasons import creation, start
from arena.seasons.tables import TableLine, season_tables
from arena.worker.house_bots import play_queued

ACTOR = "demo"
DIVISIONS = ("First", "Second", "Third")
SIZE = 6
MISPLACED = ((3, 8), (9, 14))
"""Pairs of ranks that the first season seeds in each other's division: promotion and relegation put them right."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What is played."""

    game: str
    meetings: int = 10
    """How often every two of a division meet; each meeting is a set of two matches."""
    seasons: int = 2
    jobs: int = 2

    @property
    def sets(self) -> int:
        """Table sets of all seasons."""
        return self.seasons * len(DIVISIONS) * self.meetings * SIZE * (SIZE - 1) // 2


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A division's table at the end of a season."""

    season: str
    division: str
    lines: tuple[TableLine, ...]


def noises() -> list[float]:
    """One noise per bot, from none to all."""
    count = len(DIVISIONS) * SIZE
    return [at / (count - 1) for at in range(count)]


def name_of(noise: float) -> str:
    """The bot of a noise, which its name tells."""
    return f"noise-{round(100 * noise):03d}"


def noise_in(name: str) -> int:
    """What a bot's name tells, in hundredths."""
    return int(name.rpartition("-")[2])


def season_file(demo: Demo, first: datetime) -> str:
    """The first season's file; ratings say how strong everybody is thought to be."""
    ranks = list(range(len(noises())))
    for one, other in MISPLACED:
        ranks[one], ranks[other] = ranks[other], ranks[one]
    lines = [
        'name = "Demo league"',
        'league = "demo"',
        f'game = "{demo.game}"',
        "seats = 2",
        'clock = "blitz"',
        "[schedule]",
        f"first = {first.isoformat(timespec='seconds')}",
        'rounds = "asap"',
        "[[stage]]",
        'name = "League"',
        'format = "round_robin"',
        f"meetings = {demo.meetings}",
    ]
    for division in DIVISIONS:
        lines += ["[[division]]", f'name = "{division}"', f"size = {SIZE}"]
    lines += ["[promotion]", 'by = "last_place"', "up = 1"]
    for noise, rank in zip(noises(), ranks, strict=True):
        lines += ["[[entry]]", f'bot = "{name_of(noise)}"', f"rating = {1800 - 20 * rank}"]
    return "\n".join(lines) + "\n"


def play_league(demo: Demo, folder: Path, done: Callable[[], None] = lambda: None) -> Iterator[FinalTable]:
    """Play all seasons; the final tables of each as it ends. *done* is called for every table set."""
    address = f"sqlite:///{folder}/arena.db"
    key_file = folder / "signing.key"
    local_key(key_file)  # made once, before several processes ask for it
    database = Database(address)
    try:
        upgrade(database)
        slug = _set_up(database, demo)
        with _pool(address, key_file, demo.jobs) as pool:
            for number in range(demo.seasons):
                if number:
                    slug = _follow(database, slug)
                _start(database, slug)
                _play_season(database, slug, pool, done)
                yield from _final_tables(database, slug)
    finally:
        database.close()


def _set_up(database: Database, demo: Demo) -> str:
    with database.write() as session:
        team = add_team(session, HOUSE_TEAM, ACTOR, house=True)
        for noise in noises():
            create_bot(session, name_of(noise), team, ACTOR, house=f"greedy:noise={noise:.3f}")
        text = season_file(demo, utcnow().replace(microsecond=0))
        return creation.create_season(session, operator(ACTOR), text, slug="demo-1").slug


def _follow(database: Database, slug: str) -> str:
    with database.write() as session:
        return creation.next_season(session, operator(ACTOR), slug, first=utcnow() - timedelta(seconds=1)).slug


def _start(database: Database, slug: str) -> None:
    with database.write() as session:
        start.start_season(session, operator(ACTOR), slug)


def _play_season(database: Database, slug: str, pool: ProcessPoolExecutor, done: Callable[[], None]) -> None:
    """Tick, hand out what is open, and tick again whenever a set is done."""
    playing: dict[Future[int], int] = {}
    while True:
        seasons.tick(database, None)
        with database.read() as session:
            row = session.scalars(select(Season).where(Season.slug == slug)).one()
            if row.state is SeasonState.FINISHED:
                return
            if row.trouble is not None:
                raise RuntimeError(f"the demo cannot go on: {row.trouble}")
            open_sets = session.scalars(select(TableSet.id).where(TableSet.state == SetState.OPEN)).all()
        for set_id in set(open_sets) - set(playing.values()):
            playing[pool.submit(_play_set, set_id)] = set_id
        while playing:
            for future in wait(playing, return_when=FIRST_COMPLETED).done:
                del playing[future]
                future.result()
                done()


def _final_tables(database: Database, slug: str) -> list[FinalTable]:
    with database.read() as session:
        row = session.scalars(select(Season).where(Season.slug == slug)).one()
        names = {one.number: one.name for one in session.scalars(select(Division).where(Division.season_id == row.id))}
        tables = season_tables(session, row.id)
        return [FinalTable(row.title, names[number], tuple(tables[number])) for number in sorted(tables)]


_worker: tuple[Database, SigningKey] | None = None


@contextmanager
def _pool(address: str, key_file: Path, jobs: int) -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_open_worker, initargs=(address, key_file)
    ) as pool:
        yield pool


def _open_worker(address: str, key_file: Path) -> None:
    global _worker  # noqa: PLW0603  (what one process of the pool keeps open)
    _worker = (Database(address), local_key(key_file))


def _play_set(set_id: int) -> int:
    assert _worker is not None
    database, key = _worker
    return play_queued(database, lambda *_: nullcontext(), key, set_id, f"demo-{os.getpid()}")


def agreement(names: "list[str] | tuple[str, ...]") -> float:
    """Kendall's correlation of a table with the noise of its bots: 1 if the least noisy is first and so on, -1 the other way."""
    noise = [noise_in(name) for name in names]
    pairs = [(noise[i], noise[j]) for i in range(len(noise)) for j in range(i + 1, len(noise))]
    return sum(1 if above < below else -1 for above, below in pairs) / len(pairs)
