"""Matches in lists: the newest, those of a season, a bot or a set; each list takes two statements, whatever its length. And fingerprints of live parts: a part is rendered again only when its fingerprint changes."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Integer, and_, bindparam, func, not_, or_, select
from sqlalchemy.orm import Session

from arena.access.viewers import (
    OPEN_STATES,
    PUBLIC,
    VIEWERS,
    Viewer,
    are_names_public,
    frozen,
    seasons_for,
    stages_for,
    visible_sets,
)
from arena.db.any_of import any_of
from arena.db.models import (
    Account,
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Round,
    RulingEntry,
    Season,
    SeasonStage,
    SetKind,
    SetState,
    TableSet,
)
from arena.db.paging import LARGEST, Page, Part, cut
from arena.errors import NotFound


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a match, as the viewer may see it."""

    seat: int
    bot: str
    """Empty while the viewer may not know who sits here."""
    version: str
    score: int | None
    place: int | None
    verdict: str | None
    think_ms: int | None
    mine: bool
    """Whether the bot belongs to the viewer."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match with its seats, as the viewer may see it. Seeds are only in the replay."""

    id: int
    set_id: int
    rotation: int
    game: str
    rules_version: int
    options: dict[str, Any]
    clock: str
    table: int
    """How many seats."""
    kind: SetKind
    state: MatchState
    set_state: SetState
    names_hidden: bool
    season: str | None
    """Its slug."""
    season_title: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    decisions: int | None
    reason: str | None
    """Why it is void or failed."""
    seats: tuple[SeatLine, ...]

    @property
    def by_place(self) -> tuple[SeatLine, ...]:
        """The seats, the best first once the match is over."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.place or 99, seat.seat)))

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; "Seat 1" where the viewer may not know the bot yet."""
        return tuple(seat.bot or f"Seat {seat.seat + 1}" for seat in sorted(self.seats, key=lambda seat: seat.seat))

    @property
    def has_replay(self) -> bool:
        """Whether its replay can be downloaded."""
        return self.state is MatchState.FINISHED and self.set_state is SetState.DONE


FIRST = Part()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches; a filter that is left out lets everything pass."""

    game: str | None = None
    season_id: int | None = None
    bot_id: int | None = None
    """Only matches with this bot; unless it is the viewer's, only those that are over and whose players everybody may know."""
    kind: SetKind | None = None
    asked_by: int | None = None
    """The account that asked for them, of challenges."""
    house_only: bool | None = None
    """False: only matches with a bot of a person; True: only matches between house bots."""
    states: Sequence[MatchState] = ()
    named: bool = False
    """Only matches whose players everybody may know."""
    part: Part = FIRST
    """The key: id."""


NOW = Wanted(states=(MatchState.RUNNING,), part=Part(8))
"""What is played now, for pages that show a few."""
JUST_OVER = Wanted(states=(MatchState.FINISHED,), named=True, part=Part(10))
"""The newest results whose players everybody may know."""
PEOPLE_NOW, PEOPLE_OVER = (replace(wanted, house_only=False) for wanted in (NOW, JUST_OVER))
HOUSE_NOW = replace(NOW, house_only=True)
HOUSE_OVER = replace(JUST_OVER, house_only=True, part=Part(1))

OF_SETS = ("game", "season_id", "kind", "asked_by", "house_only")
"""Filters of Wanted that are columns of the table set."""


@dataclass(frozen=True, slots=True)
class Lately:
    """What the front page shows of play: the matches of people's bots, and a summary of the house bots'."""

    live: list[MatchLine]
    newest: list[MatchLine]
    house_live: int
    """House-only matches that are being played, counted up to the size of a page."""
    house_newest: MatchLine | None

    @property
    def featured(self) -> MatchLine | None:
        """The featured match: the closest of the newest results, those of seasons first; one of house bots if there is no other."""
        decided = [match for match in self.newest if all(seat.score is not None for seat in match.seats)]
        return min(decided, key=_dullness, default=self.house_newest)


def _dullness(match: MatchLine) -> tuple[bool, float]:
    """Small for matches worth watching: of a season, and close between the first two."""
    best = sorted((seat.score or 0 for seat in match.seats), reverse=True)
    return match.season is None, (best[0] - best[1]) / max(1, abs(best[0])) if len(best) > 1 else 1.0


def lately(session: Session, who: Viewer) -> Lately:
    """The matches that run, and those that have just ended."""
    live, newest, house_live, house_newest = (
        matches(session, who, wanted).rows for wanted in (PEOPLE_NOW, PEOPLE_OVER, HOUSE_NOW, HOUSE_OVER)
    )
    return Lately(live, newest, len(house_live), house_newest[0] if house_newest else None)


