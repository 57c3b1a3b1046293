"""What requests carry, checked before a database sees it."""

from collections.abc import Mapping

from arena.api.refusals import invalid

LONGEST_NAME = 64


def named(field: str, text: str) -> str:
    """A name of something; INVALID_ARGUMENT if it is empty or could be none."""
    if not text:
        raise invalid(f"{field} is missing")
    return perhaps_named(field, text)


def perhaps_named(field: str, text: str) -> str:
    """The same, or empty."""
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise invalid(f"{field} is not a name: at most {LONGEST_NAME} printable characters")
    return text


def numbered(field: str, text: str) -> int:
    """The number of a match."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise invalid(f'{field} must be a number, such as "17"; got {text[:LONGEST_NAME]!r}')
    return int(text)


def texts(field: str, given: Mapping[str, str]) -> dict[str, str]:
    """Options in notation; the game itself checks what they say."""
    if len(given) > 50 or any(len(name) > LONGEST_NAME or len(value) > 1000 for name, value in given.items()):
        raise invalid(f"{field}: too many or too long")
    return dict(given)
