"""What a start in the sandbox costs over a bare process, in the same run: time to the first byte that a program prints.

python -m bench.sandbox [--starts 40] [--sandbox runsc]
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from arena.sandbox.program import Program

WORDS = ["/bin/echo", "x"]


def first_byte(start) -> float:
    """Seconds until the program has printed something."""
    here, there = os.pipe()
    began = time.monotonic()
    end = start(there)
    os.close(there)
    os.read(here, 1)
    took = time.monotonic() - began
    os.close(here)
    end()
    return took


def bare(out: int):
    process = subprocess.Popen(WORDS, stdout=out)
    return process.wait


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--sandbox", default="bubblewrap")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)

        def boxed(out: int):
            program = Program(Path(folder), WORDS, way=given.sandbox, stdout=out)
            return program.wait

        first_byte(boxed)  # reads files that later starts find in memory
        pairs = [(first_byte(bare), first_byte(boxed)) for _ in range(given.starts)]
    plain, sandboxed = (1000 * statistics.median(side) for side in zip(*pairs, strict=True))
    print(
        f"bare {plain:.1f} ms, {given.sandbox} {sandboxed:.1f} ms, {sandboxed - plain:.1f} ms over it (medians of {given.starts})"
    )


if __name__ == "__main__":
    main()
