"""Boards drawn by the viewer's renderers in a small JavaScript engine, as SVG files that need no style sheet."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Literal, TypeAlias
from xml.etree import ElementTree as ET

from arena.errors import Invalid, Unavailable
from arena.export import scripts
from arena.text import visible
from arena.viewer.catalog import catalog

Theme: TypeAlias = Literal["light", "dark"]
SVG = "http://www.w3.org/2000/svg"
MOST_BYTES, MOST_SECONDS = 256 << 20, 30
"""What the engine may use for one drawing: twenty times what the largest board needs."""
LONGEST_NAME = 60
OWN_STYLES = """\
.sheet-ground { fill: var(--paper); }
.card-edge { fill: var(--shu); }
"""
START = """
let frames, about;
const { Frames } = modules["frames.js"], { draw } = modules[RENDERER], { markup } = modules["svg.js"];
const { bareBoard, matchCard, picture } = modules["picture.js"];
function begin(text, tables) {
  frames = new Frames(JSON.parse(text));
  const { game, seats, options, names } = frames.about;
  about = { game, seats, options, names, catalog: JSON.parse(tables) };
}
function drawPicture(position, whole) { return JSON.stringify(markup(picture(draw, frames, about, position, whole))); }
function drawBoard(position) { return JSON.stringify(markup(bareBoard(draw, frames, about, position))); }
function drawCard(title) { return JSON.stringify(markup(matchCard(draw, frames, about, title))); }
"""
PLAIN = 'function drawPlain(card) { return JSON.stringify(modules["svg.js"].markup(modules["picture.js"].plainCard(JSON.parse(card)))); }'
"""Texts come out as JSON: the engine's Python binding cannot read one that was put together of others."""

ET.register_namespace("", SVG)


class Undrawable(Invalid):
    """There is no picture of this match; the sentence says why."""


class PicturesMissing(Unavailable):
    """The packages that draw pictures are not installed."""


def needed(name: str) -> ModuleType:
    """A package of the extra `pictures`."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        raise PicturesMissing(
            f"pictures need the package {missing.name}, which is not installed: pip install 'meiji-arena[pictures]'"
        ) from None


class Boards:
    """The boards of one match for one audience. Not for several threads at once."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """From the frames of the match (docs/viewer.md)."""
        game: str = document["game"]
        if not document["drawn"]:
            raise Undrawable(
                f"{' '.join(document['notices'])} There is no board to draw; the page (--html) lists its moves."
            )
        if scripts.renderer(game) == scripts.GENERIC:
            raise Undrawable(f"{game} has no drawn board yet; the page (--html) shows it as a table")
        self.game = game
        self.steps = len(document["steps"])
        self._context = _engine([scripts.renderer(game)], START.replace("RENDERER", json.dumps(scripts.renderer(game))))
        names = [visible(name, LONGEST_NAME) for name in document["names"]]
        self._context.get("begin")(json.dumps({**document, "names": names}), json.dumps(catalog(game)))

    def picture(self, position: int, theme: Theme = "light", *, whole: bool = True) -> str:
        """The board after *position* steps with a heading; *whole*: with the panels of the players."""
        return styled(self.game, _call(self._context, "drawPicture", position, whole), theme)

    def bare(self, position: int) -> str:
        """The board alone, for a page that has the viewer's style sheets; without tooltips and the viewer's other additions."""
        return _call(self._context, "drawBoard", position)

    def card(self, title: str, theme: Theme = "light") -> str:
        """The picture of a link preview, 1200 x 630: the last board and the result."""
        return styled(self.game, _call(self._context, "drawCard", title), theme)


def plain_card(title: str, about: str, lines: Sequence[tuple[str, str]], theme: Theme = "light") -> str:
    """The same without a board: a title, a line about it, up to four lines of a name and a value."""
    context = _engine([], PLAIN)
    card = json.dumps({"title": title, "about": about, "lines": lines})
    return styled("", _call(context, "drawPlain", card), theme)


def _engine(modules: Sequence[str], more: str) -> Any:
    context = needed("quickjs").Context()
    context.set_memory_limit(MOST_BYTES)
    context.set_time_limit(MOST_SECONDS)
    context.eval(scripts.joined([*modules, "frames.js", "svg.js", "picture.js"]) + more)
    return context


def _call(context: Any, name: str, *arguments: str | int | bool) -> str:
    text: str = json.loads(context.get(name)(*arguments))
    return text


def styled(game: str, drawing: str, theme: Theme) -> str:
    """A drawing with its styles worked out, and without what only the viewer reads."""
    root = ET.fromstring(drawing)  # noqa: S314  our own renderer wrote it
    root.set("data-theme", theme)
    _styles(game).apply(root, {})
    for element in root.iter():
        for name in [name for name in element.attrib if name.startswith(("data-", "aria-"))]:
            del element.attrib[name]
    return ET.tostring(root, encoding="unicode")


@cache
def _styles(game: str) -> Any:
    needed("cssselect2")
    from arena.export.styles import Styles

    return Styles([*scripts.styles(game), OWN_STYLES])
