"""Playing the matches of a series, in this process or in several."""

import multiprocessing
import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice

from arena import series
from arena.cli.saving import save
from arena.cli.seats import player
from arena.matches import MatchRecord, play
from arena.series import Order, Pairing, Result


def play_one(order: Order, pairing: Pairing) -> tuple[MatchRecord, Result]:
    """Play one match, and save it if asked to."""
    players = [player(order.entrants[entrant], order.player_seed(pairing, entrant)) for entrant in pairing.entrants]
    begun = time.perf_counter()
    record = play(order.spec(pairing), players, keep_events=order.save is not None, strict=True)
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
