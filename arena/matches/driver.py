"""Driving the loop with players in this process, one call at a time."""

import time
from collections.abc import Callable, Sequence

from arena.matches.asks import Answer, Ask, Chosen, Fault
from arena.matches.conduct import FORFEIT, ILLEGAL, RESIGNED
from arena.matches.errors import InvalidSpec
from arena.matches.journal import Journal
from arena.matches.loop import steps
from arena.matches.players import Decision, Player, Resign
from arena.matches.record import MatchRecord
from arena.matches.spec import MatchSpec


def play(
    spec: MatchSpec,
    players: Sequence[Player],
    journal: Journal | None = None,
    *,
    now: Callable[[], float] = time.monotonic,
    max_seconds: float | None = None,
    keep_events: bool = True,
    strict: bool = False,
    absent: Sequence[int] = (),
) -> MatchRecord:
    """Play a match to its end. A player that raises is found at fault; with *strict* its error goes to the caller.

    Seats that are *absent* forfeit at the start.
    """
    if len(players) != spec.seats:
        raise InvalidSpec(f"{spec.seats} seats need {spec.seats} players; got {len(players)}")
    loop = steps(spec, journal=journal, now=now, max_seconds=max_seconds, keep_events=keep_events)
    try:
        ask = next(loop)
        for seat in absent:
            ask = loop.send(Fault(FORFEIT, "the bot was not there at the start", seat=seat))
        while True:
            ask = loop.send(answer(ask, players[ask.seat], now, strict))
    except StopIteration as over:
        record: MatchRecord = over.value
        return record


def answer(ask: Ask, player: Player, now: Callable[[], float] = time.monotonic, strict: bool = False) -> Answer:
    """What a player in this process answers, with the time it took."""
    begun = now()
    try:
        index = player.choose(Decision(ask))
    except Resign as gave_up:
        return Fault(RESIGNED, str(gave_up))
    except Exception as wrong:
        if strict:
            raise
        return Fault(ILLEGAL, f"choose() raised {type(wrong).__name__}: {wrong}")
    return Chosen(index, int((now() - begun) * 1000))
