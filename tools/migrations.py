"""Checks that the migrations form one line: 0001, 0002 and so on, each after the one before it.

Two people who add a migration at the same time both follow the same one: then `arena db upgrade` does not know which is the newest.
"""

import sys
from itertools import pairwise
from pathlib import Path

from alembic.script import Script, ScriptDirectory

FOLDER = Path(__file__).parents[1] / "arena" / "db" / "migrations"


def faults(folder: Path) -> list[str]:
    """What is wrong with the migrations in *folder*, a sentence each."""
    scripts = sorted(ScriptDirectory(str(folder)).walk_revisions(), key=lambda script: Path(script.path).name)
    misnamed = [
        f"{_name(script)}: its revision is {script.revision}; the file's name and the revision must have the same number"
        for script in scripts
        if _name(script)[1:5] != script.revision
    ]
    misplaced = [
        f"{_name(script)}: its down_revision is {script.down_revision}; set it to {before.revision}"
        for before, script in pairwise(scripts)
        if script.down_revision != before.revision
    ]
    doubled = [
        f"{file.name}: another migration has the same revision; give this one the next number"
        for file in sorted(folder.glob("versions/v*.py"))
        if file.name not in map(_name, scripts)
    ]
    return misnamed + misplaced + doubled


def _name(script: Script) -> str:
    return Path(script.path).name


if __name__ == "__main__":
    sentences = faults(FOLDER)
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    sys.exit(bool(sentences))
