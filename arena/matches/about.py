"""What a match is played for, and what its bots may know of that."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """What a bot may know of a match beyond the game."""

    season: str = ""
    """By its name in addresses; empty outside of seasons."""
    kind: str = ""
    """rated, validation or challenge; empty where there is no difference."""
    anonymous: bool = False
    """Nobody at the table is told who sits where until the set is over."""
