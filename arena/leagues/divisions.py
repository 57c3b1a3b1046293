"""Divisions: splitting a field, and who moves up and down between two seasons of a league.

1. From each division but the highest the best *up* of those who play on are promoted.
2. From each division but the lowest the last *up* of the final table are relegated, whether they play on or not.
3. A place left empty by someone who does not play on goes to the best of the division below who was not promoted yet.
4. New entrants start at the bottom of the lowest division, in the order of their rating.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arena.leagues.season import Divisions


@dataclass(frozen=True, slots=True)
class Moves:
    """The divisions of the next season, best first in each, and who changed."""

    divisions: tuple[tuple[str, ...], ...]
    promoted: tuple[str, ...]
    relegated: tuple[str, ...]
    left: tuple[str, ...]
    new: tuple[str, ...]


def split(ranked: Sequence[str], divisions: Divisions) -> tuple[tuple[str, ...], ...]:
    """The first season: the field, best first, cut by size; the lowest division takes the rest."""
    cut: list[tuple[str, ...]] = []
    at = 0
    for size in divisions.sizes[:-1]:
        cut.append(tuple(ranked[at : at + size]))
        at += size
    cut.append(tuple(ranked[at:]))
    return tuple(cut)


def next_season(
    tables: Sequence[Sequence[str]], divisions: Divisions, playing_on: Collection[str], newcomers: Sequence[str] = ()
) -> Moves:
    """The next season's divisions from the final tables of the last one, highest division first."""
    if len(tables) != len(divisions.sizes):
        raise ValueError(f"{len(tables)} final tables for {len(divisions.sizes)} divisions")
    on = set(playing_on)
    before = {entry: at for at, table in enumerate(tables) for entry in table}
    if sum(map(len, tables)) != len(before):
        raise ValueError("an entry is in two final tables")
    fresh = [entry for entry in newcomers if entry not in before]
    divided = _exchanged(tables, divisions.up, on)
    _fill(divided, divisions.sizes, before)
    divided[-1] += fresh
    after = {entry: at for at, row in enumerate(divided) for entry in row}
    return Moves(
        tuple(tuple(row) for row in divided),
        tuple(entry for entry in after if entry in before and after[entry] < before[entry]),
        tuple(entry for entry in after if entry in before and after[entry] > before[entry]),
        tuple(entry for entry in before if entry not in on),
        tuple(fresh),
    )


def _exchanged(tables: Sequence[Sequence[str]], up: int, on: set[str]) -> list[list[str]]:
    """Rules 1 and 2; in the new order entries that came down are first, those that came up last."""
    divided: list[list[str]] = [[] for _ in tables]
    lowest = len(tables) - 1
    stays: list[list[str]] = []
    for at, table in enumerate(tables):
        falling = set(table[len(table) - up :]) if at < lowest and up else set()
        rising = [entry for entry in table if entry in on and entry not in falling][:up] if at else []
        stays.append([entry for entry in table if entry in on and entry not in falling and entry not in rising])
        if at < lowest:
            divided[at + 1] += [entry for entry in table if entry in falling and entry in on]
        if at:
            divided[at - 1] += rising
    for at, row in enumerate(stays):
        down = [entry for entry in divided[at] if at and entry in tables[at - 1]]
        divided[at] = down + row + [entry for entry in divided[at] if entry not in down]
    return divided


def _fill(divided: list[list[str]], sizes: Sequence[int], before: dict[str, int]) -> None:
    """Rule 3, from the top; a bot that was just relegated is asked last."""
    for at in range(len(divided) - 1):
        while len(divided[at]) < sizes[at]:
            below = next((row for row in divided[at + 1 :] if row), None)
            if below is None:
                return
            lucky = next((entry for entry in below if before[entry] > at), below[0])
            below.remove(lucky)
            divided[at].append(lucky)
