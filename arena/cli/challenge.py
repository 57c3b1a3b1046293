"""`arena challenge`: unrated matches against house bots and bots that accept challenges."""

import sys
import time
from argparse import Namespace
from collections import Counter
from typing import Any

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.calling import CALLING_HELP, Calls, add_calling, arena_of, print_json
from arena.cli.matches import print_matches
from arena.cli.refusals import Refused

LOOK_SECONDS = 2.0
EXAMPLES = f"""\
{CALLING_HELP}

Challenges move no rating. They wait behind rated matches; after a minute one goes before the next rated set of its bots.
`arena cancel` cancels those that have not begun. Your bot must be connected. Matches are made as sets: the same
set-up in every rotation of the seats, so an even share of them is fair to all. Only you and the owners see them.

examples:
  arena challenge kabuki shinobi --game yokohama                  one match against a house bot
  arena challenge kabuki shinobi --game iki --matches 20 --wait   twenty, with progress, and the results in the end
  arena challenge kabuki noh bunraku --game nippon --clock standard --option NAME=VALUE
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "challenge", "ask for unrated matches with one of your bots", EXAMPLES, run)
    made.add_argument("bot", metavar="BOT", help="one of your bots")
    made.add_argument(
        "opponents", nargs="*", metavar="OPPONENT", help="house bots, bots that accept challenges, or yours"
    )
    made.add_argument("--game", required=True, metavar="GAME", help="`arena games` lists them")
    made.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    made.add_argument(
        "--clock", default="", metavar="CLOCK", help="blitz (default), standard, long, or 90+0.5 in seconds"
    )
    made.add_argument("--matches", type=whole_number(1, 50), default=1, metavar="N", help="how many (default: 1)")
    made.add_argument("--wait", action="store_true", help="show progress until they are over, then print the results")
    add_calling(made)


def run(arguments: Namespace) -> int:
    """Ask, and perhaps wait."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        request = pb.CreateChallengeRequest(
            bot=arguments.bot,
            opponents=arguments.opponents,
            game=arguments.game,
            options=_options(arguments.option),
            clock=arguments.clock,
            matches=arguments.matches,
        )
        matches = list(call("CreateChallenge", request).matches)
        if arguments.wait:
            matches = _await(call, matches, pb)
    if arguments.json:
        print_json(matches)
        return 0
    print_matches(matches, pb)
    if not arguments.wait:
        print("They are queued; `arena matches --kind challenge` shows how they went.")
    return 0


def _options(texts: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for name, equals, _ in pairs:
        if not equals:
            raise Refused(f"--option takes NAME=VALUE, got {name!r}")
    return {name: value for name, _, value in pairs}


def _await(call: Calls, matches: list[Any], pb: Any) -> list[Any]:
    """The matches once all are over; progress goes to the error output, so that the results can be piped."""
    open_states = {pb.MATCH_STATE_QUEUED, pb.MATCH_STATE_RUNNING}
    shown = ""
    try:
        while True:
            shown = _show_progress(matches, shown, pb)
            if not any(match.state in open_states for match in matches):
                return matches
            time.sleep(LOOK_SECONDS)
            matches = [
                call("GetMatch", pb.GetMatchRequest(match_id=match.id)).match if match.state in open_states else match
                for match in matches
            ]
    except KeyboardInterrupt:
        print("They go on without you; `arena cancel` cancels those that have not begun.", file=sys.stderr)
        raise


def _show_progress(matches: list[Any], shown: str, pb: Any) -> str:
    """Print how far they are if that has changed; what was printed."""
    counted = Counter(match.state for match in matches)
    waiting, running = counted[pb.MATCH_STATE_QUEUED], counted[pb.MATCH_STATE_RUNNING]
    line = f"{len(matches) - waiting - running} of {len(matches)} over, {running} running, {waiting} waiting"
    if line != shown:
        print(line, file=sys.stderr, flush=True)
    return line
