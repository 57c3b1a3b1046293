"""The figures that come with the package, a file for each game."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from arena.lens.counting import Lens

FOLDER = "results"


@cache
def lens_of(game: str) -> Lens | None:
    """The figures of a game; None if none were gathered."""
    path = files(__package__) / FOLDER / f"{game}.json"
    return msgspec.json.decode(path.read_bytes(), type=Lens) if path.is_file() else None


def file_of(game: str) -> Path:
    """The file with a game's figures in the source tree."""
    return Path(__file__).parent / FOLDER / f"{game}.json"


def to_text(lens: Lens) -> str:
    """The figures as the text of such a file."""
    return msgspec.json.format(msgspec.json.encode(lens), indent=1).decode() + "\n"
