"""What a kind of house bot is: a sentence, settings with their limits, and a way to make one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.matches import Player


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that can be set on a bot."""

    default: float
    low: float
    high: float
    help: str
    whole: bool = False

    def read(self, text: str) -> float:
        """The number of a text; ValueError says what would be right."""
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
    """From all settings and a seed."""
