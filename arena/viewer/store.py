"""Frames that were computed once, as files: one for each match and audience, compressed, each with its hash in front.

The folder may be deleted at any time. A file that is damaged is made again; when the folder is full, those that nobody has read for longest go.
"""

import contextlib
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

log = logging.getLogger(__name__)

SUFFIX = ".frames"
HASH_BYTES = 32
COUNT_EVERY = 64
"""Files written between two counts of the folder: other processes write to it too."""
FULL, EMPTIED = 1.0, 0.9
"""Shares of the limit: above the first, files go until the second is reached."""

Note = Callable[[str], None]
"""Hears what became of a request: `read`, `made`, `damaged`, `unwritable`."""


class FrameStore:
    """The files of one folder."""

    def __init__(self, folder: Path, most_bytes: int, note: Note = lambda _: None, suffix: str = SUFFIX) -> None:
        self._folder, self._most, self._note, self._suffix = folder, most_bytes, note, suffix
        self._lock = threading.Lock()
        self._bytes = 0
        """In the folder, as far as this process knows."""
        self._until_count = 0
        """Files to write before the folder is counted again."""

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What is stored under *key* (hex digits); made and stored if it is not there or damaged."""
        path = self._folder / f"{key}{self._suffix}"
        body = self._read(path)
        if body is not None:
            self._note("read")
            return body
        body = make()
        self._note("made")
        self._write(path, body)
        return body

    def _read(self, path: Path) -> bytes | None:
        try:
            data = path.read_bytes()
            os.utime(path)  # the time of its last reading, by which files are deleted
        except OSError:
            return None
        body = data[HASH_BYTES:]
        if sha256(body).digest() == data[:HASH_BYTES]:
            return body
        log.warning("%s is damaged and is made again", path)
        self._note("damaged")
        return None

    def _write(self, path: Path, body: bytes) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(sha256(body).digest() + body)
                Path(name).replace(path)
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError as error:  # frames can be sent without being stored
            log.warning("frames cannot be stored in %s: %s", self._folder, error)
            self._note("unwritable")
            return
        self._make_room(len(body) + HASH_BYTES)

    def _make_room(self, written: int) -> None:
        with self._lock:
            self._bytes += written
            self._until_count -= 1
            if self._until_count > 0 and self._bytes <= self._most * FULL:
                return
            self._until_count = COUNT_EVERY
            self._bytes = _emptied(self._folder, self._most)


def _emptied(folder: Path, most: int) -> int:
    """Delete what was read least recently while there are too many bytes; how many are left."""
    files = []
    for entry in os.scandir(folder):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            status = entry.stat()
            files.append((status.st_mtime_ns, status.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    if total <= most * FULL:
        return total
    for _, size, path in sorted(files):
        if total <= most * EMPTIED:
            break
        Path(path).unlink(missing_ok=True)
        total -= size
    return total
