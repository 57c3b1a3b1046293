"""The arena's public keys: what anybody needs to check a replay on another machine."""

from flask import Blueprint, Response, jsonify, render_template

from web.replays import published
from web.site import reading

pages = Blueprint("keys", __name__)


@pages.get("/keys")
def page() -> str:
    """The keys, and how to use them."""
    with reading() as session:
        found = published(session)
    return render_template("keys.html", keys=found)


@pages.get("/.well-known/meiji-arena-keys")
def well_known() -> Response:
    """The same for programs, at an address that needs no knowledge of the API."""
    with reading() as session:
        found = published(session)
    answer = jsonify(algorithm="ed25519", keys=found)
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
