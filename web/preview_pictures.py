"""Pictures of link previews, drawn once and kept beside the frames. Drawing is bounded: someone who asks for many gets no more than their share.

One process of the site draws one picture at a time and lets one more wait; everybody else is asked to come back. What an address, and all together,
may have drawn in a minute is counted too. Pictures that exist are not counted: they cost as little as any file.
"""

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

import orjson
from werkzeug.exceptions import ServiceUnavailable

from arena.export.child import drawn_apart
from arena.export.edition import edition
from arena.metrics import figures
from arena.seasons.match_frames import WatchedMatch
from arena.text import visible
from arena.viewer.store import FrameStore
from web import limits
from web.frame_files import packed_frames
from web.site import Site

_places = BoundedSemaphore(2)
"""One picture that is drawn, and one that waits."""
_drawing = Lock()
RETRY_SECONDS = 5
LONGEST_TITLE = 80


def match_picture(site: Site, match: WatchedMatch, title: str) -> bytes:
    """The last board of a match with its result."""

    def order() -> Mapping[str, Any]:
        frames = orjson.loads(gzip.decompress(packed_frames(site.settings, match)))
        lines = [(name, str(score)) for name, score in zip(frames["names"], frames["result"]["scores"], strict=True)]
        return {"title": title, "about": match.game.title(), "lines": lines, "frames": frames}

    return _picture(site, f"{match.key} {title}", order)


def card(site: Site, title: str, about: str, lines: Sequence[tuple[str, str]]) -> bytes:
    """A title, a line about it, and up to four lines of a name and a value."""
    order = {"title": visible(title, LONGEST_TITLE), "about": about, "lines": lines}
    return _picture(site, json.dumps(order), lambda: order)


def _picture(site: Site, of: str, order: Callable[[], Mapping[str, Any]]) -> bytes:
    key = sha256(f"{edition()} {of}".encode()).hexdigest()
    if site.settings.frames_megabytes == 0:
        return _drawn(order)
    return _store(site.settings.frames_path, site.settings.frames_megabytes).get(key, lambda: _drawn(order))


def _drawn(order: Callable[[], Mapping[str, Any]]) -> bytes:
    limits.count("picture")
    limits.count("pictures", "all")
    if not _places.acquire(blocking=False):
        raise ServiceUnavailable("Other pictures are being drawn.", retry_after=RETRY_SECONDS)
    try:
        with _drawing:
            return drawn_apart(order())
    finally:
        _places.release()


@cache
def _store(folder: Path, megabytes: int) -> FrameStore:
    return FrameStore(folder, megabytes * 1_000_000, lambda how: figures.PICTURES.labels(how).inc(), suffix=".png")
