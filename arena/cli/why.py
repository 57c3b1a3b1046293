"""`arena why`: why a bot is not playing right now."""

from argparse import Namespace
from typing import Any

from arena.cli.arguments import Commands, command
from arena.cli.calling import CALLING_HELP, add_calling, arena_of, print_json
from arena.cli.refusals import Refused

EXAMPLES = f"""\
{CALLING_HELP}

examples:
  arena why kabuki      offline, not validated, waiting for opponents, at its limit, or when it sits down next
  arena why             the same for all your bots
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "why", "say why a bot is not playing right now", EXAMPLES, run)
    made.add_argument("bot", nargs="?", metavar="BOT", help="one of your bots (default: all of them)")
    add_calling(made)


def run(arguments: Namespace) -> int:
    """Print the answers."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        names = [arguments.bot]
        if arguments.bot is None:
            names = [bot.name for bot in call.rows("ListBots", pb.ListBotsRequest(), "bots", 500)]
            if not names:
                raise Refused("you have no bot yet: `arena bot create NAME --owner YOU`, or make one on the site")
        answers = [call("ExplainBot", pb.ExplainBotRequest(bot=name)) for name in names]
    if arguments.json:
        print_json(answers if arguments.bot is None else answers[0])
    else:
        for answer in answers:
            _print(answer)
    return 0


def _print(found: Any) -> None:
    from arena.cli.reading import clean

    print(clean(found.answer.sentence))
    for line in found.seasons:
        if line.sentence != found.answer.sentence:
            print(clean(f"  {line.sentence}"))
