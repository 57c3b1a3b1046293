"""What a program may print for a decision: an index, or a JSON object with the index, a note and a value."""

import json
from dataclasses import dataclass
from typing import Any


class NotAnAnswer(ValueError):
    """The line is neither; the sentence says what it should be."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program chose, and what it leaves beside the replay."""

    index: int
    note: str = ""
    value: float | None = None


def parsed(line: str) -> Answer:
    """The answer in a line."""
    text = line.strip()
    if text.startswith("{"):
        return _object(text)
    try:
        return Answer(int(text))
    except ValueError:
        raise NotAnAnswer(f"the program printed {text!r}, which is no index") from None


def _object(text: str) -> Answer:
    try:
        said: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise NotAnAnswer(f"the program printed {text[:200]!r}, which is no JSON object: {wrong}") from None
    if unknown := sorted(said.keys() - {"index", "note", "value"}):
        raise NotAnAnswer(f"the program printed {unknown[0]!r} in its object; there are index, note and value")
    index, note, value = said.get("index"), said.get("note") or "", said.get("value")
    if not isinstance(index, int) or isinstance(index, bool):
        raise NotAnAnswer(f"the program printed an object whose index is {index!r}, which is no index")
    if not isinstance(note, str):
        raise NotAnAnswer(f"the program printed an object whose note is {note!r}, which is no text")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise NotAnAnswer(f"the program printed an object whose value is {value!r}, which is no number")
    return Answer(index, note, None if value is None else float(value))
