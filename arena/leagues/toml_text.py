"""The text of a season file: limits checked before a TOML parser sees it, the line of each field, and typed getters over its tables.

A TOML parser takes time and memory that grow with the square of a dotted key's length, goes one call deeper for every bracket, and
reads integers of any length. A season file needs none of that, so what goes beyond the limits below is refused by its line. The pass
takes time in proportion to the text: no expression in it can go back over what it has read.
"""

import re
from collections.abc import Callable, Collection
from datetime import datetime, time
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NoReturn

from arena.leagues.season import SeasonError

# Possessive throughout: a line of spaces must not be tried in every way to share them out.
_TABLE = re.compile(r"^\s*+(\[\[?+)([A-Za-z0-9_.\-\"' \t]++)\]\]?+\s*+(?:#.*)?$")
_KEY = re.compile(r"^\s*+([A-Za-z0-9_.\-\"']++)\s*+=")
_FENCE = re.compile(r"\"\"\"|'''")


def lines_of(text: str) -> dict[str, int]:
    """Path of each table and field, such as `stage[1].top`, to its line from 1 on."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table, fenced = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if not fenced:
            head, key = _TABLE.match(line), _KEY.match(line)
            if head:
                table = _clean(head[2])
                if head[1] == "[[":
                    lines.setdefault(table, number)
                    counts[table] = counts.get(table, -1) + 1
                    table = f"{table}[{counts[table]}]"
                lines.setdefault(table, number)
            elif key:
                lines.setdefault(f"{table}.{_clean(key[1])}" if table else _clean(key[1]), number)
        if len(_FENCE.findall(line)) % 2:
            fenced = not fenced
    return lines


def _clean(name: str) -> str:
    return re.sub(r"[\"' \t]", "", name)


def line_of(found: dict[str, int], path: str) -> int | None:
    """The line of a field, or of the nearest thing around it that has one."""
    while path:
        if path in found:
            return found[path]
        shorter = re.sub(r"(\.[^.\[\]]+|\[\d+\])$", "", path)
        path = shorter if shorter != path else ""
    return None


LONGEST_FILE = 100_000
"""Characters: a thousand entries with names of usual length fit."""
LONGEST_WORD = 64
"""Characters of a bare key, a number or a date."""
DEEPEST_KEY = 4
"""Parts of a dotted key such as `schedule.first`."""
DEEPEST_VALUE = 4
"""Brackets and braces inside each other."""

_TOKEN = re.compile(
    r"""
      (?P<long>  "{3}(?:[^"\\]|\\.|"(?!""))*+"{3,5} | '{3}(?:[^']|'(?!''))*+'{3,5} )
    | (?P<rent>  "{3} | '{3} )
    | (?P<text>  "(?:[^"\\\n]|\\[^\n])*+" | '[^'\n]*+' )
    | (?P<torn>  ["'] )
    | (?P<note>  \#[^\n]*+ )
    | (?P<word>  [A-Za-z0-9_+:-]++ )
    | (?P<dot>   \. )
    | (?P<open>  [\[{] )
    | (?P<close> [\]}] )
    | (?P<blank> [\ \t]++ )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def check(text: str, file: str) -> None:
    """SeasonError, with file and line, for a text that no season needs and that a parser could choke on."""
    parts = depth = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind in {"word", "text", "long"}:
            if kind == "word" and len(token[0]) > LONGEST_WORD:
                _refuse(text, file, token.start(), f"{token[0][:20]}… is longer than {LONGEST_WORD} characters")
        elif kind == "dot":
            parts += 1
            if parts >= DEEPEST_KEY:
                _refuse(text, file, token.start(), f"a dotted key has at most {DEEPEST_KEY} parts")
        elif kind in {
            "torn",
            "rent",
        }:  # three quotes that nothing closes end the pass at once: each would be looked for to the end
            _refuse(text, file, token.start(), "a string starts here and is not closed")
        elif kind != "blank":
            parts = 0
            depth = max(0, depth + (kind == "open") - (kind == "close"))
            if depth > DEEPEST_VALUE:
                _refuse(text, file, token.start(), f"at most {DEEPEST_VALUE} brackets or braces inside each other")


def _refuse(text: str, file: str, at: int, why: str) -> NoReturn:
    raise SeasonError(f"{file}:{text.count(chr(10), 0, at) + 1}: {why}")


EARLIEST, LATEST = 2000, 2200
"""Years of a season's dates: far from where calendars and time zones end."""
LARGEST = 1_000_000
"""Points of a place, at most."""


class Section:
    """One table of the file; `done` refuses fields that nobody read."""

    def __init__(self, data: object, path: str, file: str, lines: dict[str, int]) -> None:
        self.path, self.file, self.lines = path, file, lines
        self._known: list[str] = []
        if not isinstance(data, dict):
            self.refuse("", f"expected a table, got {data!r}")
        self.data: dict[str, Any] = data

    def refuse(self, key: str, why: str) -> NoReturn:
        """SeasonError with file, line and full name."""
        name = ".".join(part for part in (self.path, key) if part)
        line = line_of(self.lines, name)
        where = f"{self.file}:{line}" if line else self.file
        raise SeasonError(f"{where}: {name or 'the file'}: {why}", name, why)

    def has(self, key: str) -> bool:
        """Whether the file says anything about it."""
        self._known.append(key)
        return key in self.data

    def _get(self, key: str, default: Any, check: Callable[[Any], bool], wanted: str) -> Any:
        if not self.has(key):
            if default is None:
                self.refuse(key, f"is missing; expected {wanted}")
            return default
        value = self.data[key]
        if not check(value):
            self.refuse(key, f"expected {wanted}, got {_shown(value)}")
        return value

    def text(self, key: str, default: str | None = None, allowed: Collection[str] | None = None) -> str:
        """A text, out of *allowed* if given."""
        wanted = f"one of {', '.join(sorted(allowed))}" if allowed is not None else "a text"

        def check(value: object) -> bool:
            return isinstance(value, str) and (value in allowed if allowed is not None else bool(value.strip()))

        return str(self._get(key, default, check, wanted))

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within limits."""
        wanted = f"a whole number from {low} to {high}"
        return int(self._get(key, default, lambda v: type(v) is int and low <= v <= high, wanted))

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A number within limits."""
        return float(
            self._get(
                key,
                default,
                lambda v: type(v) in {int, float} and low <= v <= high,
                f"a number from {low:g} to {high:g}",
            )
        )

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        return bool(self._get(key, default, lambda v: isinstance(v, bool), "true or false"))

    def moment(self, key: str) -> datetime:
        """A date and time, as TOML writes it; without an offset it is local."""
        wanted = f"a date and time from {EARLIEST} to {LATEST}, such as 2027-03-01T20:00:00"
        value = self._get(key, None, lambda v: isinstance(v, datetime) and EARLIEST <= v.year <= LATEST, wanted)
        assert isinstance(value, datetime)
        return value

    def clock_time(self, key: str) -> time:
        """A time of day."""
        value = self._get(key, None, lambda v: isinstance(v, time), "a time of day such as 20:00:00")
        assert isinstance(value, time)
        return value

    def fractions(self, key: str, length: int) -> tuple[Fraction, ...]:
        """A list of numbers of that length."""

        def check(value: object) -> bool:
            return isinstance(value, list) and len(value) == length and all(map(_fits, value))

        row = self._get(key, None, check, f"a list of {length} numbers from {-LARGEST} to {LARGEST}")
        return tuple(Fraction(str(item)) for item in row)

    def section(self, key: str) -> "Section | None":
        """A table inside, if it is there."""
        return (
            Section(self.data[key], f"{self.path}.{key}" if self.path else key, self.file, self.lines)
            if self.has(key)
            else None
        )

    def sections(self, key: str, most: int) -> list["Section"]:
        """The tables of `[[key]]`, at most that many."""
        if not self.has(key):
            return []
        rows = self.data[key]
        if not isinstance(rows, list):
            self.refuse(key, f"expected tables under [[{key}]], got {_shown(rows)}")
        if len(rows) > most:
            self.refuse(f"{key}[{most}]", f"a season has at most {most} [[{key}]] tables, this file has {len(rows)}")
        return [Section(row, f"{key}[{at}]", self.file, self.lines) for at, row in enumerate(rows)]

    def done(self) -> None:
        """Refuse fields that nobody asked for: most are misspelt."""
        for key in self.data:
            if key not in self._known:
                near = get_close_matches(key, self._known, 1)
                hint = f"did you mean {near[0]}?" if near else f"known are: {', '.join(sorted(set(self._known)))}"
                self.refuse(key, f"unknown field; {hint}")


def _fits(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def _shown(value: object) -> str:
    text = str(value) if isinstance(value, datetime | time) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
