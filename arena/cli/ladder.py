"""`arena ladder`: open-ended seasons, made and steered by the operator."""

from argparse import ArgumentParser, Namespace

from arena.cli.arguments import Commands, command, game_of, options_of, whole_number
from arena.cli.service import SETTINGS_HELP, actor, add_settings, opened

EXAMPLES = f"""\
{SETTINGS_HELP}

A ladder runs until it is finished: bots of near rating meet, in sets that play one set-up in every rotation of the seats.
With one seat, every bot plays the same set-ups alone and is ranked by its mean score.

examples:
  arena ladder create iki-three --game iki --seats 3 --clock standard --open --house
  arena ladder create zaibatsu-duel --game zaibatsu --seats 2 --option NAME=VALUE
  arena ladder create zaibatsu-solo --game zaibatsu --seats 1 --setups 20 --open --house
  arena ladder pause iki-three      no new sets; open ones are played to the end
  arena ladder resume iki-three
  arena ladder finish iki-three     for good; its table stays
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "ladder", "create, pause, resume and finish ladders", EXAMPLES, lambda _: _help(made))
    actions = made.add_subparsers(title="actions", metavar="ACTION")
    creating = command(actions, "create", "a new ladder, running at once", "", run_create)
    creating.add_argument("slug", metavar="SLUG", help="its name in addresses and commands")
    creating.add_argument("--game", required=True, metavar="GAME", help="iki, nippon, yokohama or zaibatsu")
    creating.add_argument(
        "--seats", type=whole_number(1), required=True, metavar="N", help="players at a table; 1: a solo ladder"
    )
    creating.add_argument(
        "--clock", default="standard", metavar="CLOCK", help="blitz, standard (default), long, or 90+0.5"
    )
    creating.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    creating.add_argument("--title", default="", help="its name for people (default: game and seats)")
    creating.add_argument(
        "--setups",
        type=whole_number(2),
        default=20,
        metavar="N",
        help="set-ups that everyone plays alone (default: 20)",
    )
    creating.add_argument("--open", action="store_true", help="new bots that play the game join by themselves")
    creating.add_argument("--house", action="store_true", help="enter all house bots")
    add_settings(creating)
    for verb, summary in (
        ("pause", "make no new sets for now"),
        ("resume", "make sets again"),
        ("finish", "end it; the table stays"),
    ):
        changing = command(actions, verb, summary, "", run_change)
        changing.add_argument("slug", metavar="SLUG")
        changing.set_defaults(verb=verb)
        add_settings(changing)


def _help(made: ArgumentParser) -> int:
    made.print_help()
    return 0


def run_create(arguments: Namespace) -> int:
    """Make one."""
    game = game_of(arguments.game)
    chosen = options_of(game, arguments.seats, arguments.option)
    with opened(arguments) as database, database.write() as session:
        from arena.storage.ladders import NewLadder, create_ladder

        wanted = NewLadder(
            slug=arguments.slug,
            game=game.name,
            seats=arguments.seats,
            clock=arguments.clock,
            options=chosen,
            title=arguments.title or f"{game.title}, {'solo' if arguments.seats == 1 else f'{arguments.seats} seats'}",
            open_ladder=arguments.open,
            house=arguments.house,
            setups=arguments.setups,
        )
        entries = create_ladder(session, wanted, actor())
    print(f"{arguments.slug} runs with {entries} house bots" if entries else f"{arguments.slug} runs")
    return 0


def run_change(arguments: Namespace) -> int:
    """Pause, resume or finish one."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.ladders import change_ladder

        change_ladder(session, arguments.slug, arguments.verb, actor())
    done = {"pause": "is paused", "resume": "goes on", "finish": "is finished"}
    print(f"{arguments.slug} {done[arguments.verb]}")
    return 0
