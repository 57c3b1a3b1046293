"""Ladder pairing: the most urgent bot sits down first, with near opponents.

1. Only bots that are online with free capacity; each sits at one table at most per call.
2. In the order of urgency (waiting time, plus a bonus for the uncertain) each bot that is still free opens a table and invites
   from its nearest free neighbours by Elo, those first that are near, waiting, and seldom met lately. A bot that rests, because its
   rating is settled, opens none but can be invited.
3. Two bots that have a person or team in common never share a table. House bots are nobody's: any number may sit together, each once.
4. If the neighbourhood has too few owners, any free bot of other owners is invited, the most urgent first.
5. If there are still too few and the bot has waited `fill_after` seconds, house bots fill the table, near and seldom met ones first.

Opponents spread: each time that the number of recent meetings doubles, an opponent counts as MET points farther away.

Nobody starves: a bot that could be seated at every call waits at most UNCERTAIN seconds and then one call for each other
bot, even if only one table can be opened per call. For a bot that was seated since starts from zero and, after UNCERTAIN seconds,
never comes ahead of it again. Cost: two sorts and a bounded number of looks per bot.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2

from engine.core.chance import Stream, stream

UNCERTAIN = 60.0
"""Seconds of waiting that a wholly unknown bot has ahead of a well-known one."""
_WIDEST = 350.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One bot of a ladder at one moment."""

    bot: str
    owners: frozenset[str]
    """Its team and everybody in it: bots with an owner in common never share a table. Empty: nobody's."""
    points: float
    """Elo, in points."""
    deviation: float
    """Of the Elo, in points: 350 is unknown."""
    waiting: float
    """Seconds since the bot came online or its last set was scheduled."""
    free: int = 1
    """Matches it could play at once beyond those it plays."""
    online: bool = True
    house: bool = False
    """A house bot: fills tables that lack opponents and never asks for one itself."""
    recent: Mapping[str, int] = field(default_factory=dict)
    """Bots met in its last sets, and how often; others are preferred."""
    rest: float = 0.0
    """Seconds until it asks for a table again, because its rating is settled; others may invite it meanwhile."""

    @property
    def ready(self) -> bool:
        """Can sit down now."""
        return self.online and self.free > 0

    @property
    def urgency(self) -> float:
        """Seconds of waiting, more for the uncertain. Waiting has no limit, the bonus has: so waiting wins in the end."""
        return self.waiting + UNCERTAIN * min(1.0, max(0.0, self.deviation / _WIDEST))


FILL_AFTER = 3.0
"""Seconds a bot waits for others before house bots fill its table."""
WINDOW = 24
"""Free neighbours looked at for one table."""
MET = 120.0
"""Points of distance that having met once lately counts as; three times counts twice, seven times thrice."""
EAGER = 1.0
"""Points of distance that a second of urgency is worth, up to MOST_EAGER."""
MOST_EAGER = 120.0
JITTER = 40
"""Points of distance drawn at random, so that the same table does not form again and again."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of one call, and how many looks at neighbours and owners they took."""

    tables: tuple[tuple[str, ...], ...]
    looks: int


def pair(
    candidates: Iterable[Candidate],
    seats: int,
    *,
    seed: int,
    tables: int | None = None,
    fill_after: float = FILL_AFTER,
) -> Pairing:
    """Tables for a ladder tick, at most *tables* of them. *seed* draws the jitter only."""
    if seats < 2:
        raise ValueError(f"a rated table needs two seats or more, not {seats}")
    tick = _Tick([candidate for candidate in candidates if candidate.ready], seats, stream(seed, "pairing"), fill_after)
    tables_made: list[tuple[str, ...]] = []
    for asking in tick.asking:
        if tables is not None and len(tables_made) >= tables:
            break
        if asking.bot in tick.free and asking.rest <= 0:
            table = tick.table(asking)
            if table:
                tables_made.append(tuple(one.bot for one in table))
    return Pairing(tuple(tables_made), tick.looks)


