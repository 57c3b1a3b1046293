"""How figures, times, links and the arena's words read on a page."""

from datetime import UTC, datetime
from functools import cache, lru_cache
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from flask import Flask, request
from markupsafe import Markup

import engine
from arena import wording
from arena.matches.running import FAULTS
from arena.results.words import in_words, pieces
from arena.seasons.tables import figure
from web import documents
from web.score_strips import score_bar, score_strip, strip_of_points
from web.site import site, who

FORMATS = {
    "ladder": "Ladder",
    "round_robin": "Round robin",
    "swiss": "Swiss system",
    "final": "Final",
    "solo": "Solo ladder",
}
STATES = {
    "queued": "waiting for its bots",
    "running": "being played",
    "finished": "finished",
    "void": "void, played again",
    "failed": "given up",
}


def install(app: Flask) -> None:
    """Filters and globals for templates."""
    app.jinja_env.filters.update(
        points=points,
        change=change,
        ago=ago,
        since_unix=since_unix,
        until=until,
        moment=moment,
        seconds=seconds,
        words=words,
        ordinal=ordinal,
        title=title,
    )
    app.jinja_env.filters.update(in_words=in_words, pieces=pieces)
    app.jinja_env.filters.update(zoned=zoned, counted=wording.counted, figure=figure)
    app.jinja_env.globals.update(
        games=titles, formats=FORMATS, states=STATES, faults=FAULTS, with_query=with_query, who=who
    )
    app.jinja_env.globals.update(score_bar=score_bar, score_strip=score_strip, strip_of_points=strip_of_points)
    app.jinja_env.globals.update(
        document_address=documents.address, move_address=documents.move_address, rules_address=documents.rules_address
    )
    app.jinja_env.globals["mails"] = mails
    _install_links(app)


def mails() -> bool:
    """Whether this arena sends e-mail."""
    return bool(site().settings.smtp_host)


@cache
def titles() -> dict[str, str]:
    """Every game with its short title."""
    return {name: engine.game(name).label for name in engine.games()}


def title(game: str) -> str:
    """A game's short title."""
    return titles().get(game, game)


def points(value: float) -> str:
    """A rating: `1,512`."""
    return f"{value:,.0f}"


def change(value: float) -> str:
    """A rating change with its sign, and a real minus."""
    return f"{value:+.1f}".replace("-", "−")


def seconds(ms: float | None) -> str:
    """A span of milliseconds: `840 ms`, `3.2 s`, `4 min 10 s`."""
    if ms is None:
        return "–"
    if ms < 1000:
        return f"{ms:.0f} ms"
    if ms < 100_000:
        return f"{ms / 1000:.1f} s"
    return f"{ms // 60_000:.0f} min {ms // 1000 % 60:.0f} s"


def since_unix(value: float) -> Markup:
    """How long ago a Unix time was."""
    return ago(datetime.fromtimestamp(value, UTC))


def moment(value: datetime | None) -> Markup:
    """A time element in UTC."""
    if value is None:
        return Markup("–")
    utc = value.astimezone(UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        utc.isoformat(timespec="seconds"), f"{utc:%Y-%m-%d %H:%M} UTC"
    )


def zoned(value: datetime | None, zone: str) -> Markup:
    """A time element as the organiser's clock has it, with UTC beside it."""
    if value is None:
        return Markup("–")
    utc, there = value.astimezone(UTC), value.astimezone(ZoneInfo(zone))
    if zone == "UTC":
        return Markup('<time datetime="{}">{}</time>').format(
            utc.isoformat(timespec="seconds"), f"{utc:%a %Y-%m-%d %H:%M} UTC"
        )
    same_day = utc.date() == there.date()
    return Markup('<time datetime="{}">{}</time> <span class="soft small utc">({} UTC)</span>').format(
        utc.isoformat(timespec="seconds"),
        f"{there:%a %Y-%m-%d %H:%M %Z}",
        f"{utc:%H:%M}" if same_day else f"{utc:%Y-%m-%d %H:%M}",
    )


def ago(value: datetime | None) -> Markup:
    """How long ago, with the exact time behind it."""
    if value is None:
        return Markup("never")
    utc = value.astimezone(UTC)
    exact = utc.isoformat(" ", "seconds")[:19]  # a quarter of the time of strftime, and a page has dozens
    span = _span((datetime.now(UTC) - utc).total_seconds())
    return Markup(f'<time datetime="{exact.replace(" ", "T")}Z" title="{exact} UTC" data-ago>{span}</time>')  # noqa: S704 (figures alone)


def until(value: datetime) -> Markup:
    """How long to go, with the exact time behind it; a script counts down."""
    utc = value.astimezone(UTC)
    exact = utc.isoformat(" ", "seconds")[:19]
    left = max(0, int((utc - datetime.now(UTC)).total_seconds()))
    return Markup('<time datetime="{}Z" title="{} UTC" data-until>{}</time>').format(
        exact.replace(" ", "T"), exact, _to_go(left)
    )


def _to_go(left: int) -> str:
    """The same words as in web/static/site.js."""
    if left < 60:
        return "in a moment"
    if left < 3600:
        return f"in {left // 60} min"
    return f"in {left // 3600} h {left % 3600 // 60} min" if left < 86_400 else f"in {left // 86_400} d"


def _span(past: float) -> str:
    if past < 60:  # coarse on purpose: a page that says "3 s ago" is another page every second
        return "just now"
    if past < 3600:
        return f"{past // 60:.0f} min ago"
    if past < 86_400:
        return f"{past // 3600:.0f} h ago"
    return f"{past // 86_400:.0f} d ago"


def words(name: str) -> str:
    """A lower_snake name of the engine as words."""
    return str(name).replace("_", " ")


def ordinal(place: int | None) -> str:
    """1st, 2nd, 3rd, 4th; a dash where there is no place."""
    return "–" if place is None else wording.ordinal(place)


def with_query(**changes: object) -> str:
    """The address of this page with some of its query changed; None removes."""
    kept = {name: value for name, value in request.args.items() if name not in changes}
    kept |= {name: str(value) for name, value in changes.items() if value is not None}
    return f"{request.path}?{urlencode(kept)}" if kept else request.path


KEPT = 20_000
"""Addresses, of some hundred bytes each."""


def _install_links(app: Flask) -> None:
    """`url_for` of templates: paths alone, which are the same for every visitor and host. `absolute` is for what other sites read."""
    address = app.extensions["arena"].settings.site_address
    app.jinja_env.globals.update(
        url_for=lru_cache(KEPT, typed=True)(app.url_for),
        absolute=lambda endpoint, **values: address + app.url_for(endpoint, **values),
        site_address=address,
    )
