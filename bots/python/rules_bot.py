"""Plays IKI by a few rules that read the typed observation, and any legal action in other games.

Try it: arena local iki --bot "python rules_bot.py" --bot house:random
"""

import random

from arena.sdk import Bot, Decision, run
from arena.v1.iki_pb2 import IkiObservation

WORTH = {
    "foreman_build": 9,
    "buy_fish": 8,
    "buy_tobacco": 7,
    "recruit": 6,
    "income": 6,
    "trade": 5,
    "buy_pipe": 4,
    "buy_koban": 3,
    "watch": 3,
    "save": 3,
    "foreman_rice": 2,
    "build": 2,
    "end": 1,
    "stop": 1,
}
"""What the rules think of an action of IKI, by its first word; what is not here is worth 0."""


class RulesBot(Bot):
    """Knows what to buy, and a little about the position."""

    version = "1.0"

    def choose(self, decision: Decision) -> int:
        choices = range(len(decision.texts))
        if decision.game.name != "iki":
            return random.choice(choices)
        iki = decision.observation
        return max(choices, key=lambda index: rate(decision.texts[index], iki, decision.seat) + random.random())


def rate(action: str, iki: IkiObservation, seat: int) -> int:
    """Read the position: feed the artisans, recruit no one too late, and place new ones beside your own."""
    verb, _, place = action.partition(" ")
    mine = [room for room in iki.rooms if room.HasField("owner") and room.owner == seat]
    artisans = sum(room.HasField("level") for room in mine)  # only artisans have a level
    hungry = iki.players[seat].rice < artisans
    if hungry and verb in ("buy_rice_pair", "foreman_rice"):
        return 8
    if verb == "recruit" and iki.month >= 10:
        return 0
    if verb == "place":
        return sum(room.room[:2] == place[:2] for room in mine)
    return WORTH.get(verb, 0)


if __name__ == "__main__":
    run(RulesBot())
