"""The public keys that check replays: as a page, and for programs."""

from flask import Blueprint, Response, jsonify, render_template

from web.public_keys import public_keys
from web.site import reading

pages = Blueprint("keys", __name__)


@pages.get("/keys")
def overview() -> str:
    """The keys, and how to use them."""
    with reading() as session:
        keys = public_keys(session)
    return render_template("keys.html", keys=keys)


@pages.get("/.well-known/meiji-arena-keys")
def well_known() -> Response:
    """The same for programs, at an address that needs no knowledge of the API."""
    with reading() as session:
        keys = public_keys(session)
    answer = jsonify(algorithm="ed25519", keys=keys)
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
