"""The figures that come with the package, a file for each game."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from arena.lens.counting import Lens

FOLDER = "results"


@cache
def lens_of(game: str) -> Lens | None:
    """What is known of a game; None, if nothing was gathered."""
    path = files(__package__) / FOLDER / f"{game}.json"
    return msgspec.json.decode(path.read_bytes(), type=Lens) if path.is_file() else None


def file_of(game: str) -> Path:
    """Where the figures of a game lie in the source."""
    return Path(__file__).parent / FOLDER / f"{game}.json"


def to_text(lens: Lens) -> str:
    """The figures as the text of such a file."""
    return msgspec.json.format(msgspec.json.encode(lens), indent=1).decode() + "\n"
