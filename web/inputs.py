"""What a request says. All input from outside is cleaned or refused here and nowhere else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask import abort, g, request

from arena.db.paging import USUAL, Part, key_of
from arena.errors import Invalid
from arena.text import clean_line, clean_text, fault, whole_number

LONGEST = 500
LARGEST = 10**9 - 1
LONGEST_DOCUMENT = 250_000
"""Characters; the function that reads the document may allow fewer."""
AROUND = 2
_AT = re.compile(r":(\d{1,6}):|\bline (\d{1,6})\b")


def number(name: str, default: int, low: int = 1, high: int = LARGEST) -> int:
    """A whole number of the query, within limits; *default* if it is missing or not a number."""
    given = whole_number(request.args.get(name, ""), 0, LARGEST)
    return default if given is None else max(low, min(high, given))


def maybe_number(name: str) -> int | None:
    """A whole number of the query; None if it is missing."""
    return number(name, 0, low=0) or None


def text(name: str, longest: int = 100) -> str:
    """A text of the query, trimmed and cut. What cannot be shown is refused: databases choke on some of it."""
    given = request.args.get(name, "").strip()[:longest]
    reason = fault(given, longest)
    if reason is not None:
        abort(400, f"{name} {reason}")
    return given


def asked_for(*names: str) -> bool:
    """Whether the query has one of these, whatever it says."""
    return any(name in request.args for name in names)


def part(name: str, filters: Sequence[object], *kinds: type, size: int = USUAL) -> Part:
    """Which page of a list the query asks for: the first, or the one after a token (`after`) of this list with these filters."""
    return Part(size, key_of(name, filters, request.args.get("after", ""), *kinds))


def older(size: int) -> Part:
    """Which page of a list with the newest first the query asks for: the first, or the one with ids below `before`."""
    before = maybe_number("before")
    return Part(size, None if before is None else (before,))


def one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
    """A word of the query; *default* if it is not one of those allowed."""
    given = request.args.get(name, default)
    return given if given in allowed else default


def field(name: str, longest: int = LONGEST) -> str:
    """A field of the form as one clean line."""
    return clean_line(request.form.get(name, ""), longest)


def fields(name: str, most: int, longest: int = LONGEST) -> list[str]:
    """A field that may come several times, each as one clean line."""
    return [clean_line(value, longest) for value in request.form.getlist(name)[:most]]


def lines(name: str, longest: int = LONGEST) -> str:
    """A field of several lines, clean."""
    return clean_text(request.form.get(name, ""), longest)


def sent(name: str) -> bool:
    """Whether the form has such a field."""
    return name in request.form


def secret(name: str) -> str:
    """A password, as it was typed."""
    return request.form.get(name, "")[:LONGEST]


def attached(name: str, most: int) -> bytes | None:
    """The first *most* bytes of an uploaded file; None if none was chosen. The function that reads them must trust nothing."""
    sent = request.files.get(name)
    return sent.stream.read(most) if sent is not None and sent.filename else None


def body() -> bytes:
    """The whole body of a request that is not a form. The function that reads it must trust nothing."""
    return request.get_data(cache=False)


def document(name: str, upload: str) -> str:
    """The uploaded file, else what was pasted; Invalid if it is not text. Kept as `g.document`, for a form that is shown again."""
    sent = request.files.get(upload)
    if sent is not None and sent.filename:
        try:
            content = sent.stream.read(4 * LONGEST_DOCUMENT).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Invalid(f"{clean_line(sent.filename, 60)} is not UTF-8 text") from None
    else:
        content = request.form.get(name, "")
    if "\x00" in content or len(content) > LONGEST_DOCUMENT:
        raise Invalid(f"that is not a text of at most {LONGEST_DOCUMENT} characters")
    g.document = content.replace("\r\n", "\n").replace("\r", "\n")
    return str(g.document)


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A line of a document beside its number."""

    number: int
    text: str
    wrong: bool


def around(content: str, message: str) -> tuple[DocumentLine, ...]:
    """The lines around the one that a message names; empty if it names none."""
    place = _AT.search(message)
    lines = content.splitlines()
    at = int(place[1] or place[2]) if place else 0
    if not 1 <= at <= len(lines):
        return ()
    first, last = max(1, at - AROUND), min(len(lines), at + AROUND)
    return tuple(DocumentLine(number, lines[number - 1][:200], number == at) for number in range(first, last + 1))
