"""`arena cancel`: challenge matches that have not begun are not played."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, row_number
from arena.cli.calling import CALLING_HELP, add_calling, arena_of, print_json
from arena.cli.matches import print_matches

EXAMPLES = f"""\
{CALLING_HELP}

Matches that run are played to the end.

examples:
  arena cancel            all challenge matches you asked for that have not begun
  arena cancel 17 18      these two
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "cancel", "cancel challenges that have not begun", EXAMPLES, run)
    made.add_argument("matches", nargs="*", type=row_number, metavar="MATCH", help="numbers (default: all)")
    add_calling(made)


def run(arguments: Namespace) -> int:
    """Cancel, and print what was."""
    with arena_of(arguments) as call:
        from arena.v1 import arena_pb2 as pb

        request = pb.CancelChallengeRequest(match_ids=[str(match) for match in arguments.matches])
        matches = list(call("CancelChallenge", request).matches)
    if arguments.json:
        print_json(matches)
    elif matches:
        print_matches(matches, pb)
    else:
        print("No challenge of yours is waiting.")
    return 0
