"""Round robins for tables of 2 to 4 from any number of entries: which entries sit at which table in which round, and how balanced that is."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from arena.wording import between, counted, times_between
from engine.core.chance import Stream, shuffle, stream

Table = tuple[int, ...]
"""Entry number per seat."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Figures of a design: least and most over all entries or pairs."""

    rounds: int
    tables: int
    plays: tuple[int, int]
    """Tables per entry."""
    meetings: tuple[int, int]
    """Tables per pair of entries."""
    seats: tuple[int, int]
    """Times an entry sits in one seat, over entries and seats, before they are rotated."""
    byes: tuple[int, int]
    """Rounds without a table, per entry."""

    def describe(self, *, sets: bool = False) -> str:
        """The figures in a sentence. Table sets rotate the seats, so how entries were seated first does not matter."""
        held = "every table rotates the seats" if sets else f"each seat is held {times_between(*self.seats)}"
        idle = "" if self.byes == (0, 0) else f" and sits out {between(*self.byes, 'round')}"
        return (
            f"{counted(self.rounds, 'round')}, {counted(self.tables, 'table')}; each entry plays {between(*self.plays, 'table')}{idle}; "
            f"each pair meets {times_between(*self.meetings)}; {held}"
        )


@dataclass(frozen=True, slots=True)
class Design:
    """All rounds of a stage for entries 0, 1, 2 … In one round nobody sits at two tables."""

    entries: int
    seats: int
    rounds: tuple[tuple[Table, ...], ...]

    @property
    def tables(self) -> list[Table]:
        """Every table in the order of play."""
        return [table for row in self.rounds for table in row]

    def balance(self) -> Balance:
        """How even the design is."""
        plays, pairs, held = Counter[int](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for table in self.tables:
            plays.update(table)
            pairs.update(combinations(sorted(table), 2))
            held.update(enumerate(table))
        everyone = range(self.entries)
        return Balance(
            len(self.rounds),
            len(self.tables),
            _span(plays[entry] for entry in everyone),
            _span(pairs[pair] for pair in combinations(everyone, 2)),
            _span(held[seat, entry] for seat in range(self.seats) for entry in everyone),
            _span(len(self.rounds) - plays[entry] for entry in everyone),
        )


def _span(values: Iterable[int]) -> tuple[int, int]:
    row = list(values)
    return (min(row), max(row)) if row else (0, 0)


MOST_ENTRIES = 200
"""Larger fields would never finish; use swiss or divisions for them."""
MOST_WORK = 3_500_000
"""Steps of a design at most, as `work` counts them: some seconds for the largest."""
_RESTARTS = 60
_CHOICES = 6
_PACKINGS = 5
_LARGE = 60
"""From here on the first even design and two packings are good enough: more would take seconds."""


def round_robin(entries: int, seats: int, meetings: int = 1, *, sets: bool = False) -> Design:
    """A design in which each pair meets at least *meetings* times, and as nearly equally often as was found.

    With *sets* every table is played in all rotations anyway; a field that just fills one table then plays it *meetings* times.
    """
    if not 2 <= seats <= 4:
        raise ValueError(f"round robins are for tables of 2 to 4, not {seats}")
    if entries < seats:
        raise ValueError(f"{entries} entries do not fill a table of {seats}")
    if entries > MOST_ENTRIES:
        raise ValueError(f"a round robin of {entries} is too large (at most {MOST_ENTRIES}): use swiss or divisions")
    if meetings < 1:
        raise ValueError(f"everyone must meet at least once, not {meetings} times")
    if sets and entries == seats:
        return Design(entries, seats, ((tuple(range(seats)),),) * meetings)
    return _designed(entries, seats, meetings)


@lru_cache(maxsize=64)
def _designed(entries: int, seats: int, meetings: int) -> Design:
    if seats == 2:
        return Design(entries, seats, _circle(entries, meetings))
    choices = [_packed(_turned(bases, entries), entries, seats) for bases in _bases(entries, seats, meetings)]
    return Design(entries, seats, min(choices, key=len))


def work(entries: int, seats: int, meetings: int) -> int:
    """About how many steps it takes to find a design: some millions take some seconds."""
    if seats in {2, entries}:
        return 75 * entries * entries * meetings // 2
    bases = -(-meetings * (entries - 1) // (seats * (seats - 1)))
    climbing = 4 * _RESTARTS * bases * (seats - 1) * entries
    tries = _CHOICES * _PACKINGS if entries < _LARGE else 2
    return max(climbing, tries * entries * bases * bases * seats // 2)


def check_size(entries: int, seats: int, meetings: int) -> None:
    """ValueError for a round robin that would take too long to design, and far too long to play."""
    if entries > MOST_ENTRIES:
        raise ValueError(f"a round robin of {entries} is too large (at most {MOST_ENTRIES}): use swiss or divisions")
    if work(entries, seats, meetings) > MOST_WORK:
        most = next((n for n in range(meetings - 1, 0, -1) if work(entries, seats, n) <= MOST_WORK), 0)
        raise ValueError(
            f"{meetings} meetings of {entries} entries are too many (at most {most}): use swiss or divisions"
        )


def _circle(entries: int, cycles: int) -> tuple[tuple[Table, ...], ...]:
    """The circle method: one entry is fixed, the others rotate. With an odd number, the entry facing nobody has a bye."""
    size = entries + entries % 2
    rounds = []
    for cycle in range(cycles):
        for turn in range(size - 1):
            tables: list[Table] = []
            for step in range(size // 2):
                one, other = (turn + step) % (size - 1), (turn - step) % (size - 1)
                if step == 0:
                    other = size - 1
                # The fixed entry changes seats each round; the others sit first when they rotate ahead.
                first = (one, other) if step or turn % 2 == 0 else (other, one)
                if max(first) < entries:
                    tables.append(first if cycle % 2 == 0 else first[::-1])
            rounds.append(tuple(tables))
    return tuple(rounds)


def _turned(bases: list[list[int]], entries: int) -> list[Table]:
    return [tuple((one + turn) % entries for one in base) for base in bases for turn in range(entries)]


def _bases(entries: int, seats: int, meetings: int) -> list[list[list[int]]]:
    """The fewest base tables with which every distance on the ring occurs often enough: several choices, equally even."""
    wanted = -(-meetings * (entries - 1) // (seats * (seats - 1)))
    while True:
        search = _Search(entries, seats, wanted, stream(entries, f"round robin of {seats}", meetings))
        bases = search.evenest(meetings)
        if bases:
            return bases
        wanted += 1


class _Search:
    """Hill climbing over base tables, from several random starts, to the evenest distances."""

    def __init__(self, entries: int, seats: int, count: int, chance: Stream) -> None:
        self.entries, self.seats, self.count, self.chance = entries, seats, count, chance
        self.bases: list[list[int]] = []
        # Meetings of a pair at a distance: at half the ring, both ways around are the same pair.
        half = entries // 2
        self.weight = [0] + [2 if 2 * gap == entries else 1 for gap in range(1, half + 1)]
        self.met = [0] * (half + 1)

    def evenest(self, meetings: int) -> list[list[list[int]]]:
        """The evenest bases found; none if some pair always meets less than *meetings* times."""
        kept: list[list[list[int]]] = []
        kept_spread = 10**9
        for _ in range(_RESTARTS):
            self._start()
            while self._climb():
                pass
            rows = self.met[1:]
            spread = max(rows) - min(rows)
            if min(rows) < meetings or spread > kept_spread:
                continue
            if spread < kept_spread:
                kept, kept_spread = [], spread
            kept.append(self.bases)
            if spread <= 1 and len(kept) == (_CHOICES if self.entries < _LARGE else 1):
                break
        return kept

    def _start(self) -> None:
        self.bases = [self._base() for _ in range(self.count)]
        self.met = [0] * len(self.met)
        for base in self.bases:
            for at in range(self.seats):
                self._count(base, at, 1, range(at))

    def _base(self) -> list[int]:
        ring = list(range(1, self.entries))
        shuffle(self.chance, ring)
        return [0, *ring[: self.seats - 1]]

    def _count(self, base: list[int], at: int, sign: int, others: range) -> None:
        for other in others:
            if other != at:
                gap = abs(base[at] - base[other])
                gap = min(gap, self.entries - gap)
                self.met[gap] += sign * self.weight[gap]

    def _price(self, base: list[int], at: int, new: int) -> int:
        """By how much the sum of squared meetings over all pairs grows if seat *at*, now empty, is given to *new*."""
        price = 0
        added: dict[int, int] = {}
        for other, one in enumerate(base):
            if other != at:
                gap = abs(new - one)
                gap = min(gap, self.entries - gap)
                weight, met = self.weight[gap], self.met[gap] + added.get(gap, 0)
                # At half the ring there are half as many pairs, and each meets twice.
                price += (3 - weight) * weight * (2 * met + weight)
                added[gap] = added.get(gap, 0) + weight
        return price

    def _climb(self) -> bool:
        """Move single seats of base tables to where the distances are most even; False when nothing helps."""
        better = False
        for base in self.bases:
            for at in range(1, self.seats):
                self._count(base, at, -1, range(self.seats))
                choice = base[at]
                least = self._price(base, at, choice)
                for new in range(1, self.entries):
                    if new not in base:
                        price = self._price(base, at, new)
                        if price < least:
                            choice, least, better = new, price, True
                base[at] = choice
                self._count(base, at, 1, range(self.seats))
        return better


def _packed(tables: list[Table], entries: int, seats: int) -> tuple[tuple[Table, ...], ...]:
    """The tables in as few rounds as several greedy tries find; nobody sits twice in a round."""
    fewest = -(-len(tables) // (entries // seats))
    best: list[list[Table]] = []
    chance = stream(entries, f"rounds of {seats}")
    for _ in range(_PACKINGS if entries < _LARGE else 2):
        rounds = _greedy(tables, entries, chance)
        if not best or len(rounds) < len(best):
            best = rounds
        if len(best) == fewest:
            break
    return tuple(tuple(row) for row in best)


def _greedy(tables: list[Table], entries: int, chance: Stream) -> list[list[Table]]:
    left = list(tables)
    shuffle(chance, left)
    to_play = [0] * entries
    for table in left:
        for one in table:
            to_play[one] += 1
    rounds: list[list[Table]] = []
    while left:
        # Those with most tables to come go first, or they would be left over at the end.
        left.sort(key=lambda table: -sum(to_play[one] ** 2 for one in table))
        row: list[Table] = []
        busy: set[int] = set()
        rest: list[Table] = []
        for table in left:
            if busy.isdisjoint(table):
                row.append(table)
                busy.update(table)
            else:
                rest.append(table)
        for one in busy:
            to_play[one] -= 1
        rounds.append(row)
        left = rest
    return rounds
