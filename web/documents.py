"""Texts that people paste or upload: season files and rosters, and where in them something is wrong."""

import re
from dataclasses import dataclass

from flask import request

from arena.storage.errors import Invalid
from arena.text import clean_line

LONGEST = 250_000
"""Characters; whoever reads a text has a limit of its own."""
AROUND = 2
_AT = re.compile(r":(\d{1,6}):|\bline (\d{1,6})\b")


def document(name: str, upload: str) -> str:
    """The uploaded file, else what was pasted; Invalid if it is no text."""
    sent = request.files.get(upload)
    if sent is not None and sent.filename:
        try:
            text = sent.stream.read(4 * LONGEST).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Invalid(f"{clean_line(sent.filename, 60)} is not UTF-8 text") from None
    else:
        text = request.form.get(name, "")
    if "\x00" in text or len(text) > LONGEST:
        raise Invalid(f"that is not a text of at most {LONGEST} characters")
    return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a text beside its number."""

    number: int
    text: str
    wrong: bool


def around(text: str, message: str) -> list[ShownLine]:
    """The lines around the one that a message names; nothing if it names none."""
    found = _AT.search(message)
    lines = text.splitlines()
    at = int(found[1] or found[2]) if found else 0
    if not 1 <= at <= len(lines):
        return []
    first, last = max(1, at - AROUND), min(len(lines), at + AROUND)
    return [ShownLine(number, lines[number - 1][:200], number == at) for number in range(first, last + 1)]
