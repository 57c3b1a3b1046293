"""Bots as everyone and their owners see them: one record for a bot, one for its place in a season."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Integer, and_, bindparam, func, null, or_, select
from sqlalchemy.orm import Session, aliased

from arena.access.credentials import TokenLine
from arena.access.viewers import VIEWERS, Viewer, partly_hidden, seasons_for
from arena.db.any_of import any_of
from arena.db.models import Bot, Entry, EntryState, FinalLine, Season, SeasonState, Team, Token
from arena.db.paging import LARGEST, Page, Part, fetch
from arena.errors import existing
from arena.ladders.queries import NOT_SHOWN, visible_ratings
from arena.seasons.leaderboard import ERRORS
from arena.seasons.league_queries import places_in
from arena.seasons.tables import WHOLE_SEASON

MOST_OPPONENTS = 300
"""The most bots in the list of those that can be challenged."""


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot."""

    id: int
    name: str
    owner: str
    """The name of its team."""
    team_id: int
    house: str | None
    language: str
    games: list[str]
    matches_at_once: int
    matches_per_hour: int | None
    open_to_challenges: bool
    created_at: datetime
    validated_at: datetime | None
    disabled_at: datetime | None
    last_seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot's place in one season; ratings in points."""

    id: int
    bot_id: int
    season_id: int
    season: str
    title: str
    game: str
    seats: int
    season_state: str
    league: bool
    paused: bool
    state: str
    rank: int | None
    """By rating; `in_leagues` puts in the places of leagues. None: it no longer plays there, or nobody asked."""
    rating: float
    deviation: float
    """0: not shown to this viewer."""
    sets: int
    joined_at: datetime
    last_set_at: datetime | None

    @property
    def interval(self) -> float:
        """Half the width of the 95 % band; 0: not shown to this viewer."""
        return ERRORS * self.deviation


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBot(BotLine):
    """A bot with its seasons and, for its owners, its live tokens."""

    entries: tuple[BotEntry, ...] = ()
    tokens: tuple[TokenLine, ...] = ()

    @property
    def active(self) -> set[str]:
        """Slugs of the seasons it is in now."""
        return {entry.season for entry in self.entries if entry.state == EntryState.ACTIVE}


@cache
def _lines() -> Any:
    columns = [
        Team.name.label("owner") if line.name == "owner" else getattr(Bot, line.name) for line in fields(BotLine)
    ]
    return select(*columns).join(Team, Team.id == Bot.team_id)


@cache
def _named() -> Any:
    return _lines().where(Bot.name == bindparam("name"))


def bot(session: Session, name: str) -> BotLine:
    """The bot of that name; NotFound otherwise. One statement."""
    row = existing(session.execute(_named(), {"name": name}).first(), f"there is no bot {name!r}")
    return BotLine(*row)


def all_bots(session: Session) -> list[BotLine]:
    """Every bot by name, disabled ones too. One statement."""
    return [BotLine(*row) for row in session.execute(_lines().order_by(Bot.name))]


def bots(session: Session, part: Part, search: str = "") -> Page[BotLine]:
    """All bots that are not disabled, by name. One statement. The key: name in lower case, id."""
    query = _lines().where(Bot.disabled_at.is_(None))
    if search:
        query = query.where(func.lower(Bot.name).contains(search.lower(), autoescape=True))
    page = fetch(session, query, part, [func.lower(Bot.name), Bot.id], lambda row: (row.name.lower(), row.id))
    return Page([BotLine(*row) for row in page.rows], page.next)


def bots_by_age(session: Session, part: Part) -> Page[BotLine]:
    """All bots that are not disabled, the oldest first. One statement. The key: id."""
    page = fetch(session, _lines().where(Bot.disabled_at.is_(None)), part, [Bot.id], lambda row: (row.id,))
    return Page([BotLine(*row) for row in page.rows], page.next)


def opponents(session: Session, who: Viewer) -> list[BotLine]:
    """Bots the viewer can challenge: house bots, then their own, then those whose owners agreed. One statement."""
    challenged = or_(Bot.open_to_challenges.is_(True), Bot.team_id.in_(who.teams))
    query = _lines().where(Bot.disabled_at.is_(None), challenged).order_by(Bot.house.is_(None), Bot.name)
    lines = [BotLine(*row) for row in session.execute(query.limit(MOST_OPPONENTS))]
    return sorted(lines, key=lambda line: (line.house is None, not who.owns(line.team_id), line.name))


def own_bots(session: Session, who: Viewer, part: Part | None = None) -> Page[OwnBot]:
    """Bots of the viewer's teams by name; without *part* all of them. Four statements at most. The key: name."""
    query = _lines().where(Bot.team_id.in_(who.teams))
    page = fetch(session, query, part or Part(10**6), [Bot.name], lambda row: (row.name,))
    return Page(_with_entries(session, who, page.rows), page.next)


def bot_with_entries(session: Session, who: Viewer, name: str) -> OwnBot:
    """The bot of that name, whatever its owner; NotFound otherwise. Four statements at most."""
    row = existing(session.execute(_named(), {"name": name}).first(), f"there is no bot {name!r}")
    return _with_entries(session, who, [row])[0]


