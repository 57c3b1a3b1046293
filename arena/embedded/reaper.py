"""A small process that outlives the supervisor by a moment: when the supervisor is gone, everything it started is killed.

It reads lines `add GROUP` and `drop GROUP` (process groups) from its standard input. The end of the input means that the
supervisor has died, by whatever signal: the kernel closes its pipes.
"""

import os
import signal
import sys


def main() -> None:
    """Collect groups until the input ends, then kill what is left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the supervisor's to answer
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        word, number = line.split()
        if word == "add":
            groups.add(int(number))
        else:
            groups.discard(int(number))
    for group in groups:
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
