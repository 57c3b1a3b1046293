"""Archives from outside, zip, tar or tar.gz: every path, kind and size is checked before a byte is written.

Nothing here trusts what an archive says of itself: sizes are counted while they are unpacked, and the walk ends at the first limit.
"""

import gzip
import hashlib
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, cast

from arena.archives import limits, manifest
from arena.archives.manifest import FILE, BadManifest, Manifest
from arena.errors import Invalid
from arena.text import fault, visible

ZIP_FLAG_ENCRYPTED = 0x1
ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others may ask for gigabytes before they unpack a byte."""
PIECE = 1024 * 1024


class BadSubmission(Invalid):
    """An archive that is refused; the sentence says which file, and why."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive."""

    path: str
    content: bytes
    executable: bool


@dataclass(frozen=True, slots=True)
class Inspected:
    """An archive that passed every check."""

    data: bytes
    manifest: Manifest
    prefix: str
    """The one folder that everything lies in, with a slash; empty if bot.toml lies at the top."""
    files: int
    unpacked_bytes: int
    sha256: str


def inspect(data: bytes) -> Inspected:
    """Check an archive to its last byte. BadSubmission or BadManifest says what is wrong."""
    if len(data) > limits.MOST_BYTES:
        raise BadSubmission(f"the archive has {_size(len(data))}; at most {_size(limits.MOST_BYTES)} are allowed")
    paths: list[str] = []
    candidates: dict[str, bytes] = {}
    unpacked = 0
    for member in members(data):
        paths.append(member.path)
        unpacked += len(member.content)
        if member.path.rpartition("/")[2] == FILE and member.path.count("/") <= 1:
            candidates[member.path] = member.content
    prefix = _prefix(paths, candidates)
    content = candidates[prefix + FILE]
    if len(content) > limits.LARGEST_MANIFEST:
        raise BadManifest(f"{FILE} has {len(content)} bytes; at most {limits.LARGEST_MANIFEST} are allowed")
    read = manifest.parse(content, {path.removeprefix(prefix) for path in paths})
    return Inspected(data, read, prefix, len(paths), unpacked, hashlib.sha256(data).hexdigest())


def _prefix(paths: list[str], candidates: dict[str, bytes]) -> str:
    if FILE in candidates:
        return ""
    tops = {path.split("/")[0] for path in paths if "/" in path}
    flat = [path for path in paths if "/" not in path]
    if len(tops) == 1 and not flat:
        prefix = f"{tops.pop()}/"
        if prefix + FILE in candidates:
            return prefix
    raise BadManifest(f"there is no {FILE} at the top of the archive")


def unpack(data: bytes, folder: Path) -> Manifest:
    """Check an archive and write its files into an empty folder. The file that the command starts becomes executable."""
    inspected = inspect(data)
    started = inspected.manifest.command[0].removeprefix("./")
    for member in members(data):
        path = member.path.removeprefix(inspected.prefix)
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(member.content)
        target.chmod(0o755 if member.executable or path == started else 0o644)
    return inspected.manifest


def members(data: bytes) -> Iterator[Member]:
    """The files of an archive, each checked against every limit before it is given out."""
    known: dict[str, str] = {}
    folders: set[str] = set()
    unpacked = 0
    try:
        for member in _raw(data):
            _check_path(member.path)
            _check_collisions(member.path, known, folders)
            unpacked += len(member.content)
            if len(known) > limits.MOST_FILES:
                raise BadSubmission(f"the archive has more than {limits.MOST_FILES} files")
            if unpacked > limits.MOST_UNPACKED:
                raise _too_large()
            yield member
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise BadSubmission(f"the archive is broken: {visible(str(error), 200)}") from None
    except (NotImplementedError, RuntimeError, ValueError, OSError) as error:
        if isinstance(error, Invalid):
            raise
        raise BadSubmission(f"the archive cannot be read: {visible(str(error), 200)}") from None


