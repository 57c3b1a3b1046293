"""`arena bridge`: a program that reads lines and prints numbers plays."""

from argparse import REMAINDER, Namespace

from arena.cli.arguments import Commands, command
from arena.cli.refusals import Refused

EXAMPLES = """\
The program gets one JSON line per decision on its standard input, and prints the index of its choice on a line (flushed), or
an object: {"index": 3, "note": "why", "value": 0.4}. The line has "choices" (how many there are), "legal" (the actions), "view" (the position), "events", "game", "seat",
"match_id", "number" and, with a clock, "clock_ms", "increment_ms" and "budget_ms". Endpoint and token come from ARENA_ENDPOINT and ARENA_TOKEN unless given.

examples:
  arena bridge --endpoint arena.example:443 --token abc -- ./my_bot
  arena local iki --bot "arena bridge -- sh bots/shell/random.sh" --bot house:random
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "bridge", "let a program play that reads lines and prints numbers", EXAMPLES, run)
    made.add_argument("--endpoint", metavar="HOST:PORT", help="where to dial (default: ARENA_ENDPOINT)")
    made.add_argument("--token", help="the bot's token (default: ARENA_TOKEN, which other users cannot see)")
    made.add_argument("--games", default="", metavar="GAME,…", help="games it plays (default: all)")
    made.add_argument("--bot-version", default="", metavar="TEXT", help="its version, shown beside results")
    made.add_argument("program", nargs=REMAINDER, metavar="-- CMD …", help="the program with its arguments")


def run(arguments: Namespace) -> int:
    """Play until interrupted."""
    program = arguments.program[1:] if arguments.program[:1] == ["--"] else arguments.program
    if not program:
        raise Refused("which program? arena bridge -- CMD …")
    from arena.bridge import Bridged
    from arena.sdk import run as run_bot

    games = [name.strip() for name in arguments.games.split(",") if name.strip()]
    bot = Bridged(program, games, arguments.bot_version)
    try:
        run_bot(bot, address=arguments.endpoint, token=arguments.token)
    finally:
        bot.close()
    return 0
