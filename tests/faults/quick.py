"""The tiny game as one more game of every process of an arena.

Its matches take about 25 decisions instead of 120, so a soak plays thousands of them, and every other moment is the end of one match and the
beginning of another.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import registry
from tests.arena import tiny_game
from tests.services.cluster import Cluster

ROOT = Path(__file__).parents[2]
TURNS = 12
"""Of each seat."""
AT_START = f"""
from engine import registry
from tests.arena import tiny_game
import sys

registry.NAMES = (*registry.NAMES, "tiny")
tiny_game.TURNS = {TURNS}
sys.modules["engine.tiny"] = tiny_game
"""


class QuickCluster(Cluster):
    """An arena whose processes know the game: each imports `sitecustomize` when it starts, as Python does."""

    @property
    def environment(self) -> dict[str, str]:
        place = self.folder / "at-start"
        if not place.exists():
            place.mkdir()
            (place / "sitecustomize.py").write_text(AT_START, "utf-8")
        paths = [str(place), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {**super().environment, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def known() -> Iterator[None]:
    """This process knows the game for the block."""
    before = (registry.NAMES, tiny_game.TURNS)
    registry.NAMES, tiny_game.TURNS = (*registry.NAMES, "tiny"), TURNS
    sys.modules["engine.tiny"] = tiny_game
    try:
        yield
    finally:
        registry.NAMES, tiny_game.TURNS = before
        del sys.modules["engine.tiny"]
        registry.game.cache_clear()
