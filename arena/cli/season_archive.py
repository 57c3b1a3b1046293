"""`arena season export|reveal`: a season as a folder, and the end of a freeze."""

import sys
from argparse import Namespace
from pathlib import Path

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.service import SETTINGS_HELP, actor, add_settings, opened

EXPORT_HELP = f"""\
The folder needs no server: begin with its index.html. It holds tables, results as CSV and JSON, rulings, all replays and their
checksums. Hidden and frozen stages are in it unless --public is given.

{SETTINGS_HELP}

examples:
  arena season export spring archive/spring
  arena season export spring public/spring --public     to publish while a stage is frozen
  arena replay verify archive/spring/replays --any-key
"""
REVEAL_HELP = f"""\
Everyone the stage is for sees its tables, matches and replays from now on. It is noted in the audit log.

{SETTINGS_HELP}
"""


def add(actions: Commands) -> None:
    """Declare the commands."""
    exporting = command(actions, "export", "write a season as a folder that needs no server", EXPORT_HELP, run_export)
    exporting.add_argument("slug", metavar="SLUG", help="the season's name in addresses")
    exporting.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    exporting.add_argument("--public", action="store_true", help="only what everyone may see")
    add_settings(exporting)
    revealing = command(actions, "reveal", "end the freeze of a season's stages", REVEAL_HELP, run_reveal)
    revealing.add_argument("slug", metavar="SLUG", help="the season's name in addresses")
    revealing.add_argument(
        "--stage", type=whole_number(1, 100), metavar="N", help="only that stage, from 1 (default: all that are frozen)"
    )
    add_settings(revealing)


def run_export(arguments: Namespace) -> int:
    """Write the folder."""
    from arena.cli.season_show import reading

    with reading(arguments) as (session, who):
        from arena.storage.leagues.archive import export

        made = export(session, who, arguments.slug, arguments.folder, _note)
    print(f"{made.path}: {made.stages} stages, {made.matches} matches, {made.replays} replays; open its index.html")
    if made.keys:
        keys = " ".join(f"--key {key}" for key in made.keys)
        print(f"check the replays with: arena replay verify {made.path / 'replays'} {keys}")
    return 0


def _note(what: str) -> None:
    if sys.stderr.isatty():
        print(f"writing {what} …", file=sys.stderr)


def run_reveal(arguments: Namespace) -> int:
    """End the freeze."""
    with opened(arguments) as database, database.write() as session:
        from arena.storage.leagues.revealing import reveal, reveal_stage

        if arguments.stage is None:
            shown = [one.name for one in reveal(session, arguments.slug, actor())]
        else:
            shown = [reveal_stage(session, arguments.slug, arguments.stage - 1, actor()).name]
    print(f"{arguments.slug}: {', '.join(shown)} can be seen")
    return 0
