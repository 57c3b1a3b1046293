"""Takes the first action, but the first process of its kind gets stuck at decision 3: its argument names the file it notes that in."""

import sys
import time
from pathlib import Path

from arena.sdk import Bot, run

STUCK = Path(sys.argv[1])


class StuckOnceBot(Bot):
    def choose(self, decision):
        if decision.number == 3 and not STUCK.exists():
            STUCK.write_text("stuck", "utf-8")
            while True:
                time.sleep(0.01)
        return 0


if __name__ == "__main__":
    run(StuckOnceBot())
