"""Processor time of running processes, which stays comparable on a busy machine where seconds on the wall do not."""

import os
from collections.abc import Mapping
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(groups: Mapping[int, str]) -> dict[str, float]:
    """What each has spent so far with its living children; *groups* names processes, or leaders of process groups."""
    spent = dict.fromkeys(groups.values(), 0.0)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            owner = groups.get(int(folder.name)) or groups.get(int(fields[2]))
            if owner is not None:
                spent[owner] += (int(fields[11]) + int(fields[12])) / TICKS
    return spent
