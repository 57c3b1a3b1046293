"""`make soak MATCHES=2000`: external bots (Python and Node) play back-to-back matches of a short game while faults are injected.

Every part is killed, restarted and stopped for some seconds, Redis loses its tail, the database its connections. The schedule of the faults follows
from the seed. The exit code is 1 if a verdict came about that no bot earned.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.faults.rounds import Plan, play_round


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="of faults, at least")
    parser.add_argument("--matches", type=int, default=2000, help="that must be finished under faults")
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two faults, in the mean")
    given = parser.parse_args()
    node = 2 if shutil.which("npm") else 0
    folder = Path(tempfile.mkdtemp(prefix="arena-soak-"))
    goal = f"{given.matches} matches" + (f" and {given.minutes:g} minutes" if given.minutes else "")
    say = partial(print, flush=True)
    say(f"{goal} of faults (seed {given.seed}), {given.bots} external bots, {node} of them Node; logs in {folder}")
    plan = Plan(given.seed, given.bots, node, given.minutes * 60, given.matches, given.pause, tell=say)
    report = play_round(folder, plan)
    say("\n".join(report.lines()))
    if report.unearned:
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
