"""Records of queries as messages."""

from datetime import datetime
from typing import Any

from arena.bots.queries import OwnBot
from arena.db.models import EntryState, MatchState, SeasonFormat, SeasonState, SetKind
from arena.results.match import Fault
from arena.results.queries import MatchLine, SeatLine
from arena.scheduler.why import Waiting
from arena.seasons.queries import SeasonLine
from arena.submissions.queries import SubmissionLine
from arena.v1 import arena_pb2 as pb
from arena.wire.messages import in_notation, notation
from engine import Game

SEASON_FORMATS: dict[SeasonFormat, Any] = {
    one: pb.SeasonFormat.Value(f"SEASON_FORMAT_{one.name}") for one in SeasonFormat
}
SEASON_STATES: dict[SeasonState, Any] = {one: pb.SeasonState.Value(f"SEASON_STATE_{one.name}") for one in SeasonState}
MATCH_STATES: dict[MatchState, Any] = {one: pb.MatchState.Value(f"MATCH_STATE_{one.name}") for one in MatchState}
MATCH_KINDS: dict[SetKind, Any] = {one: pb.MatchKind.Value(f"MATCH_KIND_{one.name}") for one in SetKind}


def seconds(at: datetime | None) -> int:
    """Since 1970; 0 for never."""
    return 0 if at is None else int(at.timestamp())


def game(one: Game) -> pb.Game:
    """A game with its options."""
    message = pb.Game(
        name=one.name,
        title=one.title,
        rules_version=one.rules_version,
        min_seats=one.seats[0],
        max_seats=one.seats[-1],
        summary=one.summary,
    )
    for name, option in one.options.items():
        values = option.allowed().split(", ")
        message.options.add(name=name, values=values, default_value=notation(option.default), help=option.help)
    return message


def season(row: SeasonLine) -> pb.Season:
    """A season."""
    return pb.Season(
        id=row.slug,
        name=row.title,
        game=row.game,
        options=in_notation(row.options),
        seats=row.seats,
        format=SEASON_FORMATS[row.format],
        state=SEASON_STATES[row.state],
        entries=row.entries,
        clock=row.clock,
        open=row.open_ladder,
        paused=row.paused,
        created_at=seconds(row.created_at),
    )


def match(row: MatchLine, site: str) -> pb.Match:
    """A match."""
    return pb.Match(
        id=str(row.id),
        game=row.game,
        rules_version=row.rules_version,
        season_id=row.season or "",
        state=MATCH_STATES[row.state],
        kind=MATCH_KINDS[row.kind],
        seats=[seat(one) for one in row.seats],
        started_at=seconds(row.started_at),
        finished_at=seconds(row.finished_at),
        replay=row.has_replay,
        page=f"{site}/matches/{row.id}" if site else "",
        reason=row.reason or "",
        options=in_notation(row.options),
        clock=row.clock,
    )


def seat(row: SeatLine) -> pb.MatchSeat:
    """A seat."""
    return pb.MatchSeat(
        bot=row.bot,
        version=row.version,
        score=row.score or 0,
        place=row.place or 0,
        verdict=row.verdict or "",
        think_ms=row.think_ms or 0,
        mine=row.mine,
    )


def fault(row: Fault) -> pb.Fault:
    """A fault, for the bot's owner."""
    return pb.Fault(
        seat=row.seat,
        decision=max(0, row.decision),
        match_decision=row.made,
        verdict=row.verdict,
        detail=row.detail,
        legal_actions=row.legal,
        sent=row.sent,
    )


def bot(row: OwnBot, *, online: bool) -> pb.Bot:
    """A bot, for its owner."""
    message = pb.Bot(
        name=row.name,
        team=row.owner,
        language=row.language,
        games=row.games,
        matches_at_once=row.matches_at_once,
        open_to_challenges=row.open_to_challenges,
        validated=row.validated_at is not None,
        disabled=row.disabled_at is not None,
        online=online,
        last_seen_at=seconds(row.last_seen_at),
        matches_per_hour=row.matches_per_hour or 0,
    )
    for entry in row.entries:
        message.entries.add(
            season_id=entry.season,
            withdrawn=entry.state != EntryState.ACTIVE,
            rating=entry.rating,
            deviation=entry.deviation,
            sets=entry.sets,
        )
    return message


def waiting(one: Waiting) -> pb.Waiting:
    """Why a bot is not playing."""
    reason: Any = pb.WaitingReason.Value(f"WAITING_REASON_{one.reason.name}")
    return pb.Waiting(
        reason=reason,
        sentence=one.sentence,
        seconds=one.seconds or 0.0,
        season_id=one.season,
    )


def submission(row: SubmissionLine) -> pb.Submission:
    """A version that was handed in."""
    return pb.Submission(
        bot=row.bot,
        version=row.version,
        language=row.language,
        command=row.command,
        games=row.games,
        protocol=row.protocol,
        sha256=row.sha256,
        archive_bytes=row.archive_bytes,
        unpacked_bytes=row.unpacked_bytes,
        files=row.files,
        active=row.active,
        created_at=seconds(row.created_at),
    )
