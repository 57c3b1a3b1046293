"""Journals of matches without Redis, for tests of the match loop: in memory, and in a file that can be spoilt."""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from arena.matches.errors import Fenced, JournalBroken
from arena.matches.journal import CLAIM, Entry, entry, proved


class MemoryJournal:
    """A journal in this process. *shared* is the list of another attempt's journal, to take it over."""

    def __init__(self, fence: int | None = None, shared: list[Entry] | None = None) -> None:
        self.kept: list[Entry] = [] if shared is None else shared
        self.fence = _claimed(self.kept, fence)
        self.append(CLAIM, {})

    def append(self, kind: str, data: dict[str, Any]) -> None:
        """Keep an entry."""
        _refuse_late(self.fence, self.kept)
        self.kept.append(Entry(len(self.kept), self.fence, kind, data))

    def entries(self) -> list[Entry]:
        """All entries so far."""
        return list(self.kept)


class FileJournal:
    """A journal in a file of JSON lines, readable by its owner only: it tells what is hidden in the match.

    A last line that was cut off when its writer died is dropped: its decision was never acted upon.
    *fence* is this attempt's number; left out, it is one more than the last.
    """

    def __init__(self, path: Path, fence: int | None = None) -> None:
        self.path = path
        with self._locked() as file:
            self._kept, self._size = _read(file)
            proved(self._kept)
            self.fence = _claimed(self._kept, fence)
            self._write(file, CLAIM, {})

    def append(self, kind: str, data: dict[str, Any]) -> None:
        """Keep an entry, unless another attempt has written since."""
        with self._locked() as file:
            if file.seek(0, os.SEEK_END) != self._size:
                self._kept, self._size = _read(file)
            _refuse_late(self.fence, self._kept)
            self._write(file, kind, data)

    def entries(self) -> list[Entry]:
        """All entries this attempt knows of."""
        return list(self._kept)

    def _write(self, file: BinaryIO, kind: str, data: dict[str, Any]) -> None:
        added = Entry(len(self._kept), self.fence, kind, data)
        line = json.dumps(added.to_dict(), separators=(",", ":")).encode() + b"\n"
        file.truncate(self._size)
        file.seek(self._size)
        file.write(line)
        file.flush()
        self._size += len(line)
        self._kept.append(added)

    @contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


def _claimed(kept: Sequence[Entry], fence: int | None) -> int:
    """The number of a new attempt."""
    last = kept[-1].fence if kept else 0
    if fence is not None and fence <= last:
        raise Fenced(f"attempt {last} has the match already; attempt {fence} comes too late")
    return last + 1 if fence is None else fence


def _refuse_late(fence: int, kept: Sequence[Entry]) -> None:
    if kept and kept[-1].fence > fence:
        raise Fenced(f"attempt {kept[-1].fence} has taken the match over from attempt {fence}")


def _read(file: BinaryIO) -> tuple[list[Entry], int]:
    """The whole lines of a journal, and how many bytes they take."""
    file.seek(0)
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    entries: list[Entry] = []
    for number, line in enumerate(whole.splitlines()):
        try:
            entries.append(entry(json.loads(line)))
        except ValueError as error:
            raise JournalBroken(f"line {number + 1} of the journal is broken: {error}") from None
    return entries, len(whole)
