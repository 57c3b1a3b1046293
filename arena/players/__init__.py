"""House bots: players that run in our own process, for any game.

`make("greedy:noise=0.3", seed)` gives a player; `parse` checks a text without making one; `KINDS` lists what exists.
"""

from arena.players.catalog import KINDS, make
from arena.players.kinds import Kind, Setting
from arena.players.texts import Bot, BotError, InvalidSetting, UnknownBot, parse

__all__ = ["KINDS", "Bot", "BotError", "InvalidSetting", "Kind", "Setting", "UnknownBot", "make", "parse"]
