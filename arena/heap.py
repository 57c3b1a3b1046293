"""Keeps the C library from holding on to memory that is free again. On glibc; elsewhere nothing is done.

A burst of connections leaves a heap full of holes, and each thread that takes part leaves one. glibc returns the end of a heap to the system, but not the holes:
after one attack a process would look larger forever.
"""

import asyncio
import ctypes
import gc
import sys

_ARENA_MAX = -8
"""M_ARENA_MAX of mallopt(3)."""
HEAPS = 2
"""Of all threads together; workers get them as MALLOC_ARENA_MAX."""
TRIM_SECONDS = 5.0


def _libc() -> ctypes.CDLL | None:
    loaded = ctypes.CDLL(None) if sys.platform == "linux" else None
    return loaded if loaded is not None and hasattr(loaded, "malloc_trim") else None


_LIBC = _libc()


def share() -> None:
    """Let all threads share two heaps; call it before there are threads."""
    if _LIBC is not None:
        _LIBC.mallopt(_ARENA_MAX, HEAPS)


def trim() -> None:
    """Return to the system what is free. Takes some milliseconds, without Python's lock."""
    if _LIBC is not None:
        _LIBC.malloc_trim(0)


async def keep_trimmed(*, is_frozen: bool = False) -> None:
    """Trim every few seconds, in another thread. Where most objects are frozen (`gc.freeze`), reference cycles are collected before."""
    while True:
        await asyncio.sleep(TRIM_SECONDS)
        if (
            is_frozen
        ):  # asking gc for the number of frozen objects counts them all, which takes longer than collecting the others
            gc.collect()
        await asyncio.to_thread(trim)
