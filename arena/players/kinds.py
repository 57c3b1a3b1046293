"""Kinds of house bots and their settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.errors import Invalid
from arena.matches import Player


class BotError(Invalid):
    """A text that does not name a bot: the sentence says what exists."""


class UnknownBot(BotError): ...


class InvalidSetting(BotError): ...


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that you can set on a bot, with its limits."""

    default: float
    low: float
    high: float
    help: str
    whole: bool = False

    def read(self, text: str) -> float:
        """The number in a text; ValueError says what would be right."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            raise ValueError(f"must be {self.allowed()}") from None
        if not self.low <= value <= self.high:
            raise ValueError(f"must be {self.allowed()}")
        return value

    def allowed(self) -> str:
        """The limits in words."""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of house bot."""

    help: str
    settings: dict[str, Setting]
    make: Callable[[Mapping[str, float], int], Player]
    """Creates a player from all settings and a seed."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with a value for every setting."""

    name: str
    settings: dict[str, float]
