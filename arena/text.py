"""What comes from outside as text: cleaned, bounded, or refused with a reason. Every edge uses these functions and no others.

An edge that may change what it was given (a bot's version, a note, a label) cleans it. An edge at which a name must be meant as it is
written (an API parameter, a search) asks `fault` and refuses. Logs and terminals use `visible`: nothing is lost, and nothing acts.
"""

import unicodedata
from datetime import datetime

MOST_MARKS = 4
"""Combining marks on one letter: more than any language needs, too few to paint over the lines above and below."""
HARMLESS_FORMATS = frozenset("\u200c\u200d")
"""Joiner and non-joiner: invisible, but Persian, Hindi and emoji need them."""
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode's categories: control, format (direction, invisible), surrogates, private use, unassigned, line and paragraph separators."""
_MARKS = frozenset({"Mn", "Me"})
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings of texts that spreadsheets would compute: some skip blanks, some read full-width signs."""
_LAYOUT = {ord("\n"): None, ord("\t"): None}
FIRST_YEAR, LAST_YEAR = 2000, 2999
"""Of moments that people give: year 1 in another zone is before time began, and year 9999 cannot be added to."""
_SLACK = 4
"""What is read of a text that is too long, as a multiple of what may stay: cleaning 1 MB for 40 letters would be work for an attacker."""


def clean_line(text: str, longest: int) -> str:
    """One line of at most *longest* letters: spaces for what breaks lines, nothing for what is invisible, trimmed."""
    kept = (" " if letter.isspace() else letter for letter in text[: longest * _SLACK])
    return _bounded(" ".join("".join(one for one in kept if allowed(one)).split()), longest)


def clean_text(text: str, longest: int) -> str:
    """Several lines of at most *longest* letters in all: line breaks and tabs stay, everything else is as in a line."""
    head = text[: longest * _SLACK].replace("\r\n", "\n").replace("\r", "\n")
    if head.isascii() and head.translate(_LAYOUT).isprintable():  # what nearly every text is: notes come with decisions
        return head[:longest].strip()
    return _bounded("".join(letter for letter in head if letter in "\n\t" or allowed(letter)), longest)


def allowed(letter: str) -> bool:
    """Whether a character may be kept and shown: not one that acts, hides, or cannot be stored."""
    return unicodedata.category(letter) not in _FORBIDDEN or letter in HARMLESS_FORMATS


def fault(text: str, longest: int, *, lines: bool = False) -> str | None:
    """What is wrong with a text that must be taken as it is, to follow its name; None: nothing."""
    if len(text) > longest:
        return f"is too long: {longest} characters at most"
    keep = "\n\t" if lines else ""
    letter = next((character for character in text if character not in keep and not allowed(character)), None)
    if letter is not None:
        return f"holds a character that cannot be shown (U+{ord(letter):04X})"
    return f"has more than {MOST_MARKS} marks on one letter" if _bounded(text, longest, trim=False) != text else None


def visible(text: str, longest: int = 1000) -> str:
    """For a log line or a terminal: what acts or hides is written out as an escape, and what is too long is cut."""
    shown = "".join(letter if allowed(letter) else _escaped(letter) for letter in text[:longest])
    return shown + ("…" if len(text) > longest else "")


def cell(text: str) -> str:
    """A cell of a CSV file that is shown as it is: spreadsheets take what follows an apostrophe for text."""
    return f"'{text}" if text.startswith(FORMULAS) or text.lstrip().startswith(FORMULAS) else text


def whole_number(text: str, low: int, high: int) -> int | None:
    """A whole number in ASCII digits from *low* to *high*; None for anything else (², ٣, 1_000, 5,000 digits)."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(max(abs(low), abs(high)))):
        return None
    number = int(text)
    return number if low <= number <= high else None


def local_moment(text: str) -> datetime | None:
    """A moment without a zone, such as 2027-10-01T20:00, in years that every calendar and database can count with; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is None and FIRST_YEAR <= moment.year <= LAST_YEAR else None


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


def _bounded(text: str, longest: int, *, trim: bool = True) -> str:
    """Composed, with few marks on a letter, and cut."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text) if trim else text:
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    whole = "".join(letters)
    return whole[:longest].strip() if trim else whole
