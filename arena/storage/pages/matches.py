"""Lists of matches: live, newest, of a season, of a bot. Two statements each; pages go on from the last id."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Integer, bindparam, select
from sqlalchemy.orm import Session

from arena.storage.models import Bot, BotVersion, Match, MatchSeat, MatchState, Season, SetKind, TableSet
from arena.storage.pages.among import among
from arena.storage.pages.paging import MOST
from arena.storage.pages.sight import VIEWERS, are_names_told
from arena.storage.pages.viewers import OPEN_STATES, Viewer, visible_sets


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat where, and how it went. A name that is hidden is empty."""

    seat: int
    bot: str
    team_id: int
    house: bool
    version: str
    score: int | None
    place: int | None
    verdict: str | None
    think_ms: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list."""

    id: int
    set_id: int
    rotation: int
    game: str
    table: int
    """How many seats."""
    kind: str
    state: str
    season: str | None
    season_title: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    decisions: int | None
    names_hidden: bool
    seats: tuple[SeatLine, ...]

    @property
    def by_place(self) -> tuple[SeatLine, ...]:
        """The seats, best first once it is over."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.place or 99, seat.seat)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches; everything left out is open."""

    game: str | None = None
    season_id: int | None = None
    bot_id: int | None = None
    bot_team: int | None = None
    """The team of that bot: only its owners may ask for its running matches."""
    kind: SetKind | None = None
    asked_by: int | None = None
    """Who asked for it, of challenges."""
    states: Sequence[MatchState] = ()
    named: bool = False
    """Only those whose players may be told to everybody."""
    before: int | None = None
    """Matches with smaller ids."""
    limit: int = 20


GIVEN = ("game", "season_id", "kind", "asked_by", "bot_id", "before")
"""What of Wanted is a parameter of the statement."""


def matches(session: Session, who: Viewer, wanted: Wanted) -> list[MatchLine]:
    """The newest first."""
    given = {name: getattr(wanted, name) for name in GIVEN if getattr(wanted, name) is not None}
    owner = who.admin or (wanted.bot_team is not None and who.owns(wanted.bot_team))
    query = _listed(who, frozenset(given), tuple(wanted.states), owner, wanted.named)
    return filled(session, who, session.execute(query, {**given, "most": min(wanted.limit, MOST)}).all())


@lru_cache(VIEWERS)
def _listed(who: Viewer, given: frozenset[str], states: tuple[MatchState, ...], owner: bool, named: bool) -> Any:
    """Made once for everyone who asks alike: to build it takes longer than to run it."""
    query = _columns().where(visible_sets(who))
    for name in given & {"game", "season_id", "kind", "asked_by"}:
        query = query.where(getattr(TableSet, name) == bindparam(name))
    key: Any = Match.id
    if "bot_id" in given:
        key = MatchSeat.match_id
        query = query.join(MatchSeat, MatchSeat.match_id == Match.id).where(MatchSeat.bot_id == bindparam("bot_id"))
        if not owner:
            # Else the list would tell who sits at a running table.
            query = query.where(Match.state.not_in(OPEN_STATES), are_names_told())
    if "before" in given:
        query = query.where(key < bindparam("before"))
    if states:
        query = query.where(Match.state.in_(states))
    if named:
        query = query.where(are_names_told())
    return query.order_by(key.desc()).limit(bindparam("most", type_=Integer))


def of_set(session: Session, who: Viewer, set_id: int) -> list[MatchLine]:
    """All matches of one set, by rotation; those that were void included."""
    query = _columns().where(visible_sets(who), Match.set_id == set_id).order_by(Match.rotation, Match.id)
    return filled(session, who, session.execute(query).all())


def of_sets(session: Session, who: Viewer, sets: Sequence[int]) -> dict[int, list[MatchLine]]:
    """The matches of several sets, by set, each by rotation. Two statements, none without sets."""
    if not sets:
        return {}
    query = _columns().where(visible_sets(who), Match.set_id.in_(sets)).order_by(Match.set_id, Match.rotation, Match.id)
    lines: dict[int, list[MatchLine]] = {}
    for line in filled(session, who, session.execute(query).all()):
        lines.setdefault(line.set_id, []).append(line)
    return lines


@cache
def _columns() -> Any:
    return (
        select(
            Match.id,
            Match.set_id,
            Match.rotation,
            TableSet.game,
            TableSet.seats,
            TableSet.kind,
            are_names_told().label("are_names_told"),
            Match.state,
            Season.slug,
            Season.title,
            Match.created_at,
            Match.started_at,
            Match.finished_at,
            Match.decisions,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .outerjoin(Season, Season.id == TableSet.season_id)
    )


def filled(session: Session, who: Viewer, rows: Iterable[Any]) -> list[MatchLine]:
    """Rows of matches with their seats, in one statement for all of them."""
    found = list(rows)
    hidden = {row.id: not row.are_names_told for row in found}
    seats = _seats(session, who, hidden)
    return [
        MatchLine(
            row.id,
            row.set_id,
            row.rotation,
            row.game,
            row.seats,
            row.kind.value,
            row.state.value,
            row.slug,
            row.title,
            row.created_at,
            row.started_at,
            row.finished_at,
            row.decisions,
            hidden[row.id],
            tuple(seats.get(row.id, [])),
        )
        for row in found
    ]


@cache
def _sitting() -> Any:
    return (
        select(
            MatchSeat.match_id,
            MatchSeat.seat,
            Bot.name,
            Bot.team_id,
            Bot.house,
            BotVersion.name.label("version"),
            MatchSeat.score,
            MatchSeat.place,
            MatchSeat.verdict,
            MatchSeat.think_ms,
        )
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(among(MatchSeat.match_id, "matches"))
        .order_by(MatchSeat.match_id, MatchSeat.seat)
    )


def _seats(session: Session, who: Viewer, hidden: dict[int, bool]) -> dict[int, list[SeatLine]]:
    if not hidden:
        return {}
    seats: dict[int, list[SeatLine]] = {}
    for row in session.execute(_sitting(), {"matches": list(hidden)}):
        told = not hidden[row.match_id] or who.admin or who.owns(row.team_id)
        seats.setdefault(row.match_id, []).append(
            SeatLine(
                row.seat,
                row.name if told else "",
                row.team_id if told else 0,
                row.house is not None if told else False,
                (row.version or "") if told else "",
                row.score,
                row.place,
                row.verdict,
                row.think_ms,
            )
        )
    return seats
