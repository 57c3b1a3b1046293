"""Why a bot is not playing right now: one answer, used by every page and command that says so."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.scheduling.candidates import Candidate
from arena.scheduling.pairing import FILL_AFTER


@dataclass(frozen=True, slots=True)
class Reason:
    """The answer: a word for programs and a sentence for people."""

    word: str
    """offline, at_limit, alone, next"""
    sentence: str
    seconds: float | None = None
    """For `next`: about how long."""


def reason(
    bot: str, candidates: Iterable[Candidate], seats: int, *, tick: float, tables: int, fill_after: float = FILL_AFTER
) -> Reason:
    """Why *bot* waits, if a tick comes every *tick* seconds and opens at most *tables* tables."""
    everyone = list(candidates)
    me = next((one for one in everyone if one.bot == bot), None)
    if me is None or not me.online:
        return Reason("offline", f"{bot} is not connected.")
    if me.free <= 0:
        return Reason("at_limit", f"{bot} plays as many matches at once as it said it can.")
    ready = [one for one in everyone if one.ready and one.bot != bot]
    rivals = {one.owners for one in ready if not one.house and one.owners.isdisjoint(me.owners)}
    house = sum(one.house for one in ready)
    missing = seats - 1 - len(rivals) - house
    if missing > 0:
        return Reason("alone", f"{bot} waits for {missing} more opponent{'s' * (missing > 1)} of other owners.")
    if me.rest > tick:
        why = "its rating is settled, so it opens a table less often; others may invite it any time"
        return Reason("next", f"{bot} sits down in about {me.rest:.0f} s: {why}.", me.rest)
    ahead = sum(1 for one in ready if not one.house and (one.urgency, bot) > (me.urgency, one.bot))
    wait = tick * (1 + ahead // max(1, seats * tables))
    if seats - 1 > len(rivals):
        wait = max(wait, fill_after - me.waiting)
    return Reason("next", f"{bot} sits down in about {wait:.0f} s.", wait)