def matches(session: Session, who: Viewer, wanted: Wanted) -> Page[MatchLine]:
    """One page, the newest first."""
    filters = {name: getattr(wanted, name) for name in (*OF_SETS, "bot_id")}
    given = {name: value for name, value in filters.items() if value is not None}
    if wanted.part.after is not None:
        (given["before"],) = wanted.part.after
    size = min(wanted.part.size, LARGEST)
    query = _listed(who, frozenset(given), tuple(wanted.states), wanted.named)
    page = cut(session.execute(query, {**given, "most": size + 1}).all(), size, lambda row: (row.id,))
    return Page(_seated(session, who, page.rows), page.next)


@lru_cache(VIEWERS)
def _listed(who: Viewer, given: frozenset[str], states: tuple[MatchState, ...], named: bool) -> Any:
    """Cached for each viewer and set of filters: building it takes longer than running it."""
    query = _columns().where(visible_sets(who))
    for name in given.intersection(OF_SETS):
        query = query.where(getattr(TableSet, name) == bindparam(name))
    key: Any = Match.id
    if "bot_id" in given:
        key = MatchSeat.match_id
        query = query.join(MatchSeat, MatchSeat.match_id == Match.id).where(MatchSeat.bot_id == bindparam("bot_id"))
        if not who.admin:
            # Otherwise the list would tell who sits at an anonymous table.
            over = and_(Match.state.not_in(OPEN_STATES), are_names_public())
            own = select(Bot.id).where(Bot.id == bindparam("bot_id"), Bot.team_id.in_(who.teams)).exists()
            query = query.where(or_(over, own) if who.teams else over)
    if "before" in given:
        query = query.where(key < bindparam("before"))
    if states:
        query = query.where(Match.state.in_(states))
    if named:
        query = query.where(are_names_public())
    return query.order_by(key.desc()).limit(bindparam("most", type_=Integer))


def by_id(session: Session, who: Viewer, ids: Sequence[int]) -> list[MatchLine]:
    """Those of these matches that the viewer may see, in the order of their ids."""
    query = _columns().where(visible_sets(who), Match.id.in_(ids)).order_by(Match.id)
    return _seated(session, who, session.execute(query).all())


def newest_of(
    session: Session, who: Viewer, bots: Sequence[int], seasons: Sequence[int], most: int = 30
) -> list[MatchLine]:
    """The newest results with one of these bots or of one of these seasons, as far as everybody may know the players."""
    over = (Match.state == MatchState.FINISHED, visible_sets(who), are_names_public())
    at_tables = select(MatchSeat.match_id).join(Match).join(TableSet).where(any_of(MatchSeat.bot_id, "bots"), *over)
    played = select(Match.id).join(TableSet).where(any_of(TableSet.season_id, "seasons"), *over)
    ids: set[int] = set()
    if bots:
        newest = at_tables.distinct().order_by(MatchSeat.match_id.desc()).limit(most)
        ids.update(session.scalars(newest, {"bots": list(bots)}))
    if seasons:
        ids.update(session.scalars(played.order_by(Match.id.desc()).limit(most), {"seasons": list(seasons)}))
    return by_id(session, who, sorted(ids, reverse=True)[:most])[::-1]


def match(session: Session, who: Viewer, match_id: int) -> MatchLine:
    """The match; NotFound also if the viewer may not see it."""
    lines = by_id(session, who, [match_id])
    if not lines:
        raise NotFound(f"there is no match {match_id}")
    return lines[0]


def of_sets(session: Session, who: Viewer, sets: Sequence[int]) -> dict[int, list[MatchLine]]:
    """The matches of these sets by set, each set's by rotation, void ones included."""
    if not sets:
        return {}
    query = _columns().where(visible_sets(who), Match.set_id.in_(sets)).order_by(Match.set_id, Match.rotation, Match.id)
    lines: dict[int, list[MatchLine]] = {}
    for line in _seated(session, who, session.execute(query).all()):
        lines.setdefault(line.set_id, []).append(line)
    return lines


@cache
def _columns() -> Any:
    """The columns of MatchLine, in its order."""
    return (
        select(
            Match.id,
            Match.set_id,
            Match.rotation,
            TableSet.game,
            TableSet.rules_version,
            TableSet.options,
            TableSet.clock,
            TableSet.seats,
            TableSet.kind,
            Match.state,
            TableSet.state.label("set_state"),
            (~are_names_public()).label("names_hidden"),
            Season.slug,
            Season.title,
            Match.created_at,
            Match.started_at,
            Match.finished_at,
            Match.decisions,
            Match.reason,
        )
        .join(TableSet, TableSet.id == Match.set_id)
        .outerjoin(Season, Season.id == TableSet.season_id)
    )


