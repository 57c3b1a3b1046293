"""Ratings in the database: sets are rated once, and the whole ladder follows from the log alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from arena.ratings import elo
from arena.ratings.results import SetResult, from_seats
from arena.storage.base import utcnow
from arena.storage.errors import Conflict
from arena.storage.models import Entry, EntryState, Match, MatchState, RatingEntry, Season, TableSet


def enter(session: Session, season: Season, bot_id: int) -> Entry:
    """A bot joins a season at the starting rating, with the first line of its log; an entry that exists stays as it is."""
    found = session.scalar(select(Entry).where(Entry.season_id == season.id, Entry.bot_id == bot_id))
    if found is not None:
        if found.state is EntryState.DISQUALIFIED:
            raise Conflict(f"the bot is disqualified from {season.slug}")
        found.state = EntryState.ACTIVE
        return found
    entry = Entry(season_id=season.id, bot_id=bot_id, rating=elo.START, deviation=elo.WIDEST)
    session.add(entry)
    session.add(RatingEntry(season_id=season.id, bot_id=bot_id, kind="start", change=elo.START, rating=elo.START))
    session.flush()
    return entry


def result_of(table_set: TableSet) -> SetResult:
    """The set's finished matches as ratings want them."""
    matches = [match for match in table_set.matches if match.state is MatchState.FINISHED]
    return from_seats(
        str(table_set.id),
        [([str(seat.bot_id) for seat in match.seats], [seat.place or 0 for seat in match.seats]) for match in matches],
    )


def rate_set(session: Session, table_set: TableSet) -> dict[int, int]:
    """Move the ratings of everyone at the table; the changes per bot id, in milli-points. They add up to 0."""
    result = result_of(table_set)
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
                kind="set",
                change=change,
                rating=entry.rating,
                at=utcnow(),
            )
        )
    session.flush()
    return {int(bot): change for bot, change in changes.items()}


def _locked_entries(session: Session, season_id: int, bots: list[int]) -> dict[int, Entry]:
    """The entries in id order: two sets that share bots then wait for each other instead of dying in a deadlock."""
    rows = session.scalars(
        select(Entry)
        .where(Entry.season_id == season_id, Entry.bot_id.in_(bots))
        .order_by(Entry.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return {row.bot_id: row for row in rows}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the ladder does not follow from the log."""

    season: str
    bot_id: int
    what: str


def recompute(session: Session, season: Season) -> Iterator[Difference]:
    """Rate all sets of a season anew, in the order of the log, and yield what differs from what is stored."""
    ratings: dict[int, int] = {}
    log = session.scalars(select(RatingEntry).where(RatingEntry.season_id == season.id).order_by(RatingEntry.id)).all()
    pending: dict[int, dict[int, RatingEntry]] = {}
    for line in log:
        if line.kind == "set" and line.set_id is not None:
            pending.setdefault(line.set_id, {})[line.bot_id] = line
    seen: set[int] = set()
    for line in log:
        if line.set_id is not None and line.kind == "set":
            if line.set_id not in seen:
                seen.add(line.set_id)
                yield from _rate_again(session, season, line.set_id, pending[line.set_id], ratings)
        else:
            ratings[line.bot_id] = ratings.get(line.bot_id, 0) + line.change
    for entry in session.scalars(select(Entry).where(Entry.season_id == season.id)):
        if entry.rating != ratings.get(entry.bot_id):
            yield Difference(
                season.slug, entry.bot_id, f"stands at {entry.rating}, the log gives {ratings.get(entry.bot_id)}"
            )


def _rate_again(
    session: Session, season: Season, set_id: int, lines: dict[int, RatingEntry], ratings: dict[int, int]
) -> Iterator[Difference]:
    table_set = session.scalars(
        select(TableSet).where(TableSet.id == set_id).options(selectinload(TableSet.matches).selectinload(Match.seats))
    ).one()
    result = result_of(table_set)
    changes = elo.changes({bot: ratings[int(bot)] for bot in result.bots}, result)
    for bot, change in changes.items():
        ratings[int(bot)] += change
        line = lines.get(int(bot))
        if line is None or line.change != change:
            found = None if line is None else line.change
            yield Difference(season.slug, int(bot), f"set {set_id} moved it by {found}, its places give {change}")
