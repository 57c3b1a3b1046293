"""Every probe in a bare process and in the sandbox, as a table: `python -m tests.sandbox.escape bubblewrap`. Exit code 1 if one escapes.

A probe that does not work in a bare process proves nothing: at most three may be like that, and they are listed with their error.
"""

import argparse
import os
import sys

from tests.sandbox.probes import PROBES
from tests.sandbox.scene import scene
from tests.sandbox.tricks import TRICKS, by_the_arena, simply

MOST_UNPROVEN = 3


def _explained(reason: str, words: str) -> bool:
    """Whether the author reads why. Where no cgroup holds memory, the program's own runtime says so."""
    return reason in words or "MemoryError" in words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=("bubblewrap", "runsc"))
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    root, bad, unproven = os.geteuid() == 0, [], []
    with scene() as around:
        for probe in PROBES:
            if given.only not in probe.name:
                continue
            bare, boxed = around.bare(probe), around.boxed(probe, given.way)
            own = given.way == "runsc" and probe.own_kernel
            held = (not boxed.escaped or own) and around.unharmed() and _explained(probe.reason, boxed.words)
            print(
                f"{'held' if held else 'ESCAPED':8} {'' if bare.escaped else 'UNPROVEN':9} {probe.name}: {boxed.words[:160]!r}",
                flush=True,
            )
            bad += [] if held else [probe.name]
            if not bare.escaped and (root or probe.user):
                unproven.append(f"{probe.name}: {bare.words[-200:]!r}")
    for trick in TRICKS if not given.only else ():
        bare, held_by_us = simply(trick), by_the_arena(trick)
        print(
            f"{'ESCAPED' if held_by_us.escaped else 'held':8} {'' if bare.escaped else 'UNPROVEN':9} archive with {trick.name}: {held_by_us.words!r}"
        )
        bad += [trick.name] if held_by_us.escaped else []
        if not bare.escaped and (root or trick.user):
            unproven.append(f"{trick.name}: {bare.words}")
    print("\n".join(f"not shown to work in a bare process: {line}" for line in unproven))
    return 1 if bad or len(unproven) > MOST_UNPROVEN else 0


if __name__ == "__main__":
    sys.exit(main())
