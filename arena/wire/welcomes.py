"""The messages around decisions: welcome, start, result, notice, as bytes ready to send."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from arena.matches import MatchRecord, MatchSpec
from arena.v1.bots_pb2 import (
    ArenaMessage,
    Clock,
    MatchResult,
    MatchStarted,
    Notice,
    NoticeCode,
    Verdict,
    Welcome,
)
from arena.wire.varints import varint

_WELCOME = b"\x0a"  # ArenaMessage.welcome, field 1, length-delimited
_PENDING = b"\x32"  # Welcome.pending, field 6, length-delimited
SEASON_NEWS = NoticeCode.NOTICE_CODE_SEASON


def welcome(picture: Welcome, pending: Iterable[bytes]) -> bytes:
    """The full picture, with decisions that are bytes already."""
    body = picture.SerializeToString() + b"".join(_PENDING + varint(len(one)) + one for one in pending)
    return _WELCOME + varint(len(body)) + body


def started(spec: MatchSpec, seat: int) -> MatchStarted:
    """How a match is announced to one of its seats."""
    return MatchStarted(
        match_id=spec.match_id,
        game=spec.game,
        rules_version=spec.rules.rules_version,
        seat=seat,
        seats=spec.seats,
        clock=Clock(bank_ms=spec.clock.bank_ms or 0, increment_ms=spec.clock.increment_ms),
        seed_commitment=spec.commitment if spec.salt else "",
        players=spec.players if any(spec.players) else (),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """What a set that was rated has made of a bot's rating, in points."""

    rating: float
    change: float


def result(
    record: MatchRecord, seat: int, names: Iterable[str] = (), page: str = "", standing: Standing | None = None
) -> MatchResult:
    """How a match ended for one of its seats; *names* of the seats may be told now."""
    fault = next((fault for fault in record.faults if fault.seat == seat), None)
    return MatchResult(
        match_id=record.spec.match_id,
        game=record.spec.game,
        seat=seat,
        place=record.places[seat],
        verdict=verdict(record.verdicts[seat]),
        scores=record.scores,
        places=record.places,
        players=list(names) or [name for name in record.spec.players if name],
        ended_by=record.ended_by,
        detail=fault.detail if fault else "",
        page=page,
        rating=None if standing is None else standing.rating,
        rating_change=None if standing is None else standing.change,
    )


def verdict(word: str) -> Verdict:
    """A verdict's value from its word."""
    return cast(Verdict, Verdict.Value(f"VERDICT_{word.upper()}"))


def verdict_word(value: Verdict) -> str:
    """A verdict's word from its value."""
    return Verdict.Name(value).removeprefix("VERDICT_").lower()


def notice(code: NoticeCode, text: str, match_id: str = "") -> bytes:
    """A notice, ready to send."""
    return ArenaMessage(notice=Notice(code=code, text=text, match_id=match_id)).SerializeToString()
