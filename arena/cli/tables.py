"""Results for people (tables) and for programs (JSON)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena import series
from arena.series import Figure, Result, Row

if TYPE_CHECKING:
    from rich.table import Table

    from arena.series import Order


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
        print(f"Replays are in {order.save}; check them with: arena replay verify {order.save}")


def _standings(rows: Sequence[Row]) -> "Table":
    from rich.table import Table

    made = Table("bot")
    for title in ("games", "score", "place", "win share", "Elo"):
        made.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        elo = "" if row.elo is None or row.elo.error is None else _with_error(row.elo, "+.0f", ".0f")
        made.add_row(
            row.name,
            str(row.games),
            _with_error(row.score, ".1f"),
            _with_error(row.place, ".2f"),
            _share(row.wins),
            elo,
        )
    return made


def _share(figure: Figure) -> str:
    if figure.error is None:
        return share(figure.mean)
    return share(figure.mean, (figure.mean - figure.error, figure.mean + figure.error))


def share(mean: float, interval: tuple[float, float] | None = None) -> str:
    """A share in per cent with its 95 % interval, which ends at 0 and 100: `37.5 % (0 to 100)`."""
    shown = f"{100 * mean:.1f} %"
    if interval is None:
        return shown
    low, high = max(0.0, interval[0]), min(1.0, interval[1])
    return f"{shown} ({100 * low:.0f} to {100 * high:.0f})"


def _with_error(figure: Figure, form: str, error_form: str | None = None) -> str:
    mean = format(figure.mean, form)
    return mean if figure.error is None else f"{mean} ± {format(figure.error, error_form or form)}"


def print_sheet(players: Sequence[str], outcome: Mapping[str, Any], places: Sequence[int]) -> None:
    """The score sheet of one match: a column per seat, a line per category."""
    from rich.markup import escape
    from rich.table import Table

    made = Table("", title=f"The match ended: {_words(outcome['ended_by'])}")
    for seat, name in enumerate(players):
        made.add_column(f"seat {seat}\n{escape(name)}", justify="right")
    sheets = outcome["categories"]
    lines = [name for sheet in sheets for name in sheet]
    for line in dict.fromkeys(lines):
        made.add_row(_words(line), *(str(sheet.get(line, 0)) for sheet in sheets))
    made.add_section()
    made.add_row("points", *map(str, outcome["scores"]))
    for name, figures in outcome["tie_breaks"].items():
        made.add_row(f"tie-break: {_words(name)}", *map(str, figures))
    made.add_row("place", *map(str, places))
    print_table(made)


def _words(name: str) -> str:
    """A lower_snake name as words; brackets would be taken for markup, and control characters for orders."""
    return "".join(char if char.isalnum() else " " for char in name)


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
