"""The games: rules in short, options, what every component is worth and where the figure comes from, and statistics of play."""

import contextlib
from typing import Any

import msgspec
from flask import Blueprint, abort, render_template
from redis import RedisError

import engine
from arena.lens import lens_of
from arena.results.statistics import TableStatistics, statistics
from arena.seasons.queries import seasons
from arena.viewer.catalog import components
from web.charts import histogram
from web.site import reading, site, who

CACHED_SECONDS = 300
STRONG_USES = 30
"""Uses that are shown at once on the page about strong play; the others unfold."""


def of_game(game: str) -> list[TableStatistics]:
    """The figures, at most five minutes old."""
    name = f"arena:page:statistics:{game}"
    with contextlib.suppress(RedisError):
        cached: Any = site().redis.get(name)
        if cached is not None:
            return msgspec.json.decode(cached, type=list[TableStatistics])
    with reading() as session:
        figures = statistics(session, game)
    with contextlib.suppress(RedisError):
        site().redis.set(name, msgspec.json.encode(figures), ex=CACHED_SECONDS)
    return figures


pages = Blueprint("games", __name__)


@pages.get("/games")
def games() -> str:
    """All games."""
    return render_template("games.html", all=[engine.game(name) for name in engine.games()])


@pages.get("/games/<name:name>")
def game(name: str) -> str:
    """One game."""
    found = engine.game(name)
    with reading() as session:
        played = seasons(session, who(), game=name)
    return render_template(
        "game.html",
        game=found,
        seasons=played,
        files=components(name),
        tables=of_game(name),
        histogram=histogram,
        strong=lens_of(name),
    )


@pages.get("/games/<name:name>/strong-play")
def strong_play(name: str) -> str:
    """What strong house bots do in a game, and how that relates to winning."""
    figures = lens_of(name)
    if figures is None:
        abort(404)
    return render_template("strong_play.html", game=engine.game(name), lens=figures, shown=STRONG_USES)
