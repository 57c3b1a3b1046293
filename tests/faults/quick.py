"""The tiny game as one more game of every process of an arena.

Its matches take about 25 decisions instead of 120, so a soak plays thousands of them, and every other moment is the end of one match and the
beginning of another.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import engine
from engine import registry
from tests.arena import tiny_game
from tests.services.cluster import Cluster

ROOT = Path(__file__).parents[2]
TURNS = 12
"""Of each seat."""
GAME = f"""
from tests.arena import tiny_game

tiny_game.TURNS = {TURNS}
GAME = tiny_game.GAME
"""


def _package(folder: Path) -> Path:
    """A folder for Python's path with the game's package in it."""
    package = folder / "games" / "engine" / "tiny"
    if not package.exists():
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(GAME, "utf-8")
    return folder / "games"


class QuickCluster(Cluster):
    """An arena whose processes know the game."""

    @property
    def environment(self) -> dict[str, str]:
        paths = [str(_package(self.folder)), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {**super().environment, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def known() -> Iterator[None]:
    """This process knows the game for the block."""
    turns = tiny_game.TURNS
    with TemporaryDirectory() as folder:
        engine.__path__.append(str(_package(Path(folder)) / "engine"))
        _look_again()
        try:
            yield
        finally:
            tiny_game.TURNS = turns
            engine.__path__.pop()
            sys.modules.pop("engine.tiny", None)
            _look_again()


def _look_again() -> None:
    registry.games.cache_clear()
    registry.game.cache_clear()
