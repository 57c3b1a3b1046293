"""`arena season list|status|schedule|rulings|champions`: what an arena's seasons are at, straight from its database."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from arena.cli.arguments import Commands, command
from arena.cli.service import SETTINGS_HELP, add_settings, opened

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.storage.pages.league import Facts
    from arena.storage.pages.viewers import Viewer

STATES = ("draft", "registration", "running", "finished", "cancelled")


def add(actions: Commands) -> None:
    """Declare the commands."""
    listing = command(actions, "list", "all seasons and ladders", SETTINGS_HELP, run_list)
    listing.add_argument("--state", choices=STATES, help="only those")
    add_reading(listing)
    for name, summary, run in (
        ("status", "how far a season is: stages, rounds, what comes next", run_status),
        ("schedule", "the rounds of a season, in its time zone and in UTC", run_schedule),
        ("rulings", "what the organisers have decided, with their reasons", run_rulings),
    ):
        made = command(actions, name, summary, SETTINGS_HELP, run)
        made.add_argument("slug", metavar="SLUG", help="the season's name in addresses")
        add_reading(made)
    fame = command(actions, "champions", "the hall of fame", SETTINGS_HELP, run_champions)
    fame.add_argument("--league", metavar="NAME", help="only of that league")
    add_reading(fame)


def add_reading(made: ArgumentParser) -> None:
    """--public, --json and where the arena is."""
    made.add_argument("--public", action="store_true", help="only what everyone may see: no hidden or frozen stage")
    made.add_argument("--json", action="store_true", help="print plain data instead")
    add_settings(made)


@contextmanager
def reading(arguments: Namespace) -> Iterator[tuple["Session", "Viewer"]]:
    """One moment of the database, and who is looking: the operator, unless --public."""
    with opened(arguments) as database, database.read() as session:
        from arena.storage.models import Role
        from arena.storage.pages.viewers import PUBLIC, Viewer

        yield session, PUBLIC if arguments.public else Viewer(name="cli", role=Role.ADMIN)


def print_json(data: Any) -> None:
    """Plain data; times in ISO 8601, fractions as texts."""
    print(json.dumps(data, indent=1, default=str))


def both_times(moment: datetime | None, zone: str) -> tuple[str, str]:
    """A time as the organiser's clock has it, and in UTC."""
    if moment is None:
        return "", ""
    return f"{moment.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M %Z}", f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}"


