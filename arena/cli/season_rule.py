"""`arena season rule`: void, replay, forfeit, withdraw, disqualify, each with a public reason."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, row_number
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

MATCH = ("void", "replay", "forfeit")
ENTRY = ("withdraw", "disqualify")
EXAMPLES = """\
  void        the match does not count
  replay      the match does not count and is played again; its stage waits for it
  forfeit     --bot is placed last in the match, the others keep their order
  withdraw    what --bot has played counts, the rest is forfeited without waiting
  disqualify  --bot is placed last in all it has played, and out of the table

Nothing is edited: tables follow from results and rulings, and ratings are taken back by opposite lines of their log.

examples:
  arena season rule club-1 void --match 812 --reason "the server's clock jumped"
  arena season rule club-1 replay --match 812 --reason "a network failure at the venue"
  arena season rule club-1 forfeit --match 812 --bot kabuki --reason "played with outside help"
  arena season rule club-1 disqualify --bot kabuki --reason "two bots of one author under two names"
"""


def add(actions: Commands) -> None:
    """Declare the action."""
    made = command(actions, "rule", "decide a dispute, with a public reason", EXAMPLES, run)
    made.add_argument("slug", metavar="SLUG")
    made.add_argument("kind", choices=MATCH + ENTRY)
    made.add_argument("--match", type=row_number, metavar="N", help="the match's number")
    made.add_argument("--bot", default="", help="whom it concerns")
    made.add_argument("--reason", required=True, help="public")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Rule."""
    kind = arguments.kind
    if (arguments.match is not None) != (kind in MATCH):
        raise Refused(f"a ruling to {kind} " + ("names a match: give --match" if kind in MATCH else "names no match"))
    if bool(arguments.bot) != (kind not in {"void", "replay"}):
        raise Refused(f"a ruling to {kind} " + ("names no bot" if arguments.bot else "names a bot: give --bot"))
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues import ruling
        from arena.storage.models import RulingKind

        if kind in MATCH:
            made = ruling.rule_match(
                session, arguments.slug, RulingKind(kind), arguments.match, arguments.reason, actor(), bot=arguments.bot
            )
        else:
            made = ruling.rule_entry(
                session, arguments.slug, RulingKind(kind), arguments.bot, arguments.reason, actor()
            )
        number = made.id
    subject = f"match {arguments.match}" if kind in MATCH else arguments.bot
    print(f"ruling {number} of {arguments.slug}: {kind} {subject} ({arguments.reason})")
    return 0
