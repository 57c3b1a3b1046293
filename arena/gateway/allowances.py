"""How much one bot, owner or address may ask of a gateway: buckets that fill up again by the second."""

from collections.abc import Callable, Hashable

MOST_KEPT = 10_000
"""Buckets that are remembered; full ones are forgotten first, since a new one is full as well."""


class Allowances:
    """One bucket for each key."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self.burst = burst
        self.per_second = per_second
        self._clock = clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable, amount: float = 1.0) -> bool:
        """Take *amount* out of the bucket, if there is as much; whether there was."""
        now = self._clock()
        left = self._now(key, now)
        if left < amount:
            self._left[key] = (left, now)
            return False
        if key not in self._left and len(self._left) >= MOST_KEPT:
            self._forget(now)
        self._left[key] = (left - amount, now)
        return True

    def is_empty(self, key: Hashable) -> bool:
        """Whether nothing is left to take."""
        return self._now(key, self._clock()) < 1.0

    def _now(self, key: Hashable, now: float) -> float:
        left, since = self._left.get(key, (self.burst, now))
        return min(self.burst, left + (now - since) * self.per_second)

    def _forget(self, now: float) -> None:
        """Forget the full buckets; if none is full, half of them: memory stays bounded whatever comes."""
        full = [key for key in self._left if self._now(key, now) >= self.burst]
        for key in full or list(self._left)[: MOST_KEPT // 2]:
            del self._left[key]


class Bars:
    """Keys that are shut out for some time: twice as long each time, until they have behaved for a while."""

    def __init__(self, first: float, longest: float, forgiven: float, clock: Callable[[], float]) -> None:
        """All in seconds; *forgiven* is counted from the end of the last time."""
        self.first = first
        self.longest = longest
        self._forgiven = forgiven
        self._clock = clock
        self._until: dict[Hashable, tuple[float, float]] = {}
        """When each is let in again, and how long it was shut out."""

    def shut(self, key: Hashable) -> None:
        """Shut it out from now on."""
        now = self._clock()
        until, length = self._until.get(key, (0.0, 0.0))
        if now > until + self._forgiven:
            length = 0.0
        if key not in self._until and len(self._until) >= MOST_KEPT:
            self._forget(now)
        length = min(length * 2 or self.first, self.longest)
        self._until[key] = (now + length, length)

    def left(self, key: Hashable) -> float:
        """Seconds until it is let in; 0: at once."""
        until, _ = self._until.get(key, (0.0, 0.0))
        return max(0.0, until - self._clock()) if until else 0.0

    def _forget(self, now: float) -> None:
        over = [key for key, (until, _) in self._until.items() if now > until + self._forgiven]
        for key in over or list(self._until)[: MOST_KEPT // 2]:
            del self._until[key]
