"""The tables of a stage as somebody may see them now: standings, crosstable and progress per division.

Points come from the season's file, lots from its seed. The Elo that parts those who are level is the one at the end of the stage: what
is played later changes no earlier table. While the stage is frozen everyone but the organisers sees it as it was at `freeze_at`.
In a final, equal points are decided by the stage before; a ladder is ordered by Elo alone. A constant number of statements.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues import season as leagues
from arena.leagues.results import Bye, Played
from arena.leagues.rulings import Ruling, disqualified, ruled, ruled_byes
from arena.leagues.seasonfile import parse
from arena.leagues.standings import Line, crosstable, progress, standings
from arena.leagues.visibility import frozen, may_see
from arena.storage.leagues import reading
from arena.storage.leagues.finals import kept_tables
from arena.storage.leagues.lines import TableLine
from arena.storage.leagues.reading import Entrant
from arena.storage.models import Division, Season, SeasonStage, SeasonState

STAGE_BEFORE = "stage before"
"""What decided a place of a final where points did not."""


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """One division's tables."""

    number: int
    name: str
    lines: tuple[TableLine, ...]
    """Best first. Those who were disqualified are not there."""
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
    """Out of the tables that were frozen for good when the season ended."""
    divisions: tuple[DivisionTable, ...]


HIDDEN = StageTables(hidden=True, frozen_at=None, final=False, divisions=())


@lru_cache(maxsize=128)
def file_of(text: str) -> leagues.Season:
    """A season's file, read once."""
    return parse(text, kept=True)


def points_of(season: Season) -> tuple[tuple[Fraction, ...], Fraction]:
    """Points by place and for a bye; without a file one for each opponent behind."""
    if season.file:
        known = file_of(season.file)
        return known.points, known.bye_points
    points = tuple(Fraction(season.seats - 1 - at) for at in range(season.seats))
    return points, sum(points, Fraction()) / season.seats


def as_frozen(stage: SeasonStage, role: str, now: datetime) -> datetime | None:
    """The moment at which the stage stands still for somebody of that role; None: it does not."""
    rule = leagues.Stage(stage.name, stage.format, freeze_at=stage.freeze_at, reveal=stage.reveal_at)
    return stage.freeze_at if role != "organiser" and frozen(rule, now) else None


def stage_tables(session: Session, stage: SeasonStage, *, now: datetime, role: str) -> StageTables:
    """The stage for a visitor, member or organiser of its season. Nine statements at most."""
    season = stage.season
    if not (may_see(season.visibility, role) and may_see(stage.visibility, role)):
        return HIDDEN
    cut = as_frozen(stage, role, now)
    made = _Stage(session, season, stage, cut)
    kept = kept_tables(session, stage) if season.state is SeasonState.FINISHED and cut is None else {}
    names = _division_names(session, season.id)
    numbers = sorted({entrant.division for entrant in made.entrants} | kept.keys())
    return StageTables(
        hidden=False,
        frozen_at=cut,
        final=bool(kept),
        divisions=tuple(made.division(number, names.get(number, ""), kept.get(number)) for number in numbers),
    )


def _division_names(session: Session, season_id: int) -> dict[int, str]:
    rows = session.execute(select(Division.number, Division.name).where(Division.season_id == season_id))
    return {row.number: row.name for row in rows}


class _Stage:
    """The records of a stage, read once for all its divisions."""

    def __init__(self, session: Session, season: Season, stage: SeasonStage, cut: datetime | None) -> None:
        self.format, self.seed = stage.format, int(season.seed)
        self.points, self.bye_points = points_of(season)
        self.rulings: Sequence[Ruling] = reading.rulings(session, season.id, cut)
        self.out = disqualified(self.rulings)
        self.counted = reading.finished(session, stage.id, cut)
        self.byes: Sequence[Bye] = ruled_byes(reading.byes(session, stage.id, cut), self.rulings)
        self.entrants = _with_elo(session, season.id, reading.entrants(session, stage.id), cut or stage.ended_at)

    def division(self, number: int, name: str, kept: Sequence[TableLine] | None) -> DivisionTable:
        known = [entrant for entrant in self.entrants if entrant.division == number]
        inside = [entrant for entrant in known if entrant.entry not in self.out]
        results = ruled(reading.of_division(self.counted, number), self.rulings)
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
        known = {entrant.entry: entrant for entrant in inside}
        lines = standings(
            known,
            results,
            self.points,
            byes=byes,
            bye_points=self.bye_points,
            elo={entry: float(entrant.elo) for entry, entrant in known.items()},
            seed=self.seed,
        )
        if self.format == "final":
            lines = _reordered(lines, STAGE_BEFORE, lambda line: known[line.entry].seeded, by_points=True)
        elif self.format == "ladder":
            lines = _reordered(lines, "Elo", lambda line: -known[line.entry].elo, by_points=False)
        return tuple(_named(line, known[line.entry]) for line in lines)


def _with_elo(session: Session, season_id: int, found: list[Entrant], moment: datetime | None) -> list[Entrant]:
    if moment is None:
        return found
    then = reading.elo_at(session, season_id, moment)
    return [replace(entrant, elo=then.get(entrant.bot_id, entrant.elo)) for entrant in found]


def _reordered(lines: list[Line], why: str, key: Callable[[Line], int], *, by_points: bool) -> list[Line]:
    """The lines by another rule; those whom it leaves level keep their order and their reason."""
    ordered = sorted(lines, key=lambda line: (-line.points if by_points else 0, key(line)))
    made = [replace(line, place=at + 1, decided_by="") for at, line in enumerate(ordered)]
    for at, (above, below) in enumerate(pairwise(ordered)):
        if by_points and above.points != below.points:
            reason = "points"
        else:
            reason = why if key(above) != key(below) else below.decided_by
        made[at + 1] = replace(made[at + 1], decided_by=reason)
    return made


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
