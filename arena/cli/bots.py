"""`arena bots`: which house bots there are."""

from argparse import Namespace

from arena.cli.arguments import Commands, command

EXAMPLES = """\
A bot is written as its name, then its settings, joined by colons:
  greedy
  greedy:noise=0.3
  greedy:noise=0.3:redraws=2
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    command(commands, "bots", "list the house bots and what can be set on them", EXAMPLES, run)


def run(_: Namespace) -> int:
    """Print every kind of bot."""
    from arena.cli.seats import KINDS

    for name, kind in KINDS.items():
        print(f"{name}: {kind.help}")
        for key, setting in kind.settings.items():
            print(f"  {key}: {setting.help} ({setting.allowed()}; default: {setting.default:g})")
    print("\nWritten as greedy:noise=0.3, or with several settings greedy:noise=0.3:redraws=2.")
    return 0
