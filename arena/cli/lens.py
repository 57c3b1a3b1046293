"""`arena lens`: what strong play looks like in a game."""

import json
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.command import (
    JSON,
    Refused,
    argument,
    command,
    counter,
    flag,
    game_of,
    left,
    print_json,
    print_records,
    right,
    share,
    whole_number,
)
from arena.cli.parallel import in_processes

if TYPE_CHECKING:
    from arena.lens import Lens, Order, Seen, Table

FOLDER = Path("arena-results")
SHOWN = 40
SEED = 8001
"""Seeds below are for tuning and for measuring strength."""


@command(
    "lens",
    "show what strong play looks like: what strong house bots do, and how that relates to winning",
    argument("game", metavar="GAME", help="its name; `arena games` lists them all"),
    argument("--matches", type=whole_number(2, 100_000), metavar="N", help="play N matches for each number of seats"),
    argument(
        "--seats",
        type=whole_number(1),
        action="append",
        metavar="N",
        help="number of players; may be repeated (default: 2 and 4)",
    ),
    argument("--bot", default="hard", metavar="NAME", help="the house bot in every seat (default: hard)"),
    argument("--seed", type=whole_number(0), default=SEED, metavar="N", help=f"of the first match (default: {SEED})"),
    argument("--jobs", type=whole_number(1, 256), default=1, metavar="N", help="matches at once (default: 1)"),
    argument(
        "--results",
        type=Path,
        default=FOLDER,
        metavar="DIR",
        help=f"folder for the matches, so that the same command continues where it stopped (default: {FOLDER})",
    ),
    flag("--write", "keep the figures in the package: the site shows them"),
    flag("--all", "list every use, not only the most frequent ones"),
    JSON,
    text="""\
Without --matches it shows the figures that come with the package. Correlation: of how often a seat did something with whether it won, from -1 to 1; a
star marks those above the noise. What goes with winning need not cause it: players who are ahead can afford more.

examples:
  arena lens iki
  arena lens iki --matches 100 --bot normal --jobs 2
""",
)
def lens(arguments: Namespace) -> None:
    """Show the figures, or gather new ones."""
    from arena.lens import lens_of, to_text
    from arena.lens.kept import file_of

    game = game_of(arguments.game)
    figures = lens_of(game.name) if arguments.matches is None else _gathered(arguments)
    if figures is None:
        raise Refused(f"nothing was gathered for {game.name} yet: --matches N plays N matches")
    if arguments.write:
        file_of(game.name).write_text(to_text(figures), "utf-8")
    if arguments.json:
        print_json(asdict(figures))
        return
    for table in figures.tables:
        _print(figures, table, everything=arguments.all)


def _gathered(arguments: Namespace) -> "Lens":
    """Play the matches that are missing, and count them all."""
    from arena import players
    from arena.lens import Lens, counted

    players.parse(arguments.bot)
    game = game_of(arguments.game)
    seats = arguments.seats or [seats for seats in (2, 4) if seats in game.seats]
    for number in seats:
        if number not in game.seats:
            raise Refused(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {number}")
    vocabulary = [action.text for action in game.vocabulary]
    tables = [counted(_seen(arguments, number), vocabulary) for number in seats]
    return Lens(game.name, game.rules_version, arguments.bot, tables)


def _seen(arguments: Namespace, seats: int) -> "list[Seen]":
    """The matches of one number of seats, in the order of their seeds: those in the file, and the missing ones, which are added to it."""
    from arena.lens import Order, Seen

    path = arguments.results / f"lens-{arguments.game}-{seats}p-{arguments.bot.replace(':', '-')}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    known = {seen.seed: seen for seen in (Seen(**json.loads(line)) for line in lines if line.endswith("}"))}
    wanted = range(arguments.seed, arguments.seed + arguments.matches)
    missing = [Order(arguments.game, seats, arguments.bot, seed) for seed in wanted if seed not in known]
    path.parent.mkdir(parents=True, exist_ok=True)
    with counter(len(missing), f"{arguments.game}, {seats} seats") as advance, path.open("a", encoding="utf-8") as out:
        for seen in _watched(missing, arguments.jobs):
            known[seen.seed] = seen
            out.write(json.dumps(asdict(seen)) + "\n")
            out.flush()
            advance()
    return [known[seed] for seed in wanted]


def _watched(orders: "list[Order]", jobs: int) -> "Iterable[Seen]":
    from arena.lens import watch

    return map(watch, orders) if jobs == 1 else in_processes(watch, orders, jobs)


def _print(found: "Lens", table: "Table", *, everything: bool) -> None:
    print(
        f"{found.game}, {table.seats} seats: {table.matches} matches of {found.bot} from seed {table.first_seed}; mean score {table.score:.0f},"
        f" of winners {table.winning_score:.0f}; {table.decisions:.0f} decisions"
    )
    for seat, wins in enumerate(table.wins, 1):
        print(f"  seat {seat} wins {share(wins.share, (wins.low, wins.high))}")
    print_records(table.sheet, SHEET, "Score sheet")
    print_records(table.uses if everything else table.uses[:SHOWN], USES, "What seats did")
    print(f"Never: {', '.join(table.never) or 'nothing'}")


SHEET = (
    left("line", "name"),
    right("mean", lambda line: f"{line.mean:.1f}"),
    right("winners", lambda line: f"{line.winners:.1f}"),
    right("correlation", lambda line: f"{line.correlation:+.2f}"),
)
USES = (
    left("what", "name"),
    right("times", lambda use: f"{use.times:.2f}"),
    right("seats", lambda use: share(use.used)),
    right("won", lambda use: share(use.won)),
    right("correlation", lambda use: f"{use.correlation:+.2f}{'*' if use.tells else ' '}"),
)
