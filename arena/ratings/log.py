"""The append-only rating log, and the ladder that follows from it.

An entry is never edited. A ruling that takes a rated set back appends a `Compensated` entry with the opposite changes;
if the set was then played again or decided otherwise, a new `SetRated` follows. `replay` computes the ladder from the
entries' inputs alone and refuses a log whose written changes differ from what it computes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from arena.ratings import elo
from arena.ratings.results import RatingError, SetResult


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot enters the ladder. A carried-over bot may bring its points."""

    number: int
    bot: str
    points: int = elo.START
    deviation: int = elo.WIDEST


@dataclass(frozen=True, slots=True)
class NewVersion:
    """The bot plays on as another version: same points, wider deviation."""

    number: int
    bot: str
    version: str


@dataclass(frozen=True, slots=True)
class SetRated:
    """A set was rated: its result and what it moved, in milli-points."""

    number: int
    result: SetResult
    k: int
    changes: dict[str, int]


@dataclass(frozen=True, slots=True)
class Compensated:
    """A ruling took back the changes of an earlier `SetRated` entry."""

    number: int
    undoes: int
    reason: str
    changes: dict[str, int]


E = TypeVar("E", Joined, NewVersion, SetRated, Compensated)
Entry = Joined | NewVersion | SetRated | Compensated


@dataclass(slots=True)
class Standing:
    """One line of a ladder, in milli-points."""

    points: int
    deviation: int
    sets: int = 0
    matches: int = 0
    version: str = ""


@dataclass(slots=True)
class Ladder:
    """The ladder after some entries. Its methods return the entry to append, already applied."""

    standings: dict[str, Standing] = field(default_factory=dict)
    entries: int = 0
    _rated: dict[int, SetRated] = field(default_factory=dict)
    _counted: dict[str, int] = field(default_factory=dict)
    """Set id -> number of the entry that counts for it."""

    def join(self, bot: str, points: int = elo.START, deviation: int = elo.WIDEST) -> Joined:
        """Enter a bot."""
        return self._append(Joined(self.entries, bot, points, deviation))

    def new_version(self, bot: str, version: str) -> NewVersion:
        """Let the bot play on as another version."""
        return self._append(NewVersion(self.entries, bot, version))

    def rate(self, result: SetResult, k: int = elo.K) -> SetRated:
        """Rate a set once: a second time for the same set is refused unless it was taken back."""
        return self._append(SetRated(self.entries, result, k, self._changes(result, k)))

    def take_back(self, set_id: str, reason: str) -> Compensated:
        """Undo what a set moved, because of a ruling."""
        if set_id not in self._counted:
            raise RatingError(f"set {set_id} is not rated, so there is nothing to take back")
        rated = self._rated[self._counted[set_id]]
        return self._append(Compensated(self.entries, rated.number, reason, _opposite(rated.changes)))

    def apply(self, entry: Entry) -> None:
        """Take in one entry of a log; RatingError, and nothing changed, if it does not follow from those before."""
        if entry.number != self.entries:
            raise RatingError(f"log entry {entry.number} stands where {self.entries} was expected")
        match entry:
            case Joined():
                self._join(entry)
            case NewVersion():
                standing = self._standing(entry.bot, entry.number)
                standing.version = entry.version
                standing.deviation = elo.widened(standing.deviation)
            case SetRated():
                self._rate(entry)
            case Compensated():
                self._take_back(entry)
        self.entries += 1

    def _append(self, entry: E) -> E:
        self.apply(entry)
        return entry

    def _standing(self, bot: str, number: int) -> Standing:
        if bot not in self.standings:
            raise RatingError(f"log entry {number}: bot {bot} has not joined")
        return self.standings[bot]

    def _join(self, entry: Joined) -> None:
        if entry.bot in self.standings:
            raise RatingError(f"log entry {entry.number}: bot {entry.bot} joined before")
        self.standings[entry.bot] = Standing(entry.points, entry.deviation)

    def _changes(self, result: SetResult, k: int) -> dict[str, int]:
        points = {bot: self._standing(bot, self.entries).points for bot in result.bots}
        return elo.changes(points, result, k)

    def _rate(self, entry: SetRated) -> None:
        result = entry.result
        if result.set_id in self._counted:
            raise RatingError(
                f"log entry {entry.number}: set {result.set_id} was rated by entry {self._counted[result.set_id]}"
            )
        if entry.changes != self._changes(result, entry.k):
            raise RatingError(
                f"log entry {entry.number}: its changes do not follow from the places of set {result.set_id}"
            )
        points = {bot: self.standings[bot].points for bot in result.bots}
        deviations = {bot: self.standings[bot].deviation for bot in result.bots}
        for bot, deviation in elo.narrowed(deviations, points, result).items():
            standing = self.standings[bot]
            standing.points += entry.changes[bot]
            standing.deviation = deviation
            standing.sets += 1
            standing.matches += len(result.places)
        self._rated[entry.number] = entry
        self._counted[result.set_id] = entry.number

    def _take_back(self, entry: Compensated) -> None:
        rated = self._rated.get(entry.undoes)
        if rated is None or self._counted.get(rated.result.set_id) != entry.undoes:
            raise RatingError(
                f"log entry {entry.number}: entry {entry.undoes} is no rated set, or was taken back before"
            )
        if entry.changes != _opposite(rated.changes):
            raise RatingError(
                f"log entry {entry.number}: its changes are not the opposite of those of entry {entry.undoes}"
            )
        for bot, change in entry.changes.items():
            standing = self.standings[bot]
            standing.points += change
            standing.sets -= 1
            standing.matches -= len(rated.result.places)
        # The deviation stays: what a voided set told is small, and the season fit forgets it altogether.
        del self._counted[rated.result.set_id]


def _opposite(changes: dict[str, int]) -> dict[str, int]:
    return {bot: -change for bot, change in changes.items()}


def replay(entries: Iterable[Entry]) -> Ladder:
    """The ladder that follows from a log; RatingError names the first entry that does not fit."""
    ladder = Ladder()
    for entry in entries:
        ladder.apply(entry)
    return ladder
