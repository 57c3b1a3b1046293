"""Static files under addresses that name their content: `/static/3f9a…/site.css` never changes, so it is kept for a year."""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type

from flask import Flask, Response, abort, url_for

PICTURE = re.compile(r'url\("([\w-]+\.svg)"\)')
"""A picture in a style sheet."""
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    body: bytes
    hash: str
    kind: str


@cache
def assets() -> dict[str, Asset]:
    """All files of web/static and its vendor folder, read once; style sheets come last: they name pictures by their content."""
    found: dict[str, Asset] = {}
    folder = files("web").joinpath("static")
    both = [*folder.iterdir(), *folder.joinpath("vendor").iterdir()]
    for file in sorted(both, key=lambda file: (file.name.endswith(".css"), file.name)):
        if file.is_file() and not file.name.endswith(".toml"):
            body = file.read_bytes()
            if file.name.endswith(".css"):
                body = PICTURE.sub(lambda named: _picture(found, named.group(1)), body.decode()).encode()
            kind = guess_type(file.name)[0] or "application/octet-stream"
            found[file.name] = Asset(body, sha256(body).hexdigest()[:16], kind)
    return found


def _picture(found: dict[str, Asset], name: str) -> str:
    return f'url("../{found[name].hash}/{name}")'


def address(name: str) -> str:
    """Where a file is; KeyError if there is none, so that a wrong name fails in the first test."""
    return url_for("static", digest=assets()[name].hash, name=name)


def install(app: Flask) -> None:
    """The route and `asset('site.css')` for templates."""
    app.add_url_rule("/static/<digest>/<name>", "static", _file)
    app.add_url_rule("/favicon.ico", "favicon", lambda: _file(assets()["seal.svg"].hash, "seal.svg"))
    app.add_url_rule("/robots.txt", "robots", _robots)
    app.jinja_env.globals["asset"] = address


def _file(digest: str, name: str) -> Response:
    asset = assets().get(name)
    if asset is None or asset.hash != digest:
        abort(404)
    return Response(asset.body, mimetype=asset.kind, headers={"Cache-Control": FOREVER})


def _robots() -> Response:
    return Response(
        "User-agent: *\nDisallow: /account\nDisallow: /admin\nDisallow: /organise\nDisallow: /api\n",
        mimetype="text/plain",
    )
