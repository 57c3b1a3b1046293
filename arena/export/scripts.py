"""The viewer's scripts and style sheets as texts, and modules joined into one script that needs no loader.

They belong to the site and are read as data: nothing of the site is imported.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

NAMED = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
WHOLE = re.compile(r'^import \* as (\w+) from "\./([\w-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
GENERIC = "generic.js"
"""Draws a game that has no renderer, as a table."""


@cache
def source(name: str) -> str:
    """The text of a file of the viewer, of the site's style sheet, or of this package."""
    static = files("web").joinpath("static")
    for folder in (static.joinpath("viewer"), static, files("arena.export")):
        if folder.joinpath(name).is_file():
            return folder.joinpath(name).read_text("utf-8")
    raise FileNotFoundError(name)


def exists(name: str) -> bool:
    """Whether the viewer has such a file."""
    return files("web").joinpath("static", "viewer", name).is_file()


def renderer(game: str) -> str:
    """The module that draws a game."""
    name = f"{game}.js"
    return name if exists(name) else GENERIC


def styles(game: str) -> list[str]:
    """The style sheets of a board, the general ones first."""
    own = f"{game}.css"
    return [source(name) for name in ("site.css", "viewer.css", *([own] if exists(own) else []))]


def joined(names: Iterable[str]) -> str:
    """A script that defines `modules`: by file name, the exports of these modules and of those they import."""
    order: dict[str, None] = {}
    for name in names:
        _in_order(name, order)
    return "\n".join(["const modules = {};", *map(_wrapped, order)])


def _in_order(name: str, order: dict[str, None]) -> None:
    """What a module imports comes before it."""
    if name not in order:
        for imported in _imports(name):
            _in_order(imported, order)
        order[name] = None


def _imports(name: str) -> Iterator[str]:
    text = source(name)
    for form in (NAMED, WHOLE):
        yield from (match[2] for match in form.finditer(text))


def _wrapped(name: str) -> str:
    """A module as a function that is called at once. Its imports and exports must have the three forms that the viewer uses."""
    text = NAMED.sub(_taken, source(name))
    text = WHOLE.sub(lambda match: f'const {match[1]} = modules["{match[2]}"];', text)
    exported = [match[2] for match in EXPORT.finditer(text)]
    text = EXPORT.sub(r"\1", text)
    if left := LEFT.search(text):
        raise ValueError(f"{name}: an import or export in a form that cannot be joined: {left[0][:80]}")
    return f'modules["{name}"] = (() => {{\n"use strict";\n{text}\nreturn {{ {", ".join(exported)} }};\n}})();'


def _taken(match: re.Match[str]) -> str:
    return f'const {{ {match[1].strip().replace(" as ", ": ")} }} = modules["{match[2]}"];'
