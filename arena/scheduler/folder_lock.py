"""One process at a time makes files in a folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import Unavailable


class BeingMade(Unavailable):
    """Another process makes files in this folder."""


@contextmanager
def alone(folder: Path, mode: int = 0o700) -> Iterator[None]:
    """Make the folder if it is missing, and hold it: BeingMade if another process does. The lock ends with the process, however that ends."""
    folder.mkdir(mode=mode, parents=True, exist_ok=True)
    handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BeingMade(f"another process makes files in {folder}") from None
    finally:
        os.close(handle)
