"""Frames of matches for the viewer: read from their files, made where there is none, and made ahead where somebody is likely to watch.

Likely to be watched are a match whose page was opened, one that was followed to its end, and the newest ones of a bot whose owner looks at
its page. A match that everyone might watch and nobody does costs nothing.
"""

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from threading import BoundedSemaphore

from arena.access.viewers import PUBLIC, Viewer
from arena.errors import ArenaError
from arena.metrics import figures
from arena.results.queries import MatchLine
from arena.seasons.match_frames import WatchedMatch, watched_match
from arena.settings import Settings
from arena.viewer.audiences import PUBLIC_NAME
from arena.viewer.store import FrameStore
from web.site import Site

log = logging.getLogger("web")

NEWEST = 3
"""Matches of an own bot whose frames are made ahead."""

_ahead = ThreadPoolExecutor(1, thread_name_prefix="frames")
_places = BoundedSemaphore(20)
"""Matches whose frames may wait to be made ahead; more are made when they are asked for."""


def packed_frames(settings: Settings, match: WatchedMatch) -> bytes:
    """The frames of a match as gzip-compressed JSON."""
    if settings.frames_megabytes == 0:
        return match.packed_frames()
    return _store(settings.frames_path, settings.frames_megabytes).get(match.key, match.packed_frames)


def make_ahead(site: Site, match_id: int, who: Viewer = PUBLIC) -> None:
    """Have the public frames of a finished match made beside this request: its page is about to ask for them."""
    if site.settings.frames_megabytes and _places.acquire(blocking=False):
        _ahead.submit(_make, site, match_id, who)


def make_newest_ahead(site: Site, lines: Iterable[MatchLine], who: Viewer) -> None:
    """Have the frames of the first few of these matches made, as this viewer may see them."""
    for line in islice((line for line in lines if line.has_replay), NEWEST):
        make_ahead(site, line.id, who)


def _make(site: Site, match_id: int, who: Viewer) -> None:
    try:
        with site.database.read() as session:
            match = watched_match(session, who, match_id, PUBLIC_NAME)
        packed_frames(site.settings, match)
    except ArenaError:
        log.debug("match %s is not for everyone: its frames are made when they are asked for", match_id)
    except Exception:
        log.exception("the frames of match %s could not be made ahead", match_id)
    finally:
        _places.release()


@cache
def _store(folder: Path, megabytes: int) -> FrameStore:
    return FrameStore(folder, megabytes * 1_000_000, lambda how: figures.FRAMES.labels(how).inc())
