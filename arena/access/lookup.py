"""Accounts, teams and bots by name, whether a name is still free, and who owns a bot: the members of its team."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session, aliased

from arena.access.viewers import Viewer
from arena.db.any_of import any_of
from arena.db.database import alone
from arena.db.models import Account, Bot, Submission, Team, TeamMember
from arena.errors import Conflict, NotAllowed, NotFound, existing
from arena.names import folded, free_to_take

NOUNS = {Account: "an account", Team: "a team", Bot: "a bot"}


def account(session: Session, name: str) -> Account:
    """The account of that name; NotFound otherwise."""
    return existing(session.scalar(select(Account).where(Account.name == name)), f"there is no account {name!r}")


def account_of_any_case(session: Session, name: str) -> Account | None:
    """The account with exactly this name; otherwise the one that differs only in case."""
    alike = session.scalars(select(Account).where(or_(Account.name == name, Account.folded == folded(name)))).all()
    exact = (row for row in alike if row.name == name)
    return next(exact, None) or next((row for row in alike if row.name.lower() == name.lower()), None)


def bot(session: Session, name: str) -> Bot:
    """The bot of that name; NotFound otherwise."""
    return existing(session.scalar(select(Bot).where(Bot.name == name)), f"there is no bot {name!r}")


def own_bot(session: Session, who: Viewer, name: str) -> Bot:
    """The bot of that name if it is the viewer's, to change it; NotFound or NotAllowed otherwise. Admins may change every bot."""
    row = bot(session, name)
    if not (who.owns(row.team_id) or who.admin):
        raise NotAllowed(f"{name} is not one of your bots")
    return row


def own_team(session: Session, who: Viewer, name: str) -> Team:
    """The team of that name if the viewer belongs to it; NotFound for others. Admins may change every team."""
    row = session.scalar(select(Team).where(Team.name == name))
    if row is None or not (who.owns(row.id) or who.admin):
        raise NotFound(f"there is no team {name!r}" if who.admin else f"you belong to no team {name!r}")
    return row


def require_free_name(session: Session, kind: type[Account | Team | Bot], name: str, *, official: bool = False) -> None:
    """Conflict if the name is malformed, reserved, taken, or looks like one that is taken."""
    noun = NOUNS[kind]
    free_to_take(noun, name, official=official)
    alone(session, "names")  # two who take one name at once: the later one waits here, and reads why not
    others = session.scalars(select(kind.name).where(or_(kind.folded == folded(name), kind.name == name))).all()
    if name in others:
        raise Conflict(f"there is {noun} {name!r} already")
    if others:
        raise Conflict(f"{name!r} looks too much like the {noun.split()[1]} {others[0]!r}: choose another name")


def person(account_id: int) -> str:
    """The name of an account in the sets of owners."""
    return f"account {account_id}"


def owners(session: Session, teams: Iterable[int]) -> dict[int, frozenset[str]]:
    """Per team: the team and everybody in it. Bots with an owner in common are never rivals. Empty for the arena's own team."""
    rows = session.execute(
        select(Team.id, Team.house, TeamMember.account_id)
        .outerjoin(TeamMember, TeamMember.team_id == Team.id)
        .where(any_of(Team.id, "teams")),
        {"teams": sorted(set(teams))},
    ).all()
    by_team: dict[int, set[str]] = {}
    for team_id, house, account_id in rows:
        names = by_team.setdefault(team_id, set() if house else {f"team {team_id}"})
        if account_id is not None and not house:
            names.add(person(account_id))
    return {team_id: frozenset(names) for team_id, names in by_team.items()}


def circles(session: Session, teams: Iterable[int]) -> dict[int, str]:
    """Per team, the name of its circle. Teams with a person in common, directly or through a third team, are in one circle."""
    by_team = owners(session, teams)
    circle: dict[str, str] = {}

    def root(name: str) -> str:
        while circle.setdefault(name, name) != name:
            name = circle[name]
        return name

    for names in by_team.values():
        first, *others = sorted(names) or [""]
        for other in others:
            circle[root(other)] = root(first)
    return {team_id: root(min(names)) if names else "" for team_id, names in by_team.items()}


def may_play() -> ColumnElement[bool]:
    """The condition on bots that may play: not disabled, and somebody in the team still has a live account."""
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
    """Whether one bot may play."""
    return session.scalar(select(Bot.id).where(Bot.id == bot_id, may_play())) is not None


def hosted_version(session: Session, bot_id: int) -> str:
    """The version of a bot that the arena hosts; empty: it dials in. One statement."""
    active = select(Submission.version).where(Submission.bot_id == bot_id, Submission.active.is_(True))
    return session.scalar(active) or ""


def hosts(bots: Iterable[int]) -> ColumnElement[bool]:
    """Whether the arena hosts one of these bots: a version that was handed in is active."""
    return exists().where(Submission.bot_id.in_(list(bots)), Submission.active.is_(True))
