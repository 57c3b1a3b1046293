"""`arena leave`: take one of your bots out of a season."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.calling import CALLING_HELP, add_calling, arena_of

EXAMPLES = f"""\
{CALLING_HELP}

example:
  arena leave yokohama-open kabuki    sets that are open are played to the end; `arena enter` comes back
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "leave", "take one of your bots out of a season", EXAMPLES, run)
    made.add_argument("season", metavar="SEASON", help="the season's name; `arena leaderboard` lists them")
    made.add_argument("bot", metavar="BOT", help="one of your bots")
    add_calling(made, json=False)


def run(arguments: Namespace) -> int:
    """Leave."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        season = call("LeaveSeason", pb.LeaveSeasonRequest(season_id=arguments.season, bot=arguments.bot)).season
    print(f"{arguments.bot} has left {season.id}, where {season.entries} bots play {season.game}")
    return 0
