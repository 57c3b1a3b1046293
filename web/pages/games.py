"""The games: rules in short, options, what every component is worth and where the figure comes from, and statistics of play."""

import contextlib
from typing import Any

import msgspec
from flask import Blueprint, render_template
from redis import RedisError

import engine
from arena.results.statistics import TableStatistics, statistics
from arena.seasons.queries import seasons
from arena.viewer.catalog import components
from web.charts import histogram
from web.site import reading, site, who

CACHED_SECONDS = 300


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
        "game.html", game=found, seasons=played, files=components(name), tables=of_game(name), histogram=histogram
    )
