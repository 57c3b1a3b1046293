"""House bots: players that run in our own process, for any game.

`make("greedy:noise=0.3", seed)` creates a player; `parse` checks a text without creating one; `KINDS` lists what exists.
"""

from arena.players.catalog import HOUSE_BOTS, KINDS, LADDER, LEVEL_BOTS, PORTRAITS, make, parse
from arena.players.kinds import Bot, BotError, InvalidSetting, Kind, Setting, UnknownBot

__all__ = [
    "HOUSE_BOTS",
    "KINDS",
    "LADDER",
    "LEVEL_BOTS",
    "PORTRAITS",
    "Bot",
    "BotError",
    "InvalidSetting",
    "Kind",
    "Setting",
    "UnknownBot",
    "make",
    "parse",
]
