"""Keeping replays of matches that the command line played."""

from pathlib import Path

from arena.cli.refusals import Refused
from arena.matches import MatchRecord
from arena.replays import SUFFIX, local_key, write


def prepare(folder: Path) -> None:
    """Make the folder and the signing key before anything is played, so that what is wrong shows at once."""
    if folder.exists() and not folder.is_dir():
        raise Refused(f"--save takes a folder, and {folder} is a file")
    folder.mkdir(parents=True, exist_ok=True)
    local_key()


def save(folder: Path, record: MatchRecord) -> None:
    """Write the replay of a match, named for the match."""
    write(folder / f"{record.spec.match_id}{SUFFIX}", record)
