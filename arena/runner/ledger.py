"""What one run of a hosted bot has used: over time, for a graph, and in each match."""

from collections.abc import Collection
from dataclasses import dataclass, field

from arena.sandbox.cgroups import Used

MOST_POINTS = 240
"""Of the graph. When it is full, every second point goes, and points come half as often."""
MOST_MATCHES = 60
"""The newest ones are kept."""


@dataclass(slots=True)
class MatchFigures:
    """What a bot used while a match was played. Of several at once, each has an equal part of the processor time."""

    processor_ms: float = 0.0
    peak_memory_bytes: int = 0


@dataclass(slots=True)
class Ledger:
    """Of one run. Call `note` several times a second."""

    began: float
    """Seconds, of the clock that `note` goes by."""
    every: float = 1.0
    """Seconds between two points of the graph."""
    points: list[tuple[float, int, int]] = field(default_factory=list)
    """Seconds since the start, processor time so far in milliseconds, memory in bytes."""
    matches: dict[str, MatchFigures] = field(default_factory=dict)
    _last_ms: int = 0

    def note(self, now: float, used: Used, playing: Collection[str]) -> None:
        """What it has used by now; it plays these matches."""
        step, self._last_ms = max(0, used.processor_ms - self._last_ms), used.processor_ms
        for match_id in playing:
            figures = self.matches.setdefault(match_id, MatchFigures())
            figures.processor_ms += step / len(playing)
            figures.peak_memory_bytes = max(figures.peak_memory_bytes, used.memory_bytes)
        for match_id in list(self.matches)[:-MOST_MATCHES]:
            del self.matches[match_id]
        self._draw(now - self.began, used)

    def _draw(self, seconds: float, used: Used) -> None:
        if self.points and seconds - self.points[-1][0] < self.every:
            return
        self.points.append((round(seconds, 1), used.processor_ms, used.memory_bytes))
        if len(self.points) > MOST_POINTS:
            self.points, self.every = self.points[::2], 2 * self.every

    def match_rows(self) -> list[list[int]]:
        """As they are stored: match, milliseconds of processor time, peak memory in bytes; the oldest first."""
        return [[int(name), round(one.processor_ms), one.peak_memory_bytes] for name, one in self.matches.items()]
