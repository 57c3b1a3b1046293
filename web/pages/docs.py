"""The documents: all of them with a search, each as a page, and the rules of the games."""

from flask import Blueprint, abort, render_template

from web.documents import RULES, document, game_of, groups, search
from web.inputs import text
from web.page_cache import DONE_SECONDS, keep

pages = Blueprint("docs", __name__)

LONGEST = 80
"""Characters of a search."""


@pages.get("/docs")
def overview() -> str:
    """All documents, or with `?q=` the sections that have these words."""
    words = text("q", LONGEST)
    return render_template("docs.html", words=words, found=search(words), groups=groups())


@pages.get("/docs/<name:name>")
def page(name: str) -> str:
    """One document."""
    return _shown(name)


@pages.get("/rules/<name:name>")
def rules(name: str) -> str:
    """The rules of a game as the engine plays them; every rule has an anchor with its id."""
    return _shown(f"{RULES}{name}")


def _shown(name: str) -> str:
    try:
        page = document(name)
    except KeyError:
        abort(404, f"there is no document {name!r}")
    keep(DONE_SECONDS)
    return render_template("document.html", document=page, game=game_of(name))
