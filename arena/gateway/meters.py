"""The clock of hosted bots: they are charged the processor time that they used, as their runner reports it, so that a busy machine costs them nothing.

The wall counts too, at an eighth: a program that sleeps or hangs runs out of time after eight times its clock.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.matches.clocks import WALL_TIMES

if TYPE_CHECKING:
    from arena.gateway.seats import Pending, Seat


class Meter:
    """Processor time of one hosted bot: what was reported and not yet charged. Seconds.

    A report lags a tenth of a second behind. What comes too late for a decision is charged to the next one of the match, never more
    than the bot had by the wall.
    """

    __slots__ = ("_answered", "_read_at", "_run", "_used", "unpaid")

    def __init__(self, now: float) -> None:
        self._run = ""
        self._used = 0.0
        self._read_at = now
        self._answered = 0.0
        """By the wall, in answers since the last report."""
        self.unpaid = 0.0

    def report(self, run: str, used: float, pending: "Iterable[Pending]", now: float) -> None:
        """The program *run* has used this much so far. The first report of a run is where its count begins: starting costs nothing.

        Time in which nothing was asked is not charged.
        """
        asked = self._answered + sum(each.spent_since(self._read_at, now) for each in pending)
        if run == self._run:
            self.unpaid += max(0.0, min(used - self._used, asked))
        self._run, self._used, self._read_at, self._answered = run, used, now, 0.0

    def charge(self, seat: "Seat", pending: "Pending", now: float) -> float:
        """What the pending decision has cost so far."""
        wall = pending.spent(now)
        return max(wall / WALL_TIMES, min(self.unpaid, wall + seat.unpaid_wall))

    def settle(self, seat: "Seat", pending: "Pending", now: float) -> float:
        """The decision is answered: what it cost."""
        wall, charged = pending.spent(now), self.charge(seat, pending, now)
        self.unpaid = max(0.0, self.unpaid - charged)
        seat.unpaid_wall = max(0.0, seat.unpaid_wall + wall - charged)
        self._answered += pending.spent_since(self._read_at, now)
        return charged
