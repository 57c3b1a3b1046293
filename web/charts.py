"""Rating curves as SVG, drawn on the server: no script, and they print."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.storage.pages.bots import CurvePoint

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 26
LEAST_SPAN = 60.0
"""Points between the lowest and highest line at least: small moves must not look like mountains."""


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal line with its label."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws."""

    width: int
    height: int
    path: str
    area: str
    lines: tuple[Line, ...]
    last_x: float
    last_y: float
    first: str
    last: str
    summary: str
    """The curve in a sentence, for those who do not see it."""


def rating_curve(points: Sequence[CurvePoint]) -> Chart | None:
    """The curve over sets; None if there is nothing to draw yet."""
    if len(points) < 2:
        return None
    values = [point.rating for point in points]
    low, high = _span(values)
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * index / (len(values) - 1) for index in range(len(values))]
    ys = [_y(value, low, high) for value in values]
    corners = [f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True)]
    path = "M" + " L".join(corners)
    floor = HEIGHT - BOTTOM
    return Chart(
        WIDTH,
        HEIGHT,
        path,
        f"{path} L{xs[-1]:.1f} {floor} L{xs[0]:.1f} {floor} Z",
        tuple(Line(_y(value, low, high), f"{value:,.0f}") for value in _ticks(low, high)),
        xs[-1],
        ys[-1],
        f"{points[0].at:%Y-%m-%d %H:%M}",
        f"{points[-1].at:%Y-%m-%d %H:%M}",
        f"Rating over the last {_sets(len(points) - 1)}: from {values[0]:,.0f} to {values[-1]:,.0f}, "
        f"lowest {min(values):,.0f}, highest {max(values):,.0f}.",
    )


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


def _sets(number: int) -> str:
    return "rated set" if number == 1 else f"{number} rated sets"
