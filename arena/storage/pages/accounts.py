"""What a person sees of their own: teams, bots, tokens."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from arena.storage.errors import NotFound
from arena.storage.models import (
    Account,
    Bot,
    Entry,
    EntryState,
    Season,
    SeasonState,
    Team,
    TeamInvitation,
    TeamMember,
    Token,
)
from arena.storage.pages.sight import seasons_for
from arena.storage.pages.viewers import Viewer


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token, of which only the label is known."""

    id: int
    label: str
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnBot:
    """One of the viewer's bots."""

    id: int
    name: str
    team: str
    created_at: datetime
    validated_at: datetime | None
    disabled_at: datetime | None
    last_seen_at: datetime | None
    open_to_challenges: bool
    matches_per_hour: int | None
    tokens: tuple[TokenLine, ...]
    seasons: tuple[tuple[str, str, str], ...]
    """Slug, title and state of its entries."""

    @property
    def active(self) -> set[str]:
        """Slugs of the seasons it is in now."""
        return {slug for slug, _, state in self.seasons if state == EntryState.ACTIVE.value}


def own_bots(session: Session, who: Viewer) -> list[OwnBot]:
    """All bots of the viewer's teams. Three statements."""
    rows = session.execute(
        select(Bot, Team.name).join(Team, Team.id == Bot.team_id).where(Bot.team_id.in_(who.teams)).order_by(Bot.name)
    ).all()
    ids = [row.Bot.id for row in rows]
    tokens: dict[int, list[TokenLine]] = {}
    for token in session.scalars(select(Token).where(Token.bot_id.in_(ids)).order_by(Token.id)):
        line = TokenLine(token.id, token.label, token.created_at, token.last_used_at, token.revoked_at)
        tokens.setdefault(token.bot_id or 0, []).append(line)
    entries: dict[int, list[tuple[str, str, str]]] = {}
    for entry in session.execute(
        select(Entry.bot_id, Entry.state, Season.slug, Season.title)
        .join(Season, Season.id == Entry.season_id)
        .where(Entry.bot_id.in_(ids))
        .order_by(Season.id)
    ):
        entries.setdefault(entry.bot_id, []).append((entry.slug, entry.title, entry.state.value))
    return [
        OwnBot(
            row.Bot.id,
            row.Bot.name,
            row.name,
            row.Bot.created_at,
            row.Bot.validated_at,
            row.Bot.disabled_at,
            row.Bot.last_seen_at,
            row.Bot.open_to_challenges,
            row.Bot.matches_per_hour,
            tuple(tokens.get(row.Bot.id, ())),
            tuple(entries.get(row.Bot.id, ())),
        )
        for row in rows
    ]


def own_bot(session: Session, who: Viewer, name: str) -> Bot:
    """One of the viewer's bots, to change it; NotFound for those of others."""
    found = session.scalar(select(Bot).where(Bot.name == name))
    if found is None or not (who.owns(found.team_id) or who.admin):
        raise NotFound(f"you have no bot {name!r}")
    return found


def takes_entries() -> ColumnElement[bool]:
    """The condition on seasons that take entries now: those in registration, and running open ladders."""
    running = (Season.state == SeasonState.RUNNING) & Season.open_ladder.is_(True)
    return (Season.state == SeasonState.REGISTRATION) | running


def enterable(session: Session, who: Viewer) -> list[Season]:
    """Those of them that the viewer may know of."""
    return list(session.scalars(select(Season).where(takes_entries(), seasons_for(who)).order_by(Season.id)))


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team of the viewer's."""

    id: int
    name: str
    created_at: datetime
    leading: bool
    """Whether the viewer leads it."""
    members: tuple[tuple[str, bool], ...]
    """Names, and whether they lead."""
    invited: tuple[tuple[str, datetime], ...]
    """For leaders: names of accounts that have not answered, and since when."""
    bots: tuple[str, ...]


def own_teams(session: Session, who: Viewer) -> list[OwnTeam]:
    """All teams of the viewer by name. Four statements."""
    teams = session.scalars(select(Team).where(Team.id.in_(who.teams)).order_by(Team.name)).all()
    members: dict[int, list[tuple[str, bool]]] = {}
    leading: set[int] = set()
    for row in session.execute(
        select(TeamMember.team_id, TeamMember.account_id, TeamMember.leader, Account.name)
        .join(Account, Account.id == TeamMember.account_id)
        .where(TeamMember.team_id.in_(who.teams))
        .order_by(TeamMember.leader.desc(), Account.name)
    ):
        members.setdefault(row.team_id, []).append((row.name, row.leader))
        if row.leader and row.account_id == who.account_id:
            leading.add(row.team_id)
    invited: dict[int, list[tuple[str, datetime]]] = {}
    for team_id, name, since in session.execute(
        select(TeamInvitation.team_id, Account.name, TeamInvitation.created_at)
        .join(Account, Account.id == TeamInvitation.account_id)
        .where(TeamInvitation.team_id.in_(leading))
        .order_by(Account.name)
    ):
        invited.setdefault(team_id, []).append((name, since))
    bots: dict[int, list[str]] = {}
    for team_id, name in session.execute(
        select(Bot.team_id, Bot.name).where(Bot.team_id.in_(who.teams), Bot.disabled_at.is_(None)).order_by(Bot.name)
    ):
        bots.setdefault(team_id, []).append(name)
    return [
        OwnTeam(
            team.id,
            team.name,
            team.created_at,
            team.id in leading,
            tuple(members.get(team.id, ())),
            tuple(invited.get(team.id, ())),
            tuple(bots.get(team.id, ())),
        )
        for team in teams
    ]
