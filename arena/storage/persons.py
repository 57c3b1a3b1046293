"""Whose a bot is: the people of its team. One rule for pairing, limits and disabled accounts."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session, aliased

from arena.storage.models import Account, Bot, Team, TeamMember
from arena.storage.pages.among import among


def person(account_id: int) -> str:
    """How an account is called among owners."""
    return f"account {account_id}"


def owners(session: Session, teams: Iterable[int]) -> dict[int, frozenset[str]]:
    """Per team: the team and everybody in it. Bots with an owner in common are never rivals. Empty for the arena's own team."""
    rows = session.execute(
        select(Team.id, Team.house, TeamMember.account_id)
        .outerjoin(TeamMember, TeamMember.team_id == Team.id)
        .where(among(Team.id, "teams")),
        {"teams": sorted(set(teams))},
    ).all()
    found: dict[int, set[str]] = {}
    for team_id, house, account_id in rows:
        names = found.setdefault(team_id, set() if house else {f"team {team_id}"})
        if account_id is not None and not house:
            names.add(person(account_id))
    return {team_id: frozenset(names) for team_id, names in found.items()}


def circles(session: Session, teams: Iterable[int]) -> dict[int, str]:
    """Per team: a name that teams share if they have somebody in common, be it by way of a third team."""
    known = owners(session, teams)
    circle: dict[str, str] = {}

    def root(name: str) -> str:
        while circle.setdefault(name, name) != name:
            name = circle[name]
        return name

    for names in known.values():
        first, *others = sorted(names) or [""]
        for other in others:
            circle[root(other)] = root(first)
    return {team_id: root(min(names)) if names else "" for team_id, names in known.items()}


def may_play() -> ColumnElement[bool]:
    """The condition on Bot: neither is it retired, nor is everybody of its team disabled or gone."""
    member, holder = aliased(TeamMember), aliased(Account)
    anybody = exists().where(member.team_id == Bot.team_id)
    live = exists().where(
        member.team_id == Bot.team_id,
        member.account_id == holder.id,
        holder.disabled_at.is_(None),
        holder.deleted_at.is_(None),
    )
    return and_(Bot.disabled_at.is_(None), or_(~anybody, live))


def plays(session: Session, bot_id: int) -> bool:
    """The same for one bot."""
    return session.scalar(select(Bot.id).where(Bot.id == bot_id, may_play())) is not None
