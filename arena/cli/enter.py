"""`arena enter`: enter one of your bots into a season."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.calling import CALLING_HELP, add_calling, arena_of

EXAMPLES = f"""\
{CALLING_HELP}

examples:
  arena enter yokohama-open kabuki             kabuki plays there from now on
  arena enter club-1 kabuki --invite CODE      a closed league lets in whom its organisers invited
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "enter", "enter one of your bots into a season", EXAMPLES, run)
    made.add_argument("season", metavar="SEASON", help="the season's name; `arena leaderboard` lists them")
    made.add_argument("bot", metavar="BOT", help="one of your bots")
    made.add_argument("--invite", default="", metavar="CODE", help="from the organisers of a closed league")
    add_calling(made, json=False)


def run(arguments: Namespace) -> int:
    """Enter."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        request = pb.EnterSeasonRequest(season_id=arguments.season, bot=arguments.bot, invite=arguments.invite)
        season = call("EnterSeason", request).season
    print(f"{arguments.bot} is in {season.id}, where {season.entries} bots play {season.game}")
    return 0
