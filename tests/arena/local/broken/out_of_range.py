"""Answers with an index that is not on the list."""

from arena.sdk import Bot, run


class OutOfRange(Bot):
    def choose(self, decision):
        return 1000


if __name__ == "__main__":
    run(OutOfRange())
