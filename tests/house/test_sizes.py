"""Rooms stay small: no module over 400 lines, no function over 60 (generated code and migrations aside)."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULE, FUNCTION = 400, 60


def modules() -> Iterator[Path]:
    for package in ("engine", "arena", "workers", "web"):
        yield from (path for path in sorted((ROOT / package).rglob("*.py")) if not {"v1", "versions"} & set(path.parts))


def test_modules_are_short():
    long = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in modules()}
    assert {name: lines for name, lines in long.items() if lines > MODULE} == {}


def test_functions_are_short():
    long = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = lines
    assert long == {}
