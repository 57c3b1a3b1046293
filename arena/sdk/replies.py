"""What a bot says to a decision: a choice, a resignation, or that `choose` failed."""

import json
import logging
import traceback

from arena.sdk.decisions import Decision
from arena.v1.bots_pb2 import BotMessage, Choice, Resign

log = logging.getLogger("arena.sdk")

LONGEST_NOTE = 1000
TRACEBACK_LINES = 6


def choice_of(index: int | None, note: str, value: float | None) -> Choice:
    """All of an answer but what it answers."""
    if index is None:  # protobuf would take it for 0
        raise TypeError("choose returned None instead of an index: is a return missing?")
    choice = Choice(index=index)
    if note:
        choice.note = note
    if value is not None:
        choice.value = value
    return choice


def resignation(match_id: str) -> bytes:
    """Gives a match up."""
    return BotMessage(resign=Resign(match_id=match_id)).SerializeToString()


def broken(decision: Decision, wrong: Exception) -> str:
    """The note of a decision whose `choose` raised. The error goes to the log with its position; the first action is played."""
    lines = traceback.format_exception(wrong)
    log.error("choose raised; the first action is played instead.\n%s", "".join(lines))
    log.error("position: %s", json.dumps(decision.to_dict(), separators=(",", ":")))
    note = f"exception: {wrong!r}\n{''.join(lines[-TRACEBACK_LINES:])}"
    return note.encode(errors="replace")[:LONGEST_NOTE].decode(errors="ignore")
