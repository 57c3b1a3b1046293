"""`arena season plan, simulate, demo`: a season tried out before it is played. None of them needs an arena."""

import os
from argparse import ArgumentTypeError, Namespace
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arena.cli.command import (
    JSON,
    SEED,
    Answer,
    Refused,
    argument,
    command,
    counter,
    game_of,
    left,
    print_records,
    right,
    share,
    titled,
    whole_number,
    with_progress,
)
from arena.text import local_moment

if TYPE_CHECKING:
    from datetime import datetime

    from arena.embedded.demo_league import FinalTable
    from arena.leagues.plan import Plan
    from arena.leagues.simulate import Figures, Trial

FILE = argument("file", type=Path, metavar="FILE", help="the season, in TOML")


def moment(text: str) -> "datetime":
    """An argument: a date and time without a zone."""
    start = local_moment(text)
    if start is None:
        raise ArgumentTypeError(f"expected a time such as 2027-09-06T20:00, got {text!r}")
    return start


@command(
    "plan",
    "show matches, hours, load per bot and expected end of a season file",
    FILE,
    JSON,
    text="Exit code 1 if the season cannot end in time.\n\nexample:\n  arena season plan spring.toml",
)
def plan(arguments: Namespace) -> int:
    """Print the plan; exit code 1 if the season cannot end in time."""
    from arena.leagues import plan as planning
    from arena.leagues.season import SeasonError
    from arena.leagues.seasonfile import read

    season = read(arguments.file)
    try:
        planned = planning.plan(season)
    except planning.DeadlineMissed as late:
        print(f"{season.name}: {late}.")
        return 1
    except SeasonError as error:
        raise Refused(f"{arguments.file}: {error}") from None
    Answer(_plan_as_dict(planned), lambda: _print_plan(planned)).print(as_json=arguments.json)
    return 0


def _plan_as_dict(plan: "Plan") -> dict[str, object]:
    return {
        "season": plan.season.name,
        "matches": plan.matches,
        "hours": round(plan.hours, 2),
        "matches_per_bot": list(plan.load),
        "match_minutes": round(plan.match_minutes, 2),
        "rounds": [moment.isoformat() for moment in plan.rounds],
        "end": plan.end.isoformat(),
        "latest_end": plan.latest_end.isoformat(),
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
            for stage in plan.stages
        ],
    }


def _print_plan(plan: "Plan") -> None:
    season = plan.season
    print(f"{season.name}: {season.game} for {season.seats}, {season.field_size} entries, clock {season.clock}")
    for stage in plan.stages:
        print(
            f"  {stage.stage.name}: {' + '.join(map(str, stage.entries))} entries, {len(stage.tables)} rounds, "
            f"{sum(stage.tables)} tables, {stage.matches} matches, {_span(stage.load)} per bot"
        )
        for balance in stage.balance:
            print(f"    {balance}")
    print(
        f"  {plan.matches} matches, {plan.hours:.1f} hours of play, {_span(plan.load)} matches per bot "
        f"({plan.match_minutes:.1f} minutes each expected, {plan.longest_minutes:.1f} at most)"
    )
    print(f"  first round {_time(plan.rounds[0])}, last round {_time(plan.rounds[-1])}")
    print(f"  expected end {_time(plan.end)}; {_time(plan.latest_end)} if every match uses up its clocks")
    if season.deadline:
        kept = "kept unless matches run long" if plan.latest_end > season.deadline else "kept in any case"
        print(f"  deadline {_time(season.deadline)}: {kept}")


def _time(moment: "datetime") -> str:
    return moment.strftime("%a %Y-%m-%d %H:%M %Z")


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]} to {pair[1]}"


@command(
    "simulate",
    "estimate how often the best bot wins, on synthetic skills",
    argument("file", nargs="?", type=Path, metavar="FILE", help="a season; without it all formats are compared"),
    argument("--entries", type=whole_number(4, 200), default=24, metavar="N", help="bots (default: 24)"),
    argument("--seats", type=whole_number(2, 4), default=4, metavar="N", help="per table (default: 4)"),
    argument("--runs", type=whole_number(1, 100_000), default=200, metavar="N", help="seasons played (default: 200)"),
    SEED,
    titled(
        "the bots and their luck, in Elo points (standard deviations)",
        argument("--skill", type=float, default=100.0, metavar="X", help="between bots (default: 100)"),
        argument("--seat-luck", type=float, default=120.0, metavar="X", help="of a seat in a set-up (default: 120)"),
        argument("--suits", type=float, default=40.0, metavar="X", help="of a bot in a set-up (default: 40)"),
    ),
    JSON,
    text="examples:\n  arena season simulate spring.toml --runs 1000\n  arena season simulate --entries 24 --seats 4",
)
def simulate(arguments: Namespace) -> None:
    """Play every trial and print the figures."""
    try:
        from arena.leagues import simulate as simulating
    except ModuleNotFoundError as missing:
        raise Refused(f"simulating needs {missing.name}: pip install 'meiji-arena[server]'") from None
    from dataclasses import asdict

    runs, figures = arguments.runs, []
    for trial in _trials(arguments):
        steps = with_progress(range(runs), runs, f"{trial.title}, {'sets' if trial.sets else 'single matches'}")
        figures.append(simulating.simulate(trial, runs, arguments.seed, steps))
    Answer([asdict(row) for row in figures], lambda: _print_figures(figures)).print(as_json=arguments.json)


