"""A replay as the rest of the arena uses it, and the check that a document is one."""

from dataclasses import dataclass
from typing import Any

from arena.matches import Clock, MatchError, MatchSpec, Move, SeatFault
from arena.matches.running import FAULTS, FINISHED
from arena.replays.document import FORMAT, SEEDS, VERSION, hash_of
from arena.replays.errors import Corrupt, Foreign, FromTheFuture, Tampered
from engine.core.errors import InvalidPosition
from engine.core.positions import Reader

MOST_SEATS = 8
LARGEST = 10**9
"""No score or tie-break figure is larger."""
DEEPEST_START = 16
"""Levels of lists and objects; positions have about four."""
HEX_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Signature:
    """The signer of a replay, and the signature."""

    public_key: str
    value: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that can be read, and played again if its rules are still the rules."""

    document: dict[str, Any]
    """All of it, as plain data."""
    spec: MatchSpec
    rules_version: int
    commitment: str
    decisions: tuple[Move, ...]
    outcome: dict[str, Any]
    """By the rules alone, as `Outcome.to_dict` gives it."""
    places: tuple[int, ...]
    """After faults: what counts."""
    verdicts: tuple[str, ...]
    faults: tuple[SeatFault, ...]
    digest: str
    hash: str
    signature: Signature

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.spec.game

    @property
    def scores(self) -> tuple[int, ...]:
        """Per seat: total points by the rules."""
        return tuple(self.outcome["scores"])


def replay_of(document: object) -> Replay:
    """The replay in a document. Checks the type of every field and the hash; `verify` checks whether it is true."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Foreign(f"this is not a replay: it does not say that its format is {FORMAT!r}")
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise Corrupt(f"version: expected a whole number of at least 1, got {version!r}")
    if version > VERSION:
        raise FromTheFuture(f"this replay has format version {version}; this arena reads up to version {VERSION}")
    try:
        replay = _read(Reader(document), document)
        hashed = hash_of(document)
    except (InvalidPosition, MatchError) as error:
        raise Corrupt(str(error)) from None
    except UnicodeEncodeError as error:
        raise Corrupt(f"{error.object[error.start : error.end]!r} is half a character") from None
    if hashed != replay.hash:
        raise Tampered("the content does not fit its hash: it was changed after it was written")
    return replay


def _read(reader: Reader, document: dict[str, Any]) -> Replay:
    reader.ignore("format", "version")
    spec = _spec(reader)
    rules_version = reader.number("rules_version", 1)
    commitment = _hex(reader, "commitment", 64)
    decisions = tuple(_decision(part, spec.seats) for part in reader.parts("decisions"))
    result = reader.part("result")
    outcome = _outcome(result.part("outcome"), spec.seats)
    places = tuple(result.numbers("places", 1, spec.seats, spec.seats))
    verdicts = tuple(result.texts("verdicts", (FINISHED, *FAULTS), spec.seats))
    faults = tuple(_fault(part, spec.seats) for part in result.parts("faults"))
    if spec.clock.bank_ms is not None:
        result.numbers("clock_left_ms", 0, None, spec.seats)
    digest = result.text("digest")
    result.done()
    digits, signature = _hex(reader, "hash", 64), _signature(reader.part("signature"))
    reader.done()
    return Replay(
        document,
        spec,
        rules_version,
        commitment,
        decisions,
        outcome,
        places,
        verdicts,
        faults,
        digest,
        digits,
        signature,
    )


def _spec(reader: Reader) -> MatchSpec:
    seats = reader.number("seats", 1, MOST_SEATS)
    clock = reader.part("clock")
    limits = Clock(clock.number("bank_ms") if clock.has("bank_ms") else None, clock.number("increment_ms"))
    clock.done()
    return MatchSpec(
        game=reader.text("game"),
        seats=seats,
        options=_options(reader.part("options")),
        seed=int(_hex(reader, "seed", 32), 16),
        hidden_seed=int(_hex(reader, "hidden_seed", 32), 16),
        clock=limits,
        players=tuple(reader.texts("players", length=seats)),
        match_id=reader.text("match_id"),
        salt=reader.text("salt"),
        start=_start(reader.part("start")) if reader.has("start") else None,
    )


def _options(reader: Reader) -> dict[str, Any]:
    for name, value in reader.data.items():
        if isinstance(value, list):
            reader.texts(name)
        elif not isinstance(value, str | int):
            reader.wrong(name, f"expected a text, a whole number, true, false or a list of texts, got {value!r}")
    return dict(reader.data)


def _start(reader: Reader) -> dict[str, Any]:
    if _deep(reader.data, DEEPEST_START):
        raise InvalidPosition("start: it is nested more deeply than any position")
    return {**reader.data, **{name: int(_hex(reader, name, 32), 16) for name in SEEDS}}


def _deep(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_deep(part, levels - 1) for part in inner)


def _decision(reader: Reader, seats: int) -> Move:
    move = Move(
        seat=reader.number("seat", 0, seats - 1),
        number=reader.number("number"),
        action=reader.text("action"),
        think_ms=reader.number("think_ms"),
        by_stand_in=reader.has("stand_in") and reader.flag("stand_in"),
        events=tuple(reader.texts("events")),
    )
    reader.done()
    return move


def _fault(reader: Reader, seats: int) -> SeatFault:
    seat, number, made = reader.number("seat", 0, seats - 1), reader.number("number"), reader.number("made")
    fault = SeatFault(seat, number, made, reader.text("verdict", tuple(FAULTS)))
    reader.done()
    return fault


def _outcome(reader: Reader, seats: int) -> dict[str, Any]:
    reader.numbers("scores", -LARGEST, LARGEST, seats)
    reader.numbers("places", 1, seats, seats)
    for lines in reader.parts("categories", seats):
        for name in lines.data:
            lines.number(name, -LARGEST, LARGEST)
    reader.text("ended_by")
    ties = reader.part("tie_breaks")
    for name in ties.data:
        ties.numbers(name, -LARGEST, LARGEST, seats)
    if reader.has("won"):
        reader.flag("won")
        if reader.raw("grade") is not None:
            reader.text("grade")
    reader.done()
    return dict(reader.data)


def _signature(reader: Reader) -> Signature:
    reader.text("algorithm", ("ed25519",))
    signature = Signature(_hex(reader, "public_key", 64), _hex(reader, "value", 128))
    reader.done()
    return signature


def _hex(reader: Reader, key: str, digits: int) -> str:
    text = reader.text(key)
    if len(text) != digits or not HEX_DIGITS.issuperset(text):
        reader.wrong(key, f"expected {digits} hex digits, got {text[:140]!r}")
    return text
