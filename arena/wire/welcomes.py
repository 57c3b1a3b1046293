"""The messages around decisions: welcome, start, result, notice, as bytes ready to send."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from arena.matches import MatchRecord, MatchSpec
from arena.matches.about import About
from arena.v1.bots_pb2 import (
    ArenaMessage,
    Clock,
    MatchResult,
    MatchStarted,
    Notice,
    NoticeCode,
    SetMatch,
    SetResult,
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


@dataclass(frozen=True, slots=True)
class Standing:
    """What a set that was rated has made of a bot's rating, in points."""

    rating: float
    change: float


def started(spec: MatchSpec, seat: int, about: About) -> MatchStarted:
    """How a match is announced to one of its seats."""
    return MatchStarted(
        match_id=spec.match_id,
        game=spec.game,
        rules_version=spec.rules.rules_version,
        seat=seat,
        seats=spec.seats,
        clock=Clock(bank_ms=spec.clock.bank_ms or 0, increment_ms=spec.clock.increment_ms),
        seed_commitment=spec.commitment if spec.salt else "",
        players=spec.players if any(spec.players) and not about.anonymous else (),
        season=about.season,
        kind=about.kind,
        options=in_notation(spec.options),
    )


def broken_off(spec: MatchSpec, seat: int, about: About) -> MatchResult:
    """A match that does not count, for one of its seats."""
    return MatchResult(
        match_id=spec.match_id,
        game=spec.game,
        seat=seat,
        cancelled=True,
        season=about.season,
        kind=about.kind,
        options=in_notation(spec.options),
    )


def result(
    record: MatchRecord,
    seat: int,
    about: About,
    names: Iterable[str] = (),
    page: str = "",
    standing: Standing | None = None,
) -> MatchResult:
    """How a match ended for one of its seats; *names* of the seats are those that may be told now."""
    fault = next((fault for fault in record.faults if fault.seat == seat), None)
    return MatchResult(
        match_id=record.spec.match_id,
        game=record.spec.game,
        seat=seat,
        place=record.places[seat],
        verdict=verdict(record.verdicts[seat]),
        scores=record.scores,
        places=record.places,
        players=names,
        ended_by=record.ended_by,
        detail=fault.detail if fault else "",
        page=page,
        rating=None if standing is None else standing.rating,
        rating_change=None if standing is None else standing.change,
        season=about.season,
        kind=about.kind,
        options=in_notation(record.spec.options),
    )


def set_result(about: About, game: str, names: Mapping[int, Sequence[str]], standing: Standing | None) -> bytes:
    """A set is over, for one of its bots, ready to send; *names* by match and seat."""
    over = SetResult(
        season=about.season,
        kind=about.kind,
        game=game,
        matches=[SetMatch(match_id=str(match_id), players=sat) for match_id, sat in names.items()],
        rating=None if standing is None else standing.rating,
        rating_change=None if standing is None else standing.change,
    )
    return ArenaMessage(set_result=over).SerializeToString()


def in_notation(options: Mapping[str, object]) -> dict[str, str]:
    """Options as requests and the command line have them."""
    return {name: notation(value) for name, value in options.items()}


def notation(value: object) -> str:
    """An option's value as requests and the command line have it."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def verdict(word: str) -> Verdict:
    """A verdict's value from its word."""
    return cast(Verdict, Verdict.Value(f"VERDICT_{word.upper()}"))


def verdict_word(value: Verdict) -> str:
    """A verdict's word from its value."""
    return Verdict.Name(value).removeprefix("VERDICT_").lower()


def notice(code: NoticeCode, text: str, match_id: str = "") -> bytes:
    """A notice, ready to send."""
    return ArenaMessage(notice=Notice(code=code, text=text, match_id=match_id)).SerializeToString()
