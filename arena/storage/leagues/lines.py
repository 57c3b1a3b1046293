"""One line of a league table with its names, and how it is kept in a final table."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class TableLine:
    """A place in a table: `arena.leagues.standings.Line` with who it is."""

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
