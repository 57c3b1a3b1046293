"""Which house bots there are, what can be set on them, and how one is made."""

from arena.matches import Player
from arena.players.greedy import Greedy
from arena.players.kinds import Kind, Setting
from arena.players.random_player import RandomPlayer
from arena.players.texts import parse

NOISE = Setting(0.0, 0.0, 1.0, "share of decisions taken at random; 1 plays like random")
REDRAWS = Setting(1, 1, 50, "how many times the hidden parts are drawn anew for one decision", whole=True)
AHEAD = Setting(8, 0, 200, "how many random choices of its own it plays on before it counts", whole=True)

KINDS: dict[str, Kind] = {
    "random": Kind("takes any legal action, each equally likely", {}, lambda _, seed: RandomPlayer(seed)),
    "greedy": Kind(
        "takes the action after which it soon has the most points, by a look at redrawn positions",
        {"noise": NOISE, "redraws": REDRAWS, "ahead": AHEAD},
        lambda given, seed: Greedy(seed, given["noise"], int(given["redraws"]), int(given["ahead"])),
    ),
}


def make(text: str, seed: int) -> Player:
    """The player of a text such as `greedy:noise=0.3`; the same text and seed play the same."""
    bot = parse(text, KINDS)
    return KINDS[bot.name].make(bot.settings, seed)
