"""`arena pace`: how many ladder matches one of your bots plays in an hour at most."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.calling import CALLING_HELP, add_calling, arena_of

EXAMPLES = f"""\
{CALLING_HELP}

Once it has had that many ladder matches within an hour, no new set begins. League matches do not count and are not held up.

examples:
  arena pace kabuki 20    at most 20 ladder matches in an hour
  arena pace kabuki 0     no limit (the default)
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "pace", "limit the ladder matches of one of your bots per hour", EXAMPLES, run)
    made.add_argument("bot", metavar="BOT", help="one of your bots")
    made.add_argument("most", type=whole_number(0, 10_000), metavar="MATCHES", help="per hour; 0: no limit")
    add_calling(made, json=False)


def run(arguments: Namespace) -> int:
    """Change it."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        bot = call("UpdateBot", pb.UpdateBotRequest(bot=arguments.bot, matches_per_hour=arguments.most)).bot
    most = bot.matches_per_hour
    print(
        f"{bot.name} plays {f'at most {most} ladder matches in an hour' if most else 'as many ladder matches as it can'}"
    )
    return 0