def _with_entries(session: Session, who: Viewer, rows: Sequence[Any]) -> list[OwnBot]:
    if not rows:
        return []
    places = entries_of(session, who, [row.id for row in rows])
    tokens: dict[int | None, list[TokenLine]] = {}
    own = [row.id for row in rows if who.owns(row.team_id)]
    for row in session.execute(
        select(Token.bot_id, Token.id, Token.label, Token.created_at, Token.last_used_at)
        .where(Token.bot_id.in_(own), Token.revoked_at.is_(None), Token.expires_at.is_(None))
        .order_by(Token.id)
    ):
        tokens.setdefault(row.bot_id, []).append(TokenLine(*row[1:]))
    return [OwnBot(*row, entries=tuple(places.get(row.id, ())), tokens=tuple(tokens.get(row.id, ()))) for row in rows]


def entries(session: Session, who: Viewer, bot_id: int) -> list[BotEntry]:
    """The seasons of one bot that the viewer may see, running ones first, with ranks. Two statements at most."""
    return entries_of(session, who, [bot_id], ranked=True).get(bot_id, [])


def entries_of(
    session: Session, who: Viewer, bots: Collection[int], *, ranked: bool = False
) -> dict[int, list[BotEntry]]:
    """Per bot the seasons that the viewer may see, running ones first. Two statements at most."""
    rows = session.execute(_entries(who, ranked), {"bots": list(bots), "most": LARGEST * len(bots)}).all()
    visible = visible_ratings(session, who, {row.season_id for row in rows if row.hidden})
    by_bot: dict[int, list[BotEntry]] = {}
    for row in reversed(rows):
        entry = _entry(row)
        by_bot.setdefault(row.bot_id, []).append(_as_visible(entry, visible) if row.hidden else entry)
    for lines in by_bot.values():
        lines.sort(key=lambda line: line.season_state != SeasonState.RUNNING)
    return by_bot


@lru_cache(VIEWERS)
def _entries(who: Viewer, ranked: bool) -> Any:
    better = aliased(Entry)
    rank = (
        select(func.count() + 1)
        .select_from(better)
        .where(better.season_id == Entry.season_id, better.rating > Entry.rating, better.state == Entry.state)
        .scalar_subquery()
    )
    return (
        select(
            Entry,
            Entry.season_id,
            Entry.bot_id,
            Season.slug,
            Season.title,
            Season.game,
            Season.seats,
            Season.state,
            Season.file.is_not(None).label("league"),
            Season.paused,
            (rank if ranked else null()).label("rank"),
            partly_hidden(who).label("hidden"),
        )
        .join(Season, Season.id == Entry.season_id)
        .where(any_of(Entry.bot_id, "bots"), seasons_for(who))
        .order_by(Season.id.desc())
        .limit(bindparam("most", type_=Integer))
    )


def _entry(row: Any) -> BotEntry:
    entry: Entry = row.Entry
    return BotEntry(
        entry.id,
        entry.bot_id,
        entry.season_id,
        row.slug,
        row.title,
        row.game,
        row.seats,
        row.state.value,
        row.league,
        row.paused,
        entry.state.value,
        row.rank if entry.state is EntryState.ACTIVE else None,
        entry.rating / 1000,
        entry.deviation / 1000,
        entry.sets_rated,
        entry.joined_at,
        entry.last_set_at,
    )


def _as_visible(entry: BotEntry, visible: dict[tuple[int, int], tuple[int, int]]) -> BotEntry:
    """The entry with rating and rank from the sets that the viewer may see."""
    rating, sets = visible.get((entry.season_id, entry.bot_id), (0, 0))
    better = sum(other > rating for (season_id, _), (other, _) in visible.items() if season_id == entry.season_id)
    rank = None if entry.rank is None else better + 1
    return replace(entry, rank=rank, rating=rating / 1000, deviation=float(NOT_SHOWN), sets=sets, last_set_at=None)


def in_leagues(session: Session, who: Viewer, lines: Sequence[BotEntry]) -> list[BotEntry]:
    """The lines with the places of leagues that have begun, as the viewer may know them.

    One statement for all that are finished and hide nothing; for each of the others those of its tables.
    """
    over = [line.id for line in lines if _is_over(line)]
    final = _final(session, over) if over else {}
    return [_placed(session, who, line, final) if line.league and line.rank is not None else line for line in lines]


def _is_over(line: BotEntry) -> bool:
    return line.league and line.season_state == SeasonState.FINISHED.value and line.interval != 0


def _placed(session: Session, who: Viewer, line: BotEntry, final: dict[int, int]) -> BotEntry:
    if line.id in final:
        return replace(line, rank=final[line.id])
    places = places_in(session, who, line.season_id)
    return line if places is None else replace(line, rank=places.get(line.id, len(places) + 1))


def _final(session: Session, entries: Sequence[int]) -> dict[int, int]:
    """Per entry its place in the order of its whole season, the highest division first."""
    mine, above = aliased(FinalLine), aliased(FinalLine)
    rows = session.execute(
        select(mine.entry_id, func.count())
        .join(
            above,
            and_(
                above.season_id == mine.season_id,
                above.stage == mine.stage,
                or_(above.division < mine.division, and_(above.division == mine.division, above.place <= mine.place)),
            ),
        )
        .where(mine.entry_id.in_(entries), mine.stage == WHOLE_SEASON)
        .group_by(mine.entry_id)
    )
    return {row[0]: row[1] for row in rows}
