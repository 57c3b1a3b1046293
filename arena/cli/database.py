"""`arena db`, `arena backup`, `arena restore`: the database as a whole."""

import os
from argparse import Namespace
from pathlib import Path

from arena.cli.command import Refused, argument, command, flag
from arena.cli.service import SETTINGS, opened, settings_of


@command(
    "db",
    "create and upgrade the database's tables",
    argument("what", choices=("upgrade", "version")),
    *SETTINGS,
    text="""\
examples:
  arena db upgrade     create the tables, or bring them to this program's version; all or nothing
  arena db version     the version of the database, and the one this program needs (exit code 1 if they differ)
""",
)
def db(arguments: Namespace) -> int:
    """Upgrade, or print the versions."""
    with opened(arguments, fresh=False) as database:
        from arena.db.database import current, newest, upgrade

        if arguments.what == "version":
            print(f"database {current(database) or 'none'}, program {newest()}")
            return 0 if current(database) == newest() else 1
        before, after = upgrade(database)
    print(f"version {after}, nothing to do" if before == after else f"upgraded from {before or 'none'} to {after}")
    return 0


@command(
    "backup",
    "save the whole database into one file",
    argument(
        "where", metavar="FILE|DIR/", help="a new file, or a folder to put one in; end a new folder's name with /"
    ),
    *SETTINGS,
    text="""\
examples:
  arena backup backups/                        a file named for this moment, in that folder (created if it is missing)
  arena backup before-upgrade.backup.zip

The arena may run meanwhile: the file holds one moment. It restores into SQLite and PostgreSQL alike (`arena restore`). It holds
password hashes and private notes, so only you can read it. The signing key is not in it: keep signing.pem elsewhere.
""",
)
def backup(arguments: Namespace) -> None:
    """Write the file."""
    with opened(arguments) as database:
        from arena.db import backup as backups

        path, manifest = backups.backup(database, _target(arguments.where))
    rows = sum(table.rows for table in manifest.tables)
    print(f"{path}: {rows} rows of {len(manifest.tables)} tables, {path.stat().st_size / 1e6:.1f} MB")


def _target(text: str) -> Path:
    """Where to write. A name that ends with a slash means a folder, which is created if it is missing."""
    path = Path(text)
    if text.endswith(("/", os.sep)):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent}: create it first, or give a folder's name with / at its end")
    return path


@command(
    "restore",
    "fill an empty database from a backup",
    argument("file", type=Path, help="a file made by `arena backup`"),
    flag("--check", "read and check the file, change nothing"),
    *SETTINGS,
    text="""\
examples:
  arena restore arena-20260801T041700Z.backup.zip --check       only check that the file is whole
  arena restore arena-20260801T041700Z.backup.zip --data new/   into a new data folder
  ARENA_DATABASE_URL=postgresql://arena@db/arena arena restore FILE

The database must be empty. Start with an empty Redis: matches that ran when the backup was made are played again.
Afterwards `arena ratings recompute` checks the ladders.
""",
)
def restore(arguments: Namespace) -> None:
    """Check the file, and restore it."""
    settings_of(arguments)
    from contextlib import closing

    from arena.db.backup import Archive

    with closing(Archive(arguments.file)) as archive:
        archive.verify()
        if not arguments.check:
            from arena.db import backup as restoring

            with opened(arguments, fresh=False) as database:
                restoring.restore(archive, database)
        manifest = archive.manifest
    rows, tables = sum(table.rows for table in manifest.tables), len(manifest.tables)
    verb = "is whole" if arguments.check else "is restored"
    print(
        f"{arguments.file} {verb}: {rows} rows of {tables} tables as of {manifest.made_at}, version {manifest.revision}"
    )
