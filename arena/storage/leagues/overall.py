"""The order of a whole season: a bot that reached a later stage is above all that did not."""

from collections.abc import Iterable, Mapping, Sequence

from arena.storage.leagues.lines import TableLine
from arena.storage.leagues.tables import StageTables


def overall(stages: Sequence[StageTables]) -> dict[int, list[TableLine]]:
    """Per division the lines of all, best first, each from the last stage its bot reached; *stages* in the order of play."""
    whole: dict[int, list[TableLine]] = {}
    for tables in reversed(stages):
        for table in tables.divisions:
            above = whole.setdefault(table.number, [])
            known = {line.entry for line in above}
            above += [line for line in table.lines if line.entry not in known]
    return dict(sorted(whole.items()))


def places(whole: Mapping[int, Iterable[TableLine]]) -> dict[int, int]:
    """Per entry its place in the whole season, the highest division first."""
    order = (line for _, lines in sorted(whole.items()) for line in lines)
    return {int(line.entry): at for at, line in enumerate(order, 1)}
