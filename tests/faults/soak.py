"""`make soak MATCHES=2000`: external bots (Python and Node) play back-to-back matches of a short game while faults are injected.

Every part is killed, restarted and stopped for some seconds, Redis loses its tail, the database its connections. The schedule of the faults follows
from the seed. The exit code is 1 if a verdict came about that no bot earned.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.faults.reports import Report
from tests.faults.rounds import Plan, play_round


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="of faults, at least")
    parser.add_argument("--matches", type=int, default=2000, help="that must be finished under faults")
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two faults, in the mean")
    parser.add_argument("--every", type=int, default=30, help="matches between two faults, at least")
    parser.add_argument("--hostile", action="store_true", help="play it twice: alone, and with adversaries at work")
    given = parser.parse_args()
    node = min(2, given.bots - 2) if shutil.which("npm") else 0
    say = partial(print, flush=True)
    plan = Plan(given.seed, given.bots, node, given.minutes * 60, given.matches, given.pause, given.every, tell=say)
    alone = _round(plan, say)
    if not given.hostile:
        return int(bool(alone.unearned))
    beside = _round(replace(plan, hostile=True), say)
    say(f"honest bots play {beside.rate / max(0.01, alone.rate):.0%} of the matches a second that they play alone")
    return int(bool(alone.unearned or beside.unearned))


def _round(plan: Plan, say: Callable[[str], None]) -> Report:
    folder = Path(tempfile.mkdtemp(prefix="arena-soak-"))
    goal = f"{plan.matches} matches" + (f" and {plan.seconds / 60:g} minutes" if plan.seconds else "")
    beside = ", hostile bots and a hostile visitor" if plan.hostile else ""
    say(
        f"{goal} of faults (seed {plan.seed}), {plan.bots} external bots, {plan.node_bots} of them Node{beside}; logs in {folder}"
    )
    report = play_round(folder, plan)
    say("\n".join(report.lines()))
    if not report.unearned:
        shutil.rmtree(folder, ignore_errors=True)
    return report


if __name__ == "__main__":
    sys.exit(main())
