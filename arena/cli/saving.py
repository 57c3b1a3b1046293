"""Keeping replays of matches that the command line played."""

from pathlib import Path

from arena.matches import MatchRecord


def save(folder: Path, record: MatchRecord) -> None:
    """Write the replay of a match, named for the match."""
    raise NotImplementedError(folder, record)