def _raw(data: bytes) -> Iterator[Member]:
    if data[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
        return _from_zip(data)
    if data[:2] == b"\x1f\x8b":
        return _from_tar(cast("IO[bytes]", gzip.GzipFile(fileobj=BytesIO(data))))
    if data[257:262] == b"ustar":
        return _from_tar(BytesIO(data))
    raise BadSubmission("that is not a zip, tar or tar.gz archive")


def _from_zip(data: bytes) -> Iterator[Member]:
    if data.count(b"PK\x01\x02") > limits.MOST_HEADERS:
        raise BadSubmission(f"the archive has more than {limits.MOST_FILES} files")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        room = limits.MOST_UNPACKED
        for number, info in enumerate(archive.infolist()):
            if number > 2 * limits.MOST_FILES:
                raise BadSubmission(f"the archive has more than {limits.MOST_FILES} files and folders")
            name = info.orig_filename
            _check_path(name)
            mode = info.external_attr >> 16
            if info.is_dir():
                continue
            if info.flag_bits & ZIP_FLAG_ENCRYPTED:
                raise BadSubmission(f"{visible(name)} is encrypted")
            if info.compress_type not in ZIP_METHODS:
                raise BadSubmission(
                    f"{visible(name)} is compressed by method {info.compress_type}; only deflate is allowed"
                )
            kind = stat.S_IFMT(mode)
            if kind not in {0, stat.S_IFREG}:
                raise _not_a_file(name, kind)
            with archive.open(info) as stream:
                content = _bounded(stream, room)
            room -= len(content)
            yield Member(name, content, bool(mode & 0o111))


class _Counted:
    """A stream that raises an error once more has been read than an archive may unpack to."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._left = stream, most

    def read(self, size: int) -> bytes:
        """The next bytes."""
        piece = self._stream.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise _too_large()
        return piece


def _from_tar(stream: IO[bytes]) -> Iterator[Member]:
    # Headers and padding take up to a kilobyte and a half a file beside its content.
    counted = cast("IO[bytes]", _Counted(stream, limits.MOST_UNPACKED + 4096 * limits.MOST_FILES))
    with tarfile.open(fileobj=counted, mode="r|") as archive:
        room = limits.MOST_UNPACKED
        for number, info in enumerate(archive):
            if number > 2 * limits.MOST_FILES:
                raise BadSubmission(f"the archive has more than {limits.MOST_FILES} files and folders")
            name = info.name.removeprefix("./")
            if info.isdir():
                if name not in {"", "."}:
                    _check_path(name + "/")
                continue
            _check_path(name)
            if info.issym() or info.islnk():
                raise _not_a_file(name, stat.S_IFLNK)
            if not info.isreg() or info.issparse():
                raise _not_a_file(name, 0)
            if info.size > room:
                raise _too_large()
            body = archive.extractfile(info)
            content = _bounded(body, room) if body is not None else b""
            room -= len(content)
            archive.members = []  # type: ignore[attr-defined]  # tarfile keeps every header otherwise
            yield Member(name, content, bool(info.mode & 0o111))
    while counted.read(PIECE):
        pass  # to the end, where gzip has its checksum


def _bounded(stream: IO[bytes], room: int) -> bytes:
    pieces: list[bytes] = []
    while piece := stream.read(PIECE):
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            raise _too_large()
    return b"".join(pieces)


def _check_path(path: str) -> None:
    """Refuse a path that could lead anywhere but below the folder, or that some system cannot write."""
    shown = visible(path, 80)
    parts = path.removesuffix("/").split("/")
    encoded = path.encode("utf-8", "surrogateescape")
    if path.startswith("/") or (len(path) > 1 and path[1] == ":"):
        raise BadSubmission(f"{shown}: a path must be relative, not absolute")
    if "\\" in path:
        raise BadSubmission(f"{shown}: folders are separated by /, not by a backslash")
    if ".." in parts or "." in parts or "" in parts:
        raise BadSubmission(f"{shown}: a path must not contain . or .. or empty parts")
    if fault(path, limits.LONGEST_PATH) is not None or len(encoded) > limits.LONGEST_PATH:
        raise BadSubmission(f"{shown}: a path has at most {limits.LONGEST_PATH} bytes of printable UTF-8")
    if any(len(part.encode()) > limits.LONGEST_NAME for part in parts):
        raise BadSubmission(f"{shown}: a name in a path has at most {limits.LONGEST_NAME} bytes")
    if len(parts) > limits.DEEPEST:
        raise BadSubmission(f"{shown}: at most {limits.DEEPEST} folders may lie inside each other")


def _check_collisions(path: str, known: dict[str, str], folders: set[str]) -> None:
    """Refuse two paths that are one file on some system, and a file that is a folder of another one."""
    folded = _folded(path)
    if folded in known:
        other = known[folded]
        same = "is in the archive twice" if other == path else f"and {visible(other, 80)} differ only in case"
        raise BadSubmission(f"{visible(path, 80)} {same}")
    above = _parents(folded)
    if folded in folders or any(parent in known for parent in above):
        raise BadSubmission(f"{visible(path, 80)} is both a file and a folder")
    known[folded] = path
    folders.update(above)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFKC", path).casefold()


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]


def _not_a_file(name: str, kind: int) -> BadSubmission:
    what = "a link" if kind == stat.S_IFLNK else "a device, pipe or other special file"
    return BadSubmission(f"{visible(name, 80)} is {what}; only plain files and folders are allowed")


def _too_large() -> BadSubmission:
    return BadSubmission(f"unpacked, the archive has more than {_size(limits.MOST_UNPACKED)}")


def _size(count: int) -> str:
    return f"{count / limits.MEGABYTE:.4g} MB"
