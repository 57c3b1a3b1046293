"""The one loop that plays matches.

It is a generator: it yields an `Ask`, takes an `Answer`, and returns a `MatchRecord`. So plain calls, threads and asyncio can
all drive it, and none of them knows a rule. The driver waits and measures how long a bot thought; the loop judges. A match that was broken
off is rebuilt from its journal and goes on.
"""

import json
import time
from collections.abc import Callable, Generator, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from arena.matches.errors import InvalidSpec, JournalBroken, JournalForeign, Overdue
from arena.matches.journal import CLAIM, FAULT, MOVE, START, Entry, Journal, proved
from arena.matches.players import Decision, Player, Resign
from arena.matches.record import MatchRecord, Move, SeatFault
from arena.matches.running import FAULTS, FORFEIT, ILLEGAL, RESIGNED, Answer, Ask, Chosen, Fault, RunningMatch
from arena.matches.spec import MatchSpec

Steps: TypeAlias = Generator[Ask, Answer, MatchRecord]


def steps(
    spec: MatchSpec,
    *,
    journal: Journal | None = None,
    now: Callable[[], float] = time.monotonic,
    max_seconds: float | None = None,
    keep_events: bool = True,
) -> Steps:
    """Play a match, or play on the one in the journal.

    Overdue is raised once it has taken *max_seconds* by *now*; that limit is for faults of the platform, the clocks are
    what limits bots. Without *keep_events* they are worked out only when somebody reads them.
    """
    deadline = None if max_seconds is None else now() + max_seconds
    match = RunningMatch(spec, keep_events=keep_events)
    if journal is not None:
        _start_or_resume(match, journal)
    state, faults = match.state, match.faults
    while (seat := state.to_act) is not None:
        if deadline is not None and now() >= deadline:
            raise Overdue(f"the match took longer than its maximum of {max_seconds:g} s")
        step: Move | SeatFault
        if faults and seat in faults:
            step = match.stand_in(seat)
        else:
            answer = yield match.ask(seat, deadline)
            if isinstance(answer, Chosen):
                step = match.choose(seat, answer)
            else:
                out = seat if answer.seat is None else answer.seat
                if out in faults:  # gave up twice, or resigned and then hung up
                    continue
                step = match.fault(out, answer)
        if journal is not None:
            _write_down(match, journal, step)
    return match.record(keep_events=keep_events)


def _start_or_resume(match: RunningMatch, journal: Journal) -> None:
    entries = journal.entries()
    if any(entry.kind != CLAIM for entry in entries):
        resume(match, entries)
    else:
        journal.append(START, {"match": fingerprint(match.spec)})


def _write_down(match: RunningMatch, journal: Journal, step: Move | SeatFault) -> None:
    if isinstance(step, SeatFault):
        fault = {"verdict": step.verdict, "detail": step.detail, "sent": step.sent}
        journal.append(FAULT, {"seat": step.seat, "number": step.number, **fault})
        return
    data: dict[str, Any] = {"seat": step.seat, "number": step.number, "action": step.action, "think_ms": step.think_ms}
    if step.by_stand_in:
        data["stand_in"] = True
    if match.notes and (match.notes[-1].seat, match.notes[-1].number) == (step.seat, step.number):
        data["note"], data["value"] = match.notes[-1].note, match.notes[-1].value
    journal.append(MOVE, data)


def fingerprint(spec: MatchSpec) -> str:
    """A hash of all that a match starts from, so that no journal is taken for another's. Tells no seed."""
    start: dict[str, Any] = {
        "match_id": spec.match_id,
        "game": spec.game,
        "rules_version": spec.rules.rules_version,
        "seats": spec.seats,
        "options": spec.checked_options(),
        "seeds": [str(spec.seed), str(spec.hidden_seed)],
        "clock": spec.clock.to_dict(),
        "start": spec.start,
    }
    return sha256(json.dumps(start, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def resume(match: RunningMatch, entries: Sequence[Entry]) -> None:
    """Bring a new match to where its journal ends. JournalForeign or JournalBroken if they do not fit."""
    proved(entries)
    first, *rest = [entry for entry in entries if entry.kind != CLAIM]
    if first.kind != START or first.data.get("match") != fingerprint(match.spec):
        raise JournalForeign("the journal belongs to another match, or was written under other rules")
    for entry in rest:
        try:
            _take_again(match, entry)
        except (KeyError, TypeError, AttributeError) as error:
            raise _broken(entry, f"it lacks something or is misshapen ({error})") from None


def _take_again(match: RunningMatch, entry: Entry) -> None:
    data, seat = entry.data, entry.data["seat"]
    if entry.kind not in {MOVE, FAULT}:
        raise _broken(entry, "a match starts once")
    if seat not in range(match.spec.seats) or match.numbers[seat] != data["number"]:
        raise _broken(entry, f"seat {seat} was not at its decision {data['number']}")
    if entry.kind == FAULT:
        if data["verdict"] not in FAULTS or seat in match.faults:
            raise _broken(entry, f"seat {seat} cannot go out by {data['verdict']!r}")
        match.fault(seat, Fault(data["verdict"], data["detail"], data["sent"]))
        return
    if match.state.to_act != seat:
        raise _broken(entry, f"seat {seat} was not to act")
    if ("stand_in" in data) != (seat in match.faults):
        raise _broken(entry, f"it is not clear who played seat {seat}")
    step = match.stand_in(seat) if "stand_in" in data else match.choose(seat, _chosen(match, entry))
    if not isinstance(step, Move) or step.action != data["action"]:
        raise _broken(entry, f"{data['action']!r} was not what seat {seat} could do")


def _chosen(match: RunningMatch, entry: Entry) -> Chosen:
    data = entry.data
    texts = [action.text for action in match.state.legal_actions()]
    if data["action"] not in texts:
        raise _broken(entry, f"{data['action']!r} was not legal")
    return Chosen(texts.index(data["action"]), data["think_ms"], data.get("note", ""), data.get("value"))


def _broken(entry: Entry, why: str) -> JournalBroken:
    return JournalBroken(f"entry {entry.sequence} of the journal does not fit the match: {why}")


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
    except Exception as error:
        if strict:
            raise
        return Fault(ILLEGAL, f"choose() raised {type(error).__name__}: {error}")
    return Chosen(index, int((now() - begun) * 1000))
