"""The shelf on which one process keeps pages it has made: bounded, and each for its time."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_BYTES = 48 << 20
"""Of compressed pages in all; those nobody asked for lately go first."""
GRACE = 10.0
"""Seconds the old page is shown to others while one request makes it anew."""


@dataclass(slots=True)
class Entry:
    """One page."""

    body: bytes
    """Compressed."""
    etag: str
    kind: str
    until: float


class Shelf:
    """The pages of one process."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size = most, 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: str) -> Entry | None:
        """A page that is fresh enough. None: the caller makes it."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            now = time.monotonic()
            if now > entry.until:
                entry.until = now + GRACE
                return None
            self._entries.move_to_end(key)
            return entry

    def put(self, key: str, entry: Entry) -> None:
        """Keep a page, and let go of the least wanted ones."""
        with self._lock:
            old = self._entries.pop(key, None)
            self._size += len(entry.body) - (len(old.body) if old is not None else 0)
            self._entries[key] = entry
            while self._size > self._most:
                _, gone = self._entries.popitem(last=False)
                self._size -= len(gone.body)