class _Tick:
    """One call: who is still free, by rating and by owner."""

    def __init__(self, ready: list[Candidate], seats: int, chance: Stream, fill_after: float) -> None:
        self.seats = seats
        self.chance = chance
        self.fill_after = fill_after
        self.looks = 0
        self.asking = sorted((one for one in ready if not one.house), key=lambda one: (-one.urgency, one.bot))
        self.free = {one.bot for one in self.asking}
        self.eagerness = {one.bot: EAGER * min(MOST_EAGER, one.urgency) for one in self.asking}
        """In points of distance. Each bot is looked at several times."""
        self.house = {one.bot: one.free for one in ready if one.house}
        self.house_bots = [one for one in ready if one.house]
        self.neighbours = _Neighbours(self.asking)
        self.owners: dict[frozenset[str], deque[Candidate]] = {}
        for one in self.asking:
            self.owners.setdefault(one.owners, deque()).append(one)

    def table(self, asking: Candidate) -> list[Candidate]:
        """The table that *asking* opens, or nothing if it cannot be filled now."""
        table = [asking]
        self._invite_near(table)
        if len(table) < self.seats:
            self._invite_any(table)
        if len(table) < self.seats and asking.waiting >= self.fill_after:
            self._invite_house(table)
        if len(table) < self.seats:
            return []
        for one in table:
            self._seat(one)
        return table

    def _seat(self, one: Candidate) -> None:
        if one.house:
            self.house[one.bot] -= 1
        else:
            self.free.discard(one.bot)
            self.neighbours.remove(one)

    def _invite_near(self, table: list[Candidate]) -> None:
        asking = table[0]
        near = self.neighbours.around(asking, WINDOW)
        self.looks += len(near)
        is_other, distance, eagerness = asking.owners.isdisjoint, self._distance, self.eagerness
        ranked = sorted(
            (distance(asking, one) - eagerness[one.bot], one.bot, one) for one in near if is_other(one.owners)
        )
        owners = set(asking.owners)
        for _, _, one in ranked:
            if len(table) == self.seats:
                return
            if one.owners.isdisjoint(owners):
                owners |= one.owners
                table.append(one)

    def _distance(self, asking: Candidate, one: Candidate) -> float:
        gap = abs(asking.points - one.points) + self.chance.randrange(JITTER)
        times = asking.recent.get(one.bot)
        return gap + MET * log2(1 + times) if times else gap

    def _invite_any(self, table: list[Candidate]) -> None:
        seated = {owner for one in table for owner in one.owners}
        spent = []
        for owners, line in self.owners.items():
            self.looks += 1
            while line and line[0].bot not in self.free:
                self.looks += 1
                line.popleft()
            if not line:
                spent.append(owners)
            elif owners.isdisjoint(seated):
                table.append(line[0])
                seated |= owners
                if len(table) == self.seats:
                    break
        for owners in spent:
            del self.owners[owners]

    def _invite_house(self, table: list[Candidate]) -> None:
        ready = (candidate for candidate in self.house_bots if self.house[candidate.bot] > 0)
        for _, _, one in sorted((self._distance(table[0], one), one.bot, one) for one in ready):
            if len(table) == self.seats:
                return
            table.append(one)


class _Neighbours:
    """Free bots in the order of their rating, as a linked list: removing one and looking around cost the same at any size."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._row = sorted(candidates, key=lambda bot: (bot.points, bot.bot))
        self._at = {bot.bot: at for at, bot in enumerate(self._row)}
        size = len(self._row)
        # One place before the first and one after the last, shared: index `size` is the end on both sides.
        self._lower = [at - 1 if at else size for at in range(size)] + [size - 1]
        self._higher = [at + 1 for at in range(size)] + [0]

    def remove(self, bot: Candidate) -> None:
        """Take a bot out."""
        at = self._at.pop(bot.bot)
        lower, higher = self._lower[at], self._higher[at]
        self._higher[lower] = higher
        self._lower[higher] = lower

    def around(self, bot: Candidate, most: int) -> list[Candidate]:
        """The nearest free bots, nearest first, at most *most*."""
        end = len(self._row)
        at = self._at[bot.bot]
        lower, higher = self._lower[at], self._higher[at]
        near: list[Candidate] = []
        while len(near) < most and (lower != end or higher != end):
            if higher == end or (
                lower != end and bot.points - self._row[lower].points <= self._row[higher].points - bot.points
            ):
                near.append(self._row[lower])
                lower = self._lower[lower]
            else:
                near.append(self._row[higher])
                higher = self._higher[higher]
        return near
