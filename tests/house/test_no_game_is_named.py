"""The arena and the site know games by what they say about themselves: no code outside engine/ names one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine

ROOT = Path(__file__).parents[2]
DRAWN = {"boards", "v1"}
"""Drawings for the terminal and messages of the wire: optional modules, found by a game's name."""


def named(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and node.value in engine.games():
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"


def test_no_game_is_named():
    paths = [path for top in ("arena", "web", "workers") for path in sorted((ROOT / top).rglob("*.py"))]
    assert [line for path in paths if not DRAWN & set(path.parts) for line in named(path)] == []
