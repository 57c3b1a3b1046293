"""The rendered pages that one process keeps. Their size is bounded; each is kept for some seconds, or until its bot's fingerprint changes."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 48 << 20
"""Of all compressed pages together; those that nobody has asked for lately go first."""
GRACE = 10.0
"""How long others get the old page, in seconds, while one request renders the new one."""
LOOK_SECONDS = 1.0
"""How long a page with a fingerprint is trusted, in seconds; then the fingerprint is checked before the page is shown again."""
LATEST_SECONDS = 3.0
"""While one request checks a page, others get the page as it is, unless the last check is older than this, in seconds; then they wait."""
MOST_LOOKED_AT = 500
"""Fingerprints read in one look, of the pages asked for last; the others are checked when they are asked for again."""

ReadHidden = Callable[[], Any]
"""Reads what is hidden from the public and the last ruling, as a value to compare. None: it cannot be read, and pages are shown as they were."""
ReadFingerprints = Callable[[Collection[int]], Mapping[int, Any] | None]
"""Reads the fingerprints of some bots. None: they cannot be read, and pages are shown as they were."""


@dataclass(slots=True)
class Entry:
    """One page."""

    body: bytes
    """Compressed."""
    etag: str
    kind: str
    until: float
    bot: int | None = None
    """The bot whose fingerprint decides whether the page still holds; None: only its time does."""
    fingerprint: Any = None
    """Read before the page was rendered, so a change in between is noticed at the next check."""
    looked: float = 0.0


class CachedPages:
    """The pages of one process."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size = most, 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._hidden: Any = None
        self._hidden_at = -LATEST_SECONDS
        self._changes = 0

    def check(self, read_hidden: ReadHidden) -> int:
        """Drop all pages if what is hidden from the public has changed or there is a new ruling; read at most once a second. Returns how many times that has happened."""
        waited = time.monotonic() - self._hidden_at
        if waited > LOOK_SECONDS and self._looking.acquire(blocking=waited > LATEST_SECONDS):
            try:
                self._check(read_hidden)
            finally:
                self._looking.release()
        return self._changes

    def _check(self, read_hidden: ReadHidden) -> None:
        now = time.monotonic()
        if now - self._hidden_at <= LOOK_SECONDS:
            return  # somebody looked while we waited
        seen = read_hidden()
        with self._lock:
            self._hidden_at = now
            if seen is not None and seen != self._hidden:
                self._hidden = seen
                self._changes += 1
                self._entries.clear()
                self._size = 0

    def find(self, key: str, read_fingerprints: ReadFingerprints) -> Entry | None:
        """A page that is fresh enough. None: the caller renders it."""
        entry = self._find(key)
        if entry is not None and self._due(entry):
            self._look(entry, read_fingerprints)
            return self._find(key)
        return entry

    def put(self, key: str, entry: Entry, changes: int) -> None:
        """Keep a page, and drop those asked for least recently. *changes*: what `check` returned before the page was rendered."""
        with self._lock:
            if changes != self._changes:
                return  # it may show what was hidden while it was made
            old = self._entries.pop(key, None)
            self._size += len(entry.body) - (len(old.body) if old is not None else 0)
            self._entries[key] = entry
            while self._size > self._most:
                _, gone = self._entries.popitem(last=False)
                self._size -= len(gone.body)

    def drop(self, key: str) -> None:
        """Show a page no longer."""
        with self._lock:
            old = self._entries.pop(key, None)
            self._size -= 0 if old is None else len(old.body)

    def _find(self, key: str) -> Entry | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            now = time.monotonic()
            if now > entry.until:
                entry.until, entry.bot = now + GRACE, None
                return None
            self._entries.move_to_end(key)
            return entry

    def _due(self, entry: Entry) -> bool:
        return entry.bot is not None and time.monotonic() - entry.looked > LOOK_SECONDS

    def _look(self, entry: Entry, read_fingerprints: ReadFingerprints) -> None:
        """Check the fingerprint of this page, together with those of other pages that were asked for lately."""
        waits = time.monotonic() - entry.looked > LATEST_SECONDS
        if not self._looking.acquire(blocking=waits):
            return  # somebody is looking: good for another moment
        try:
            if self._due(entry):
                self._compare(entry, read_fingerprints)
        finally:
            self._looking.release()

    def _compare(self, entry: Entry, read_fingerprints: ReadFingerprints) -> None:
        now = time.monotonic()
        with self._lock:
            wanted = [one for one in self._entries.values() if self._due(one) and now < one.until]
        wanted = [entry, *wanted[-MOST_LOOKED_AT:]]
        current = read_fingerprints({one.bot for one in wanted if one.bot is not None})
        with self._lock:
            for one in wanted:
                one.looked = now
                if current is not None and one.bot is not None and current.get(one.bot) != one.fingerprint:
                    one.until = 0.0  # the next request renders it
