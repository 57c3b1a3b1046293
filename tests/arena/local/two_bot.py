"""Takes the first action, in two matches at once."""

from arena.sdk import Bot, run


class TwoBot(Bot):
    matches_at_once = 2

    def choose(self, decision):
        return 0


if __name__ == "__main__":
    run(TwoBot())
