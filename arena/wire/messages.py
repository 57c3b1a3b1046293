"""The messages around decisions: welcome, start, result, notice, as bytes ready to send."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from arena.matches import MatchRecord, MatchSpec
from arena.matches.spec import About
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
from arena.wire.fields import delimited

_WELCOME = b"\x0a"  # ArenaMessage.welcome, field 1, length-delimited
_PENDING = b"\x32"  # Welcome.pending, field 6, length-delimited
SEASON_NEWS = NoticeCode.NOTICE_CODE_SEASON


def welcome(picture: Welcome, pending: Iterable[bytes]) -> bytes:
    """The full picture, with decisions that are bytes already."""
    body = picture.SerializeToString() + b"".join(delimited(_PENDING, decision) for decision in pending)
    return delimited(_WELCOME, body)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A bot's rating after a rated set, and how much it changed, in points."""

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
    rating_change: RatingChange | None = None,
) -> MatchResult:
    """How a match ended for one of its seats; *names* of the seats are those that may be shown now."""
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
        rating=rating_change.rating if rating_change else None,
        rating_change=rating_change.change if rating_change else None,
        season=about.season,
        kind=about.kind,
        options=in_notation(record.spec.options),
    )


def set_result(
    about: About, game: str, names: Mapping[int, Sequence[str]], rating_change: RatingChange | None
) -> bytes:
    """A set is over, for one of its bots, ready to send; *names* by match and seat."""
    over = SetResult(
        season=about.season,
        kind=about.kind,
        game=game,
        matches=_seated(names),
        rating=rating_change.rating if rating_change else None,
        rating_change=rating_change.change if rating_change else None,
    )
    return ArenaMessage(set_result=over).SerializeToString()


def void_set(about: About, game: str, names: Mapping[int, Sequence[str]], reason: str) -> bytes:
    """A set is void, for any of its bots, ready to send; *names* by match and seat of the matches that were begun."""
    over = SetResult(
        season=about.season,
        kind=about.kind,
        game=game,
        matches=_seated(names),
        cancelled=True,
        reason=reason,
    )
    return ArenaMessage(set_result=over).SerializeToString()


def _seated(names: Mapping[int, Sequence[str]]) -> list[SetMatch]:
    return [SetMatch(match_id=str(match_id), players=seats) for match_id, seats in names.items()]


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
