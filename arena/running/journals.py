"""The journal of a match in Redis, as its attempt holds it.

Lines are written in batches with the questions that follow them (see `post.Post`): `append` hands a line over, and the
question of the next decision goes out in the same step of Redis or not at all.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson

from arena.matches.journal import CLAIM, Entry, entry

if TYPE_CHECKING:
    from arena.running.post import Post


class RedisJournal:
    """What one attempt has written and knows to be written of one match."""

    def __init__(self, match_id: str, fence: int, lines: Sequence[bytes], post: "Post") -> None:
        self.match_id = match_id
        self.fence = fence
        self.lines = list(lines)
        self.written = len(self.lines)
        """How many of the lines Redis has confirmed."""
        self._post = post
        if self.lines:
            self.append(CLAIM, {})

    def append(self, kind: str, data: dict[str, Any]) -> None:
        """One more line; it is on its way before anything that is sent after it."""
        made = Entry(len(self.lines), self.fence, kind, data)
        self.lines.append(orjson.dumps(made.to_dict()))
        self._post.touch(self)

    def entries(self) -> list[Entry]:
        """All lines."""
        return [entry(orjson.loads(line)) for line in self.lines]
