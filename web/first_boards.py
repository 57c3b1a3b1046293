"""The board at the start of a match, in its page: readers see it with the page, before scripts and frames have come.

Drawn by the viewer's renderer, once, and kept beside the frames. It takes some 40 ms, in which other requests go on: the JavaScript engine lets go of the interpreter.
"""

import json
import logging
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from arena.db.models import MatchState
from arena.errors import ArenaError
from arena.export.boards import Boards
from arena.export.edition import edition as drawn_by
from arena.metrics import figures
from arena.replays import loads
from arena.results.queries import MatchLine
from arena.settings import Settings
from arena.viewer.edition import edition
from arena.viewer.frames import start
from arena.viewer.store import FrameStore
from web.inputs import asked_for

log = logging.getLogger("web")

_drawing = Lock()
PATIENCE = 0.3
"""Seconds that a page waits for another board to be drawn. Without a board its scripts draw it."""
ELSEWHERE = ("step", "eyes")
"""What in an address makes the viewer open with another board."""


def opens_at_start() -> bool:
    """Whether the viewer on the requested page opens with the first board, seen by spectators."""
    return not asked_for(*ELSEWHERE)


def first_board(settings: Settings, match: MatchLine, replay: bytes) -> str | None:
    """The first board of a match as SVG with the classes of the viewer's style sheets; *replay*: the file. None if the page has to do without."""
    if settings.frames_megabytes == 0 or match.state is not MatchState.FINISHED:
        return None
    made_of = [sha256(replay).hexdigest(), match.names, edition(match.game), drawn_by()]
    key = sha256(json.dumps(made_of).encode()).hexdigest()
    try:
        return _store(settings.frames_path, settings.frames_megabytes).get(key, lambda: _drawn(match, replay)).decode()
    except TimeoutError:
        return None
    except ArenaError as error:
        log.debug("match %s has no first board: %s", match.id, error)
        return None
    except Exception:
        log.exception("the first board of match %s cannot be drawn", match.id)
        return None


def _drawn(match: MatchLine, replay: bytes) -> bytes:
    if not _drawing.acquire(timeout=PATIENCE):
        raise TimeoutError
    try:
        return Boards(start(loads(replay), match.names)).bare(0).encode()
    finally:
        _drawing.release()


@cache
def _store(folder: Path, megabytes: int) -> FrameStore:
    return FrameStore(folder, megabytes * 1_000_000, lambda how: figures.FIRST_BOARDS.labels(how).inc(), ".board")