def _print(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    from rich.markup import escape
    from rich.table import Table

    from arena.cli.tables import print_table

    if not rows:
        print(empty)
        return
    made = Table(*titles)
    for row in rows:
        made.add_row(*map(escape, row))
    print_table(made)


def run_list(arguments: Namespace) -> int:
    """Print the seasons."""
    with reading(arguments) as (session, who):
        from dataclasses import asdict

        from arena.storage.models import SeasonState
        from arena.storage.pages.seasons import seasons

        found = seasons(session, who, state=SeasonState(arguments.state) if arguments.state else None)
    if arguments.json:
        print_json([asdict(one) for one in found])
        return 0
    rows = [
        (
            one.slug,
            one.title,
            one.game,
            str(one.seats),
            one.format,
            "paused" if one.paused else one.state,
            str(one.entries),
        )
        for one in found
    ]
    _print(("season", "title", "game", "seats", "format", "state", "bots"), rows, "There is no season.")
    return 0


def run_status(arguments: Namespace) -> int:
    """Print where a season stands."""
    with reading(arguments) as (session, who):
        from arena.storage.pages import league

        known = league.facts(session, who, arguments.slug)
        stages = [(stage, league.rounds(session, who, known, stage)) for stage in known.stages]
        entries = league.entries(session, known.row.id)
        told = _status(known, stages, len([entry for entry in entries if entry.state == "active"]))
    if arguments.json:
        print_json(told)
        return 0
    print(f"{told['title']}: {told['game']} for {told['seats']}, {told['entries']} entries, {told['state']}")
    for stage in told["stages"]:
        print(
            f"  {stage['name']} ({stage['format']}, {stage['visibility']}): {stage['state']}, "
            f"{stage['rounds_done']} of {stage['rounds']} rounds, {stage['tables_done']} of {stage['tables']} tables"
            f"{stage['freeze']}"
        )
    if told["next"]:
        print(f"  next: {told['next']}")
    if told["trouble"]:
        print(f"  it cannot go on: {told['trouble']}")
    return 0


def _status(known: "Facts", stages: list[Any], entries: int) -> dict[str, Any]:
    row = known.row
    told = []
    for stage, rounds in stages:
        freeze = ""
        if stage.freeze_at is not None:
            until = (
                f"until {both_times(stage.reveal_at, row.time_zone)[0]}" if stage.reveal_at else "until it is revealed"
            )
            freeze = f"; frozen from {both_times(stage.freeze_at, row.time_zone)[0]} {until}"
        told.append(
            {
                "name": stage.name,
                "format": stage.format,
                "visibility": stage.visibility,
                "state": stage.state.value,
                "rounds": len(rounds),
                "rounds_done": sum(one.state == "done" for one in rounds),
                "tables": sum(one.tables for one in rounds),
                "tables_done": sum(one.done for one in rounds),
                "freeze": freeze,
            }
        )
    state = "paused" if row.paused else row.state.value
    return {
        "season": row.slug,
        "title": row.title,
        "game": row.game,
        "seats": row.seats,
        "state": state,
        "entries": entries,
        "stages": told,
        "next": _next(known, stages),
        "trouble": row.trouble if known.role == "organiser" else None,
    }


def _next(known: "Facts", stages: list[Any]) -> str:
    zone = known.row.time_zone
    for stage, rounds in stages:
        for one in rounds:
            if one.state == "running":
                return f"round {one.number} of {stage.name} is being played, {one.done} of {one.tables} tables are done"
            if one.state == "planned":
                return f"round {one.number} of {stage.name}, {both_times(one.starts_at, zone)[0]}"
    opens, closes = known.row.registration_opens, known.row.registration_closes
    if known.row.state.value == "registration" and closes is not None:
        return f"registration closes {both_times(closes, zone)[0]}"
    if known.row.state.value == "draft" and opens is not None:
        return f"registration opens {both_times(opens, zone)[0]}"
    return ""


def run_schedule(arguments: Namespace) -> int:
    """Print the rounds."""
    with reading(arguments) as (session, who):
        from dataclasses import asdict

        from arena.storage.pages import league

        known = league.facts(session, who, arguments.slug)
        found = [(stage.name, one) for stage in known.stages for one in league.rounds(session, who, known, stage)]
        zone = known.row.time_zone
    if arguments.json:
        print_json([{"stage": name, **asdict(one)} for name, one in found])
        return 0
    rows = [
        (name, str(one.number), one.state, *both_times(one.starts_at, zone), f"{one.done} of {one.tables}")
        for name, one in found
    ]
    _print(("stage", "round", "state", zone, "UTC", "tables done"), rows, "No round is planned yet.")
    return 0


def run_rulings(arguments: Namespace) -> int:
    """Print the rulings."""
    with reading(arguments) as (session, who):
        from dataclasses import asdict

        from arena.storage.pages import league

        known = league.facts(session, who, arguments.slug)
        found = league.rulings(session, who, known.row.id)
    if arguments.json:
        print_json([asdict(one) for one in found])
        return 0
    rows = [
        (
            str(one.id),
            f"{one.at:%Y-%m-%d %H:%M}",
            one.kind,
            "" if one.match_id is None else str(one.match_id),
            one.bot or "",
            one.reason,
            one.actor,
        )
        for one in found
    ]
    _print(("ruling", "UTC", "what", "match", "bot", "reason", "by"), rows, "No ruling was made.")
    return 0


def run_champions(arguments: Namespace) -> int:
    """Print the hall of fame."""
    with reading(arguments) as (session, who):
        from dataclasses import asdict

        from arena.storage.leagues.fame import champions

        found = champions(session, who, league=arguments.league)
    if arguments.json:
        print_json([asdict(one) for one in found])
        return 0
    rows = [
        (f"{one.at:%Y-%m-%d}", one.title, one.league, one.division_name, one.bot, one.team, one.game) for one in found
    ]
    _print(("since", "season", "league", "division", "champion", "team", "game"), rows, "Nobody has won a season yet.")
    return 0
