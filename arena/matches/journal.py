"""The journal of a running match: every decision is in it before the next one is asked.

After a crash the next attempt rebuilds the match from the journal and goes on. Each attempt has a fencing number, higher than all
before it, and claims the journal with it; an older attempt that is still alive can no longer write. The arena keeps journals in Redis
(arena/transport/journals.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from arena.matches.errors import JournalBroken

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


def proved(entries: Sequence[Entry]) -> None:
    """JournalBroken unless they follow each other."""
    fence = 0
    for place, line in enumerate(entries):
        if line.sequence != place:
            raise JournalBroken(f"entry {place} of the journal has the number {line.sequence}")
        if line.fence < fence:
            raise JournalBroken(f"entry {place} was written by attempt {line.fence} after attempt {fence} took over")
        fence = line.fence


class Journal(Protocol):
    """Where entries are kept. `append` returns once the entry is safe, and raises Fenced if it came too late."""

    def append(self, kind: str, data: dict[str, Any]) -> None: ...

    def entries(self) -> Sequence[Entry]: ...
