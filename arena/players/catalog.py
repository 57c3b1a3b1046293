"""All house bots, and how a text such as `greedy:noise=0.3:redraws=2` becomes one."""

from collections.abc import Mapping
from difflib import get_close_matches

from arena.matches import Player
from arena.players.greedy import Greedy
from arena.players.kinds import Bot, InvalidSetting, Kind, Setting, UnknownBot
from arena.players.planner import Planner
from arena.players.random_player import RandomPlayer

NOISE = Setting(0.0, 0.0, 1.0, "share of decisions taken at random; 1 plays like random")
REDRAWS = Setting(1, 1, 50, "how many times the hidden parts are drawn again for one decision", whole=True)
AHEAD = Setting(8, 0, 200, "how many more of its choices it plays at random before it counts", whole=True)

HOUSE_BOTS = {"shinobi": "greedy", "ronin": "greedy:noise=0.3", "kappa": "greedy:noise=0.6", "tanuki": "random"}
"""Quick bots of a new arena, in four strengths from the best to any legal action. They also play the show tables."""
LEVEL_BOTS = {"tengu": "hard", "kitsune": "normal", "daruma": "easy"}
"""Planning bots of a new arena, the strongest first."""
PORTRAITS = {
    "tengu": "plays every plan on in its mind before it moves; seldom hurries, seldom errs",
    "kitsune": "sees its whole turn and takes the best end of it, but not what you will answer",
    "daruma": "plans like the fox, with one eye not painted yet: it misjudges a little",
    "shinobi": "counts points a few blind steps ahead",
    "ronin": "a shinobi that follows a whim in three decisions of ten",
    "kappa": "a shinobi that follows a whim in six decisions of ten",
    "tanuki": "takes whatever lies nearest",
}
"""Every house bot of a new arena in a sentence."""

KINDS: dict[str, Kind] = {
    "random": Kind("takes any legal action, each equally likely", {}, lambda _, seed: RandomPlayer(seed)),
    "greedy": Kind(
        "takes the action after which it soon has the most points, by a look at redrawn positions",
        {"noise": NOISE, "redraws": REDRAWS, "ahead": AHEAD},
        lambda given, seed: Greedy(seed, given["noise"], int(given["redraws"]), int(given["ahead"])),
    ),
    "easy": Kind("plans its turn, and misjudges positions a little", {}, lambda _, seed: Planner(seed, "easy")),
    "normal": Kind(
        "plans its turn to the end and judges the position after it", {}, lambda _, seed: Planner(seed, "normal")
    ),
    "hard": Kind(
        "plans its turn in more ways, and plays the best plans on against likely answers",
        {},
        lambda _, seed: Planner(seed, "hard"),
    ),
}
LADDER = ("random", "greedy", "easy", "normal", "hard")
"""The levels of strength, from the weakest; docs/house-bots.md has the measurements."""


def make(text: str, seed: int) -> Player:
    """The player that a text names; the same text and seed play the same."""
    bot = parse(text)
    return KINDS[bot.name].make(bot.settings, seed)


def parse(text: str, kinds: Mapping[str, Kind] = KINDS) -> Bot:
    """The bot that a text names: its name, then settings, all joined by colons. UnknownBot and InvalidSetting list what exists."""
    name, *parts = text.strip().split(":")
    kind = kinds.get(name)
    if kind is None:
        near = get_close_matches(name, kinds, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(kinds)}{hint}")
    defaults = {key: setting.default for key, setting in kind.settings.items()}
    return Bot(name, {**defaults, **dict(_setting(name, kind.settings, part) for part in parts)})


def _setting(name: str, settings: Mapping[str, Setting], part: str) -> tuple[str, float]:
    key, equals, text = part.partition("=")
    if not equals:
        raise InvalidSetting(f"settings of {name} are written key=value, such as {name}:noise=0.3; got {part!r}")
    if key not in settings:
        raise InvalidSetting(f"bot {name} has no setting {key!r}; its settings are: {', '.join(settings) or 'none'}")
    try:
        return key, settings[key].read(text)
    except ValueError as error:
        raise InvalidSetting(f"setting {key} of bot {name} {error}; got {text!r}") from None
