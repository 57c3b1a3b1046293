"""The games: rules in short, options, and what every component is worth, with where the figure comes from."""

from flask import Blueprint, render_template

import engine
from arena.storage.pages.seasons import seasons
from web.charts import histogram
from web.components import components
from web.site import reading, who
from web.statistics import of_game

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
