"""Reading what addresses and forms say, with limits."""

from flask import abort, request

LONGEST_NUMBER = 9
"""Digits of a number in a query."""


def number(name: str, default: int, low: int = 1, high: int = 10**9) -> int:
    """A whole number of the query, within limits; *default* if it is not there or is none."""
    text = request.args.get(name, "")
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
        return default
    return max(low, min(high, int(text)))


def maybe_number(name: str) -> int | None:
    """A whole number of the query, None if it is not there."""
    found = number(name, 0, low=0)
    return found or None


def text(name: str, longest: int = 100) -> str:
    """A text of the query, trimmed. Control characters are refused: databases choke on some."""
    found = request.args.get(name, "").strip()[:longest]
    if any(not letter.isprintable() for letter in found):
        abort(400, f"{name} holds a character that cannot be searched for")
    return found


def one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of some words of the query."""
    found = request.args.get(name, default)
    return found if found in allowed else default
