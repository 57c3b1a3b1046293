"""Limits on the text of a season file, checked in one pass before a TOML parser sees it.

A TOML parser takes time and memory that grow with the square of a dotted key's length, goes one call deeper for every bracket, and
reads integers of any length. A season file needs none of that, so what goes beyond the limits below is refused by its line. The pass
takes time in proportion to the text: no expression in it can go back over what it has read.
"""

import re
from typing import NoReturn

from arena.leagues.season import SeasonError

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
