"""A harmless neighbour on the same machine: `python -m tests.faults.neighbour SHARE` uses that share of one processor and talks to nobody."""

import sys
import time

SLICE_SECONDS = 0.005


def burn(share: float) -> None:
    """For ever: *share* seconds of processor time in each second."""
    began = time.monotonic()
    while True:
        while time.process_time() < share * (time.monotonic() - began):
            sum(range(2_000))
        time.sleep(SLICE_SECONDS)


if __name__ == "__main__":
    burn(float(sys.argv[1]))
