"""Lists of seasons and of champions as a viewer may see them, and what the organisers of a season see of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, not_, or_, select
from sqlalchemy.orm import Session, aliased, undefer

from arena.access.viewers import Viewer, partly_hidden, seasons_for
from arena.db.models import (
    Account,
    Champion,
    Entry,
    EntryState,
    Invite,
    Organiser,
    OrganiserInvitation,
    Round,
    Season,
    SeasonFormat,
    SeasonStage,
    SeasonState,
    SetState,
    StageEntry,
    TableSet,
)
from arena.db.paging import Page, Part, cut, fetch
from arena.errors import NotFound, existing
from arena.seasons import lookup
from arena.seasons.league_queries import EntryLine, RulingLine, entries, rulings

MOST_LISTED = 500
STATE_ORDER = (
    SeasonState.RUNNING,
    SeasonState.REGISTRATION,
    SeasonState.DRAFT,
    SeasonState.FINISHED,
    SeasonState.CANCELLED,
)


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season, with the number of bots that play in it."""

    id: int
    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, Any]
    clock: str
    format: SeasonFormat
    state: SeasonState
    open_ladder: bool
    paused: bool
    created_at: datetime
    entries: int


ENTRIES = (
    select(func.count())
    .select_from(Entry)
    .where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
    .correlate(Season)
    .scalar_subquery()
    .label("entries")
)
"""A column of statements on Season: how many bots play in it."""


def _seasons(who: Viewer, game: str, state: SeasonState | None) -> Any:
    names = [name for name in SeasonLine.__dataclass_fields__ if name != "entries"]
    query = select(*(getattr(Season, name) for name in names), ENTRIES).where(seasons_for(who))
    if game:
        query = query.where(Season.game == game)
    return query if state is None else query.where(Season.state == state)


def seasons(session: Session, who: Viewer, game: str = "", state: SeasonState | None = None) -> list[SeasonLine]:
    """Running seasons first, then those in registration, drafts and those that are over; the newest first. One statement."""
    rows = session.execute(_seasons(who, game, state).order_by(Season.id.desc()).limit(MOST_LISTED))
    lines = [SeasonLine(*row) for row in rows]
    return sorted(lines, key=lambda line: (STATE_ORDER.index(line.state), line.game if line.open_ladder else ""))


def season_page(
    session: Session, who: Viewer, part: Part, *, game: str = "", state: SeasonState | None = None
) -> Page[SeasonLine]:
    """One page of the seasons, the newest first. One statement. The key: id."""
    page = fetch(session, _seasons(who, game, state), part, [Season.id.desc()], lambda row: (row.id,))
    return Page([SeasonLine(*row) for row in page.rows], page.next)


def season(session: Session, who: Viewer, slug: str) -> SeasonLine:
    """One season; NotFound also for a season that the viewer may not see. One statement."""
    row = existing(
        session.execute(_seasons(who, "", None).where(Season.slug == slug)).one_or_none(),
        f"there is no season {slug!r}",
    )
    return SeasonLine(*row)


@dataclass(frozen=True, slots=True)
class ChampionLine:
    """The winner of a division of a season."""

    season: str
    """The season's slug."""
    title: str
    league: str
    number: int
    """Which season of its league."""
    game: str
    seats: int
    division: int
    division_name: str
    bot: str
    team: str
    at: datetime


def _champions(who: Viewer, limit: int) -> Select[Champion, Season]:
    return (
        select(Champion, Season)
        .join(Season, Season.id == Champion.season_id)
        .where(not_(partly_hidden(who)))
        .order_by(Champion.at.desc(), Champion.season_id.desc(), Champion.division)
        .limit(limit)
    )


def champions(
    session: Session, who: Viewer, *, season_id: int | None = None, league: str | None = None, limit: int = 500
) -> list[ChampionLine]:
    """Champions of finished seasons: newest season first, then highest division first. One statement."""
    wanted = _champions(who, limit)
    if season_id is not None:
        wanted = wanted.where(Champion.season_id == season_id)
    if league is not None:
        wanted = wanted.where(Champion.league == league)
    return [_champion(row.Champion, row.Season) for row in session.execute(wanted)]


def champions_page(session: Session, who: Viewer, part: Part) -> Page[ChampionLine]:
    """One page of all champions. One statement. The key: season, division."""
    wanted = _champions(who, part.size + 1)
    if part.after is not None:
        wanted = wanted.where(_following(*part.after))
    page = cut(session.execute(wanted).all(), part.size, lambda row: (row.Champion.season_id, row.Champion.division))
    return Page([_champion(row.Champion, row.Season) for row in page.rows], page.next)


def _following(season_id: int | str, division: int | str) -> ColumnElement[bool]:
    last = aliased(Champion)
    at = select(last.at).where(last.season_id == season_id, last.division == division).scalar_subquery()
    same_season = and_(Champion.season_id == season_id, Champion.division > division)
    return or_(Champion.at < at, and_(Champion.at == at, or_(Champion.season_id < season_id, same_season)))


def _champion(won: Champion, season: Season) -> ChampionLine:
    return ChampionLine(
        season.slug,
        won.title,
        won.league,
        season.number,
        season.game,
        season.seats,
        won.division,
        won.division_name,
        won.bot,
        won.team,
        won.at,
    )


@dataclass(frozen=True, slots=True)
class Head:
    """What every page of organisers says of a season."""

    slug: str
    title: str
    game: str
    state: str
    paused: bool
    trouble: str | None
    first_at: datetime | None


