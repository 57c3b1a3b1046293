"""docs/security.md: every test that it names is there, and every edge that it names, too."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`|`(test_\w+)`")


def test_every_test_it_names_exists():
    promised = TEXT.split("## What is promised")[1].split("\n## ")[0]
    for line in promised.splitlines():
        file = ""
        for path, name, follows in NAMED.findall(line):
            file = path or file
            source = (ROOT / file).read_text("utf-8")
            wanted = name or follows
            assert not wanted or re.search(rf"^(?:async )?def {wanted}\(", source, re.MULTILINE), f"{file}::{wanted}"


def test_every_module_it_names_exists():
    for path in re.findall(r"`((?:web|arena|tools|tests)/[\w/]+(?:\.py|/))`", TEXT):
        assert (ROOT / path).exists(), path
