"""Thinks for ever."""

import time

from arena.sdk import Bot, run


class ThinkingBot(Bot):
    def choose(self, decision):
        print("thinking", flush=True)
        while True:
            time.sleep(0.01)


if __name__ == "__main__":
    run(ThinkingBot())
