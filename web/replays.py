"""Replays as files to download."""

from flask import Response


def replay_response(match_id: int, body: bytes, digest: str, caching: str) -> Response:
    """The packed, signed replay under the name that the documentation uses."""
    answer = Response(body, mimetype="application/gzip")
    answer.headers["Content-Disposition"] = f'attachment; filename="match-{match_id}.replay.gz"'
    answer.headers["Cache-Control"] = caching
    answer.set_etag(digest)
    return answer
