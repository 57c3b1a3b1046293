"""Swiss rounds: neighbours in the standing meet, repeats are avoided, byes go round.

Round 1 spreads the seeded field: each table gets one entry of each quarter (third, half). Later rounds start from
consecutive entries of the standing and then exchange entries between tables while that lowers the cost: a repeated
meeting costs more than two of one owner at a table, which costs more than any distance in the standing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.core.chance import Stream, stream

_PASSES = 100
_REACH = 12
"""Tables up and down the standing that an entry may be exchanged with."""
KICKS = 40
"""Fresh starts from a shaken seating while somebody meets again."""


@dataclass(frozen=True, slots=True)
class History:
    """What earlier rounds of the stage saw."""

    met: Mapping[frozenset[str], int] = field(default_factory=dict)
    byes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The tables of a round, the strongest first, and who sits out."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    repeats: int
    """Pairs that have met before and meet again."""


def history(rounds: Sequence[SwissRound]) -> History:
    """What the rounds so far add up to."""
    met, byes = Counter[frozenset[str]](), Counter[str]()
    for row in rounds:
        byes.update(row.byes)
        for table in row.tables:
            met.update(frozenset(pair) for pair in combinations(table, 2))
    return History(met, byes)


def first_round(seeded: Sequence[str], seats: int, owners: Mapping[str, str] | None = None) -> SwissRound:
    """Round 1 from the seeding, best first: every table gets its share of strong and weak entries."""
    playing, byes = _sit_out(seeded, seats, {})
    size = len(playing) // seats
    tables = [[pot * size + at for pot in range(seats)] for at in range(size)]
    return _settled(playing, tables, byes, History(), owners or {}, spread=0, kicks=KICKS)


def next_round(
    standing: Sequence[str], seats: int, past: History, owners: Mapping[str, str] | None = None, *, kicks: int = KICKS
) -> SwissRound:
    """A later round from the standing, best first."""
    playing, byes = _sit_out(standing, seats, past.byes)
    tables = [list(range(at, at + seats)) for at in range(0, len(playing), seats)]
    return _settled(playing, tables, byes, past, owners or {}, spread=1, kicks=kicks)


def _sit_out(standing: Sequence[str], seats: int, byes: Mapping[str, int]) -> tuple[list[str], tuple[str, ...]]:
    """Who cannot be seated: those with the fewest byes so far, from the bottom of the standing."""
    if len(set(standing)) != len(standing):
        raise ValueError("an entry is in the table twice")
    if len(standing) < seats:
        raise ValueError(f"{len(standing)} entries do not fill a table of {seats}")
    spare = len(standing) % seats
    from_below = sorted(range(len(standing)), key=lambda at: (byes.get(standing[at], 0), -at))
    out = set(from_below[:spare])
    resting = tuple(entry for at, entry in enumerate(standing) if at in out)
    return [entry for at, entry in enumerate(standing) if at not in out], resting


def _settled(
    playing: list[str],
    tables: list[list[int]],
    byes: tuple[str, ...],
    past: History,
    owners: Mapping[str, str],
    *,
    spread: int,
    kicks: int,
) -> SwissRound:
    """The seating of least cost that was found from the given one."""
    met = _meetings(playing, past)
    costs = _costs(playing, met, owners, spread)
    best = _exchanged(tables, costs)
    chance = stream(len(playing), "swiss kicks")
    for _ in range(kicks):
        if _repeats(best, met) == 0:
            break
        other = _exchanged(_shaken(best, chance), costs)
        if _cost(other, costs) < _cost(best, costs):
            best = other
    return SwissRound(tuple(tuple(playing[at] for at in table) for table in best), byes, _repeats(best, met))


def _meetings(playing: list[str], past: History) -> list[list[int]]:
    return [[past.met.get(frozenset((one, other)), 0) for other in playing] for one in playing]


def _costs(playing: list[str], met: list[list[int]], owners: Mapping[str, str], spread: int) -> list[list[int]]:
    """What it costs to seat two entries, by rank, together."""
    unit = len(playing) ** 2
    return [
        [
            spread * (i - j) ** 2
            + 24 * unit * met[i][j] ** 2
            + 12 * unit * (i != j and owners.get(one, one) == owners.get(other, other))
            for j, other in enumerate(playing)
        ]
        for i, one in enumerate(playing)
    ]


def _cost(tables: list[list[int]], costs: list[list[int]]) -> int:
    return sum(costs[i][j] for table in tables for i, j in combinations(table, 2))


def _repeats(tables: list[list[int]], met: list[list[int]]) -> int:
    return sum(met[i][j] > 0 for table in tables for i, j in combinations(table, 2))


def _exchanged(start: list[list[int]], costs: list[list[int]]) -> list[list[int]]:
    """Exchange entries between tables as long as it helps."""
    tables = [table[:] for table in start]
    for _ in range(_PASSES):
        changed = False
        for at, table in enumerate(tables):
            for other in tables[at + 1 : at + 1 + _REACH]:
                changed |= _exchange(table, other, costs)
        if not changed:
            break
    return tables


def _exchange(one: list[int], other: list[int], costs: list[list[int]]) -> bool:
    """Make the best exchange between two tables, if any helps."""
    # What an entry would save by changing tables; whom it changes with then sits at neither of the two.
    saves = [_beside(costs[mine], one) - _beside(costs[mine], other) for mine in one]
    saved = [_beside(costs[theirs], other) - _beside(costs[theirs], one) for theirs in other]
    best, swap = 0, None
    for i, mine in enumerate(one):
        for j, theirs in enumerate(other):
            gain = saves[i] + saved[j] + 2 * costs[mine][theirs]
            if gain > best:
                best, swap = gain, (i, j)
    if swap:
        i, j = swap
        one[i], other[j] = other[j], one[i]
    return swap is not None


def _beside(row: list[int], table: list[int]) -> int:
    return sum([row[at] for at in table])


def _shaken(tables: list[list[int]], chance: Stream) -> list[list[int]]:
    """A copy with a few entries exchanged at random."""
    shaken = [table[:] for table in tables]
    seats = len(shaken[0])
    for _ in range(2 + len(shaken) // 4):
        one, other = shaken[chance.randrange(len(shaken))], shaken[chance.randrange(len(shaken))]
        i, j = chance.randrange(seats), chance.randrange(seats)
        if one is not other:
            one[i], other[j] = other[j], one[i]
    return shaken
