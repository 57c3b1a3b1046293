"""`arena play`: matches between bots, or against them."""

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, add_game, command, game_of, options_of, whole_number

if TYPE_CHECKING:
    from arena.series import Order, Result

EXAMPLES = """\
Matches come in sets: the same set-up is played in every rotation of the seats, with other hidden cards each time, so
that neither seat nor set-up favours a bot. Errors (±) are 95 % intervals; they need two whole sets. Elo is the difference to
the other bots of the table together.
Without --seats there are as many as bots are named, else as many as the game takes. A single bot takes every seat.
`arena bots` lists the bots and their settings; `human` is you.

examples:
  arena play iki --seats 2 --bots human,greedy
  arena play yokohama --seats 4 --bots greedy,greedy:noise=0.5,random,random --games 100 --jobs 2
  arena play yokohama --seats 3 --games 30 --option edition=okazu --save replays
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "play", "play matches between bots, or against them yourself", EXAMPLES, run)
    add_game(made)
    made.add_argument("--bots", default="random", metavar="BOT,…", help="who plays, one per seat (default: random)")
    made.add_argument(
        "--games", type=whole_number(1), metavar="N", help="matches to play (default: one set; with a human: one match)"
    )
    made.add_argument("--jobs", type=whole_number(1, 256), default=1, metavar="N", help="processes to use (default: 1)")
    made.add_argument("--save", type=Path, metavar="DIR", help="keep a replay of every match in this folder")
    made.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: Namespace) -> int:
    """Play, and print the table of results."""
    from arena.cli.seats import HUMAN

    order = ordered(arguments)
    if order.save is not None:
        from arena.cli.saving import prepare

        prepare(order.save)
    if HUMAN in order.entrants:
        from arena.cli.sitting import sit

        return sit(order)
    return _series(order, arguments.jobs, as_json=arguments.json)


def ordered(arguments: Namespace) -> "Order":
    """The series that was asked for; every name checked before anything is played."""
    from arena.cli.seats import HUMAN, entrants
    from arena.series import Order, names

    game = game_of(arguments.game)
    bots = entrants(game, arguments.seats, arguments.bots)
    games = arguments.games or (1 if HUMAN in bots else len(bots))
    options = options_of(game, len(bots), arguments.option)
    return Order(
        game=game.name,
        seats=len(bots),
        options=options,
        entrants=tuple(bots),
        names=tuple(names(bots)),
        games=games,
        seed=arguments.seed,
        save=arguments.save,
    )


def _series(order: "Order", jobs: int, *, as_json: bool) -> int:
    from arena.cli import tables
    from arena.cli.batch import played
    from arena.cli.progress import counted

    begun = time.perf_counter()
    results: list[Result] = list(counted(played(order, jobs), order.games, f"{order.game}, {order.seats} seats"))
    elapsed = time.perf_counter() - begun
    results.sort(key=lambda result: result.number)
    if as_json:
        print(tables.as_json(order, results, elapsed))
    else:
        tables.print_series(order, results, elapsed)
    return 0
