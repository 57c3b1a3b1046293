"""The README is true: its Python runs, its links lead somewhere, its make targets exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*/README.md")})


def test_the_python_of_the_readme_runs(capsys):
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        if "arena.sdk" not in block:
            exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_every_make_target_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z]+)\b", README)) - {"are"} <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path):
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_name_no_path_of_any_one_machine(document: Path):
    assert not re.search(r"(?<![\w.])/(work|root|farm|home)/", document.read_text("utf-8"))
