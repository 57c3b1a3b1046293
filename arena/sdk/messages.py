"""What a bot sends for a decision (a choice, a resignation, or the note that `choose` failed), and the lines it prints for results."""

import json
import logging
import traceback

from arena.sdk.decisions import Decision
from arena.v1.bots_pb2 import BotMessage, Choice, MatchResult, Resign, SetResult, Verdict
from arena.wire.messages import verdict_word

log = logging.getLogger("arena.sdk")

LONGEST_NOTE = 1000
TRACEBACK_LINES = 6


def choice_of(index: int | None, note: str, value: float | None) -> Choice:
    """An answer without the id of its decision."""
    if index is None:  # protobuf would take it for 0
        raise TypeError("choose returned None instead of an index: is a return missing?")
    choice = Choice(index=index)
    if note:
        choice.note = note
    if value is not None:
        choice.value = value
    return choice


def resignation(match_id: str) -> bytes:
    """The message that gives a match up."""
    return BotMessage(resign=Resign(match_id=match_id)).SerializeToString()


def broken(decision: Decision, error: Exception) -> str:
    """Log an exception of `choose` with its position. Returns the note for the decision, whose first action is played."""
    lines = traceback.format_exception(error)
    log.error("choose raised; the first action is played instead.\n%s", "".join(lines))
    log.error("position: %s", json.dumps(decision.to_dict(), separators=(",", ":")))
    note = f"exception: {error!r}\n{''.join(lines[-TRACEBACK_LINES:])}"
    return note.encode(errors="replace")[:LONGEST_NOTE].decode(errors="ignore")


def match_line(result: MatchResult) -> str:
    """Place, points, fault, rating change and page, as far as known."""
    if result.cancelled:
        return f"{result.game} {result.match_id}: broken off by the arena, does not count"
    parts = [f"{result.game} {result.match_id}: place {result.place} of {len(result.places)}"]
    if result.seat < len(result.scores):
        parts.append(f"{result.scores[result.seat]} points")
    if result.verdict not in (Verdict.VERDICT_FINISHED, Verdict.VERDICT_UNSPECIFIED):
        parts.append(verdict_word(result.verdict) + (f" ({result.detail})" if result.detail else ""))
    if result.HasField("rating"):
        parts.append(f"rating {result.rating:.0f} ({result.rating_change:+.0f})")
    if result.page:
        parts.append(result.page)
    return ", ".join(parts)


def set_line(result: SetResult) -> str:
    """The matches with their players, and the rating, as far as known."""
    tables = [f"{match.match_id} ({', '.join(match.players)})" for match in result.matches]
    head = f"{result.game} set over" + (f" in {result.season}" if result.season else "")
    if result.cancelled:
        begun = f"; begun: {'; '.join(tables)}" if tables else ""
        return f"{head}: void, nothing of it counts" + (f" ({result.reason})" if result.reason else "") + begun
    parts = [f"{head}: {'; '.join(tables)}" if tables else f"{head}: no match of it counts"]
    if result.HasField("rating"):
        parts.append(f"rating {result.rating:.0f} ({result.rating_change:+.0f})")
    return ", ".join(parts)
