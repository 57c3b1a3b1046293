"""`arena season list, status, schedule, rulings, champions, standings, crosstable, export`: what a season's database says."""

import sys
from argparse import Namespace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from arena.cli.command import Answer, argument, command, left, listing, print_records, right, whole_number
from arena.cli.service import PUBLIC_ONLY, SETTINGS, SETTINGS_HELP, query, reading
from arena.errors import existing

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.access.viewers import Viewer
    from arena.seasons.league_queries import Facts, RoundLine
    from arena.seasons.tables import DivisionTable, StageTables

SLUG = argument("slug", metavar="SLUG", help="the season's name in URLs; `arena season list` shows it")
STAGE = argument(
    "--stage", type=whole_number(1, 100), metavar="N", help="which stage, from 1 (default: the current one)"
)


@query(
    "list",
    "list all seasons and ladders",
    argument("--state", choices=("draft", "registration", "running", "finished", "cancelled"), help="only those"),
    text="example:\n  arena season list --state running",
)
def seasons(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """All seasons, newest first."""
    from arena.db.models import SeasonState
    from arena.seasons import queries

    columns = (
        left("season", "slug"),
        left("title"),
        left("game"),
        left("seats"),
        left("format"),
        left("state", lambda season: "paused" if season.paused else season.state),
        left("bots", "entries"),
    )
    state = SeasonState(arguments.state) if arguments.state else None
    return listing(queries.seasons(session, viewer, state=state), columns, "There is no season.")


@query(
    "status",
    "show how far a season is: stages, rounds, what comes next",
    SLUG,
    text="example:\n  arena season status club-1",
)
def status(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """A season's progress."""
    from arena.seasons import league_queries

    season = league_queries.facts(session, viewer, arguments.slug)
    stages = [(stage, league_queries.rounds(session, viewer, season, stage)) for stage in season.stages]
    entries = league_queries.entries(session, season.row.id)
    data = _status(season, stages, sum(entry.state == "active" for entry in entries))
    return Answer(data, lambda: _print_status(data))


def _status(season: "Facts", stages: list[tuple[Any, list["RoundLine"]]], entries: int) -> dict[str, Any]:
    row = season.row
    return {
        "season": row.slug,
        "title": row.title,
        "game": row.game,
        "seats": row.seats,
        "state": "paused" if row.paused else row.state.value,
        "entries": entries,
        "stages": [
            {
                "name": stage.name,
                "format": stage.format,
                "visibility": stage.visibility,
                "state": stage.state.value,
                "rounds": len(rounds),
                "rounds_done": sum(each.state == "done" for each in rounds),
                "tables": sum(each.tables for each in rounds),
                "tables_done": sum(each.done for each in rounds),
                "freeze": _freeze(stage, row.time_zone),
            }
            for stage, rounds in stages
        ],
        "next": _next(season, stages),
        "trouble": row.trouble if season.role == "organiser" else None,
    }


def _freeze(stage: Any, zone: str) -> str:
    if stage.freeze_at is None:
        return ""
    until = local_time(stage.reveal_at, zone) if stage.reveal_at else "it is revealed"
    return f"; frozen from {local_time(stage.freeze_at, zone)} until {until}"


def _next(season: "Facts", stages: list[tuple[Any, list["RoundLine"]]]) -> str:
    row = season.row
    for stage, rounds in stages:
        for each in rounds:
            if each.state == "running":
                return (
                    f"round {each.number} of {stage.name} is being played, {each.done} of {each.tables} tables are done"
                )
            if each.state == "planned":
                return f"round {each.number} of {stage.name}, {local_time(each.starts_at, row.time_zone)}"
    if row.state.value == "registration" and row.registration_closes is not None:
        return f"registration closes {local_time(row.registration_closes, row.time_zone)}"
    if row.state.value == "draft" and row.registration_opens is not None:
        return f"registration opens {local_time(row.registration_opens, row.time_zone)}"
    return ""


def _print_status(data: dict[str, Any]) -> None:
    print("{title}: {game} for {seats}, {entries} entries, {state}".format(**data))
    for stage in data["stages"]:
        print(
            "  {name} ({format}, {visibility}): {state}, {rounds_done} of {rounds} rounds, "
            "{tables_done} of {tables} tables{freeze}".format(**stage)
        )
    if data["next"]:
        print(f"  next: {data['next']}")
    if data["trouble"]:
        print(f"  it cannot go on: {data['trouble']}")


def local_time(moment: datetime, zone: str) -> str:
    """A time as the organiser's clock shows it."""
    return f"{moment.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M %Z}"


@query(
    "schedule",
    "list the rounds of a season, in its time zone and in UTC",
    SLUG,
    text="example:\n  arena season schedule club-1",
)
def schedule(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """Every round of every stage."""
    from dataclasses import asdict

    from arena.seasons import league_queries

    season = league_queries.facts(session, viewer, arguments.slug)
    rounds = [
        (stage.name, each) for stage in season.stages for each in league_queries.rounds(session, viewer, season, stage)
    ]
    zone = season.row.time_zone
    columns = (
        left("stage", lambda row: row[0]),
        left("round", lambda row: str(row[1].number)),
        left("state", lambda row: row[1].state),
        left(zone, lambda row: local_time(row[1].starts_at, zone)),
        left("UTC", lambda row: f"{row[1].starts_at.astimezone(UTC):%Y-%m-%d %H:%M}"),
        left("tables done", lambda row: f"{row[1].done} of {row[1].tables}"),
    )
    return Answer(
        [{"stage": name, **asdict(each)} for name, each in rounds],
        lambda: print_records(rounds, columns) if rounds else print("No round is planned yet."),
    )


@query(
    "rulings",
    "list what the organisers have decided, with their reasons",
    SLUG,
    text="example:\n  arena season rulings club-1",
)
def rulings(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """All rulings, newest first."""
    from arena.seasons import league_queries

    season = league_queries.facts(session, viewer, arguments.slug)
    columns = (
        left("ruling", "id"),
        left("UTC", lambda ruling: f"{ruling.at:%Y-%m-%d %H:%M}"),
        left("what", lambda ruling: f"take back {ruling.takes_back}" if ruling.takes_back else ruling.kind),
        left("match", "match_id"),
        left("bot"),
        left("reason"),
        left("by", "actor"),
    )
    return listing(league_queries.rulings(session, viewer, season.row.id), columns, "No ruling was made.")


@query(
    "champions",
    "show the hall of fame",
    argument("--league", metavar="NAME", help="only of that league"),
    text="example:\n  arena season champions --league club",
)
def champions(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """All champions, newest first."""
    from arena.seasons import queries

    columns = (
        left("since", lambda champion: f"{champion.at:%Y-%m-%d}"),
        left("season", "title"),
        left("league"),
        left("division", "division_name"),
        left("champion", "bot"),
        left("team"),
        left("game"),
    )
    rows = queries.champions(session, viewer, league=arguments.league)
    return listing(rows, columns, "Nobody has won a season yet.")


def _stage_tables(
    arguments: Namespace, session: "Session", viewer: "Viewer"
) -> tuple[str, "StageTables", dict[str, str]]:
    """The stage's name, its tables, and per entry `up` or `down` if it would be promoted or relegated."""
    from arena.seasons import league_queries

    season = league_queries.facts(session, viewer, arguments.slug)
    stage = existing(
        season.current if arguments.stage is None else season.stage(arguments.stage - 1),
        f"{arguments.slug} has no stages: `arena leaderboard {arguments.slug}` shows a ladder",
    )
    tables = league_queries.tables(session, season, stage)
    order = league_queries.whole(session, season, {stage.number: tables})
    moves: dict[str, str] = {}
    for division, lines in order.items():
        moves |= league_queries.zones(season, division, lines)
    return stage.name, tables, moves


@query(
    "standings",
    "show the table of a stage, with what decided each place",
    SLUG,
    STAGE,
    text="example:\n  arena season standings club-1 --stage 2",
)
def standings(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """The table of every division."""
    from dataclasses import asdict

    stage, tables, moves = _stage_tables(arguments, session, viewer)

    def show() -> None:
        if tables.frozen_at is not None:
            print(f"{stage} is frozen: this is the table of {tables.frozen_at:%Y-%m-%d %H:%M} UTC.")
        for table in tables.divisions:
            _print_standings(moves, _title(table, stage, "final table" if tables.final else ""), table)
        if not tables.divisions:
            print("Nobody plays in this stage yet.")

    data = {
        "stage": stage,
        "frozen_at": tables.frozen_at,
        "final": tables.final,
        "divisions": [
            {"number": table.number, "name": table.name, "standings": [asdict(line) for line in table.lines]}
            for table in tables.divisions
        ],
    }
    return Answer(data, show)


def _title(table: "DivisionTable", *words: str) -> str:
    return ", ".join(word for word in (table.name, *words) if word)


def _print_standings(moves: dict[str, str], title: str, table: "DivisionTable") -> None:
    from arena.seasons.tables import figure

    columns = [
        right("", "place"),
        left("bot", lambda line: f"{line.bot} (left)" if line.withdrawn else line.bot),
        left("team"),
        right("points", lambda line: figure(line.points)),
        right("matches"),
        right("wins"),
        right("mean place", lambda line: f"{float(line.mean_place):.2f}" if line.matches else ""),
        right("margin", lambda line: f"{float(line.margin):+.1f}" if line.matches else ""),
        right("Elo", lambda line: f"{line.elo:.0f}"),
        left("decided by", "decided_by"),
    ]
    if any(line.entry in moves for line in table.lines):
        columns.append(left("moves", lambda line: moves.get(line.entry, "")))
    print_records(table.lines, columns, title)


@query(
    "crosstable",
    "show how often each bot was placed ahead of each other",
    SLUG,
    STAGE,
    text="example:\n  arena season crosstable club-1",
)
def crosstable(arguments: Namespace, session: "Session", viewer: "Viewer") -> Answer:
    """The crosstable of every division: the share placed ahead, in percent, and the matches together."""
    stage, tables, _ = _stage_tables(arguments, session, viewer)

    def show() -> None:
        for table in tables.divisions:
            _print_crosstable(_title(table, stage), table)

    divisions = {
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
    return Answer({"stage": stage, "divisions": divisions}, show)


def _print_crosstable(title: str, table: "DivisionTable") -> None:
    def cell(other: Any, line: Any) -> str:
        met = table.crosstable.get(line.entry, {}).get(other.entry)
        return "·" if other is line else "" if met is None else f"{round(100 * met[1])}/{met[0]}"

    against = [right(str(other.place), partial(cell, other)) for other in table.lines]
    print_records(table.lines, [right("", "place"), left("bot", no_wrap=True), *against], title)
    print("percent of the matches together in which the row was placed ahead (ties count half) / matches together")


@command(
    "export",
    "write a season as a folder that needs no server",
    SLUG,
    argument("folder", type=Path, metavar="DIR", help="a new or empty folder"),
    PUBLIC_ONLY,
    *SETTINGS,
    text=f"""\
Begin with the folder's index.html. It holds tables, results as CSV and JSON, rulings, all replays and their checksums; hidden and
frozen stages too, unless you give --public.

{SETTINGS_HELP}

examples:
  arena season export spring archive/spring
  arena season export spring public/spring --public     to publish while a stage is frozen
  arena replay verify archive/spring/replays --any-key
""",
)
def export(arguments: Namespace) -> None:
    """Write the folder."""
    with reading(arguments) as (session, viewer):
        from arena.seasons import archive

        written = archive.export(session, viewer, arguments.slug, arguments.folder, _note)
    print(
        f"{written.path}: {written.stages} stages, {written.matches} matches, {written.replays} replays; "
        "open its index.html"
    )
    if written.keys:
        keys = " ".join(f"--key {key}" for key in written.keys)
        print(f"check the replays with: arena replay verify {written.path / 'replays'} {keys}")


def _note(what: str) -> None:
    if sys.stderr.isatty():
        print(f"writing {what} …", file=sys.stderr)


ACTIONS = (seasons, status, schedule, rulings, champions, standings, crosstable, export)
