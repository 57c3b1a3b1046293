"""Results of seasons as they count after the rulings: match by match, seat by seat, and in pieces for downloads."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, visible_sets
from arena.db.database import Database
from arena.db.models import (
    Bot,
    BotVersion,
    Entry,
    Match,
    MatchSeat,
    MatchState,
    ReplayFile,
    Round,
    RulingEntry,
    RulingKind,
    Season,
    SeasonStage,
    SetKind,
    SetState,
    TableSet,
    Team,
)
from arena.db.paging import LARGEST, Part
from arena.ladders import rating
from arena.leagues.results import Played, Ruling, in_force, ruled
from arena.results.queries import MatchLine, Wanted, matches
from arena.seasons.league_queries import RulingLine, ruling_line


@dataclass(frozen=True, slots=True)
class Ruled:
    """What rulings made of a match."""

    counts: bool
    """False: void, or to be played again."""
    places: tuple[int | None, ...]
    """By seat, as they count."""
    rulings: tuple[RulingLine, ...]
    """In the order they were made."""

    @property
    def words(self) -> str:
        """The rulings in one line, for a table."""
        return "; ".join(
            f"{ruling.kind.replace('_', ' ')}{' ' + ruling.bot if ruling.bot else ''}: {ruling.reason}"
            for ruling in self.rulings
        )


def as_ruled(session: Session, lines: Sequence[MatchLine]) -> dict[int, Ruled]:
    """Those of the matches that a ruling bears on. One statement, none without finished matches of seasons."""
    over = [line for line in lines if line.season is not None and line.state == "finished" and not line.names_hidden]
    if not over:
        return {}
    seasons = select(TableSet.season_id).where(TableSet.id.in_({line.set_id for line in over}))
    rows = session.execute(
        select(RulingEntry, Season.slug, Bot.name)
        .join(Season, Season.id == RulingEntry.season_id)
        .outerjoin(Entry, Entry.id == RulingEntry.entry_id)
        .outerjoin(Bot, Bot.id == Entry.bot_id)
        .where(
            or_(
                RulingEntry.match_id.in_([line.id for line in over]),
                and_(
                    RulingEntry.kind.in_((RulingKind.DISQUALIFY, RulingKind.TAKE_BACK)),
                    RulingEntry.match_id.is_(None),
                    RulingEntry.season_id.in_(seasons),
                ),
            )
        )
        .order_by(RulingEntry.id)
    ).all()
    rulings = [(row.slug, ruling_line(row.RulingEntry, row.name)) for row in rows]
    ruled_matches = {
        line.id: _ruled(line, [ruling for slug, ruling in rulings if slug == line.season]) for line in over if rulings
    }
    return {match_id: ruling for match_id, ruling in ruled_matches.items() if ruling.rulings}


def _ruled(match: MatchLine, rulings: Sequence[RulingLine]) -> Ruled:
    names = tuple(seat.bot for seat in match.seats)
    out = {ruling.id for ruling in rulings if ruling.kind == RulingKind.DISQUALIFY.value and ruling.bot in names}
    mine = tuple(
        ruling
        for ruling in rulings
        if ruling.match_id == match.id or ruling.id in out or (ruling.match_id is None and ruling.takes_back in out)
    )
    played = Played(
        str(match.id),
        0,
        names,
        tuple(seat.place or len(names) for seat in match.seats),
        tuple(seat.score or 0 for seat in match.seats),
    )
    counted = ruled([played], [_plain(ruling) for ruling in mine])
    return Ruled(bool(counted), counted[0].places if counted else tuple(seat.place for seat in match.seats), mine)


def _plain(ruling: RulingLine) -> Ruling:
    # A match that is played again is void first; its new match is one like any other.
    if ruling.kind in {RulingKind.VOID.value, RulingKind.REPLAY.value}:
        return Ruling("void", ruling.reason, str(ruling.match_id), number=ruling.id)
    match_id = "" if ruling.match_id is None else str(ruling.match_id)
    return Ruling(ruling.kind, ruling.reason, match_id, ruling.bot or "", ruling.id, ruling.takes_back or 0)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of one finished match of a done set."""

    match: int
    set: int
    stage: str
    round: int
    division: int
    rotation: int
    seat: int
    bot: str
    team: str
    version: str
    place: int
    """As it counts after the rulings; of a match that does not count, as awarded."""
    awarded_place: int
    """When the match ended."""
    score: int
    verdict: str
    counts: bool
    """False: ruled void, or to be played again."""
    finished_at: datetime


