"""`arena restore`: a backup into an empty database."""

from argparse import Namespace
from pathlib import Path

from arena.cli.arguments import Commands, command
from arena.cli.service import add_settings, opened, settings_of

EXAMPLES = """\
examples:
  arena restore arena-20260801T041700Z.backup.zip --check       only see whether the file is whole
  arena restore arena-20260801T041700Z.backup.zip --data new/   into a new data folder
  ARENA_DATABASE_URL=postgresql://arena@db/arena arena restore FILE

Only an empty database is filled. Start with an empty Redis: matches that ran when the backup was made are played again.
Afterwards `arena ratings recompute` proves the ladders.
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "restore", "fill an empty database from a backup", EXAMPLES, run)
    made.add_argument("file", type=Path, help="a file made by `arena backup`")
    made.add_argument("--check", action="store_true", help="read and check the file, change nothing")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Check the file, and restore it."""
    settings_of(arguments)
    from contextlib import closing

    from arena.storage.archives import Archive

    with closing(Archive(arguments.file)) as archive:
        archive.verify()
        if not arguments.check:
            from arena.storage.restoring import restore

            with opened(arguments, fresh=False) as database:
                restore(archive, database)
        told = archive.manifest
    rows = sum(entry.rows for entry in told.tables)
    verb = "is whole" if arguments.check else "is restored"
    print(
        f"{arguments.file} {verb}: {rows} rows of {len(told.tables)} tables as of {told.made_at}, version {told.revision}"
    )
    return 0
