"""Takes the first action, always."""

from arena.sdk import Bot, run


class FirstBot(Bot):
    def choose(self, decision):
        return 0


if __name__ == "__main__":
    run(FirstBot())
