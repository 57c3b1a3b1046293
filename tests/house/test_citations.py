"""Every rule of docs/rules is cited by a test, and no test cites a rule that does not exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"[YINZ](?:-[A-Z0-9]+){2,}")
DEFINED = re.compile(r"^(?:[-*|#>\s])*([A-Z]+(?:-[A-Z0-9]+)+)\b|\*\*([A-Z]+(?:-[A-Z0-9]+)+)\*\*", re.MULTILINE)
GAMES = ("yokohama", "iki", "nippon", "zaibatsu")


def written(game: str) -> set[str]:
    """The ids a rules document defines: bold ones, and those at the head of a list item or table row."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    ids = {head or bold for head, bold in DEFINED.findall(text)}
    return {rule for rule in ids if RULE.fullmatch(rule)}


def cited(game: str) -> set[str]:
    """The ids in `@pytest.mark.rule(...)` of the game's tests."""
    ids: set[str] = set()
    for path in (ROOT / "tests" / "engine" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                ids |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return ids


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_is_uncited(game: str):
    assert len(written(game)) > 30, "the rules document has lost its ids"
    assert sorted(written(game) - cited(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_test_cites_a_rule_that_does_not_exist(game: str):
    assert sorted(cited(game) - written(game)) == []
