"""What a teacher grades: a row for each person of each entry, with its place, points and how reliably its bot played."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.seasons import league_queries
from arena.seasons.participants import participants
from arena.seasons.tables import figure, season_tables
from arena.text import cell


@dataclass(frozen=True, slots=True)
class StudentLine:
    """One person with one bot."""

    student: str
    """The account; empty: nobody belongs to the team."""
    team: str
    bot: str
    state: str
    version: str
    division: str
    place: int | None
    """In the division, in the order of the whole season as it is now; None: not in the table."""
    of: int
    """How many are in that table."""
    points: str
    matches: int
    wins: int
    forfeits: int
    faults: int


COLUMNS = tuple(StudentLine.__dataclass_fields__)


def student_lines(session: Session, who: Viewer, slug: str) -> list[StudentLine]:
    """A row per person and entry, house bots left out, by division and place; NotFound for people who do not run the season."""
    entered = participants(session, who, slug, ())
    facts = league_queries.facts(session, who, slug)
    orders = season_tables(session, facts.row.id) or league_queries.whole(session, facts)
    names = {division.number: division.name for division in facts.divisions}
    placed = {
        line.entry: (number, at, line, len(lines))
        for number, lines in orders.items()
        for at, line in enumerate(lines, 1)
    }
    rows = []
    for row in entered.rows:
        if row.entry.house:
            continue
        number, place, line, size = placed.get(str(row.entry.id), (row.entry.division or 0, None, None, 0))
        for student in row.people or ("",):
            rows.append(
                StudentLine(
                    student,
                    row.entry.team,
                    row.entry.bot,
                    row.entry.state,
                    row.version or row.entry.version or "",
                    names.get(number, ""),
                    place,
                    size,
                    "0" if line is None else figure(line.points),
                    0 if line is None else line.matches,
                    0 if line is None else line.wins,
                    row.forfeits,
                    row.faults,
                )
            )
    return sorted(rows, key=lambda row: (row.division, row.place is None, row.place or 0, row.student))


def plain_row(line: StudentLine) -> dict[str, Any]:
    """For CSV: texts that a spreadsheet would compute are shown as they are."""
    return {name: cell(value) if isinstance(value, str) else value for name, value in asdict(line).items()}
