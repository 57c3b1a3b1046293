"""Results for people (tables) and for programs (JSON)."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from arena import series
from arena.series import Figure, Result, Row

if TYPE_CHECKING:
    from rich.table import Table

    from arena.cli.batch import Order
    from arena.matches import MatchRecord


def print_series(order: "Order", results: Sequence[Result], elapsed: float) -> None:
    """The table of a series, best mean place first."""
    rows = sorted(series.table(order.names, results), key=lambda row: (row.place.mean, -row.score.mean))
    print_table(_standings(rows))
    decisions = sum(result.decisions for result in results)
    thought = sum(result.seconds for result in results)
    print(
        f"{len(results)} {'match' if len(results) == 1 else 'matches'}, {decisions / len(results):.0f} decisions each, "
        f"in {elapsed:.1f} s: {decisions / elapsed:,.0f} decisions/s ({decisions / thought:,.0f} per process)"
    )
    if rows[0].place.error is None:
        print(f"Errors need two whole sets: {2 * order.seats} matches.")
    if order.save is not None:
        print(f"Replays are in {order.save}; check them with: arena replay verify {order.save}/*")


def _standings(rows: Sequence[Row]) -> "Table":
    from rich.table import Table

    made = Table("bot")
    for title in ("games", "score", "place", "win share", "Elo to the others"):
        made.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        elo = "" if row.elo is None else _with_error(row.elo, "+.0f", ".0f")
        wins = Figure(100 * row.wins.mean, None if row.wins.error is None else 100 * row.wins.error)
        made.add_row(
            row.name,
            str(row.games),
            _with_error(row.score, ".1f"),
            _with_error(row.place, ".2f"),
            _with_error(wins, ".1f") + " %",
            elo,
        )
    return made


def _with_error(figure: Figure, form: str, error_form: str | None = None) -> str:
    mean = format(figure.mean, form)
    return mean if figure.error is None else f"{mean} ± {format(figure.error, error_form or form)}"


def print_sheet(record: "MatchRecord") -> None:
    """The score sheet of one match: a column per seat, a line per category."""
    from rich.table import Table

    made = Table("", title=f"The match ended: {record.ended_by.replace('_', ' ')}")
    for seat, name in enumerate(record.spec.players):
        made.add_column(f"seat {seat}\n{name}", justify="right")
    lines = [name for sheet in record.outcome.categories for name in sheet]
    for line in dict.fromkeys(lines):
        made.add_row(line.replace("_", " "), *(str(sheet.get(line, 0)) for sheet in record.outcome.categories))
    made.add_section()
    made.add_row("points", *map(str, record.scores))
    for name, figures in record.outcome.tie_breaks.items():
        made.add_row(f"tie-break: {name.replace('_', ' ')}", *map(str, figures))
    made.add_row("place", *map(str, record.places))
    print_table(made)


def print_table(table: "Table") -> None:
    """On stdout; a file or pipe gets lines that are not broken."""
    import sys

    from rich.console import Console

    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)


def as_json(order: "Order", results: Sequence[Result], elapsed: float) -> str:
    """All figures of a series."""
    decisions = sum(result.decisions for result in results)
    plain = {
        "game": order.game,
        "seats": order.seats,
        "options": order.options,
        "seed": order.seed,
        "games": len(results),
        "decisions": decisions,
        "seconds": round(elapsed, 3),
        "decisions_per_second": round(decisions / elapsed),
        "bots": [asdict(row) for row in series.table(order.names, results)],
        "matches": [asdict(result) for result in results],
    }
    return json.dumps(plain, indent=1)
