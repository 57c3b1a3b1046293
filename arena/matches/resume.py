"""Rebuilding a match from its journal."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from arena.matches.asks import Chosen, Fault
from arena.matches.conduct import FAULTS
from arena.matches.errors import JournalBroken, JournalForeign
from arena.matches.journal import CLAIM, FAULT, MOVE, START, Entry, proved
from arena.matches.record import Move
from arena.matches.spec import MatchSpec
from arena.matches.table import Table


def fingerprint(spec: MatchSpec) -> str:
    """A hash of all that a match starts from, so that no journal is taken for another's. Tells no seed."""
    known: dict[str, Any] = {
        "match_id": spec.match_id,
        "game": spec.game,
        "rules_version": spec.rules.rules_version,
        "seats": spec.seats,
        "options": spec.checked_options(),
        "seeds": [str(spec.seed), str(spec.hidden_seed)],
        "clock": spec.clock.to_dict(),
        "start": spec.start,
    }
    return sha256(json.dumps(known, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def resume(table: Table, entries: Sequence[Entry]) -> None:
    """Bring a new table to where its journal ends."""
    proved(entries)
    first, *rest = [entry for entry in entries if entry.kind != CLAIM]
    if first.kind != START or first.data.get("match") != fingerprint(table.spec):
        raise JournalForeign("the journal belongs to another match, or was written under other rules")
    for entry in rest:
        try:
            _again(table, entry)
        except (KeyError, TypeError, AttributeError) as wrong:
            raise _broken(entry, f"it lacks something or is misshapen ({wrong})") from None


def _again(table: Table, entry: Entry) -> None:
    data, seat = entry.data, entry.data["seat"]
    if entry.kind not in {MOVE, FAULT}:
        raise _broken(entry, "a match starts once")
    if seat not in range(table.spec.seats) or table.numbers[seat] != data["number"]:
        raise _broken(entry, f"seat {seat} was not at its decision {data['number']}")
    if entry.kind == FAULT:
        if data["verdict"] not in FAULTS or seat in table.faults:
            raise _broken(entry, f"seat {seat} cannot go out by {data['verdict']!r}")
        table.fault(seat, Fault(data["verdict"], data["detail"], data["sent"]))
        return
    if table.state.to_act != seat:
        raise _broken(entry, f"seat {seat} was not to act")
    if ("stand_in" in data) != (seat in table.faults):
        raise _broken(entry, f"it is not clear who played seat {seat}")
    step = table.stand_in(seat) if "stand_in" in data else table.choose(seat, _chosen(table, entry))
    if not isinstance(step, Move) or step.action != data["action"]:
        raise _broken(entry, f"{data['action']!r} was not what seat {seat} could do")


def _chosen(table: Table, entry: Entry) -> Chosen:
    data = entry.data
    texts = [action.text for action in table.state.legal_actions()]
    if data["action"] not in texts:
        raise _broken(entry, f"{data['action']!r} was not legal")
    index = texts.index(data["action"])
    return Chosen(index, data["think_ms"], data.get("note", ""), data.get("value"))


def _broken(entry: Entry, why: str) -> JournalBroken:
    return JournalBroken(f"entry {entry.sequence} of the journal does not fit the match: {why}")
