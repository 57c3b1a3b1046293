"""The one loop that plays matches.

It is a generator: it yields an `Ask`, takes an `Answer`, and returns a `MatchRecord`. So plain calls, threads and asyncio can
all drive it, and none of them knows a rule. Waiting, and measuring how long a bot thought, is the driver's part; judging is the loop's.
"""

import time
from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from arena.matches.asks import Answer, Ask, Chosen
from arena.matches.errors import Overdue
from arena.matches.journal import CLAIM, FAULT, MOVE, START, Journal
from arena.matches.record import MatchRecord, Move, SeatFault
from arena.matches.resume import fingerprint, resume
from arena.matches.spec import MatchSpec
from arena.matches.table import Table

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
    what limits bots. Without *keep_events* they are worked out only if somebody reads them.
    """
    deadline = None if max_seconds is None else now() + max_seconds
    table = Table(spec, keep_events=keep_events)
    if journal is not None:
        _open(table, journal)
    state, faults = table.state, table.faults
    while (seat := state.to_act) is not None:
        if deadline is not None and now() >= deadline:
            raise Overdue(f"the match took longer than its maximum of {max_seconds:g} s")
        step: Move | SeatFault
        if faults and seat in faults:
            step = table.stand_in(seat)
        else:
            answer = yield table.ask(seat, deadline)
            if isinstance(answer, Chosen):
                step = table.choose(seat, answer)
            else:
                out = seat if answer.seat is None else answer.seat
                if out in faults:  # gave up twice, or resigned and then hung up
                    continue
                step = table.fault(out, answer)
        if journal is not None:
            _keep(table, journal, step)
    return table.record(keep_events=keep_events)


def _open(table: Table, journal: Journal) -> None:
    entries = journal.entries()
    if any(entry.kind != CLAIM for entry in entries):
        resume(table, entries)
    else:
        journal.append(START, {"match": fingerprint(table.spec)})


def _keep(table: Table, journal: Journal, step: Move | SeatFault) -> None:
    if isinstance(step, SeatFault):
        fault = {"verdict": step.verdict, "detail": step.detail, "sent": step.sent}
        journal.append(FAULT, {"seat": step.seat, "number": step.number, **fault})
        return
    data: dict[str, Any] = {"seat": step.seat, "number": step.number, "action": step.action, "think_ms": step.think_ms}
    if step.by_stand_in:
        data["stand_in"] = True
    if table.notes and (table.notes[-1].seat, table.notes[-1].number) == (step.seat, step.number):
        data["note"], data["value"] = table.notes[-1].note, table.notes[-1].value
    journal.append(MOVE, data)
