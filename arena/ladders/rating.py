"""Ratings in the database: sets are rated once, and the whole ladder follows from the log alone.

A ruling never edits a line: what the set had moved is taken back by opposite lines, and the set is rated again as it now counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, selectinload

from arena.db.database import stored, utcnow
from arena.db.models import (
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    RulingEntry,
    RulingKind,
    Season,
    SeasonFormat,
    TableSet,
)
from arena.errors import Conflict, NotFound
from arena.ladders import solo
from arena.leagues.results import TAKE_BACK, Played, Ruling, ruled
from arena.ratings import elo
from arena.ratings.results import SetResult, from_seats


def hold_entries(session: Session, season_id: int, bots: Sequence[int] | None = None) -> list[Entry]:
    """The season's entries (of these bots), locked in id order until the end of the transaction.

    Results of sets lock entries in this order, too. A transaction that makes several sets holds all their entries first: otherwise
    it and a result would each wait for an entry that the other has.
    """
    wanted = select(Entry).where(Entry.season_id == season_id).order_by(Entry.id)
    if bots is not None:
        wanted = wanted.where(Entry.bot_id.in_(bots))
    return list(session.scalars(wanted.with_for_update().execution_options(populate_existing=True)))


def mark_busy(session: Session, season_id: int, bots: Sequence[int]) -> None:
    """Pairing counts how long a bot waits from here on."""
    entered = (Entry.season_id == season_id, Entry.bot_id.in_(bots))
    session.execute(
        update(Entry).where(*entered).values(last_set_at=utcnow()).execution_options(synchronize_session=False)
    )


def enter(session: Session, season: Season, bot_id: int, points: int = elo.START, deviation: int = elo.WIDEST) -> Entry:
    """A bot joins a season, with the first line of its log; an entry that exists stays as it is. A bot may bring its points along."""
    found = session.scalar(select(Entry).where(Entry.season_id == season.id, Entry.bot_id == bot_id))
    if found is not None:
        if found.state is EntryState.DISQUALIFIED:
            raise Conflict(f"the bot is disqualified from {season.slug}")
        found.state = EntryState.ACTIVE
        return found
    if season.format is SeasonFormat.SOLO:
        points = 0  # a mean score, of nothing yet
    entry = Entry(season_id=season.id, bot_id=bot_id, rating=points, deviation=deviation)
    session.add(entry)
    stored(
        session,
        RatingEntry(
            season_id=season.id, bot_id=bot_id, kind="start", change=points, rating=points, deviation=deviation
        ),
    )
    return entry


def bring(session: Session, entry: Entry, points: int, deviation: int) -> None:
    """Give other points to an entry that has not played yet, with one more line of the log."""
    change = points - entry.rating
    entry.rating, entry.deviation = points, deviation
    session.add(
        RatingEntry(
            season_id=entry.season_id,
            bot_id=entry.bot_id,
            kind="start",
            change=change,
            rating=points,
            deviation=deviation,
        )
    )


WIDENED_EVERY = timedelta(hours=1)
"""How often new versions widen a bot's deviation at most: otherwise a new name per match would buy tables."""


