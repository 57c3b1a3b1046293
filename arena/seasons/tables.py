"""The tables of a stage as a viewer may see them now: standings, crosstable and progress per division.

Points come from the season's file, lots from its seed. The Elo that breaks ties is the one at the end of the stage: later matches
change no earlier table. While a stage is frozen, everyone but its organisers sees it as it was at `freeze_at`. In a final, ties on
points go to the better place in the stage before; a ladder is ordered by Elo alone. When a season finishes, its tables are stored
and never change. Each reader takes a constant number of statements.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.db.models import Division, FinalLine, Season, SeasonStage, SeasonState
from arena.leagues import season as leagues
from arena.leagues.results import Bye, Played, Ruling, disqualified, ruled, ruled_byes
from arena.leagues.season import frozen, may_see
from arena.leagues.standings import Line, crosstable, progress, standings
from arena.seasons import stage_data
from arena.seasons.lookup import plan_of
from arena.seasons.stage_data import Entrant


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a league table: `arena.leagues.standings.Line` with the names of bot and team."""

    place: int
    entry: str
    """The entry's id as text."""
    bot: str
    team: str
    withdrawn: bool
    points: Fraction
    matches: int
    wins: int
    mean_place: Fraction
    margin: Fraction
    strength: Fraction
    forfeits: int
    elo: float
    """In points, when the stage ended."""
    decided_by: str
    """What put this line below the one above it; empty for the first."""


def detail_of(line: TableLine) -> dict[str, Any]:
    """All of a line but place, entry and names, as plain data; fractions as texts such as `7/2`."""
    return {
        "points": str(line.points),
        "matches": line.matches,
        "wins": line.wins,
        "mean_place": str(line.mean_place),
        "margin": str(line.margin),
        "strength": str(line.strength),
        "forfeits": line.forfeits,
        "elo": line.elo,
        "withdrawn": line.withdrawn,
        "decided_by": line.decided_by,
    }


def line_of(place: int, entry: str, bot: str, team: str, detail: dict[str, Any]) -> TableLine:
    """The line that `detail_of` has taken apart."""
    return TableLine(
        place=place,
        entry=entry,
        bot=bot,
        team=team,
        withdrawn=bool(detail.get("withdrawn")),
        points=Fraction(detail["points"]),
        matches=int(detail["matches"]),
        wins=int(detail["wins"]),
        mean_place=Fraction(detail["mean_place"]),
        margin=Fraction(detail["margin"]),
        strength=Fraction(detail["strength"]),
        forfeits=int(detail.get("forfeits", 0)),
        elo=float(detail["elo"]),
        decided_by=str(detail["decided_by"]),
    )


def figure(value: Fraction) -> str:
    """A number of a table for people: whole, or with two digits."""
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


STAGE_BEFORE = "stage before"
"""What decided a place of a final where points did not."""


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """One division's tables."""

    number: int
    name: str
    lines: tuple[TableLine, ...]
    """Best first, without disqualified entries."""
    crosstable: Mapping[str, Mapping[str, tuple[int, Fraction]]]
    """Per entry and opponent: matches together, and the share placed ahead."""
    rounds: tuple[int, ...]
    """Those with a result or a bye, in order: the columns of the progress."""
    progress: Mapping[str, Sequence[tuple[Fraction, int]]]
    """Per entry, after each of the rounds: points so far, and place."""


@dataclass(frozen=True, slots=True)
class StageTables:
    """What a viewer may see of a stage."""

    hidden: bool
    """The viewer may not know of it at all."""
    frozen_at: datetime | None
    """Shown as it was then; None: as it is."""
    final: bool
    """From the tables that were stored when the season finished."""
    divisions: tuple[DivisionTable, ...]


HIDDEN = StageTables(hidden=True, frozen_at=None, final=False, divisions=())


def points_of(season: Season) -> tuple[tuple[Fraction, ...], Fraction]:
    """Points by place and for a bye; without a file one for each opponent behind."""
    if season.file:
        plan = plan_of(season)
        return plan.points, plan.bye_points
    points = tuple(Fraction(season.seats - 1 - at) for at in range(season.seats))
    return points, sum(points, Fraction()) / season.seats


def as_frozen(stage: SeasonStage, role: str, now: datetime) -> datetime | None:
    """The moment at which the stage is frozen for viewers of that role; None: it is not frozen."""
    rule = leagues.Stage(stage.name, stage.format, freeze_at=stage.freeze_at, reveal=stage.reveal_at)
    return stage.freeze_at if role != "organiser" and frozen(rule, now) else None


def stage_tables(session: Session, stage: SeasonStage, *, now: datetime, role: str) -> StageTables:
    """The stage for a visitor, member or organiser of its season. Nine statements at most."""
    season = stage.season
    if not (may_see(season.visibility, role) and may_see(stage.visibility, role)):
        return HIDDEN
    cut = as_frozen(stage, role, now)
    records = _Stage(session, season, stage, cut)
    kept = kept_tables(session, stage) if season.state is SeasonState.FINISHED and cut is None else {}
    names = _division_names(session, season.id)
    numbers = sorted({entrant.division for entrant in records.entrants} | kept.keys())
    return StageTables(
        hidden=False,
        frozen_at=cut,
        final=bool(kept),
        divisions=tuple(records.division(number, names.get(number, ""), kept.get(number)) for number in numbers),
    )


def _division_names(session: Session, season_id: int) -> dict[int, str]:
    rows = session.execute(select(Division.number, Division.name).where(Division.season_id == season_id))
    return {row.number: row.name for row in rows}


