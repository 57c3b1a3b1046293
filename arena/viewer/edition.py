"""Which program made a file of frames: another one may draw or word the same match differently."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

import engine


@cache
def edition(game: str) -> str:
    """Hex digits that differ whenever frames of the game may: its rules, its narrator, or the code that makes frames has changed."""
    mark = sha256(f"{game} {engine.game(game).rules_version}\n".encode())
    narrators = [file for file in files("arena.narration").iterdir() if file.name.startswith((game, "__init__"))]
    for file in sorted([*files("arena.viewer").iterdir(), *narrators], key=lambda file: file.name):
        if file.name.endswith(".py"):
            mark.update(_content(file))
    return mark.hexdigest()


def _content(file: Traversable) -> bytes:
    return sha256(file.read_bytes()).digest()
