"""Replays as files to download, and the public keys that this site publishes to check them."""

from flask import Response
from sqlalchemy.orm import Session

from arena.replays import ReplayError, local_key
from arena.results.match import signing_keys
from web.site import site


def replay_response(match_id: int, body: bytes, digest: str, caching: str) -> Response:
    """The packed, signed replay under the name that the documentation uses."""
    answer = Response(body, mimetype="application/gzip")
    answer.headers["Content-Disposition"] = f'attachment; filename="match-{match_id}.replay.gz"'
    answer.headers["Cache-Control"] = caching
    answer.set_etag(digest)
    return answer


def published(session: Session) -> list[str]:
    """Public keys, the one in use first. Before the first replay: that of the key file, where this machine has it."""
    found = signing_keys(session)
    path = site().settings.signing_key_path
    if found or not path.exists():
        return found
    try:
        return [local_key(path).public]
    except ReplayError:
        return []
