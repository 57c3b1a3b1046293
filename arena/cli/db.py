"""`arena db`: the tables."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import add_settings, opened

EXAMPLES = """\
examples:
  arena db upgrade     make or bring the tables to this program's version; all or nothing
  arena db version     what the database has, and what this program needs
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "db", "make and upgrade the database's tables", EXAMPLES, run)
    made.add_argument("what", choices=("upgrade", "version"))
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Upgrade, or tell the versions."""
    with opened(arguments, fresh=False) as database:
        from arena.storage.upgrade import current, newest, upgrade

        if arguments.what == "version":
            print(f"database {current(database) or 'none'}, program {newest()}")
            return 0 if current(database) == newest() else 1
        before, after = upgrade(database)
        print(f"version {after}, nothing to do" if before == after else f"upgraded from {before or 'none'} to {after}")
    return 0
