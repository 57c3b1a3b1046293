"""`arena settings`: what is in force, and where it came from."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import SETTINGS_HELP, add_settings, settings_of


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "settings", "print the effective settings and their sources", SETTINGS_HELP, run)
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Print a line for each."""
    for name, value, source, about in settings_of(arguments).rows():
        print(f"{name:20} {value:30} from {source:24} {about}")
    return 0
