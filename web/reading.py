"""Reading what the query of an address says, with limits. It is checked here and nowhere else."""

from flask import abort, request

from arena.text import fault, whole_number

LARGEST = 10**9 - 1


def number(name: str, default: int, low: int = 1, high: int = LARGEST) -> int:
    """A whole number of the query, within limits; *default* if it is not there or is none."""
    found = whole_number(request.args.get(name, ""), 0, LARGEST)
    return default if found is None else max(low, min(high, found))


def maybe_number(name: str) -> int | None:
    """A whole number of the query, None if it is not there."""
    found = number(name, 0, low=0)
    return found or None


def text(name: str, longest: int = 100) -> str:
    """A text of the query, trimmed and cut. What cannot be shown is refused: databases choke on some of it."""
    found = request.args.get(name, "").strip()[:longest]
    wrong = fault(found, longest)
    if wrong is not None:
        abort(400, f"{name} {wrong}")
    return found


def one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of some words of the query."""
    found = request.args.get(name, default)
    return found if found in allowed else default
