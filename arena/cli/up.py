"""`arena up`: the whole arena on this machine."""

import os
import sys
from argparse import Namespace

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.service import add_settings, settings_of

EXAMPLES = """\
examples:
  arena up                                      everything, in ./data
  arena up --data /var/lib/arena --workers 2    another folder, two workers for matches
  arena up --web-port 8080 --grpc-port 50052    other ports
  arena up --verbose                            with the logs of all parts

The first start makes an admin account, house bots and an open ladder for every game, and matches begin at once. Ctrl-C stops
everything cleanly; the next start goes on where it stopped.
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "up", "run the whole arena on this machine", EXAMPLES, run)
    made.add_argument(
        "--workers", type=whole_number(1, 64), default=1, metavar="N", help="processes for matches (default: 1)"
    )
    made.add_argument("--web-port", type=whole_number(1, 65535), metavar="N", help="of the site (default: 8000)")
    made.add_argument("--grpc-port", type=whole_number(1, 65535), metavar="N", help="of the gateway (default: 50051)")
    made.add_argument("--verbose", action="store_true", help="show the logs of all parts")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Run until stopped."""
    settings = settings_of(arguments, web_port=arguments.web_port, grpc_port=arguments.grpc_port)
    from arena.embedded.errors import CannotStart
    from arena.embedded.up import up

    os.umask(0o077)  # whatever it writes, logs and tables included, is for the user that runs it
    try:
        return up(settings, workers=arguments.workers, verbose=arguments.verbose)
    except CannotStart as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return wrong.code