class _Stage:
    """The records of a stage, read once for all its divisions."""

    def __init__(self, session: Session, season: Season, stage: SeasonStage, cut: datetime | None) -> None:
        self.format, self.seed = stage.format, int(season.seed)
        self.points, self.bye_points = points_of(season)
        self.rulings: Sequence[Ruling] = stage_data.rulings(session, season.id, cut)
        self.out = disqualified(self.rulings)
        self.counted = stage_data.finished(session, stage.id, cut)
        self.byes: Sequence[Bye] = ruled_byes(stage_data.byes(session, stage.id, cut), self.rulings)
        self.entrants = _with_elo(session, season.id, stage_data.entrants(session, stage.id), cut or stage.ended_at)

    def division(self, number: int, name: str, kept: Sequence[TableLine] | None) -> DivisionTable:
        entrants = [entrant for entrant in self.entrants if entrant.division == number]
        inside = [entrant for entrant in entrants if entrant.entry not in self.out]
        results = ruled(stage_data.of_division(self.counted, number), self.rulings)
        entries = [entrant.entry for entrant in inside]
        byes = [bye for bye in self.byes if bye.entry in entries]
        lines = tuple(kept) if kept is not None else self._lines(inside, results, byes)
        return DivisionTable(
            number,
            name,
            lines,
            crosstable([line.entry for line in lines], results),
            tuple(sorted({match.round for match in results} | {bye.round for bye in byes})),
            progress(entries, results, self.points, byes=byes, bye_points=self.bye_points),
        )

    def _lines(
        self, inside: Sequence[Entrant], results: Sequence[Played], byes: Sequence[Bye]
    ) -> tuple[TableLine, ...]:
        by_entry = {entrant.entry: entrant for entrant in inside}
        lines = standings(
            by_entry,
            results,
            self.points,
            byes=byes,
            bye_points=self.bye_points,
            elo={entry: float(entrant.elo) for entry, entrant in by_entry.items()},
            seed=self.seed,
        )
        if self.format == "final":
            lines = _reordered(lines, STAGE_BEFORE, lambda line: by_entry[line.entry].seeded, by_points=True)
        elif self.format == "ladder":
            lines = _reordered(lines, "Elo", lambda line: -by_entry[line.entry].elo, by_points=False)
        return tuple(_named(line, by_entry[line.entry]) for line in lines)


def _with_elo(session: Session, season_id: int, entrants: list[Entrant], moment: datetime | None) -> list[Entrant]:
    if moment is None:
        return entrants
    then = stage_data.elo_at(session, season_id, moment)
    return [replace(entrant, elo=then.get(entrant.bot_id, entrant.elo)) for entrant in entrants]


def _reordered(lines: list[Line], why: str, key: Callable[[Line], int], *, by_points: bool) -> list[Line]:
    """The lines in another order. Lines that it leaves level keep their order and their reason."""
    ordered = sorted(lines, key=lambda line: (-line.points if by_points else 0, key(line)))
    placed = [replace(line, place=at + 1, decided_by="") for at, line in enumerate(ordered)]
    for at, (above, below) in enumerate(pairwise(ordered)):
        if by_points and above.points != below.points:
            reason = "points"
        else:
            reason = why if key(above) != key(below) else below.decided_by
        placed[at + 1] = replace(placed[at + 1], decided_by=reason)
    return placed


def _named(line: Line, entrant: Entrant) -> TableLine:
    return TableLine(
        place=line.place,
        entry=line.entry,
        bot=entrant.bot,
        team=entrant.team,
        withdrawn=entrant.state == "withdrawn",
        points=line.points,
        matches=line.matches,
        wins=line.wins,
        mean_place=line.mean_place,
        margin=line.margin,
        strength=line.strength,
        forfeits=line.forfeits,
        elo=entrant.elo / 1000,
        decided_by=line.decided_by,
    )


WHOLE_SEASON = -1
"""The stage number of the table that promotion and relegation read."""


def kept_tables(session: Session, stage: SeasonStage) -> dict[int, list[TableLine]]:
    """Per division the final lines of a stage, best first; empty while the season is not finished."""
    return _tables(session, stage.season_id, stage.number)


def season_tables(session: Session, season_id: int) -> dict[int, list[TableLine]]:
    """Per division the final lines of the whole season."""
    return _tables(session, season_id, WHOLE_SEASON)


def _tables(session: Session, season_id: int, stage: int) -> dict[int, list[TableLine]]:
    tables: dict[int, list[TableLine]] = {}
    for row in session.scalars(
        select(FinalLine)
        .where(FinalLine.season_id == season_id, FinalLine.stage == stage)
        .order_by(FinalLine.division, FinalLine.place)
    ):
        line = line_of(row.place, str(row.entry_id), row.bot, row.team, row.detail)
        tables.setdefault(row.division, []).append(line)
    return tables


def overall(stages: Sequence[StageTables]) -> dict[int, list[TableLine]]:
    """Per division the lines of all, best first, each from the last stage its bot reached; *stages* in the order of play."""
    whole: dict[int, list[TableLine]] = {}
    for tables in reversed(stages):
        for table in tables.divisions:
            above = whole.setdefault(table.number, [])
            placed = {line.entry for line in above}
            above += [line for line in table.lines if line.entry not in placed]
    return dict(sorted(whole.items()))


def places(whole: Mapping[int, Iterable[TableLine]]) -> dict[int, int]:
    """Per entry its place in the whole season, the highest division first."""
    order = (line for _, lines in sorted(whole.items()) for line in lines)
    return {int(line.entry): at for at, line in enumerate(order, 1)}
