"""The whole parser. Adding a command is adding its module here."""

from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

LOCAL = ("play", "games", "bots", "show", "replay", "local", "bridge", "doctor")
"""Commands that need no service."""
CLIENT = ("leaderboard", "matches", "why", "enter", "leave", "challenge", "cancel", "consent", "pace")
"""An author's, against a running arena: they need its address and an author token."""
SERVICE = (
    "up",
    "status",
    "health",
    "backup",
    "restore",
    "db",
    "user",
    "bot",
    "token",
    "season",
    "ladder",
    "match",
    "ratings",
    "gateway",
    "worker",
    "beat",
    "web",
    "settings",
)
"""The operator's and the organiser's."""
COMMANDS = LOCAL + CLIENT + SERVICE
"""Modules of this package, in the order of the help."""

DESCRIPTION = """\
Meiji Arena: bots and people play Yokohama, IKI, Nippon and Nippon: Zaibatsu.
"""

EXAMPLES = """\
first steps:
  arena games                                          what can be played
  arena play iki --seats 2 --bots human,greedy         learn a game by playing it
  arena play yokohama --bots greedy,random --games 20  which bot is better, and how sure is that
  arena show yokohama --seed 3 --at 40                 read a position
  arena COMMAND --help                                 everything about a command
"""


def parser() -> ArgumentParser:
    """The parser with every command."""
    top = ArgumentParser(
        prog="arena", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action=_Version, help="show the version and exit")
    top.set_defaults(run=lambda _: _help(top))
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        import_module(f"arena.cli.{name}").add(commands)
    return top


def _help(top: ArgumentParser) -> int:
    top.print_help()
    return 0


class _Version(Action):
    """Looked up only when asked for: reading package metadata takes longer than everything else here."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002  argparse names it
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, top: ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"arena {version('meiji-arena')}")
        top.exit(0)
