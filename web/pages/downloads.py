"""Downloads: results of a season or a bot as CSV and JSON, all replays of a season in one archive, written while they are sent."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from tarfile import GNU_FORMAT, TarInfo
from typing import IO

import msgspec
from flask import Blueprint, Response

from arena.bots.queries import bot
from arena.results.queries import MatchLine
from arena.seasons import archive, results, students
from arena.seasons.queries import control, season
from arena.seasons.results import Ruled
from arena.text import cell
from web import limits
from web.api import shaping
from web.site import reading, signed_in, site, who

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
PIECE = 64 * 1024
"""Bytes of a packed archive that are sent at once."""
BLOCK = 512
"""Bytes of a block of a tar file; two empty blocks end it."""


def as_csv(pieces: Pieces) -> Iterator[bytes]:
    """One line per seat of every match, with a line of names first."""
    yield _lines([COLUMNS])
    for piece in pieces:
        yield _lines(row for match, ruled in piece for row in _rows(match, ruled))


def as_json(pieces: Pieces) -> Iterator[bytes]:
    """An array of matches as the API gives them."""
    between = b"["
    for piece in pieces:
        yield between + b",\n".join(msgspec.json.encode(shaping.match(line, ruled)) for line, ruled in piece)
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


def _rows(match: MatchLine, ruled: Ruled | None) -> Iterator[tuple[object, ...]]:
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
            seat.place if ruled is None else ruled.places[at],
            seat.verdict,
            seat.think_ms,
            seat.place,
            ruled is None or ruled.counts,
            "" if ruled is None else cell(ruled.words),
        )


def _lines(rows: Iterable[Iterable[object]]) -> bytes:
    out = StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


pages = Blueprint("downloads", __name__)

KINDS = {"csv": ("text/csv", as_csv), "json": ("application/json", as_json)}


@pages.get("/seasons/<name:slug>/results.<any(csv, json):kind>")
def season_results(slug: str, kind: str) -> Response:
    """Every finished match of a season that the reader may see, the newest first."""
    limits.count("table")
    with reading() as session:
        known = season(session, who(), slug)
    mimetype, written = KINDS[kind]
    return _file(
        written(results.results(site().database, who(), season_id=known.id)), mimetype, f"{slug}-results.{kind}"
    )


@pages.get("/bots/<name:name>/results.<any(csv, json):kind>")
def bot_results(name: str, kind: str) -> Response:
    """Every finished match of a bot that the reader may see, the newest first."""
    limits.count("table")
    with reading() as session:
        line = bot(session, name)
    mimetype, written = KINDS[kind]
    rows = results.results(site().database, who(), bot_id=line.id)
    return _file(written(rows), mimetype, f"{name}-results.{kind}")


@pages.get("/seasons/<name:slug>/replays.tar")
def season_replays(slug: str) -> Response:
    """All replays of a season that are open, in one archive."""
    limits.count("archive")
    with reading() as session:
        known = season(session, who(), slug)
    pieces = results.replays(site().database, who(), known.id)
    return _file(as_tar(slug, pieces), "application/x-tar", f"{slug}-replays.tar")


@pages.get("/organise/seasons/<name:slug>/students.csv")
@signed_in
def season_students(slug: str) -> Response:
    """A line per person and bot, for grading. For the organisers of the season."""
    limits.count("table")
    with reading() as session:
        lines = students.student_lines(session, who(), slug)
    rows = [students.COLUMNS, *(students.plain_row(line).values() for line in lines)]
    return _file(iter([_lines(rows)]), "text/csv", f"{slug}-students.csv")


@pages.get("/organise/seasons/<name:slug>/archive.zip")
@signed_in
def season_archive(slug: str) -> Response:
    """The whole season as a folder that needs no server, packed. For its organisers: it holds what is hidden or frozen, too."""
    limits.count("archive")
    with reading() as session:
        control(session, who(), slug)
        packed = archive.zipped(session, who(), slug)
    return _named(whole_file(packed, "application/zip"), f"{slug}.zip")


def whole_file(file: IO[bytes], mimetype: str) -> Response:
    """The file piece by piece; closed at its end, or with an answer that nobody reads so far."""
    answer = Response(_pieces_of(file), mimetype=mimetype)
    answer.call_on_close(file.close)
    return answer


def _pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece


def _named(answer: Response, name: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _file(pieces: Iterator[bytes], mimetype: str, name: str) -> Response:
    return _named(Response(pieces, mimetype=mimetype), name)
