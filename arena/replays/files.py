"""Replays as files: gzip around one JSON document. A file may come from anyone, so every size is limited first."""

import gzip
import json
import os
import tempfile
import zlib
from pathlib import Path
from typing import Any, NoReturn

from arena.matches import MatchRecord
from arena.replays.document import layout, sealed
from arena.replays.errors import Corrupt, Foreign, Oversized, Truncated, Unreadable
from arena.replays.keys import SigningKey, local_key
from arena.replays.replay import Replay, replay_of

SUFFIX = ".replay.gz"
LARGEST_FILE = 256 << 10
"""Bytes; the longest matches of our games pack to about ten thousand."""
LARGEST_DOCUMENT = 2 << 20
"""Bytes once unpacked. Parsing a text of nothing but brackets takes up to forty times as much memory."""
GZIP = b"\x1f\x8b"
_WITH_GZIP_HEADER = 16 + zlib.MAX_WBITS


def packed(record: MatchRecord, key: SigningKey) -> bytes:
    """The file of a match: the same bytes for the same match and key."""
    return gzip.compress(layout(sealed(record, key)), mtime=0)


def write(path: Path, record: MatchRecord, key: SigningKey | None = None) -> None:
    """Sign a match (with the local key, if none is given) and write it; the file is written whole, or not at all."""
    data = packed(record, key or local_key())
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".replay-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> Replay:
    """The replay in a file. Any ReplayError says what is wrong with it."""
    try:
        if not path.is_file() and path.exists():  # reading a pipe would block
            raise Unreadable(f"{path} is not a file")
        with path.open("rb") as file:
            data = file.read(LARGEST_DOCUMENT + 1)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    return loads(data)


def loads(data: bytes) -> Replay:
    """The replay in the bytes of a file, packed or unpacked."""
    return replay_of(_parsed(unpacked(data)))


def unpacked(data: bytes) -> bytes:
    """The JSON text; Oversized before more than LARGEST_DOCUMENT bytes are unpacked."""
    if not data:
        raise Truncated("the file is empty")
    if not data.startswith(GZIP):
        if data.lstrip()[:1] != b"{":
            raise Foreign(f"this is not a replay: it is neither gzip nor JSON, but begins with {data[:8]!r}")
        _limited(len(data), LARGEST_DOCUMENT, "the document")
        return data
    _limited(len(data), LARGEST_FILE, "the file")
    unpacker = zlib.decompressobj(_WITH_GZIP_HEADER)
    try:
        text = unpacker.decompress(data, LARGEST_DOCUMENT + 1)
    except zlib.error as error:
        raise Corrupt(f"the packed data is damaged ({error})") from None
    _limited(len(text), LARGEST_DOCUMENT, "the unpacked document")
    if not unpacker.eof:
        raise Truncated("the packed data ends too early: part of the file is missing")
    if unpacker.unused_data:
        raise Corrupt(f"{len(unpacker.unused_data)} bytes follow after the end of the packed data")
    return text


def _limited(size: int, limit: int, what: str) -> None:
    if size > limit:
        raise Oversized(f"{what} is larger than the {limit:,} bytes a replay may have")


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(
            text.decode(), object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float, parse_int=_short
        )
    except UnicodeDecodeError as error:
        raise Corrupt(f"byte {error.start} of the document is not UTF-8") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(text.decode().rstrip()) or error.msg.startswith("Unterminated string"):
            raise Truncated(f"the document ends too early, in line {error.lineno}") from None
        raise Corrupt(f"the document is not JSON: {error}") from None
    except RecursionError:
        raise Corrupt("the document is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key comes twice: different readers would see different replays."""
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise Corrupt(f"the field {key[:60]!r} is there twice")
        fields[key] = value
    return fields


def _no_float(text: str) -> NoReturn:
    raise Corrupt(f"a replay has whole numbers only, not {text[:40]}")


def _short(text: str) -> int:
    if len(text) > 16:
        raise Corrupt(f"a replay has no numbers as long as {text[:40]}")
    return int(text)
