"""From a finished match to its replay document. docs/replays.md describes it field by field.

Private notes, value estimates and what a faulty bot sent stay out: a replay is for everyone.
"""

from collections.abc import Iterator
from typing import Any

from arena.matches import MatchRecord, Move, SeatFault
from arena.matches.events import seen
from arena.replays.canonical import hash_of, signed_message
from arena.replays.keys import SigningKey

FORMAT = "meiji-arena-replay"
VERSION = 1
SEEDS = ("seed", "hidden_seed")


def sealed(record: MatchRecord, key: SigningKey) -> dict[str, Any]:
    """The whole document, hashed and signed."""
    document = content(record)
    document["hash"] = hash_of(document)
    signature = key.sign(signed_message(document["hash"]))
    document["signature"] = {"algorithm": "ed25519", "public_key": key.public, "value": signature}
    return document


def content(record: MatchRecord) -> dict[str, Any]:
    """The document without its seal."""
    spec = record.spec
    start = {} if spec.start is None else {"start": _with_hex_seeds(spec.start)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "match_id": spec.match_id,
        "game": spec.game,
        "rules_version": record.rules_version,
        "seats": spec.seats,
        "options": spec.options,
        "players": list(spec.players),
        "clock": spec.clock.to_dict(),
        "seed": hex_seed(spec.seed),
        "hidden_seed": hex_seed(spec.hidden_seed),
        "salt": spec.salt,
        "commitment": spec.commitment,
        **start,
        "decisions": [_decision(move, events) for move, events in zip(record.decisions, _events(record), strict=True)],
        "result": _result(record),
    }


def hex_seed(seed: int) -> str:
    """32 hex digits: many languages read a JSON number of 128 bits wrongly."""
    return f"{seed:032x}"


def _with_hex_seeds(position: dict[str, Any]) -> dict[str, Any]:
    return {key: hex_seed(value) if key in SEEDS else value for key, value in position.items()}


def _decision(move: Move, events: list[str]) -> dict[str, Any]:
    line: dict[str, Any] = {"seat": move.seat, "number": move.number, "action": move.action, "think_ms": move.think_ms}
    if move.by_stand_in:
        line["stand_in"] = True
    line["events"] = events
    return line


def _events(record: MatchRecord) -> Iterator[list[str]]:
    """What everyone could see of each decision; worked out by playing again if it was not kept."""
    if record.events_kept:
        yield from (list(move.events) for move in record.decisions)
        return
    state = record.spec.first_state()
    state.record_events()
    for move in record.decisions:
        state.apply(record.spec.rules.parse(move.action))
        yield seen(state.take_events(), None)


def _result(record: MatchRecord) -> dict[str, Any]:
    clocked = record.spec.clock.bank_ms is not None
    return {
        "outcome": record.outcome.to_dict(),
        "places": list(record.places),
        "verdicts": list(record.verdicts),
        "faults": [_fault(fault) for fault in record.faults],
        **({"clock_left_ms": list(record.clock_left_ms)} if clocked else {}),
        "digest": record.digest,
    }


def _fault(fault: SeatFault) -> dict[str, Any]:
    return {"seat": fault.seat, "number": fault.number, "made": fault.made, "verdict": fault.verdict}
