"""`arena ladder` and `arena ratings`: open-ended seasons, and the check that ratings follow from their log."""

from argparse import Namespace
from typing import TYPE_CHECKING

from arena.cli.command import OPTION, Command, argument, command, flag, game_of, group, options_of, whole_number
from arena.cli.service import SETTINGS, SETTINGS_HELP, actor, change, opened

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@change(
    "create",
    "create a ladder that runs at once",
    argument("slug", metavar="SLUG", help="its name in URLs and commands"),
    argument("--game", required=True, metavar="GAME", help="its name; `arena games` lists them all"),
    argument("--seats", type=whole_number(1), required=True, metavar="N", help="players at a table; 1: a solo ladder"),
    argument("--clock", default="standard", metavar="CLOCK", help="blitz, standard (default), long, slow, or 90+0.5"),
    OPTION,
    argument("--title", default="", help="its name for people (default: game and seats)"),
    argument("--setups", type=whole_number(2), default=20, metavar="N", help="set-ups of a solo ladder (default: 20)"),
    flag(
        "--open",
        "new bots that play the game are entered automatically, and others may enter; without it a bot needs an invite",
    ),
    flag("--house", "enter all house bots"),
    text="examples:\n  arena ladder create iki-three --game iki --seats 3 --clock standard --open --house",
)
def create(arguments: Namespace, session: "Session") -> str:
    """Create a ladder."""
    from arena.ladders.commands import NewLadder, create_ladder

    game, seats = game_of(arguments.game), arguments.seats
    ladder = NewLadder(
        slug=arguments.slug,
        game=game.name,
        seats=seats,
        clock=arguments.clock,
        options=options_of(game, seats, arguments.option),
        title=arguments.title or f"{game.title}, {'solo' if seats == 1 else f'{seats} seats'}",
        open_ladder=arguments.open,
        house=arguments.house,
        setups=arguments.setups,
    )
    entries = create_ladder(session, ladder, actor())
    return f"{arguments.slug} runs with {entries} house bots" if entries else f"{arguments.slug} runs"


def _action(verb: str, summary: str, sentence: str) -> Command:
    """An action that only needs the ladder's name."""

    @change(verb, summary, argument("slug", metavar="SLUG"), text=f"example:\n  arena ladder {verb} iki-three")
    def changed(arguments: Namespace, session: "Session") -> str:
        from arena.ladders.commands import change_ladder

        change_ladder(session, arguments.slug, verb, actor())
        return f"{arguments.slug} {sentence}"

    return changed


ladder = group(
    "ladder",
    "create, pause, resume and finish ladders",
    create,
    _action("pause", "make no new sets for now", "is paused"),
    _action("resume", "make sets again", "goes on"),
    _action("finish", "end it; the table stays", "is finished"),
    text=f"""\
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
""",
)


@command(
    "ratings",
    "recompute ratings from the log and compare",
    argument("what", choices=("recompute",)),
    argument("season", nargs="?", help="only this season"),
    *SETTINGS,
    text="""\
Exit code 1 if any rating differs from what its log gives.

examples:
  arena ratings recompute              rate every set of every season again and compare
  arena ratings recompute yokohama-open
""",
)
def ratings(arguments: Namespace) -> int:
    """Recompute; exit code 1 if anything differs."""
    with opened(arguments) as database, database.read() as session:
        from arena.ladders.rating import recompute_all

        checks = list(recompute_all(session, arguments.season))
    for check in checks:
        print(f"{check.season}: {check.entries} ratings, {'DIFFERENT' if check.differences else 'all as logged'}")
        for difference in check.differences:
            print(f"  bot {difference.bot_id}: {difference.what}")
    return int(any(check.differences for check in checks))
