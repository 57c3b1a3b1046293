"""A finished match as a viewer may watch it: which eyes they may look through, whose names they read, and what was ruled."""

import gzip
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.errors import NotFound
from arena.matches.running import out_remark
from arena.replays import Replay, loads
from arena.results.match import StoredReplay, not_open, stored_replay
from arena.results.queries import MatchLine, match
from arena.seasons.results import as_ruled
from arena.viewer.audiences import PUBLIC_NAME, Audience, audience
from arena.viewer.edition import edition
from arena.viewer.frames import frames, open_frames

LEVEL = 6
"""Of compression: 9 takes three times as long and saves one byte in fifty."""


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """A match with everything its frames are made of."""

    stored: StoredReplay
    game: str
    audience: Audience
    names: tuple[str, ...]
    """By seat; "Seat 1" where the viewer may not know the bot yet."""
    notices: tuple[str, ...]

    @property
    def key(self) -> str:
        """Hex digits that name the frames: the same key, the same bytes."""
        made_of = [self.stored.sha256, self.stored.is_open, self.audience.name, self.names, self.notices]
        return sha256(json.dumps([*made_of, edition(self.game)]).encode()).hexdigest()

    def packed_frames(self) -> bytes:
        """The frames as gzip-compressed JSON. Takes about 0.1 s for the longest matches."""
        return gzip.compress(orjson.dumps(self._frames()), LEVEL, mtime=0)

    def _frames(self) -> dict[str, Any]:
        replay = loads(self.stored.body)
        notices = [*self.notices, *_conduct(replay, self.names)]
        if self.stored.is_open:
            return frames(replay, self.audience, self.names, notices)
        return open_frames(replay, self.names, notices)


def watched_match(session: Session, who: Viewer, match_id: int, eyes: str) -> WatchedMatch:
    """A finished match through the eyes of an audience (docs/viewer.md). NotFound says why not. Four statements.

    Until the whole set is done there is the public view alone: the other matches of the set are still played by the same bots.
    """
    stored = stored_replay(session, who, match_id)
    line = match(session, who, match_id)
    chosen = audience(eyes, line.table)
    if not stored.is_open and chosen.name != PUBLIC_NAME:
        raise NotFound(not_open(match_id))
    return WatchedMatch(stored, line.game, chosen, line.names, _notices(session, line))


def _notices(session: Session, line: MatchLine) -> tuple[str, ...]:
    ruled = as_ruled(session, [line]).get(line.id)
    return () if ruled is None else (f"Ruled by the organisers: {ruled.words}",)


def _conduct(replay: Replay, names: tuple[str, ...]) -> list[str]:
    """A sentence for each seat that went out."""
    return [out_remark(names[fault.seat], fault.verdict) for fault in replay.faults]
