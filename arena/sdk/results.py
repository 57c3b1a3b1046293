"""The lines that are printed for results of matches and sets."""

from arena.v1.bots_pb2 import MatchResult, SetResult, Verdict
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


def set_line(result: SetResult) -> str:
    """Matches with who sat at them, and the rating, as far as they are known."""
    tables = [f"{match.match_id} ({', '.join(match.players)})" for match in result.matches]
    head = f"{result.game} set over" + (f" in {result.season}" if result.season else "")
    parts = [f"{head}: {'; '.join(tables)}" if tables else f"{head}: no match of it counts"]
    if result.HasField("rating"):
        parts.append(f"rating {result.rating:.0f} ({result.rating_change:+.0f})")
    return ", ".join(parts)
