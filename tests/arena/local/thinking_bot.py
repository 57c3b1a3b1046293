"""Thinks for ever; in as many matches at once as its argument says."""

import sys
import time

from arena.sdk import Bot, run


class ThinkingBot(Bot):
    matches_at_once = int(sys.argv[1])

    def choose(self, decision):
        print("thinking", flush=True)
        while True:
            time.sleep(0.01)


if __name__ == "__main__":
    run(ThinkingBot())
