"""Errors that are the caller's to mend, told in a sentence instead of a traceback."""

import json
from argparse import Namespace

from arena.text import fault

LONGEST = 10_000
"""Characters of one argument."""


class Refused(Exception):
    """Something asked for on the command line that cannot be; the sentence says what can."""


def check_texts(arguments: Namespace) -> None:
    """Refuse texts of the command line that cannot be shown or stored. Paths may have any name that the system allows."""
    for name, value in vars(arguments).items():
        for one in value if isinstance(value, list) else (value,):
            wrong = fault(one, LONGEST, lines=True) if isinstance(one, str) else None
            if wrong is not None:
                raise Refused(f"{name.replace('_', '-')} {wrong}")


def refusal(wrong: Exception) -> str | None:
    """The sentence for an error that the user can mend; None for one that is ours."""
    from arena.players.texts import BotError
    from engine import EngineError

    if isinstance(wrong, Refused | EngineError | BotError):
        return str(wrong)
    if type(wrong).__module__ == "arena.local.processes":
        return str(wrong)
    if type(wrong).__module__.startswith(
        ("arena.matches.", "arena.replays.", "arena.settings", "arena.gateway.settings", "arena.sdk.")
    ) and isinstance(wrong, ValueError):
        return str(wrong)  # told by name: importing them costs every command the signatures' library
    if type(wrong).__module__ == "arena.storage.errors":
        return str(wrong)
    if isinstance(wrong, json.JSONDecodeError):
        return f"not JSON: {wrong}"
    if isinstance(wrong, OSError) and wrong.strerror:
        return f"{wrong.filename}: {wrong.strerror}" if wrong.filename else wrong.strerror
    return None
