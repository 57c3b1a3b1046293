"""Results and replays as files that are made while they are sent: nothing grows with their length."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from tarfile import GNU_FORMAT, TarInfo

import orjson

from arena.storage.pages.matches import MatchLine
from arena.storage.pages.ruled import Ruled
from arena.text import cell
from web.api.shaping import match as shaped

COLUMNS = (
    "match",
    "set",
    "rotation",
    "season",
    "game",
    "started_at",
    "finished_at",
    "decisions",
    "seat",
    "bot",
    "version",
    "score",
    "place",
    "verdict",
    "think_ms",
    "awarded_place",
    "counts",
    "ruling",
)
"""`place` is the one that counts, after rulings; `awarded_place` the one when the match ended."""
Pieces = Iterable[list[tuple[MatchLine, Ruled | None]]]
BLOCK = 512
"""Bytes of a tar file come in such blocks; two empty ones end it."""


def as_csv(pieces: Pieces) -> Iterator[bytes]:
    """One line per seat of every match, with a line of names first."""
    yield _lines([COLUMNS])
    for piece in pieces:
        yield _lines(row for match, made in piece for row in _rows(match, made))


def as_json(pieces: Pieces) -> Iterator[bytes]:
    """An array of matches as the API gives them."""
    between = b"["
    for piece in pieces:
        yield between + b",\n".join(orjson.dumps(shaped(*one), option=orjson.OPT_UTC_Z) for one in piece)
        between = b",\n"
    yield b"]\n" if between != b"[" else b"[]\n"


def as_tar(folder: str, pieces: Iterable[list[tuple[int, int, bytes]]]) -> Iterator[bytes]:
    """Replays in one archive, each as the file that is offered beside its match."""
    for piece in pieces:
        blocks: list[bytes] = []
        for match_id, ended, body in piece:
            entry = TarInfo(f"{folder}/match-{match_id}.replay.gz")
            entry.size, entry.mtime, entry.mode = len(body), ended, 0o644
            blocks += [entry.tobuf(GNU_FORMAT), body, bytes(-len(body) % BLOCK)]
        yield b"".join(blocks)
    yield bytes(2 * BLOCK)


def _rows(match: MatchLine, made: Ruled | None) -> Iterator[tuple[object, ...]]:
    for at, seat in enumerate(match.seats):
        yield (
            match.id,
            match.set_id,
            match.rotation,
            cell(match.season or ""),
            match.game,
            match.started_at.isoformat() if match.started_at else "",
            match.finished_at.isoformat() if match.finished_at else "",
            match.decisions,
            seat.seat,
            cell(seat.bot),
            cell(seat.version),
            seat.score,
            seat.place if made is None else made.places[at],
            seat.verdict,
            seat.think_ms,
            seat.place,
            made is None or made.counts,
            "" if made is None else cell(made.words),
        )


def _lines(rows: Iterable[Iterable[object]]) -> bytes:
    out = StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()
