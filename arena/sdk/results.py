"""The line that is printed for each result."""

from arena.v1.bots_pb2 import MatchResult, Verdict
from arena.wire.welcomes import verdict_word


def line(result: MatchResult) -> str:
    """Place, points, conduct, rating change and page, as far as they are known."""
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
