"""What the organisers of a season see: its state, file, entries, invites, rulings and each other."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from arena.storage.errors import NotFound
from arena.storage.models import (
    Account,
    Bot,
    Entry,
    EntryState,
    Invite,
    Organiser,
    Round,
    Season,
    SeasonStage,
    SetState,
    StageEntry,
    TableSet,
    Team,
)
from arena.storage.pages.league import RulingLine, rulings
from arena.storage.pages.viewers import Viewer


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
    """A stage, with whether the public sees it as it was."""

    number: int
    name: str
    format: str
    state: str
    freeze_at: datetime | None
    reveal_at: datetime | None


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Who is in, and whether it could play."""

    bot: str
    team: str
    state: str
    division: int | None
    version: str | None
    validated: bool
    bot_id: int
    house: bool


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


def _head(row: Season) -> tuple[str, str, str, str, bool, str | None, datetime | None]:
    """The fields of Head."""
    return row.slug, row.title, row.game, row.state.value, row.paused, row.trouble, row.first_at


def run_by(session: Session, who: Viewer) -> list[RunLine]:
    """The league seasons that the viewer may run, the newest first. One statement."""
    entered = (
        select(func.count())
        .select_from(Entry)
        .where(Entry.season_id == Season.id, Entry.state == EntryState.ACTIVE)
        .scalar_subquery()
    )
    query = select(Season, entered.label("entered")).where(Season.file.is_not(None))
    if not who.admin:
        query = query.join(Organiser, Organiser.season_id == Season.id).where(Organiser.account_id == who.account_id)
    return [
        RunLine(*_head(row.Season), row.entered) for row in session.execute(query.order_by(Season.id.desc()).limit(200))
    ]


def control(session: Session, who: Viewer, slug: str) -> Control:
    """One season for its organisers; NotFound for everyone else. Nine statements."""
    row = session.scalar(
        select(Season).where(Season.slug == slug, Season.file.is_not(None)).options(undefer(Season.file))
    )
    organisers = [] if row is None else _organisers(session, row.id)
    if row is None or not (who.admin or who.account_id in {account_id for account_id, _ in organisers}):
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
        _stages(session, row.id),
        _entries(session, row.id),
        _invites(session, row.id),
        tuple(rulings(session, who, row.id)),
        tuple(name for _, name in organisers),
    )


def _organisers(session: Session, season_id: int) -> list[tuple[int, str]]:
    rows = session.execute(
        select(Account.id, Account.name)
        .join(Organiser, Organiser.account_id == Account.id)
        .where(Organiser.season_id == season_id)
        .order_by(Account.name)
    )
    return [(row.id, row.name) for row in rows]


def _stages(session: Session, season_id: int) -> tuple[StageLine, ...]:
    rows = session.scalars(select(SeasonStage).where(SeasonStage.season_id == season_id).order_by(SeasonStage.number))
    return tuple(
        StageLine(row.number, row.name, row.format, row.state.value, row.freeze_at, row.reveal_at) for row in rows
    )


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


def _entries(session: Session, season_id: int) -> tuple[EntryLine, ...]:
    rows = session.execute(
        select(Entry.state, Entry.division, Entry.version, Bot.id, Bot.name, Bot.house, Bot.validated_at)
        .add_columns(Team.name.label("team"))
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .where(Entry.season_id == season_id)
        .order_by(Entry.state, Team.name, Bot.name)
    )
    return tuple(
        EntryLine(
            row.name,
            row.team,
            row.state.value,
            row.division,
            row.version,
            row.validated_at is not None,
            row.id,
            row.house is not None,
        )
        for row in rows
    )


def _invites(session: Session, season_id: int) -> tuple[InviteLine, ...]:
    rows = session.scalars(select(Invite).where(Invite.season_id == season_id).order_by(Invite.id))
    return tuple(InviteLine(row.id, row.label, row.uses_left, row.created_at, row.revoked_at) for row in rows)
