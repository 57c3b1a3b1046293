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