def note_version(session: Session, bot: Bot, played: BotVersion, now: datetime) -> None:
    """A version sits down. If it is a new one that never did, the bot's Elo stays, but less is known of it."""
    if bot.widened_at is not None and now - bot.widened_at < WIDENED_EVERY:
        return
    sat = select(MatchSeat.id).where(MatchSeat.version_id == played.id).exists()
    known = select(MatchSeat.id).where(MatchSeat.bot_id == bot.id, MatchSeat.version_id.is_not(None)).exists()
    if not session.scalar(select(known & ~sat)):
        return
    bot.widened_at = now
    for entry in session.scalars(
        select(Entry).where(Entry.bot_id == bot.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
    ):
        entry.deviation = elo.widened(entry.deviation)


def played(match: Match, round_number: int = 0) -> Played:
    """A finished match, with entries named by their bot's id."""
    return Played(
        str(match.id),
        round_number,
        tuple(str(seat.bot_id) for seat in match.seats),
        tuple(seat.place or 0 for seat in match.seats),
        tuple(seat.score or 0 for seat in match.seats),
        frozenset(str(seat.bot_id) for seat in match.seats if seat.verdict != "finished"),
    )


def rulings(session: Session, season_id: int) -> list[tuple[int, Ruling]]:
    """The rulings of a season that change results, with their numbers, in the order they were made."""
    rows = session.execute(
        select(RulingEntry, Entry.bot_id)
        .outerjoin(Entry, Entry.id == RulingEntry.entry_id)
        .where(RulingEntry.season_id == season_id)
        .order_by(RulingEntry.id)
    ).all()
    return [(row.id, _ruling(row, bot_id)) for row, bot_id in rows]


def _ruling(row: RulingEntry, bot_id: int | None) -> Ruling:
    # A match that is played again is void first; its new match is one like any other.
    kind = RulingKind.VOID if row.kind is RulingKind.REPLAY else row.kind
    entry = "" if bot_id is None else str(bot_id)
    match_id = "" if row.match_id is None else str(row.match_id)
    return Ruling(kind.value, row.reason, match_id, entry, row.id, row.takes_back_id or 0)


def result_of(table_set: TableSet, rulings: Sequence[Ruling] = ()) -> SetResult | None:
    """The set's finished matches as they count after the rulings; None if none does."""
    counted = ruled([played(match) for match in table_set.matches if match.state is MatchState.FINISHED], rulings)
    return from_seats(str(table_set.id), [(match.entries, match.places) for match in counted]) if counted else None


WHOLE = ("disqualify", TAKE_BACK)
"""Rulings that bear on everything a bot has played."""


def _touching(table_set: TableSet, numbered: Sequence[tuple[int, Ruling]]) -> list[tuple[int, Ruling]]:
    """Those rulings that bear on the set."""
    matches = {str(match.id) for match in table_set.matches}
    bots = {str(seat.bot_id) for match in table_set.matches for seat in match.seats}
    return [
        (number, ruling)
        for number, ruling in numbered
        if ruling.match_id in matches or (not ruling.match_id and ruling.kind in WHOLE and ruling.entry in bots)
    ]


def rate_set(session: Session, table_set: TableSet, kind: str = "set") -> dict[int, int]:
    """Move the ratings of everyone at the table; the changes per bot id, in milli-points. They add up to 0."""
    touching = _touching(table_set, rulings(session, table_set.season_id or 0))
    result = result_of(table_set, [ruling for _, ruling in touching])
    if result is None:
        return {}
    entries = _locked_entries(session, table_set.season_id or 0, [int(bot) for bot in result.bots])
    points = {bot: entries[int(bot)].rating for bot in result.bots}
    deviations = {bot: entries[int(bot)].deviation for bot in result.bots}
    changes = elo.changes(points, result)
    narrowed = elo.narrowed(deviations, points, result)
    for bot, change in changes.items():
        entry = entries[int(bot)]
        entry.rating += change
        entry.deviation = narrowed[bot]
        entry.sets_rated += 1
        session.add(
            RatingEntry(
                season_id=table_set.season_id,
                set_id=table_set.id,
                bot_id=int(bot),
                kind=kind,
                ruling=touching[-1][0] if touching else 0,
                change=change,
                rating=entry.rating,
                deviation=entry.deviation,
                at=utcnow(),
            )
        )
    session.flush()
    return {int(bot): change for bot, change in changes.items()}


def rate_again(session: Session, table_set: TableSet, ruling: int) -> None:
    """After a ruling: take back what the set has moved so far, and rate it as it counts now."""
    moved = _moved(session, table_set)
    if not moved:
        if session.scalar(select(RatingEntry.id).where(RatingEntry.set_id == table_set.id).limit(1)) is not None:
            rate_set(session, table_set, "rated_again")  # it was taken back altogether, and counts again
        return  # otherwise not rated yet: its first rating will know of the ruling
    entries = _locked_entries(session, table_set.season_id or 0, list(moved))
    for bot_id, change in moved.items():
        entry = entries[bot_id]
        entry.rating -= change
        entry.sets_rated -= 1
        line = RatingEntry(season_id=table_set.season_id, set_id=table_set.id, bot_id=bot_id, kind="taken_back")
        line.ruling, line.change, line.rating, line.at = ruling, -change, entry.rating, utcnow()
        line.deviation = entry.deviation
        session.add(line)
    session.flush()
    rate_set(session, table_set, "rated_again")


def _moved(session: Session, table_set: TableSet) -> dict[int, int]:
    """By how much the set has moved each bot so far; empty: it is not rated, or was taken back altogether."""
    lines = session.scalars(
        select(RatingEntry).where(RatingEntry.set_id == table_set.id).order_by(RatingEntry.id.desc())
    ).all()
    newest = [line for line in lines if line.kind == lines[0].kind and line.ruling == lines[0].ruling]
    return {line.bot_id: line.change for line in newest if line.kind in {"set", "rated_again"}}


def _locked_entries(session: Session, season_id: int, bots: list[int]) -> dict[int, Entry]:
    return {row.bot_id: row for row in hold_entries(session, season_id, bots)}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the ladder does not follow from the log."""

    season: str
    bot_id: int
    what: str


@dataclass(frozen=True, slots=True)
class SeasonCheck:
    """A season whose ratings were computed again."""

    season: str
    entries: int
    differences: tuple[Difference, ...]


def recompute_all(session: Session, slug: str | None = None) -> Iterator[SeasonCheck]:
    """Check every season, or the one of that name; NotFound if there is none."""
    seasons = select(Season).order_by(Season.id)
    rows = session.scalars(seasons if slug is None else seasons.where(Season.slug == slug)).all()
    if not rows:
        raise NotFound("there is no season yet" if slug is None else f"there is no season {slug!r}")
    for season in rows:
        entries = session.scalar(select(func.count()).select_from(Entry).where(Entry.season_id == season.id))
        yield SeasonCheck(season.slug, entries or 0, tuple(recompute(session, season)))


def recompute(session: Session, season: Season) -> Iterator[Difference]:
    """Rate all sets of a season again, in the order of the log, and yield what differs from what is stored."""
    if season.format is SeasonFormat.SOLO:
        yield from (Difference(season.slug, bot_id, what) for bot_id, what in solo.recomputed(session, season))
        return
    log = session.scalars(select(RatingEntry).where(RatingEntry.season_id == season.id).order_by(RatingEntry.id)).all()
    again = _Recomputing(session, season)
    steps: dict[tuple[int | None, str, int], dict[int, RatingEntry]] = {}
    for line in log:
        if line.set_id is not None:
            steps.setdefault((line.set_id, line.kind, line.ruling), {})[line.bot_id] = line
    for line in log:
        if line.set_id is None:
            again.ratings[line.bot_id] = again.ratings.get(line.bot_id, 0) + line.change
        elif lines := steps.pop((line.set_id, line.kind, line.ruling), None):
            yield from again.step(line, lines)
    for entry in session.scalars(select(Entry).where(Entry.season_id == season.id)):
        found = again.ratings.get(entry.bot_id)
        if entry.rating != found:
            yield Difference(season.slug, entry.bot_id, f"has the rating {entry.rating}, but the log gives {found}")


class _Recomputing:
    """A ladder on its way through the log."""

    def __init__(self, session: Session, season: Season) -> None:
        self.session, self.season = session, season
        self.ratings: dict[int, int] = {}
        self.counted: dict[int, dict[int, int]] = {}
        """Per set, what it moved and was not taken back."""
        self.rulings = rulings(session, season.id)

    def step(self, line: RatingEntry, lines: dict[int, RatingEntry]) -> Iterator[Difference]:
        """All lines that one set, or one ruling on it, has written."""
        set_id = line.set_id or 0
        if line.kind == "taken_back":
            changes = {bot_id: -change for bot_id, change in self.counted.pop(set_id, {}).items()}
        else:
            changes = self.counted[set_id] = self._changes(set_id, line.ruling)
        for bot_id in sorted(changes.keys() | lines.keys()):
            change = changes.get(bot_id, 0)
            self.ratings[bot_id] += change
            found = lines[bot_id].change if bot_id in lines else None
            if found != change:
                what = f"set {set_id} moved it by {found}, its places give {change}"
                yield Difference(self.season.slug, bot_id, what)

    def _changes(self, set_id: int, last: int) -> dict[int, int]:
        table_set = self.session.scalars(
            select(TableSet)
            .where(TableSet.id == set_id)
            .options(selectinload(TableSet.matches).selectinload(Match.seats))
        ).one()
        rulings = [ruling for number, ruling in _touching(table_set, self.rulings) if number <= last]
        result = result_of(table_set, rulings)
        if result is None:
            return {}
        changes = elo.changes({bot: self.ratings[int(bot)] for bot in result.bots}, result)
        return {int(bot): change for bot, change in changes.items()}
