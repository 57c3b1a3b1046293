"""Errors that are the caller's to mend, told in a sentence instead of a traceback."""

import json


class Refused(Exception):
    """Something asked for on the command line that cannot be; the sentence says what can."""


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
