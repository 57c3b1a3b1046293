"""`arena season standings|crosstable`: the tables of a season's stage."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.season_show import add_reading, print_json, reading
from arena.cli.service import SETTINGS_HELP

if TYPE_CHECKING:
    from arena.storage.leagues.tables import DivisionTable, StageTables

Moves = dict[str, str]
"""Per entry `up` or `down`."""


def add(actions: Commands) -> None:
    """Declare the commands."""
    for name, summary, run in (
        ("standings", "the table of a stage, with what decided each place", run_standings),
        ("crosstable", "who was placed ahead of whom", run_crosstable),
    ):
        made = command(actions, name, summary, SETTINGS_HELP, run)
        made.add_argument("slug", metavar="SLUG", help="the season's name in addresses")
        made.add_argument(
            "--stage", type=whole_number(1, 100), metavar="N", help="which stage, from 1 (default: the current one)"
        )
        add_reading(made)


def _read(arguments: Namespace) -> tuple[Moves, str, "StageTables"]:
    """Per entry the way it would go after the season, the name of the stage, and its tables."""
    with reading(arguments) as (session, who):
        from arena.storage.errors import NotFound
        from arena.storage.pages import league

        known = league.facts(session, who, arguments.slug)
        stage = known.current if arguments.stage is None else known.stage(arguments.stage - 1)
        if stage is None:
            raise NotFound(f"{arguments.slug} has no stages: `arena leaderboard {arguments.slug}` shows a ladder")
        tables = league.tables(session, known, stage)
        order = league.whole(session, known, {stage.number: tables})
        moves = {
            entry: way for number, lines in order.items() for entry, way in league.zones(known, number, lines).items()
        }
        return moves, stage.name, tables


def run_standings(arguments: Namespace) -> int:
    """Print the table of every division."""
    moves, stage, tables = _read(arguments)
    if arguments.json:
        print_json(_plain_tables(stage, tables))
        return 0
    if tables.frozen_at is not None:
        print(f"{stage} is frozen: this is the table of {tables.frozen_at:%Y-%m-%d %H:%M} UTC.")
    for table in tables.divisions:
        _print_standings(moves, stage, table, final=tables.final)
    if not tables.divisions:
        print("Nobody plays in this stage yet.")
    return 0


def _plain_tables(stage: str, tables: "StageTables") -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "stage": stage,
        "frozen_at": tables.frozen_at,
        "final": tables.final,
        "divisions": [
            {"number": table.number, "name": table.name, "standings": [asdict(line) for line in table.lines]}
            for table in tables.divisions
        ],
    }


def _print_standings(moves: Moves, stage: str, table: "DivisionTable", *, final: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table
    from arena.storage.leagues.lines import figure

    marked = any(line.entry in moves for line in table.lines)
    title = ", ".join(word for word in (table.name, stage, "final table" if final else "") if word)
    made = Table(title=escape(title), title_justify="left")
    made.add_column("", justify="right")
    made.add_column("bot")
    made.add_column("team")
    for name in ("points", "matches", "wins", "mean place", "margin", "Elo"):
        made.add_column(name, justify="right", no_wrap=True)
    made.add_column("decided by")
    if marked:
        made.add_column("moves")
    for line in table.lines:
        cells = [
            str(line.place),
            escape(line.bot) + (" (left)" if line.withdrawn else ""),
            escape(line.team),
            figure(line.points),
            str(line.matches),
            str(line.wins),
            f"{float(line.mean_place):.2f}" if line.matches else "",
            f"{float(line.margin):+.1f}" if line.matches else "",
            f"{line.elo:.0f}",
            line.decided_by,
        ]
        made.add_row(*cells, *([moves.get(line.entry, "")] if marked else []))
    print_table(made)


def run_crosstable(arguments: Namespace) -> int:
    """Print the crosstable of every division: the share placed ahead, in percent, and the matches together."""
    _, stage, tables = _read(arguments)
    if arguments.json:
        told = {
            str(table.number): {
                line.bot: {
                    other.bot: {"matches": met[0], "ahead": float(met[1])}
                    for other in table.lines
                    if (met := table.crosstable.get(line.entry, {}).get(other.entry))
                }
                for line in table.lines
            }
            for table in tables.divisions
        }
        print_json({"stage": stage, "divisions": told})
        return 0
    for table in tables.divisions:
        _print_crosstable(stage, table)
    return 0


def _print_crosstable(stage: str, table: "DivisionTable") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table

    made = Table(title=escape(", ".join(word for word in (table.name, stage) if word)), title_justify="left")
    made.add_column("", justify="right")
    made.add_column("bot", no_wrap=True)
    for line in table.lines:
        made.add_column(str(line.place), justify="right", no_wrap=True)
    for line in table.lines:
        cells = []
        for other in table.lines:
            met = table.crosstable.get(line.entry, {}).get(other.entry)
            cells.append("·" if other is line else "" if met is None else f"{round(100 * met[1])}/{met[0]}")
        made.add_row(str(line.place), escape(line.bot), *cells)
    print_table(made)
    print("percent of the matches together in which the row was placed ahead (ties count half) / matches together")