COLUMNS = tuple(SeatResult.__dataclass_fields__)


def seat_results(session: Session, who: Viewer, season_id: int) -> Iterator[SeatResult]:
    """Those of the season that the viewer may see, in the order of play. Two statements."""
    rulings = [ruling for _, ruling in rating.rulings(session, season_id)]
    void = {ruling.match_id for ruling in in_force(rulings) if ruling.kind == RulingKind.VOID}
    rows = session.execute(
        select(
            Match.id,
            Match.set_id,
            SeasonStage.name.label("stage"),
            Round.number,
            TableSet.division,
            Match.rotation,
            MatchSeat.seat,
            Bot.id.label("bot_id"),
            Bot.name,
            Team.name.label("team"),
            BotVersion.name.label("version"),
            MatchSeat.place,
            MatchSeat.score,
            MatchSeat.verdict,
            Match.finished_at,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .join(Round, Round.id == TableSet.round_id)
        .join(SeasonStage, SeasonStage.id == Round.stage_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(
            TableSet.season_id == season_id,
            TableSet.state == SetState.DONE,
            Match.state == MatchState.FINISHED,
            visible_sets(who),
        )
        .order_by(SeasonStage.number, Round.number, TableSet.id, Match.rotation, Match.id, MatchSeat.seat)
        .execution_options(yield_per=1000)
    )
    for _, seats in groupby(rows, key=lambda row: row.id):
        match = list(seats)
        for row, place in zip(match, _places(match, rulings), strict=True):
            yield _result(row, place, void)


def _places(seats: Sequence[Any], rulings: Sequence[Ruling]) -> tuple[int, ...]:
    """By seat, as they count; as awarded if the match does not."""
    awarded = tuple(row.place for row in seats)
    played = Played(str(seats[0].id), 0, tuple(str(row.bot_id) for row in seats), awarded, awarded)
    counted = ruled([played], rulings)
    return counted[0].places if counted else awarded


def _result(row: Any, place: int, void: Container[str]) -> SeatResult:
    return SeatResult(
        match=row.id,
        set=row.set_id,
        stage=row.stage,
        round=row.number,
        division=row.division,
        rotation=row.rotation,
        seat=row.seat,
        bot=row.name,
        team=row.team,
        version=row.version or "",
        place=place,
        awarded_place=row.place,
        score=row.score,
        verdict=row.verdict,
        counts=str(row.id) not in void,
        finished_at=row.finished_at,
    )


def plain_row(result: SeatResult) -> dict[str, Any]:
    """For CSV and JSON: times in ISO 8601, in UTC."""
    return asdict(result) | {"finished_at": result.finished_at.isoformat(timespec="seconds")}


REPLAYS = 25
"""Replays of one piece: some hundred kilobytes."""


def results(
    database: Database, who: Viewer, *, season_id: int | None = None, bot_id: int | None = None
) -> Iterator[list[tuple[MatchLine, Ruled | None]]]:
    """Finished matches of a season or a bot whose players may be named, with the rulings on them, the newest first."""
    part = Part(LARGEST)
    while True:
        finished = Wanted(season_id=season_id, bot_id=bot_id, states=(MatchState.FINISHED,), named=True, part=part)
        with database.read() as session:
            page = matches(session, who, finished)
            rulings = as_ruled(session, page.rows)
        if page.rows:
            yield [(line, rulings.get(line.id)) for line in page.rows]
        if page.next is None:
            return
        part = Part(LARGEST, page.next)


def replays(database: Database, who: Viewer, season_id: int) -> Iterator[list[tuple[int, int, bytes]]]:
    """Replays of a season that are open, by match: its number, when it ended (seconds since 1970), and the packed replay."""
    after = 0
    while True:
        with database.read() as session:
            rows = session.execute(
                select(Match.id, Match.finished_at, ReplayFile.body)
                .join(TableSet, TableSet.id == Match.set_id)
                .join(ReplayFile, ReplayFile.match_id == Match.id)
                .where(
                    TableSet.season_id == season_id,
                    TableSet.kind == SetKind.RATED,
                    TableSet.state == SetState.DONE,
                    Match.id > after,
                    visible_sets(who),
                )
                .order_by(Match.id)
                .limit(REPLAYS)
            ).all()
        if not rows:
            return
        yield [(row.id, int(row.finished_at.timestamp()) if row.finished_at else 0, row.body) for row in rows]
        after = rows[-1].id
