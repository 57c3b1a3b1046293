"""`arena match`: an operator's hand on single matches."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, row_number
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

EXAMPLES = """\
examples:
  arena match requeue 17                       begin again where its journal ends; the old attempt is fenced off
  arena match void 17 --why "power failure"    does not count; it is played again with new hidden draws,
                                               or, if it had not begun, its whole set is void
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "match", "requeue or void a match that is stuck", EXAMPLES, run)
    made.add_argument("what", choices=("requeue", "void"))
    made.add_argument("id", type=row_number, metavar="MATCH", help="the match's number")
    made.add_argument("--why", default="", help="the reason, kept in the audit log (void needs one)")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Requeue or void."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage import mending

        if arguments.what == "requeue":
            mending.requeue(session, arguments.id, actor(), arguments.why)
        else:
            if not arguments.why:
                raise Refused("arena match void needs --why: people will ask")
            replaced = mending.void(session, arguments.id, actor(), arguments.why)
            print("its set is void" if replaced is None else f"replaced by match {replaced}")
    print(f"match {arguments.id}: done")
    return 0
