"""`arena consent`: whether anybody may challenge one of your bots."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.calling import CALLING_HELP, add_calling, arena_of

EXAMPLES = f"""\
{CALLING_HELP}

A challenge is unrated and waits behind rated matches. You see the matches and replays of your bot.

examples:
  arena consent kabuki yes    anybody may challenge kabuki
  arena consent kabuki no     nobody but you (the default)
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "consent", "let anybody challenge one of your bots, or nobody", EXAMPLES, run)
    made.add_argument("bot", metavar="BOT", help="one of your bots")
    made.add_argument("answer", choices=("yes", "no"))
    add_calling(made, json=False)


def run(arguments: Namespace) -> int:
    """Change it."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        bot = call(
            "UpdateBot", pb.UpdateBotRequest(bot=arguments.bot, open_to_challenges=arguments.answer == "yes")
        ).bot
    print(f"{bot.name} {'may be challenged by anybody' if bot.open_to_challenges else 'takes no challenges of others'}")
    return 0
