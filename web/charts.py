"""Rating curves and distributions as SVG, drawn on the server: no script, and they print."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from arena.bots.figures import CurvePoint
from arena.results.statistics import Spread

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 26
LEAST_SPAN = 60.0
"""Points between the lowest and highest line at least: small changes must not look large."""


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal line with its label."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line where a version was first seen."""

    x: float
    label: str
    anchor: str
    """The label's side of the line, as an SVG text-anchor."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws."""

    width: int
    height: int
    path: str
    band: str
    """The 95 % interval around the curve; empty where it is not known."""
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]
    last_x: float
    last_y: float
    first: str
    last: str
    summary: str
    """The curve in a sentence, for those who do not see it."""


@dataclass(frozen=True, slots=True)
class UseChart:
    """What a hosted bot used over time: processor time as a share of one processor, and memory."""

    width: int
    height: int
    processor: str
    memory: str
    seconds: float
    most_memory: int
    """Bytes: the top of the chart."""
    summary: str


def use_of(points: Sequence[Sequence[float]]) -> UseChart | None:
    """The graph of one run; None if there is too little to draw."""
    if len(points) < 3:
        return None
    end, most = points[-1][0] or 1.0, int(max(point[2] for point in points)) or 1

    def place(seconds: float, share: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * seconds / end
        return f"{x:.1f},{TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, share)):.1f}"

    pairs = [(earlier, later) for earlier, later in pairwise(points) if later[0] > earlier[0]]
    shares = [(later[0], (later[1] - earlier[1]) / 1000 / (later[0] - earlier[0])) for earlier, later in pairs]
    processor = "M" + " L".join(place(seconds, share) for seconds, share in shares)
    memory = "M" + " L".join(place(point[0], point[2] / most) for point in points)
    mean = (points[-1][1] - points[0][1]) / 10 / max(0.1, end - points[0][0])
    words = f"Over {end:.0f} seconds it used {mean:.0f} % of a processor on average and at most {most / 2**20:.0f} MB of memory."
    return UseChart(WIDTH, HEIGHT, processor, memory, end, most, words)


def rating_curve(points: Sequence[CurvePoint], versions: Sequence[tuple[str, datetime]] = ()) -> Chart | None:
    """The curve over sets with its band, and a mark for each version; None if there is nothing to draw yet."""
    if len(points) < 2:
        return None
    values = [point.rating for point in points]
    known = points[len(points) // 4 :]  # before, the band is wider than any curve and is cut off at the edge
    low, high = _span([*values, *(point.rating + side * point.interval for point in known for side in (-1, 1))])
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * share for share in _shares([point.at for point in points])]
    path = "M" + " L".join(f"{x:.1f} {_y(value, low, high):.1f}" for x, value in zip(xs, values, strict=True))
    return Chart(
        WIDTH,
        HEIGHT,
        path,
        _band(points, xs, low, high),
        _marks([point.at for point in points], xs, versions),
        tuple(Line(_y(value, low, high), f"{value:,.0f}") for value in _ticks(low, high)),
        xs[-1],
        _y(values[-1], low, high),
        f"{points[0].at:%Y-%m-%d %H:%M}",
        f"{points[-1].at:%Y-%m-%d %H:%M}",
        f"Rating since {points[0].at:%Y-%m-%d %H:%M}: from {values[0]:,.0f} to {values[-1]:,.0f}, "
        f"lowest {min(values):,.0f}, highest {max(values):,.0f}.",
    )


def _band(points: Sequence[CurvePoint], xs: Sequence[float], low: float, high: float) -> str:
    """There and back along the edges."""
    known = [(x, point) for x, point in zip(xs, points, strict=True) if point.interval]
    if len(known) < 2:
        return ""
    upper = [f"{x:.1f} {_y(min(high, point.rating + point.interval), low, high):.1f}" for x, point in known]
    lower = [f"{x:.1f} {_y(max(low, point.rating - point.interval), low, high):.1f}" for x, point in reversed(known)]
    return "M" + " L".join(upper + lower) + " Z"


def _marks(
    moments: Sequence[datetime], xs: Sequence[float], versions: Sequence[tuple[str, datetime]]
) -> tuple[Mark, ...]:
    """Versions first seen while the curve runs, at the set that came next."""
    marks = []
    for name, since in versions:
        at = bisect_left(moments, since)
        if 0 < at < len(moments):
            marks.append(Mark(xs[at], name, "end" if xs[at] > WIDTH / 2 else "start"))
    return tuple(marks)


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    missing = max(0.0, LEAST_SPAN - (high - low)) / 2
    margin = 0.06 * max(high - low, LEAST_SPAN)
    return low - missing - margin, high + missing + margin


def _y(value: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)


def _ticks(low: float, high: float) -> list[float]:
    step = next(size for size in (10, 20, 25, 50, 100, 200, 250, 500, 1000, 10_000) if (high - low) / size <= 6)
    first = -(-low // step) * step
    return [first + step * number for number in range(7) if first + step * number <= high]


def _shares(moments: Sequence[datetime]) -> list[float]:
    """How far along each moment is, from 0 to 1; evenly spread if no time passes."""
    whole = (moments[-1] - moments[0]).total_seconds()
    if whole <= 0:
        return [at / (len(moments) - 1) for at in range(len(moments))]
    return [min(1.0, max(0.0, (moment - moments[0]).total_seconds() / whole)) for moment in moments]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram."""

    x: float
    y: float
    width: float
    height: float
    label: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """What the template draws."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    left: float
    """Where the bars begin and end."""
    right: float
    ticks: tuple[tuple[float, str, str], ...]
    """Figures below the bars: where, what, and its SVG text-anchor."""
    most: int
    """What the tallest bar counts."""
    summary: str


BARS_WIDTH, BARS_HEIGHT, BARS_FLOOR = 360, 130, 20
WIDEST_BAR = 40.0
"""A single value must not fill the chart."""


def histogram(spread: Spread, what: str) -> Histogram:
    """A distribution as bars; *what* is counted, in the plural."""
    most = max(spread.counts)
    wide = min(WIDEST_BAR, BARS_WIDTH / len(spread.counts))
    left = (BARS_WIDTH - wide * len(spread.counts)) / 2
    tall = BARS_HEIGHT - BARS_FLOOR - 4
    bars = []
    for at, count in enumerate(spread.counts):
        low = spread.low + at * spread.step
        height = tall * count / most
        label = f"{low}" if spread.step == 1 else f"{low} to {low + spread.step - 1}"
        bars.append(Bar(left + at * wide + 0.5, 4 + tall - height, max(1.0, wide - 1), height, f"{label}: {count}"))
    high = spread.low + len(spread.counts) * spread.step - 1
    return Histogram(
        BARS_WIDTH,
        BARS_HEIGHT,
        tuple(bars),
        left,
        BARS_WIDTH - left,
        _below(spread.low, high, left),
        most,
        f"{what}: half are at {spread.middle:g} or below; from {spread.least} to {spread.most}.",
    )


def _below(low: int, high: int, left: float) -> tuple[tuple[float, str, str], ...]:
    """The least value, the greatest, and one between if there is room for it."""
    right = BARS_WIDTH - left
    if high <= low:
        return ((BARS_WIDTH / 2, str(low), "middle"),)
    ends = ((left, str(low), "start"), (right, str(high), "end"))
    if high - low < 2 or right - left < 120:
        return ends
    middle = (low + high) // 2
    return (ends[0], (left + (right - left) * (middle - low + 0.5) / (high - low + 1), str(middle), "middle"), ends[1])
