"""The journal of a running match: every decision is in it before the next one is asked.

After a crash the next attempt rebuilds the match from the journal and goes on. Each attempt has a fencing number, higher than all
before it, and claims the journal with it; an older attempt that is still alive can no longer write.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from arena.matches.errors import Fenced, JournalBroken, JournalIncomplete

try:
    import fcntl
except ImportError:  # no file locks on this system: the caller sees to it that one attempt runs at a time
    fcntl = None  # type: ignore[assignment]

START, MOVE, FAULT, CLAIM = "start", "move", "fault", "claim"
KINDS = (START, MOVE, FAULT, CLAIM)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal."""

    sequence: int
    """0, 1, 2 … without a gap."""
    fence: int
    """Of the attempt that wrote it; never falls."""
    kind: str
    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"sequence": self.sequence, "fence": self.fence, "kind": self.kind, "data": self.data}


def entry(plain: object) -> Entry:
    """An entry from plain data; JournalBroken if it is not one."""
    if isinstance(plain, dict) and set(plain) == {"sequence", "fence", "kind", "data"}:
        line = Entry(**plain)
        numbered = type(line.sequence) is int and type(line.fence) is int
        if numbered and line.kind in KINDS and isinstance(line.data, dict):
            return line
    raise JournalBroken(f"not a journal entry: {str(plain)[:80]}")


def proved(entries: Sequence[Entry], at_least: int = 0) -> None:
    """JournalBroken unless they follow each other; JournalIncomplete if fewer than are known to have been written."""
    fence = 0
    for place, line in enumerate(entries):
        if line.sequence != place:
            raise JournalBroken(f"entry {place} of the journal has the number {line.sequence}")
        if line.fence < fence:
            raise JournalBroken(f"entry {place} was written by attempt {line.fence} after attempt {fence} took over")
        fence = line.fence
    if len(entries) < at_least:
        raise JournalIncomplete(f"the journal has {len(entries)} entries, but {at_least} were written")


class Journal(Protocol):
    """Where entries are kept. `append` returns once the entry is safe, and raises Fenced if it came too late."""

    def append(self, kind: str, data: dict[str, Any]) -> None: ...

    def entries(self) -> Sequence[Entry]: ...


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
    *fence* is this attempt's number; left out, it is one more than the last. *at_least* entries are known to have been
    written. With *sync* entries survive a power cut, at the disk's pace.
    """

    def __init__(self, path: Path, fence: int | None = None, *, at_least: int = 0, sync: bool = False) -> None:
        self.path = path
        self._sync = sync
        with self._locked() as file:
            self._kept, self._size = _read(file)
            proved(self._kept, at_least)
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
        if self._sync:
            os.fsync(file.fileno())
        self._size += len(line)
        self._kept.append(added)

    @contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as file:
            if fcntl is not None:
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
