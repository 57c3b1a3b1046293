"""A folder as an archive: the same folder gives the same bytes, so that the arena knows what it has already."""

import gzip
import os
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from arena.archives import limits
from arena.archives.manifest import FILE
from arena.archives.reading import BadSubmission
from arena.errors import NotFound

LEFT_OUT = frozenset({".git", ".hg", ".venv", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".bin"})
"""Folders and files that no bot needs to play."""


def pack(folder: Path) -> bytes:
    """The folder as tar.gz. Links are refused: the arena would not take them."""
    if not (folder / FILE).is_file():
        raise NotFound(f"there is no {FILE} in {folder}; `arena submit --help` shows one")
    packed = BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w|") as archive,
    ):
        for number, path in enumerate(_files(folder)):
            if number >= limits.MOST_FILES:
                raise BadSubmission(f"{folder} has more than {limits.MOST_FILES} files")
            _add(archive, folder, path)
    return packed.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in [*(one for one in folders if Path(here, one).is_symlink()), *sorted(names)]:
            if name not in LEFT_OUT and not name.endswith(".pyc"):
                yield Path(here, name)


def _add(archive: tarfile.TarFile, folder: Path, path: Path) -> None:
    name = path.relative_to(folder).as_posix()
    if path.is_symlink() or not path.is_file():
        raise BadSubmission(f"{name} is a link or a special file; only plain files and folders are allowed")
    info = tarfile.TarInfo(name)
    info.size = path.stat().st_size
    info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
    with path.open("rb") as content:
        archive.addfile(info, content)
