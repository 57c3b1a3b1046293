"""The shelf on which one process keeps pages it has made: bounded, and each for its time, or for as long as its mark is the same."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 48 << 20
"""Of compressed pages in all; those nobody asked for lately go first."""
GRACE = 10.0
"""How long others get the old page, in seconds, while one request renders the new one."""
LOOK_SECONDS = 1.0
"""How long a page with a mark is trusted, in seconds; then its mark is checked before it is shown again."""
LATEST_SECONDS = 3.0
"""While one request looks, others get the page as it is, up to this age of the last look; then they wait for the look."""
MOST_LOOKED_AT = 500
"""Marks in one look, those wanted last; the others are looked at when they are asked for again."""

Sight = Callable[[], Any]
"""What the public may not see, and the last ruling, as they are now: anything that compares. None: nobody can tell, and pages are shown as they were."""
Marks = Callable[[Collection[int]], Mapping[int, Any] | None]
"""The marks of some bots as they are now; None: nobody can tell, and pages are shown as they were."""


@dataclass(slots=True)
class Entry:
    """One page."""

    body: bytes
    """Compressed."""
    etag: str
    kind: str
    until: float
    bot: int | None = None
    """Whose mark says whether the page is still true; None: its time alone does."""
    mark: Any = None
    """Read before the page was made: a change in between is seen at the next look."""
    looked: float = 0.0


class Shelf:
    """The pages of one process."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size = most, 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._sight: Any = None
        self._sight_at = -LATEST_SECONDS
        self._changes = 0

    def check(self, sight: Sight) -> int:
        """Empty the shelf if what is hidden from the public has changed, or there is a new ruling; looked at once a second. How often it has changed so far."""
        waited = time.monotonic() - self._sight_at
        if waited > LOOK_SECONDS and self._looking.acquire(blocking=waited > LATEST_SECONDS):
            try:
                self._check(sight)
            finally:
                self._looking.release()
        return self._changes

    def _check(self, sight: Sight) -> None:
        now = time.monotonic()
        if now - self._sight_at <= LOOK_SECONDS:
            return  # somebody looked while we waited
        seen = sight()
        with self._lock:
            self._sight_at = now
            if seen is not None and seen != self._sight:
                self._sight = seen
                self._changes += 1
                self._entries.clear()
                self._size = 0

    def find(self, key: str, marks: Marks) -> Entry | None:
        """A page that is fresh enough. None: the caller makes it."""
        entry = self._find(key)
        if entry is not None and self._due(entry):
            self._look(entry, marks)
            return self._find(key)
        return entry

    def put(self, key: str, entry: Entry, changes: int) -> None:
        """Keep a page that was begun when what is hidden had changed that often, and let go of the least wanted ones."""
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
        """A page that is no longer to be shown."""
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

    def _look(self, entry: Entry, marks: Marks) -> None:
        """Check the mark of this page, together with those of other pages that were wanted lately."""
        waits = time.monotonic() - entry.looked > LATEST_SECONDS
        if not self._looking.acquire(blocking=waits):
            return  # somebody is looking: good for another moment
        try:
            if self._due(entry):
                self._compare(entry, marks)
        finally:
            self._looking.release()

    def _compare(self, entry: Entry, marks: Marks) -> None:
        now = time.monotonic()
        with self._lock:
            wanted = [one for one in self._entries.values() if self._due(one) and now < one.until]
        wanted = [entry, *wanted[-MOST_LOOKED_AT:]]
        current = marks({one.bot for one in wanted if one.bot is not None})
        with self._lock:
            for one in wanted:
                one.looked = now
                if current is not None and one.bot is not None and current.get(one.bot) != one.mark:
                    one.until = 0.0  # the next request renders it
