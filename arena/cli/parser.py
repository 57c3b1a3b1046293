"""The whole parser: every command of `arena`, in the order of its help."""

from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from arena.cli import (
    accounts,
    author,
    coach,
    database,
    dataset,
    games,
    kits,
    ladder,
    lens,
    local,
    matches,
    mcp,
    processes,
    replay,
    runner,
    season,
    simulator,
    strength,
    submissions,
    webhooks,
)

LOCAL = (
    local.play,
    games.games,
    games.bots,
    games.show,
    replay.replay,
    dataset.dataset,
    local.local,
    local.bridge,
    local.doctor,
    coach.coach,
    strength.compare,
    strength.rank_house,
    strength.evaluate,
    lens.lens,
    kits.kit,
    simulator.simulator,
    mcp.mcp,
    runner.runner,
)
"""Commands that need no arena."""
AUTHOR = (
    author.leaderboard,
    matches.matches,
    author.why,
    author.enter,
    author.leave,
    matches.challenge,
    matches.cancel,
    author.consent,
    author.pace,
    submissions.submit,
    submissions.submission,
)
"""An author's, against a running arena: they need its address and an author token."""
SERVICE = (
    processes.up,
    processes.status,
    processes.health,
    database.backup,
    database.restore,
    database.db,
    accounts.user,
    accounts.bot,
    accounts.token,
    webhooks.webhook,
    season.season,
    ladder.ladder,
    matches.match,
    ladder.ratings,
    processes.gateway,
    processes.worker,
    processes.beat,
    processes.web,
    processes.settings,
)
"""The operator's and the organiser's."""
COMMANDS = LOCAL + AUTHOR + SERVICE

DESCRIPTION = """\
Meiji Arena: bots and people play Japanese economic board games.
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
    top.set_defaults(run=lambda _: top.print_help())
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return top


class _Version(Action):
    """Looked up only when asked for: reading package metadata takes longer than everything else here."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002  argparse names it
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, top: ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        from engine.build import description

        print(f"arena {version('meiji-arena')}, engine: {description()}")
        top.exit(0)
