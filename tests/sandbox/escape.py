"""Every probe in a bare process and in the sandbox, as a table: `python -m tests.sandbox.escape bubblewrap`. Exit code 1 if one escapes.

A probe that does not work in a bare process proves nothing: at most three may be like that, and they are listed with their error. Those marked
AS ROOT take a root who has no sandbox; the run as root shows them.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tests.sandbox.probes import PROBES
from tests.sandbox.scene import scene
from tests.sandbox.tricks import TRICKS, by_the_arena, simply

MOST_UNPROVEN = 3


def _explained(reason: str, words: str) -> bool:
    """Whether the author reads why. Where no cgroup holds memory, the program's own runtime says so."""
    return reason in words or "MemoryError" in words


@dataclass(frozen=True)
class Row:
    """One way out: what came of it without the sandbox, and in it."""

    name: str
    held: bool
    words: str
    """What the author reads."""
    bare: str | None
    """Why it did not work in a bare process; None: it did."""
    user: bool
    """Whether it should work there without root, too."""

    @property
    def is_unproven(self) -> bool:
        return self.bare is not None and (self.user or os.geteuid() == 0)

    def __str__(self) -> str:
        mark = "UNPROVEN" if self.is_unproven else "AS ROOT" if self.bare is not None else ""
        return f"{'held' if self.held else 'ESCAPED':8} {mark:9} {self.name}: {self.words[:160]!r}"


def rows(way: str, only: str) -> Iterator[Row]:
    """All of them, as they are tried."""
    with scene() as around:
        for probe in PROBES:
            if only in probe.name:
                bare, boxed = around.bare(probe), around.boxed(probe, way)
                own = way == "runsc" and probe.own_kernel
                held = (not boxed.escaped or own) and around.unharmed() and _explained(probe.reason, boxed.words)
                yield Row(probe.name, held, boxed.words, None if bare.escaped else bare.words[-200:], probe.user)
    for trick in TRICKS:
        if only in trick.name:
            loose, checked = simply(trick), by_the_arena(trick)
            why = None if loose.escaped else loose.words
            yield Row(f"archive with {trick.name}", not checked.escaped, checked.words, why, trick.user)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=("bubblewrap", "runsc"))
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    found = []
    for row in rows(given.way, given.only):
        print(row, flush=True)
        found.append(row)
    unproven = [row for row in found if row.is_unproven]
    for row in unproven:
        print(f"not shown to work in a bare process: {row.name}: {row.bare!r}")
    return int(not all(row.held for row in found) or len(unproven) > MOST_UNPROVEN)


if __name__ == "__main__":
    sys.exit(main())
