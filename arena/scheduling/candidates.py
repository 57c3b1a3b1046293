"""Who could play now, and how urgently."""

from collections.abc import Mapping
from dataclasses import dataclass, field

UNCERTAIN = 60.0
"""Seconds of waiting that a wholly unknown bot has ahead of a well-known one."""
_WIDEST = 350.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One bot of a ladder at one moment."""

    bot: str
    owners: frozenset[str]
    """Its team and everybody in it: bots with an owner in common never share a table. Empty: nobody's."""
    points: float
    """Elo, in points."""
    deviation: float
    """Of the Elo, in points: 350 is unknown."""
    waiting: float
    """Seconds since the bot came online or its last set was scheduled."""
    free: int = 1
    """Matches it could play at once beyond those it plays."""
    online: bool = True
    house: bool = False
    """A house bot: fills tables that lack opponents and never asks for one itself."""
    recent: Mapping[str, int] = field(default_factory=dict)
    """Bots met in its last sets, and how often; others are preferred."""
    rest: float = 0.0
    """Seconds until it asks for a table again, because its rating is settled; others may invite it meanwhile."""

    @property
    def ready(self) -> bool:
        """Can sit down now."""
        return self.online and self.free > 0

    @property
    def urgency(self) -> float:
        """Seconds of waiting, more for the uncertain. Waiting has no limit, the bonus has: so waiting wins in the end."""
        return self.waiting + UNCERTAIN * min(1.0, max(0.0, self.deviation / _WIDEST))
