"""`arena ratings`: the ladder, proved from its log."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import add_settings, opened

EXAMPLES = """\
examples:
  arena ratings recompute              rate every set of every season anew and compare
  arena ratings recompute yokohama-open
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "ratings", "recompute ratings from the log and compare", EXAMPLES, run)
    made.add_argument("what", choices=("recompute",))
    made.add_argument("season", nargs="?", help="only this season")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Recompute; exit code 1 if anything differs."""
    with opened(arguments) as database, database.read() as session:
        from sqlalchemy import select

        from arena.cli.refusals import Refused
        from arena.storage.models import Entry, Season
        from arena.storage.rating import recompute

        wanted = select(Season).order_by(Season.id)
        seasons = session.scalars(
            wanted if arguments.season is None else wanted.where(Season.slug == arguments.season)
        ).all()
        if not seasons:
            raise Refused(f"there is no season {arguments.season!r}" if arguments.season else "there is no season yet")
        bad = 0
        for season in seasons:
            differences = list(recompute(session, season))
            bad += len(differences)
            entries = len(session.scalars(select(Entry.id).where(Entry.season_id == season.id)).all())
            print(f"{season.slug}: {entries} ratings, {'all as logged' if not differences else 'DIFFERENT'}")
            for one in differences:
                print(f"  bot {one.bot_id}: {one.what}")
    return 1 if bad else 0
