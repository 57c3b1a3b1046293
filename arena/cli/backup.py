"""`arena backup`: one file with everything the database remembers."""

import os
from argparse import Namespace
from pathlib import Path

from arena.cli.arguments import Commands, command
from arena.cli.refusals import Refused
from arena.cli.service import add_settings, opened

EXAMPLES = """\
examples:
  arena backup backups/                        a file named for this moment, in that folder (made if it is missing)
  arena backup before-upgrade.backup.zip

The arena may run meanwhile: the file holds one moment. It restores into SQLite and PostgreSQL alike (`arena restore`). It holds
password hashes and private notes, so only you can read it. The signing key is not in it: keep signing.pem elsewhere.
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "backup", "save everything the database remembers into one file", EXAMPLES, run)
    made.add_argument(
        "where", metavar="FILE|DIR/", help="a new file, or a folder to put one in; end a new folder's name with /"
    )
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Back up."""
    with opened(arguments) as database:
        from arena.storage.backups import backup

        path, manifest = backup(database, _target(arguments.where))
    rows = sum(entry.rows for entry in manifest.tables)
    print(f"{path}: {rows} rows of {len(manifest.tables)} tables, {path.stat().st_size / 1e6:.1f} MB")
    return 0


def _target(text: str) -> Path:
    """Where to write. A name that ends with a slash means a folder, which is made if it is missing."""
    path = Path(text)
    if text.endswith(("/", os.sep)):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent}: make it first, or give a folder's name with / at its end")
    return path
