"""The replay document: made from a finished match, hashed, signed and laid out. docs/replays.md describes it field by field.

Private notes, value estimates and what a faulty bot sent stay out: a replay is for everyone. What is hashed is the canonical form: the
JSON document without `hash` and `signature`, keys sorted, no spaces, UTF-8. The file has one field a line and one decision a line,
so that a person can read it and tools can compare it.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from arena.matches import MatchRecord, Move, SeatFault
from arena.matches.running import events_seen_by
from arena.replays.keys import SigningKey

FORMAT = "meiji-arena-replay"
VERSION = 1
SEEDS = ("seed", "hidden_seed")
SEAL = ("hash", "signature")
"""The fields that cover the others."""


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
    """What everyone could see of each decision. Events that were not kept come from playing the match again."""
    if record.events_kept:
        yield from (list(move.events) for move in record.decisions)
        return
    state = record.spec.first_state()
    state.record_events()
    for move in record.decisions:
        state.apply(record.spec.rules.parse(move.action))
        yield events_seen_by(state.take_events(), None)


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


def canonical(document: Mapping[str, Any]) -> bytes:
    """The bytes that are hashed."""
    body = {key: value for key, value in document.items() if key not in SEAL}
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def hash_of(document: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical form, in hex."""
    return sha256(canonical(document)).hexdigest()


def signed_message(digest: str) -> bytes:
    """The bytes that are signed: the hash, with a title so that a signature of something else by the same key does not fit."""
    return f"meiji-arena replay 1\n{digest}\n".encode()


def layout(document: Mapping[str, Any]) -> bytes:
    """The document as the file has it, unpacked."""
    return (
        _by_line("{", [f"{_text(key)}: {_laid_out(key, value)}" for key, value in document.items()], "}") + "\n"
    ).encode()


def _laid_out(key: str, value: Any) -> str:
    if key == "decisions" and value:
        return _by_line("[", [_text(decision) for decision in value], "]")
    if key == "result" and value:
        return _by_line("{", [f"{_text(name)}: {_text(part)}" for name, part in value.items()], "}")
    return _text(value)


def _by_line(opening: str, parts: list[str], closing: str) -> str:
    return f"{opening}\n" + ",\n".join(parts) + f"\n{closing}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
