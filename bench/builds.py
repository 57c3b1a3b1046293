"""The other build of the engine, measured in a process of its own: one process can load only one of them.

`Other("plain")` starts a process that runs `python -m bench.builds`; each line it reads (game, seats, seed, seconds) is a round
of random play, each line it writes its decisions, games and seconds of processor time.
"""

import os
import subprocess
import sys
from random import Random

import engine
from bench.measure import Round, bare, one_round


class Other:
    """A process with the engine in that build, `plain` or `compiled`."""

    def __init__(self, build: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.builds"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "MEIJI_ENGINE": build},
        )

    def round(self, game: str, seats: int, seed: int, seconds: float) -> Round:
        """One round of random play there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(game, seats, seed, seconds, file=self._process.stdin, flush=True)
        decisions, games, spent = self._process.stdout.readline().split()
        return int(decisions), int(games), float(spent)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    for line in sys.stdin:
        name, seats, seed, seconds = line.split()
        print(*one_round(bare(engine.game(name), int(seats)), Random(int(seed)), float(seconds)), flush=True)


if __name__ == "__main__":
    main()
