"""A match at a glance: its seats by place, each with its mark and a bar as long as its score. Drawn on the server, for lists of matches."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from arena.results.queries import SeatLine

MARKS = ("M4 1a3 3 0 1 0 .01 0Z", "M1.3 1.3h5.4v5.4h-5.4Z", "M4 .6L7.3 6.6L.7 6.6Z", "M4 .4L7.3 4L4 7.6L.7 4Z")
"""The shapes by which boards tell seats apart, in a square of 8 (web/static/viewer/dom.js)."""
ROW, BAR_LEFT, BAR_WIDTH = 9, 11, 72


def score_strip(seats: Iterable[SeatLine]) -> Markup:
    """The strip of a finished match, its seats in the order given; empty without scores. The names beside it say the same in words."""
    rows = tuple((seat.seat, seat.score) for seat in seats if seat.score is not None)
    return _drawn(rows) if rows else Markup()


def strip_of_points(points: Sequence[int]) -> Markup:
    """The strip of a match that is being played, by its seats."""
    return _drawn(tuple(enumerate(points))) if points else Markup()


def score_bar(value: int, sheet: Sequence[tuple[str, Sequence[int]]]) -> Markup:
    """A bar below a figure of a score sheet, as long as its share of the largest figure on the sheet."""
    most = max((abs(figure) for _, row in sheet for figure in row), default=0)
    if not most or not value:
        return Markup()
    width = max(1.0, 100 * abs(value) / most)
    return Markup(  # noqa: S704 (figures alone)
        f'<svg aria-hidden="true"><rect x="{100 - width:.1f}%" width="{width:.1f}%" height="100%" rx="1"/></svg>'
    )


@lru_cache(4096)
def _drawn(rows: tuple[tuple[int, int], ...]) -> Markup:
    most = max(1, *(score for _, score in rows))
    height = ROW * len(rows)
    drawn = "".join(_row(number * ROW, seat, score / most) for number, (seat, score) in enumerate(rows))
    return Markup(  # noqa: S704 (figures alone)
        f'<svg class="strip" viewBox="0 0 {BAR_LEFT + BAR_WIDTH} {height}" width="{BAR_LEFT + BAR_WIDTH}" height="{height}" aria-hidden="true">{drawn}</svg>'
    )


def _row(top: int, seat: int, share: float) -> str:
    width = max(1.0, BAR_WIDTH * share)
    return (
        f'<g class="seat-{seat}"><path transform="translate(0 {top})" d="{MARKS[seat % len(MARKS)]}"/>'
        f'<rect x="{BAR_LEFT}" y="{top + 1.5:g}" width="{width:.1f}" height="5"/></g>'
    )
