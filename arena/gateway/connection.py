"""One bot of a gateway: its session, what it declared, the matches it sits in, and what its decisions cost it."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.gateway.meters import Meter
from arena.gateway.seats import Pending, Seat
from arena.gateway.tokens import BotIdentity

if TYPE_CHECKING:
    from arena.gateway.session import Session


@dataclass(slots=True)
class Connection:
    """What the gateway knows of one bot. It stays while the bot has matches, also when no session is open."""

    bot_id: str
    identity: BotIdentity | None = None
    session: "Session | None" = None
    seats: dict[str, Seat] = field(default_factory=dict)
    """By match."""
    games: frozenset[str] = frozenset()
    """What it declared; empty: every game, or it has not said hello yet."""
    matches_at_once: int = 1
    version: str = ""
    language: str = ""
    finishing: bool = False
    """It takes no new match."""
    holds: int = 0
    """Reasons to keep a finishing bot, such as a set that is not over."""
    meter: Meter | None = None
    """Of a hosted bot, which is charged processor time."""
    pause: asyncio.TimerHandle | None = None
    """Set while its clocks are paused: the timer that ends the pause."""

    def pending(self) -> list[tuple[Seat, Pending]]:
        """The questions it owes an answer to, each with its seat."""
        return [(seat, seat.pending) for seat in self.seats.values() if seat.pending is not None]

    def charged(self, seat: Seat, pending: Pending, now: float) -> float:
        """Seconds that a pending question has cost so far; a short way to the gateway costs nothing."""
        if self.meter is not None:
            return self.meter.charge(seat, pending, now)
        return pending.spent(now) - (self.session.credit if self.session is not None else 0.0)

    def settled(self, seat: Seat, pending: Pending, now: float) -> float:
        """Seconds that a question cost that is answered now."""
        return self.charged(seat, pending, now) if self.meter is None else self.meter.settle(seat, pending, now)

    def idle(self) -> bool:
        """Whether nothing is worth keeping."""
        return self.session is None and not self.seats and not self.holds and self.pause is None
