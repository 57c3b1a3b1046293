"""Errors that the caller can correct: one sentence on stderr instead of a traceback, and an exit code by kind."""

import json
from argparse import Namespace

from arena.embedded.errors import (
    AlreadyRunning,
    BadDatabase,
    BadSettings,
    DiskFull,
    Exposed,
    NoRedis,
    NotWritable,
    PortTaken,
)
from arena.errors import ArenaError, Invalid, Unavailable, status
from arena.text import fault

LONGEST = 10_000
"""Characters of one argument."""

USAGE = 2
EXIT_CODES: dict[type[Exception], int] = {
    ArenaError: USAGE,
    Unavailable: 69,
    PortTaken: 75,
    AlreadyRunning: 75,
    NoRedis: 72,
    DiskFull: 74,
    NotWritable: 77,
    Exposed: 77,
    BadSettings: 78,
    BadDatabase: 65,
}
"""What the caller must change is 2, like a wrong option; what the machine lacks has a code of sysexits.h."""


class Refused(Invalid):
    """The command line asks for something impossible; the sentence says what is possible."""


def check_texts(arguments: Namespace) -> None:
    """Refuse arguments that cannot be shown or stored. Paths may have any name that the system allows."""
    for name, value in vars(arguments).items():
        for text in value if isinstance(value, list) else (value,):
            reason = fault(text, LONGEST, lines=True) if isinstance(text, str) else None
            if reason is not None:
                raise Refused(f"{name.replace('_', '-')} {reason}")


def exit_code(error: Exception) -> int:
    """The exit code for an error that has a sentence."""
    return status(error, EXIT_CODES) or USAGE


def refusal(error: Exception) -> str | None:
    """The sentence for an error that the caller can correct; None for a fault of ours."""
    from engine import EngineError

    if isinstance(error, ArenaError | EngineError):
        return str(error)
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return None
