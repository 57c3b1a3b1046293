"""Archives of bots: the one form that may be large, its JSON twin, and how many of them may arrive at once."""

from collections.abc import MutableMapping
from typing import Any

import flask

from arena.archives.limits import MOST_BYTES

PATH = "/account/submissions"
API_PATH = "/api/author/v1/submissions"
LARGEST = MOST_BYTES + 64 * 1024
"""Bytes of the whole form."""
MOST_AT_ONCE = 4
"""Each is held in memory until it is checked."""
SECONDS = 120.0
"""For an archive to arrive."""


def is_upload(scope: MutableMapping[str, Any]) -> bool:
    """Whether a request may be an archive: the form's address with a cookie, without which nobody is signed in, or the API's with an author token."""
    wanted = {PATH: (b"cookie", b"meiji_session="), API_PATH: (b"authorization", b"meiji_author_")}.get(scope["path"])
    if scope["method"] != "POST" or wanted is None:
        return False
    header, word = wanted
    return any(name == header and word in value for name, value in scope["headers"])


class Request(flask.Request):
    """A request whose form may be large at two addresses."""

    @property
    def max_content_length(self) -> int | None:
        """Bytes of the body."""
        return LARGEST if self.path in {PATH, API_PATH} else flask.current_app.config["MAX_CONTENT_LENGTH"]

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        raise NotImplementedError
