"""`make soak MINUTES=5`: a ladder of 12 external bots (Python and Node) and 4 house bots while faults are injected."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tests.faults.rounds import play_round


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    parser.add_argument("--bots", type=int, default=12)
    given = parser.parse_args()
    node = 4 if shutil.which("npm") else 0
    folder = Path(tempfile.mkdtemp(prefix="arena-soak-"))
    print(
        f"{given.minutes:g} minutes of faults (seed {given.seed}), {given.bots} external bots, {node} of them Node; logs in {folder}",
        flush=True,
    )
    report = play_round(folder, seconds=given.minutes * 60, seed=given.seed, bots=given.bots, node_bots=node)
    print("\n".join(report.lines()))
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
