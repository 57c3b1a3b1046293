"""Playing the matches of a series, in this process or in several."""

import json
import multiprocessing
import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from arena import series
from arena.cli.saving import save
from arena.cli.seats import player
from arena.matches import MatchRecord, MatchSpec, play
from arena.series import Pairing, Result
from engine.core.chance import derived


@dataclass(frozen=True, slots=True)
class Order:
    """What to play. Plain values only: it is sent to other processes."""

    game: str
    seats: int
    options: dict[str, Any]
    entrants: tuple[str, ...]
    """Bot texts."""
    games: int
    seed: int
    save: Path | None = None
    names: tuple[str, ...] = field(default=())
    """To show; told apart where bots are alike."""

    def match_id(self, pairing: Pairing) -> str:
        """Such as `yokohama-4p-3fa2c1-1-00017`: another series, another tag, so that replays never overwrite each other."""
        series_of = json.dumps([self.options, self.entrants], sort_keys=True)
        tag = blake2b(series_of.encode(), digest_size=3).hexdigest()
        return f"{self.game}-{self.seats}p-{tag}-{self.seed}-{pairing.number + 1:05}"

    def pairings(self) -> Iterator[Pairing]:
        """The matches of the series."""
        return series.pairings(self.games, self.seats, self.seed)


def play_one(order: Order, pairing: Pairing) -> tuple[MatchRecord, Result]:
    """Play one match, and save it if asked to."""
    spec = MatchSpec(
        game=order.game,
        seats=order.seats,
        options=order.options,
        seed=pairing.seed,
        hidden_seed=pairing.hidden_seed,
        players=tuple(order.names[entrant] for entrant in pairing.entrants),
        match_id=order.match_id(pairing),
    )
    players = [
        player(order.entrants[entrant], derived(order.seed, f"player {pairing.number} {entrant}"))
        for entrant in pairing.entrants
    ]
    begun = time.perf_counter()
    record = play(spec, players, keep_events=order.save is not None, strict=True)
    result = series.result_of(record, pairing, time.perf_counter() - begun)
    if order.save is not None:
        save(order.save, record)
    return record, result


def played(order: Order, jobs: int) -> Iterator[Result]:
    """The results as they come; with several jobs not in order."""
    if jobs == 1:
        for pairing in order.pairings():
            yield play_one(order, pairing)[1]
    else:
        yield from _in_processes(order, min(jobs, order.games))


def _in_processes(order: Order, jobs: int) -> Iterator[Result]:
    # Spawned, not forked: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_quiet)
    waiting = order.pairings()
    running: set[Future[Result]] = set()
    try:
        while True:
            with _interrupts_held():
                running |= {pool.submit(_result_of, order, one) for one in islice(waiting, 2 * jobs - len(running))}
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
        pool.shutdown()
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        # Without its workers the pool's own thread ends at once. Not waiting for it would leave it to close its pipe
        # while the interpreter, on its way out, still writes to it.
        pool.shutdown(wait=True, cancel_futures=True)
        raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Workers that start in here hold interrupts back until they are ready for them (where the system can)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _quiet() -> None:
    """An interrupt ends a worker without a word; the parent speaks for all."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _result_of(order: Order, pairing: Pairing) -> Result:
    return play_one(order, pairing)[1]
