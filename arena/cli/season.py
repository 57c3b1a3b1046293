"""`arena season`: plan and simulate a league season here; its life, people and rulings are in modules beside."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli import (
    season_archive,
    season_demo,
    season_life,
    season_people,
    season_rule,
    season_show,
    season_tables,
)
from arena.cli.arguments import Commands, command, whole_number
from arena.cli.refusals import Refused

if TYPE_CHECKING:
    from arena.leagues.plan import Plan
    from arena.leagues.season import Season
    from arena.leagues.simulate import Figures, Trial

EXAMPLES = """\
docs/run-a-league.md describes the season file.

examples:
  arena season plan spring.toml                      matches, hours, load per bot, expected end
  arena season simulate spring.toml --runs 1000      how often the best bot would win it
  arena season simulate --entries 24 --seats 4       every format beside each other
  arena season create spring.toml --slug club-1      a draft, then `open`, `start`; the calendar does the rest
  arena season invite club-1 --uses 30               a code for a class
  arena season rule club-1 void --match 812 --reason "the server's clock jumped"
  arena season next club-1 --first 2027-09-06T20:00  the following season, with promotion and relegation
  arena season demo                                  three divisions, two seasons, here and now
  arena season list                                  what there is; the rest needs a season's name:
  arena season status spring                         how far it is, what comes next
  arena season standings spring                      the table, with what decided each place
  arena season export spring archive/spring          everything as a folder that needs no server
