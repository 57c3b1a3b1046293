"""Static files under addresses that name their content: `/static/3f9a…/site.css` never changes, so it is kept for a year."""

import gzip
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type

import msgspec
from flask import Flask, Response, abort, request, url_for

import engine
from arena.export import scripts
from arena.viewer.catalog import catalog

BESIDE = re.compile(r'url\("([\w-]+\.(?:svg|woff2))"\)')
"""A picture or a font in a style sheet."""
FACED = "site.css"
"""The style sheet that gets the colours and patterns of the games."""
COLOUR = re.compile(r"#[0-9a-f]{6}")
SHELL = "viewer-page.js"
"""The viewer without renderers: its modules in one file."""
KINDS = {"woff2": "font/woff2"}
"""What not every system's list of types has."""
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    body: bytes
    hash: str
    kind: str
    packed: bytes
    """The same, compressed with gzip."""


@cache
def assets() -> dict[str, Asset]:
    """All files of web/static and its vendor folder, the viewer, each game's face and printed tables, read once.

    Style sheets name pictures and fonts by their content. A game without a crest shows the arena's seal.
    """
    found: dict[str, Asset] = {}
    texts: dict[str, str] = {}
    folder = files("web").joinpath("static")
    everything = [*folder.iterdir(), *folder.joinpath("viewer").iterdir(), *folder.joinpath("vendor").iterdir()]
    for file in sorted(everything, key=lambda file: file.name):
        if file.name.endswith((".css", ".js")):
            texts[file.name] = file.read_text("utf-8")
        elif file.is_file() and not file.name.endswith(".toml"):
            found[file.name] = _asset(file.name, file.read_bytes())
    texts[FACED] += "".join(_face(found, game) for game in engine.games())
    viewer = {file.name for file in folder.joinpath("viewer").iterdir() if file.name.endswith(".js")}
    for name, text in texts.items():
        if name not in viewer:
            found[name] = _asset(name, BESIDE.sub(lambda named: f'url("{_beside(found, named[1])}")', text).encode())
    found[SHELL] = _asset(SHELL, scripts.joined(["page.js"]).encode())
    for game in engine.games():
        found[_bundle(game)] = _renderer(game)
        found[printed(game)] = _asset(printed(game), msgspec.json.encode(catalog(game)))
    return found


def _face(found: dict[str, Asset], game: str) -> str:
    """Keep a game's seal and pattern as files, and say in CSS what tells the game from the others."""
    folder = files(f"engine.{game}")
    for kind, file in (("mon", "crest.svg"), ("pattern", "pattern.svg")):
        own = folder / file
        name = f"{kind}-{game}.svg"
        found[name] = _asset(name, own.read_bytes() if own.is_file() else found["seal.svg"].body)
    colours = folder / "face.toml"
    if not colours.is_file():
        return ""
    both = tomllib.loads(colours.read_text("utf-8"))
    light, dark = (COLOUR.fullmatch(both[paper])[0] for paper in ("light", "dark"))  # type: ignore[index]
    return f'[data-game="{game}"] {{ --game: light-dark({light}, {dark}); --pattern: url("pattern-{game}.svg"); }}\n'


def _beside(found: dict[str, Asset], name: str) -> str:
    return f"../{found[name].hash}/{name}"


def _bundle(game: str) -> str:
    return f"viewer-{scripts.renderer(game)}"


def printed(game: str) -> str:
    """The file with a game's printed tables, as its renderer gets them."""
    return f"catalog-{game}.json"


def _renderer(game: str) -> Asset:
    """A game's renderer with all that it imports: a browser asks once, not thirty times, and what is packed together is smaller."""
    name = scripts.renderer(game)
    return _asset(_bundle(game), f'{scripts.joined([name])}\nexport const {{ draw }} = modules["{name}"];\n'.encode())


def drawing(game: str) -> tuple[str, str | None]:
    """The renderer of a game and its style sheet; a game without one is drawn as a table."""
    style = f"{game}.css"
    return _bundle(game), style if style in assets() else None


def _asset(name: str, body: bytes) -> Asset:
    kind = KINDS.get(name.rpartition(".")[2]) or guess_type(name)[0] or "application/octet-stream"
    return Asset(body, sha256(body).hexdigest()[:16], kind, gzip.compress(body, mtime=0))


def address(name: str) -> str:
    """Where a file is; KeyError if there is none, so that a wrong name fails in the first test."""
    return url_for("static", digest=assets()[name].hash, name=name)


def install(app: Flask) -> None:
    """The route; `asset('site.css')`, `drawing` and `printed` for templates."""
    app.add_url_rule("/static/<digest>/<name>", "static", _file)
    app.add_url_rule("/favicon.ico", "favicon", lambda: _file(assets()["seal.svg"].hash, "seal.svg"))
    app.add_url_rule("/robots.txt", "robots", _robots)
    app.jinja_env.globals.update(asset=address, drawing=drawing, printed=printed)


def _file(digest: str, name: str) -> Response:
    asset = assets().get(name)
    if asset is None or asset.hash != digest:
        abort(404)
    head = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(asset.body, mimetype=asset.kind, headers=head)
    return Response(asset.packed, mimetype=asset.kind, headers={**head, "Content-Encoding": "gzip"})


def _robots() -> Response:
    return Response(
        "User-agent: *\nDisallow: /account\nDisallow: /admin\nDisallow: /organise\nDisallow: /api\n",
        mimetype="text/plain",
    )
