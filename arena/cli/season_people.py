"""`arena season enter, withdraw, invite, organiser`: who plays in a season and who runs it."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, row_number, whole_number
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

ENTER = """\
An organiser's hand: no invite is needed and no window must be open. Authors enter their own bots with `arena enter`.

examples:
  arena season enter club-1 kabuki
  arena season withdraw club-1 kabuki                   until the start; afterwards it takes a public reason
  arena season withdraw club-1 kabuki --reason "its author has moved"
"""
INVITE = """\
A code is shown once and kept as a hash. A team needs one for its first bot.

examples:
  arena season invite club-1                            one code for one team
  arena season invite club-1 --uses 30 --label class    one code for a class of thirty
  arena season invite club-1 --revoke 3                 invite 3 opens nothing any more
"""
ORGANISER = """\
Organisers run the season on the site and see all of it, also what is hidden or frozen.

examples:
  arena season organiser club-1 --add anna
  arena season organiser club-1 --remove anna
"""


def add(actions: Commands) -> None:
    """Declare the actions."""
    entering = command(actions, "enter", "enter a bot by hand", ENTER, run_enter)
    leaving = command(actions, "withdraw", "take a bot out", ENTER, run_withdraw)
    for made in (entering, leaving):
        made.add_argument("slug", metavar="SLUG")
        made.add_argument("bot", metavar="BOT")
    leaving.add_argument("--reason", default="", help="public; needed once the season runs")
    inviting = command(
        actions, "invite", "make or revoke a code that lets teams into a closed season", INVITE, run_invite
    )
    inviting.add_argument("slug", metavar="SLUG")
    inviting.add_argument("--uses", type=whole_number(1, 1000), default=1, metavar="N", help="teams (default: 1)")
    inviting.add_argument("--label", default="", help="for yourself, to tell codes apart")
    inviting.add_argument("--revoke", type=row_number, metavar="N", help="the number of an invite")
    running = command(actions, "organiser", "let an account run the season, or not any more", ORGANISER, run_organiser)
    running.add_argument("slug", metavar="SLUG")
    which = running.add_mutually_exclusive_group(required=True)
    which.add_argument("--add", metavar="ACCOUNT")
    which.add_argument("--remove", metavar="ACCOUNT")
    for made in (entering, leaving, inviting, running):
        add_settings(made)


def run_enter(arguments: Namespace) -> int:
    """Enter a bot."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues.entering import active, enter_by_hand

        entry = enter_by_hand(session, arguments.slug, arguments.bot, actor())
        count = len(active(session, entry.season))
    print(f"{arguments.bot} is in {arguments.slug}, which now has {count} {'entry' if count == 1 else 'entries'}")
    return 0


def run_withdraw(arguments: Namespace) -> int:
    """Take a bot out."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues import finding, ruling
        from arena.storage.leagues.leaving import leave
        from arena.storage.models import RulingKind, SeasonState
        from arena.storage.people import bot

        if finding.season(session, arguments.slug).state is SeasonState.RUNNING:
            if not arguments.reason:
                raise Refused(
                    f"{arguments.slug} runs: withdrawing an entry is a ruling and needs --reason, which is public"
                )
            ruling.rule_entry(session, arguments.slug, RulingKind.WITHDRAW, arguments.bot, arguments.reason, actor())
        else:
            leave(session, arguments.slug, bot(session, arguments.bot), actor())
    print(f"{arguments.bot} is out of {arguments.slug}")
    return 0


def run_invite(arguments: Namespace) -> int:
    """Make or revoke a code."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues.invites import create_invite, revoke_invite

        if arguments.revoke is not None:
            revoke_invite(session, arguments.slug, arguments.revoke, actor())
            told = f"invite {arguments.revoke} of {arguments.slug} opens nothing any more"
        else:
            made, code = create_invite(session, arguments.slug, actor(), uses=arguments.uses, label=arguments.label)
            times = "one team" if made.uses_left == 1 else f"{made.uses_left} teams"
            told = f"invite {made.id} of {arguments.slug} for {times} (shown this once): {code}"
    print(told)
    return 0


def run_organiser(arguments: Namespace) -> int:
    """Add or remove one."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues.organisers import add_organiser, remove_organiser

        change = add_organiser if arguments.add else remove_organiser
        change(session, arguments.slug, arguments.add or arguments.remove, actor())
    does = "runs" if arguments.add else "does not run"
    print(f"{arguments.add or arguments.remove} {does} {arguments.slug}{'' if arguments.add else ' any more'}")
    return 0