"""


def add(commands: Commands) -> None:
    """Declare the command and what it can do."""
    made = command(commands, "season", "plan, run and rule league seasons", EXAMPLES, lambda _: _help(made))
    actions = made.add_subparsers(title="actions", metavar="ACTION")
    planning = command(actions, "plan", "matches, hours, load per bot and expected end of a season file", "", run_plan)
    planning.add_argument("file", type=Path, metavar="FILE", help="the season, in TOML")
    planning.add_argument("--json", action="store_true", help="print the figures as JSON instead")
    guessing = command(actions, "simulate", "how often the best bot wins, on synthetic skills", "", run_simulate)
    guessing.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a season; without it every format is compared"
    )
    guessing.add_argument("--entries", type=whole_number(4, 200), default=24, metavar="N", help="bots (default: 24)")
    guessing.add_argument("--seats", type=whole_number(2, 4), default=4, metavar="N", help="per table (default: 4)")
    guessing.add_argument(
        "--runs", type=whole_number(1, 100_000), default=200, metavar="N", help="seasons played (default: 200)"
    )
    guessing.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="N", help="makes the run repeatable (default: 1)"
    )
    _add_world(guessing)
    guessing.add_argument("--json", action="store_true", help="print the figures as JSON instead")
    for part in (season_life, season_people, season_rule, season_show, season_tables, season_archive, season_demo):
        part.add(actions)


def _add_world(made: ArgumentParser) -> None:
    group = made.add_argument_group("the bots and their luck, in Elo points (standard deviations)")
    group.add_argument("--skill", type=float, default=100.0, metavar="X", help="between bots (default: 100)")
    group.add_argument(
        "--seat-luck", type=float, default=120.0, metavar="X", help="what a set-up gives a seat (default: 120)"
    )
    group.add_argument("--suits", type=float, default=40.0, metavar="X", help="how a set-up suits a bot (default: 40)")


def _help(made: ArgumentParser) -> int:
    made.print_help()
    return 0


def _read(path: Path) -> "Season":
    from arena.leagues.season import SeasonError
    from arena.leagues.seasonfile import read

    try:
        return read(path)
    except SeasonError as wrong:
        raise Refused(str(wrong)) from None


def run_plan(arguments: Namespace) -> int:
    """Print the plan; exit code 1 if the season cannot end in time."""
    from arena.leagues.plan import DeadlineMissed, plan
    from arena.leagues.season import SeasonError

    season = _read(arguments.file)
    try:
        made = plan(season)
    except DeadlineMissed as late:
        print(f"{season.name}: {late}.")
        return 1
    except SeasonError as wrong:
        raise Refused(f"{arguments.file}: {wrong}") from None
    print(json.dumps(plan_as_dict(made), indent=1) if arguments.json else described(made))
    return 0


def plan_as_dict(made: "Plan") -> dict[str, object]:
    """The figures of a plan for programs."""
    return {
        "season": made.season.name,
        "matches": made.matches,
        "hours": round(made.hours, 2),
        "matches_per_bot": list(made.load),
        "match_minutes": round(made.match_minutes, 2),
        "rounds": [moment.isoformat() for moment in made.rounds],
        "end": made.end.isoformat(),
        "latest_end": made.latest_end.isoformat(),
        "stages": [
            {
                "name": stage.stage.name,
                "format": stage.stage.format,
                "entries": list(stage.entries),
                "rounds": len(stage.tables),
                "tables": sum(stage.tables),
                "matches": stage.matches,
                "matches_per_bot": list(stage.load),
                "balance": list(stage.balance),
            }
            for stage in made.stages
        ],
    }


def described(made: "Plan") -> str:
    """The plan in sentences."""
    season = made.season
    lines = [f"{season.name}: {season.game} for {season.seats}, {season.field_size} entries, clock {season.clock}"]
    for stage in made.stages:
        sizes = " + ".join(map(str, stage.entries))
        lines.append(
            f"  {stage.stage.name}: {sizes} entries, {len(stage.tables)} rounds, {sum(stage.tables)} tables, "
            f"{stage.matches} matches, {_span(stage.load)} per bot"
        )
        lines += [f"    {balance}" for balance in stage.balance]
    form = "%a %Y-%m-%d %H:%M %Z"
    length = f"{made.match_minutes:.1f} minutes each expected, {made.longest_minutes:.1f} at most"
    lines += [
        f"  {made.matches} matches, {made.hours:.1f} hours of play, {_span(made.load)} matches per bot ({length})",
        f"  first round {made.rounds[0].strftime(form)}, last round {made.rounds[-1].strftime(form)}",
        f"  expected end {made.end.strftime(form)}; {made.latest_end.strftime(form)} if every match uses up its clocks",
    ]
    if season.deadline:
        late = made.latest_end > season.deadline
        lines.append(
            f"  deadline {season.deadline.strftime(form)}: {'kept unless matches run long' if late else 'kept in any case'}"
        )
    return "\n".join(lines)


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]} to {pair[1]}"


def run_simulate(arguments: Namespace) -> int:
    """Play every trial and print the figures."""
    try:
        from arena.leagues.simulate import simulate
    except ModuleNotFoundError as missing:
        raise Refused(f"simulating needs {missing.name}: pip install 'meiji-arena[server]'") from None
    from arena.cli.progress import counted

    runs, figures = arguments.runs, []
    for trial in _trials(arguments):
        watched = counted(range(runs), runs, f"{trial.title}, {'sets' if trial.sets else 'single matches'}")
        figures.append(simulate(trial, runs, arguments.seed, watched))
    if arguments.json:
        print(json.dumps([asdict(row) for row in figures], indent=1))
    else:
        _print_figures(figures)
    return 0


def _trials(arguments: Namespace) -> list["Trial"]:
    from arena.leagues.simulate import of_season, trials
    from arena.leagues.synthetic import World

    world = World(arguments.skill, arguments.seat_luck, arguments.suits)
    if arguments.file is not None:
        season = _read(arguments.file)
        if season.field_size < season.seats or season.seats == 1:
            raise Refused(f"{arguments.file}: a simulation needs tables of two or more and entries that fill one")
        return of_season(season, world)
    if arguments.entries < arguments.seats:
        raise Refused(f"{arguments.entries} entries do not fill a table of {arguments.seats}")
    return trials(arguments.entries, arguments.seats, 1, world)


def _print_figures(figures: list["Figures"]) -> None:
    from rich.table import Table

    from arena.cli.tables import print_table, share
    from arena.ratings.student import wilson

    made = Table("format", "tables play")
    for title in ("best bot wins", "winner's true rank", "order", "matches", "seat spread"):
        made.add_column(title, justify="right", no_wrap=True)
    for row in figures:
        made.add_row(
            row.trial.title,
            "table sets" if row.trial.sets else "single matches",
            share(row.best_wins, wilson(row.best_wins * row.runs, row.runs)),
            f"{row.champion:.2f}",
            f"{row.order:.3f} ± {row.order_error:.3f}",
            f"{row.matches:.0f}",
            f"{row.seat_spread:.1f}",
        )
    print_table(made)
    print(
        f"{figures[0].runs} seasons each on synthetic skills. order: Kendall's correlation of the final table with the truth. "
        "seat spread: most less least often that a bot held one seat. In brackets: the 95 % interval; ± is one standard error."
    )