def _trials(arguments: Namespace) -> list["Trial"]:
    from arena.leagues.simulate import World, of_season, trials

    world = World(arguments.skill, arguments.seat_luck, arguments.suits)
    if arguments.file is not None:
        from arena.leagues.seasonfile import read

        season = read(arguments.file)
        if season.field_size < season.seats or season.seats == 1:
            raise Refused(f"{arguments.file}: a simulation needs tables of two or more and entries that fill one")
        return of_season(season, world)
    if arguments.entries < arguments.seats:
        raise Refused(f"{arguments.entries} entries do not fill a table of {arguments.seats}")
    return trials(arguments.entries, arguments.seats, 1, world)


def _print_figures(figures: list["Figures"]) -> None:
    from arena.ratings.intervals import wilson

    columns = (
        left("format", lambda row: row.trial.title),
        left("tables play", lambda row: "table sets" if row.trial.sets else "single matches"),
        right("best bot wins", lambda row: share(row.best_wins, wilson(row.best_wins * row.runs, row.runs))),
        right("winner's true rank", lambda row: f"{row.champion:.2f}"),
        right("order", lambda row: f"{row.order:.3f} ± {row.order_error:.3f}"),
        right("matches", lambda row: f"{row.matches:.0f}"),
        right("seat spread", lambda row: f"{row.seat_spread:.1f}"),
    )
    print_records(figures, columns)
    print(
        f"{figures[0].runs} seasons each on synthetic skills. order: Kendall's correlation of the final table with the truth. "
        "seat spread: how much more often a bot held its most frequent seat than its rarest. In brackets: the 95 % interval; ± is one standard error."
    )


@command(
    "demo",
    "run a league of house bots to its end",
    argument("--game", metavar="GAME", help="what is played (default: the first of `arena games`)"),
    argument("--meetings", type=whole_number(1, 100), default=10, metavar="N", help="of every two bots (default: 10)"),
    argument("--seasons", type=whole_number(1, 20), default=2, metavar="N", help="(default: 2)"),
    argument("--jobs", type=whole_number(1, 256), default=os.cpu_count() or 1, metavar="N", help="processes"),
    argument("--keep", type=Path, metavar="DIR", help="keep the database in this new folder"),
    text="""\
18 greedy house bots play in three divisions of six. Each chooses at random in 0 to 100 % of its decisions, which its name says. Every two
bots meet ten times in both seats; the best of a division rises and the last falls. Four bots begin in the wrong division.

examples:
  arena season demo                        two seasons of iki for two: 900 table sets, 1800 matches
  arena season demo --meetings 2           shorter, and more up to luck
  arena season demo --keep demo            keep the database: `arena season standings demo-2 --data demo`
""",
)
def demo(arguments: Namespace) -> None:
    """Play the seasons and print their final tables."""
    import engine

    try:
        from arena.embedded.demo_league import Demo, agreement, play_league
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[server]'") from None
    game = game_of(arguments.game or engine.games()[0])
    if 2 not in game.seats:
        raise Refused(f"{game.name} is not for two")
    league = Demo(game.name, arguments.meetings, arguments.seasons, arguments.jobs)
    with ExitStack() as stack:
        folder = _folder(arguments.keep, stack)
        advance = stack.enter_context(counter(league.sets, f"{league.sets} table sets"))
        order: list[str] = []
        for table in play_league(league, folder, advance):
            if table.division == "First":
                order = []
            order += [line.bot for line in table.lines]
            _print_final_table(table)
    print(f"order of the last season, all divisions: agreement with the noise {agreement(order):+.2f} (1: exactly)")


def _folder(keep: Path | None, stack: ExitStack) -> Path:
    if keep is None:
        return Path(stack.enter_context(TemporaryDirectory(prefix="arena-demo-", ignore_cleanup_errors=True)))
    if keep.exists():
        raise Refused(f"{keep} exists already: the demo wants a new folder")
    keep.mkdir(mode=0o700, parents=True)
    return keep


def _print_final_table(table: "FinalTable") -> None:
    from arena.embedded.demo_league import agreement

    columns = (
        left("", "place"),
        left("bot"),
        right("points", lambda line: f"{float(line.points):g}"),
        right("matches"),
        right("wins"),
        right("Elo", lambda line: f"{line.elo:.0f}"),
    )
    print_records(table.lines, columns, f"{table.season}, division {table.division}")
    print(f"agreement with the noise: {agreement([line.bot for line in table.lines]):+.2f}\n")
