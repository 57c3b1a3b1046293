"""`arena replay`: read replays, and check them."""

from argparse import Namespace
from pathlib import Path

from arena.cli import asking
from arena.cli.arguments import Commands, command, whole_number

EXAMPLES = """\
examples:
  arena replay show FILE             a match, move by move
  arena replay show FILE --at 40     the position before decision 40
  arena replay verify FOLDER         check every replay in a folder
  arena replay ask FILE --at 40 --bot CMD    put decision 40 to a bot again
"""
VERIFY_EXAMPLES = """\
A replay is good if its content fits its hash, the signature fits and comes from a key you trust, and playing it again leads to
the same events, clocks, result and final position. Trusted are your own key (the one `arena play --save` signs with) and every --key.
A file whose content is good but whose signer you do not trust is said to be so. The exit code is 0 if all files are good, 3 if
only signers are unknown, 1 if any file is bad. An arena publishes its key on its site: /keys, /api/v1/keys, /.well-known/meiji-arena-keys.

examples:
  arena replay verify replays
  arena replay verify match-1.replay.gz match-2.replay.gz
  arena replay verify downloads --key 3f5a…    replays of another arena, by its public key
"""
SHOW_EXAMPLES = """\
examples:
  arena replay show replays/yokohama-4p-3fa2c1-1-00017.replay.gz
  arena replay show replays/yokohama-4p-3fa2c1-1-00017.replay.gz --at 40 --seat 2
"""


def add(commands: Commands) -> None:
    """Declare the command with its two verbs."""
    made = command(commands, "replay", "read replays, and check them", EXAMPLES, lambda _: _help())
    verbs = made.add_subparsers(title="commands", metavar="COMMAND")

    def _help() -> int:
        made.print_help()
        return 0

    show = command(verbs, "show", "print a match move by move", SHOW_EXAMPLES, run_show)
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument(
        "--at", type=whole_number(0), metavar="N", help="the position before decision N instead (0 is the first)"
    )
    show.add_argument("--seat", metavar="N", help="with --at: whose view, or `public` (default: the seat to act)")

    asking.add(verbs)

    verify = command(verbs, "verify", "check that replays are genuine", VERIFY_EXAMPLES, run_verify)
    verify.add_argument("files", type=Path, nargs="+", metavar="FILE", help="replays, or folders of replays")
    verify.add_argument("--key", action="append", default=[], metavar="HEX", help="a public key to trust as well")
    verify.add_argument("--any-key", action="store_true", help="accept any signer; the answer names it")


def run_show(arguments: Namespace) -> int:
    """Print a replay, or one position of it."""
    from arena.cli import reading
    from arena.replays import read

    replay = read(arguments.file)
    if arguments.at is not None:
        reading.print_position(replay, arguments.at, arguments.seat)
    else:
        reading.print_moves(replay)
    return 0


def run_verify(arguments: Namespace) -> int:
    """Check every file; 1 if any is bad, 3 if only signers are unknown."""
    from arena.cli import proving

    files = proving.gathered(arguments.files)
    return proving.prove(files, None if arguments.any_key else proving.trusted(arguments.key))
