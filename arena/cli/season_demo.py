"""`arena season demo`: a whole league in one command, with its final tables."""

import os
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.refusals import Refused

if TYPE_CHECKING:
    from arena.running.demo_league import FinalTable

EXAMPLES = """\
18 house bots, all greedy, choose at random in 0 to 100 % of their decisions: that is their name. They play in three divisions of six, every
two meet ten times in both seats, the best of a division rises and the last falls. Four bots begin in the wrong division.

examples:
  arena season demo                        two seasons of iki for two: 900 table sets, 1800 matches
  arena season demo --meetings 2           shorter, and more up to luck
  arena season demo --keep demo            keep the database: `arena season standings demo-2 --data demo`
"""


def add(actions: Commands) -> None:
    """Declare the action."""
    made = command(actions, "demo", "run a league of house bots to its end", EXAMPLES, run)
    made.add_argument("--game", default="iki", metavar="GAME", help="iki (default), nippon, yokohama or zaibatsu")
    made.add_argument(
        "--meetings", type=whole_number(1, 100), default=10, metavar="N", help="of every two bots (default: 10)"
    )
    made.add_argument("--seasons", type=whole_number(1, 20), default=2, metavar="N", help="(default: 2)")
    made.add_argument("--jobs", type=whole_number(1, 256), default=os.cpu_count() or 1, metavar="N", help="processes")
    made.add_argument("--keep", type=Path, metavar="DIR", help="keep the database in this new folder")


def run(arguments: Namespace) -> int:
    """Play and print."""
    try:
        from arena.running.demo_league import Demo, agreement, play_league
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[server]'") from None
    from arena.cli.arguments import game_of
    from arena.cli.progress import counter

    game = game_of(arguments.game)
    if 2 not in game.seats:
        raise Refused(f"{game.name} is not for two")
    demo = Demo(game.name, arguments.meetings, arguments.seasons, arguments.jobs)
    with ExitStack() as stack:
        folder = _folder(arguments.keep, stack)
        advance = stack.enter_context(counter(demo.sets, f"{demo.sets} table sets"))
        order: list[str] = []
        for table in play_league(demo, folder, advance):
            if table.division == "First":
                order = []
            order += [line.bot for line in table.lines]
            _print(table)
    print(f"order of the last season, all divisions: agreement with the noise {agreement(order):+.2f} (1: exactly)")
    return 0


def _folder(keep: Path | None, stack: ExitStack) -> Path:
    if keep is None:
        return Path(stack.enter_context(TemporaryDirectory(prefix="arena-demo-", ignore_cleanup_errors=True)))
    if keep.exists():
        raise Refused(f"{keep} exists already: the demo wants a new folder")
    keep.mkdir(mode=0o700, parents=True)
    return keep


def _print(table: "FinalTable") -> None:
    from rich.table import Table

    from arena.cli.tables import print_table
    from arena.running.demo_league import agreement

    made = Table("", "bot", title=f"{table.season}, division {table.division}", title_justify="left")
    for title in ("points", "matches", "wins", "Elo"):
        made.add_column(title, justify="right", no_wrap=True)
    for line in table.lines:
        made.add_row(
            str(line.place),
            line.bot,
            f"{float(line.points):g}",
            str(line.matches),
            str(line.wins),
            f"{line.elo:.0f}",
        )
    print_table(made)
    print(f"agreement with the noise: {agreement([line.bot for line in table.lines]):+.2f}\n")
