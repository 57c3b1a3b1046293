"""`arena play`: matches between bots, or against them."""

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.arguments import GAME_SETUP, JSON, argument, command, game_of, options_of, whole_number
from arena.cli.output import counted

if TYPE_CHECKING:
    from arena.series import Order

SAVE = argument("--save", type=Path, metavar="DIR", help="keep a replay of every match in this folder")


@command(
    "play",
    "play matches between bots, or against them yourself",
    *GAME_SETUP,
    argument("--bots", default="random", metavar="BOT,…", help="who plays, one per seat (default: random)"),
    argument(
        "--games", type=whole_number(1), metavar="N", help="matches to play (default: one set; with a human: one match)"
    ),
    argument("--jobs", type=whole_number(1, 256), default=1, metavar="N", help="processes to use (default: 1)"),
    SAVE,
    JSON,
    text="""\
Matches come in sets: the same set-up is played in every rotation of the seats, with other hidden cards each time, so
that neither seat nor set-up favours a bot. Errors (±) are 95 % intervals; they need two whole sets. Elo is the difference to
the other bots of the table together.
Without --seats there are as many as bots are named, else as many as the game takes. A single bot takes every seat.
`arena bots` lists the bots and their settings; `human` is you.

examples:
  arena play iki --seats 2 --bots human,greedy
  arena play yokohama --seats 4 --bots greedy,greedy:noise=0.5,random,random --games 100 --jobs 2
  arena play yokohama --seats 3 --games 30 --option edition=okazu --save replays
""",
)
def play(arguments: Namespace) -> int:
    """Play, and print the table of results."""
    from arena.cli import series

    order = _order(arguments)
    if order.save is not None:
        series.prepare_folder(order.save)
    if series.HUMAN in order.entrants:
        return series.play_with_human(order)
    begun = time.perf_counter()
    results = counted(series.play_all(order, arguments.jobs), order.games, f"{order.game}, {order.seats} seats")
    series.print_results(order, list(results), begun, as_json=arguments.json)
    return 0


def _order(arguments: Namespace) -> "Order":
    """The series that was asked for; every name checked before anything is played."""
    from arena.cli.series import HUMAN, entrants
    from arena.series import Order, names

    game = game_of(arguments.game)
    bots = entrants(game, arguments.seats, arguments.bots)
    return Order(
        game=game.name,
        seats=len(bots),
        options=options_of(game, len(bots), arguments.option),
        entrants=tuple(bots),
        names=tuple(names(bots)),
        games=arguments.games or (1 if HUMAN in bots else len(bots)),
        seed=arguments.seed,
        save=arguments.save,
    )
