"""Matches of one command played in several processes side by side, and what Ctrl-C does to them."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Processes:
    """Processes that do work, one piece after the other; leaving the block ends them."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        # Spawned, not forked: the same on every system, and safe beside threads.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_quiet)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed is not None:
            for child in multiprocessing.active_children():
                child.terminate()
        # Without its workers the pool's own thread ends at once. Not waiting for it would leave it to close its pipe
        # while the interpreter, on its way out, still writes to it.
        self._pool.shutdown(wait=True, cancel_futures=failed is not None)

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """The results as they come, not in the order of the items. *work*, items and results are sent between processes."""
        waiting = iter(items)
        running: set[Future[R]] = set()
        while True:
            with _interrupts_held():
                running |= {self._pool.submit(work, item) for item in islice(waiting, 2 * self._jobs - len(running))}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def in_processes(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """As `Processes.run`, with processes for this work alone."""
    with Processes(jobs) as processes:
        yield from processes.run(work, items)


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
    """An interrupt ends a worker silently; the parent process prints the message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