def _seated(session: Session, who: Viewer, rows: Iterable[Any]) -> list[MatchLine]:
    """The matches with their seats; names only where the viewer may know them. One statement, none without matches."""
    matches = list(rows)
    hidden = {row.id: row.names_hidden for row in matches}
    seats: dict[int, list[SeatLine]] = {row.id: [] for row in matches}
    found = session.execute(_seats(), {"matches": list(hidden)}) if hidden else ()
    for match_id, team_id, seat, bot, version, *result in found:
        mine = who.owns(team_id)
        if hidden[match_id] and not mine and not who.admin:
            bot, version = "", None  # noqa: PLW2901 (hidden from here on)
        seats[match_id].append(SeatLine(*(seat, bot, version or "", *result, mine)))
    return [MatchLine(*(*row, tuple(seats[row.id]))) for row in matches]


@cache
def _seats() -> Any:
    return (
        select(
            MatchSeat.match_id,
            Bot.team_id,
            MatchSeat.seat,
            Bot.name,
            BotVersion.name.label("version"),
            MatchSeat.score,
            MatchSeat.place,
            MatchSeat.verdict,
            MatchSeat.think_ms,
        )
        .join(Bot, Bot.id == MatchSeat.bot_id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(any_of(MatchSeat.match_id, "matches"))
        .order_by(MatchSeat.match_id, MatchSeat.seat)
    )


Hidden = tuple[tuple[int, ...], tuple[tuple[Any, ...], ...], tuple[Any, ...]]


def hidden_mark(session: Session) -> Hidden:
    """What is hidden from the public: seasons, stages (frozen ones with their moment), how many accounts are gone; and the last ruling.

    It changes as soon as anything is hidden, frozen, revealed, deleted or ruled on, by anyone and through any edge: pages of
    matches that are over change then, too. Three statements.
    """
    seasons, stages, gone = _hidden()
    return (
        tuple(session.scalars(seasons)),
        tuple(tuple(row) for row in session.execute(stages)),
        tuple(session.execute(gone).one()),
    )


@cache
def _hidden() -> tuple[Any, Any, Any]:
    late = or_(not_(stages_for(PUBLIC)), frozen(PUBLIC))
    return (
        select(Season.id).where(not_(seasons_for(PUBLIC))).order_by(Season.id),
        select(SeasonStage.id, SeasonStage.visibility, SeasonStage.freeze_at).where(late).order_by(SeasonStage.id),
        select(func.count(Account.deleted_at), select(func.max(RulingEntry.id)).scalar_subquery()),
    )


@dataclass(frozen=True, slots=True)
class Marks:
    """Figures that move whenever something of their kind happens."""

    running: tuple[int, int | None]
    """How many matches are played, and the newest of them."""
    finished: datetime | None
    rated: int | None
    """The last line of the rating log."""
    matches: dict[int, tuple[str, str]]
    """State of a match and of its set."""
    leagues: dict[str, tuple[Any, ...]]
    """How far a season is, and the last ruling in it."""
    hidden: Hidden
    """What the public may not see, and the last ruling."""


def marks(session: Session, match_ids: Collection[int], slugs: Collection[str] = ()) -> Marks:
    """The marks now, with those of some matches and league seasons. Eight statements."""
    running = session.execute(select(func.count(), func.max(Match.id)).where(Match.state == MatchState.RUNNING)).one()
    states = session.execute(
        select(Match.id, Match.state, TableSet.state.label("whole"))
        .join(TableSet, TableSet.id == Match.set_id)
        .where(Match.id.in_(match_ids))
    )
    return Marks(
        (running[0], running[1]),
        session.scalar(select(func.max(Match.finished_at))),
        session.scalar(select(func.max(RatingEntry.id))),
        {row.id: (row.state.value, row.whole.value) for row in states},
        {row.slug: tuple(row) for row in session.execute(_leagues().where(Season.slug.in_(slugs)))},
        hidden_mark(session),
    )


@cache
def _leagues() -> Any:
    """Seasons with what moves them on but matches: entries, rounds, byes and table sets come with a round."""
    entered = select(func.count()).where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
    ruled = select(func.max(RulingEntry.id)).where(RulingEntry.season_id == Season.id)
    begun = (select(func.count(Round.started_at)).join(SeasonStage, SeasonStage.id == Round.stage_id)).where(
        SeasonStage.season_id == Season.id
    )
    ended = begun.with_only_columns(func.count(Round.ended_at))
    parts = (one.correlate(Season).scalar_subquery() for one in (entered, ruled, begun, ended))
    return select(Season.slug, Season.state, Season.paused, Season.visibility, *parts)
