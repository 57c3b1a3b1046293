"""Has an error in its thinking."""

from arena.sdk import Bot, run


class Raises(Bot):
    def choose(self, decision):
        return decision.view["no such key"]


if __name__ == "__main__":
    run(Raises())
