"""`arena match`: an operator's hand on single matches."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

EXAMPLES = """\
examples:
  arena match requeue 17                       begin again where its journal ends; the old attempt is fenced off
  arena match void 17 --why "power failure"    does not count; it is played again with new hidden draws
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "match", "requeue or void a match that is stuck", EXAMPLES, run)
    made.add_argument("what", choices=("requeue", "void"))
    made.add_argument("id", type=int, help="the match's number")
    made.add_argument("--why", default="", help="the reason, kept in the audit log (void needs one)")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Requeue or void."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage import claims
        from arena.storage.audit import log
        from arena.storage.models import Match, MatchState

        match = session.get(Match, arguments.id)
        if match is None:
            raise Refused(f"there is no match {arguments.id}")
        if match.state is MatchState.QUEUED and arguments.what == "requeue":
            match.sent_at = None
        elif match.state is not MatchState.RUNNING:
            raise Refused(f"match {match.id} is {match.state.value}: only running matches can be changed by hand")
        elif arguments.what == "requeue":
            claims.release(session, match.id, match.attempt)
        else:
            if not arguments.why:
                raise Refused("arena match void needs --why: people will ask")
            print(f"replaced by match {claims.void(session, match.id, match.attempt, arguments.why)}")
        log(session, actor(), f"match_{arguments.what}", f"match:{match.id}", why=arguments.why)
    print(f"match {arguments.id}: done")
    return 0