@dataclass(frozen=True, slots=True)
class RunLine(Head):
    """A season that the viewer may run."""

    entries: int


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage, with when the public sees it frozen."""

    number: int
    name: str
    format: str
    state: str
    freeze_at: datetime | None
    reveal_at: datetime | None


@dataclass(frozen=True, slots=True)
class InviteLine:
    """An invite, of which only the label is known."""

    id: int
    label: str
    uses_left: int
    created_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Control(Head):
    """Everything on the page of a season's organisers."""

    id: int
    file: str
    registration_opens: datetime | None
    registration_closes: datetime | None
    submission_closes: datetime | None
    deadline: datetime | None
    open_sets: int
    first_round: datetime | None
    """When round 1 of a season that has started starts or started."""
    fields: tuple[int, ...]
    """Entries per division as it started; empty before."""
    stages: tuple[StageLine, ...]
    entries: tuple[EntryLine, ...]
    invites: tuple[InviteLine, ...]
    rulings: tuple[RulingLine, ...]
    organisers: tuple[str, ...]
    asked: tuple[str, ...]
    """Accounts that are invited to run it and have not answered."""
    rehearses: str
    """The slug of the season that this one is a rehearsal of; empty: it counts."""
    rehearsal: str
    """The slug of its rehearsal, if there is one."""
    wiped: bool
    """A rehearsal that is called off and about to go."""


def _head(row: Season) -> tuple[str, str, str, str, bool, str | None, datetime | None]:
    """The fields of Head."""
    return row.slug, row.title, row.game, row.state.value, row.paused, row.trouble, row.first_at


def run_by(session: Session, who: Viewer) -> list[RunLine]:
    """The league seasons that the viewer may run, the newest first. One statement."""
    query = select(Season, ENTRIES).where(Season.file.is_not(None))
    if not who.admin:
        query = query.join(Organiser, Organiser.season_id == Season.id).where(Organiser.account_id == who.account_id)
    return [
        RunLine(*_head(row.Season), row.entries) for row in session.execute(query.order_by(Season.id.desc()).limit(200))
    ]


def control(session: Session, who: Viewer, slug: str) -> Control:
    """One season for its organisers; NotFound for everyone else. Twelve statements, thirteen for a rehearsal."""
    row = session.scalar(
        select(Season).where(Season.slug == slug, Season.file.is_not(None)).options(undefer(Season.file))
    )
    if row is None or not lookup.may_run(session, who, row):
        raise NotFound(f"you run no season {slug!r}")
    waiting = select(func.count()).where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN)
    return Control(
        *_head(row),
        row.id,
        row.file or "",
        row.registration_opens,
        row.registration_closes,
        row.submission_closes,
        row.deadline,
        session.scalar(waiting) or 0,
        _first_round(session, row.id),
        _fields(session, row.id),
        tuple(_stage(stage) for stage in lookup.stages(session, row)),
        tuple(entries(session, row.id)),
        _invites(session, row.id),
        tuple(rulings(session, who, row.id)),
        _accounts(session, Organiser, row.id),
        _accounts(session, OrganiserInvitation, row.id),
        session.scalar(select(Season.slug).where(Season.id == row.rehearses_id)) or "" if row.rehearses_id else "",
        session.scalar(select(Season.slug).where(Season.rehearses_id == row.id)) or "",
        row.wiped_at is not None,
    )


def _accounts(session: Session, kind: type[Organiser | OrganiserInvitation], season_id: int) -> tuple[str, ...]:
    named = select(Account.name).join(kind, kind.account_id == Account.id).where(kind.season_id == season_id)
    return tuple(session.scalars(named.order_by(Account.name)))


@dataclass(frozen=True, slots=True)
class AskedToRun:
    """An open invitation to the viewer."""

    slug: str
    title: str
    by: str
    """The organiser who sent it; empty: the operator."""
    created_at: datetime


def asked_to_run(session: Session, who: Viewer) -> list[AskedToRun]:
    """Seasons that the viewer is invited to run and has not answered, oldest first. One statement."""
    rows = session.execute(
        select(Season.slug, Season.title, func.coalesce(Account.name, ""), OrganiserInvitation.created_at)
        .join(Season, Season.id == OrganiserInvitation.season_id)
        .outerjoin(Account, Account.id == OrganiserInvitation.invited_by)
        .where(OrganiserInvitation.account_id == who.account_id)
        .order_by(OrganiserInvitation.created_at, Season.slug)
    )
    return [AskedToRun(*row) for row in rows]


def _stage(row: SeasonStage) -> StageLine:
    return StageLine(row.number, row.name, row.format, row.state.value, row.freeze_at, row.reveal_at)


def _first_round(session: Session, season_id: int) -> datetime | None:
    first = select(Round.starts_at).join(SeasonStage, SeasonStage.id == Round.stage_id)
    return session.scalar(first.where(SeasonStage.season_id == season_id, SeasonStage.number == 0, Round.number == 1))


def _fields(session: Session, season_id: int) -> tuple[int, ...]:
    """How many began the first stage, per division."""
    rows = session.execute(
        select(StageEntry.division, func.count())
        .join(SeasonStage, SeasonStage.id == StageEntry.stage_id)
        .where(SeasonStage.season_id == season_id, SeasonStage.number == 0)
        .group_by(StageEntry.division)
        .order_by(StageEntry.division)
    )
    return tuple(count for _, count in rows)


def _invites(session: Session, season_id: int) -> tuple[InviteLine, ...]:
    rows = session.scalars(select(Invite).where(Invite.season_id == season_id).order_by(Invite.id))
    return tuple(InviteLine(row.id, row.label, row.uses_left, row.created_at, row.revoked_at) for row in rows)
