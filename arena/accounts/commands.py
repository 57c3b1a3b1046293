"""Accounts: create, disable, delete, and set passwords and roles. Each change writes its line in the audit log."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, String, cast, delete, or_, select, update
from sqlalchemy.orm import Session

from arena.access import credentials, lookup
from arena.access.viewers import Viewer
from arena.accounts.follows import forget_follows
from arena.accounts.teams import add_team
from arena.db.database import stored, utcnow
from arena.db.models import (
    Account,
    AuditEntry,
    Bot,
    Champion,
    Comment,
    Entry,
    EntryState,
    FinalLine,
    HostedRun,
    Identity,
    Organiser,
    OrganiserInvitation,
    RecoveryCode,
    Role,
    RulingEntry,
    SeasonMessage,
    SecondFactor,
    Submission,
    SubmissionFile,
    Team,
    TeamInvitation,
    TeamMember,
    Token,
    audit,
)
from arena.errors import Conflict, Invalid, NotAllowed
from arena.names import folded
from arena.seasons.withdrawal import take_out
from arena.webhooks.commands import forget_account, forget_names

HOUSE_TEAM = "house"


def create_account(session: Session, name: str, password: str | None, role: Role, actor: str) -> Account:
    """A new account, and a team with the same name that it leads. Without a password nobody can sign in yet."""
    lookup.require_free_name(session, Account, name, official=role is Role.ADMIN)
    account = stored(
        session,
        Account(name=name, role=role, password_hash=None if password is None else credentials.hash_password(password)),
    )
    team = add_team(session, name, actor, official=role is Role.ADMIN)
    session.add(TeamMember(team_id=team.id, account_id=account.id, leader=True))
    audit(session, actor, "account_created", f"account:{name}", role=role.value)
    return account


def reset_password(session: Session, name: str, password: str, actor: str) -> None:
    """Set another password without asking for the old one."""
    lookup.account(session, name).password_hash = credentials.hash_password(password)
    audit(session, actor, "password_reset", f"account:{name}")


def change_password(session: Session, who: Viewer, old: str, new: str, *, fresh: bool = False) -> int:
    """Set your own password; Invalid if the old one is wrong. Returns your account's id: other sessions must end.

    An account without one, whose owner signs in through a provider, gets its first if they signed in a moment ago (*fresh*).
    """
    account = session.get_one(Account, who.account_id)
    if account.password_hash is not None:
        require_password(session, who, old)
    elif not fresh:
        raise Invalid("sign in again, then set your first password within ten minutes")
    reset_password(session, account.name, new, who.name)
    return account.id


def require_password(session: Session, who: Viewer, password: str) -> Account:
    """The viewer's account; Invalid if this is not its password."""
    account = session.get_one(Account, who.account_id)
    if not credentials.password_fits(account.password_hash, password):
        raise Invalid("the password is wrong")
    return account


def set_role(session: Session, who: Viewer, name: str, role: str) -> None:
    """Change what an account may do; for admins."""
    account = _administered(session, who, name)
    if name == who.name:
        raise Conflict("you cannot change your own role: somebody must stay admin")
    if role not in set(Role):
        raise Invalid(f"there is no role {role!r}")
    account.role = Role(role)
    audit(session, who.name, "role_changed", f"account:{name}", role=role)


def set_disabled(session: Session, who: Viewer, name: str, *, disabled: bool) -> int:
    """Disable an account or enable it again; for admins. Returns the account's id: its sessions must end."""
    account = _administered(session, who, name)
    if name == who.name:
        raise Conflict("you cannot disable yourself")
    account.disabled_at = utcnow() if disabled else None
    audit(session, who.name, "account_disabled" if disabled else "account_enabled", f"account:{name}")
    return account.id


def grant_reset_link(session: Session, who: Viewer, name: str) -> int:
    """Note that a reset link is made; for admins. Returns the id of the account it is for."""
    account = _administered(session, who, name)
    if account.deleted_at is not None:
        raise Conflict(f"{name} is deleted")
    audit(session, who.name, "reset_link_made", f"account:{name}")
    return account.id


def _administered(session: Session, who: Viewer, name: str) -> Account:
    if not who.admin:
        raise NotAllowed("only admins may change accounts of others")
    return lookup.account(session, name)


SITE = "site:"
"""A prefix of actors in audit lines and rulings that earlier versions wrote."""
OWN_WORDS = frozenset({"reason", "why", "label"})
"""Details of an audit line that somebody wrote."""


@dataclass
class Gone:
    """Names to be removed, each with what replaces it."""

    accounts: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    bot_ids: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By the bot's id: its new name and that of its team."""

    def names(self) -> dict[str, str]:
        """All names in one mapping. An account and the team it came with share a name: the account's replacement counts."""
        return {**self.bots, **self.teams, **self.accounts}

    def subjects(self) -> Iterator[tuple[str, str]]:
        """What the audit log says was changed: `bot:crane`."""
        for kind, names in (("account", self.accounts), ("team", self.teams), ("bot", self.bots)):
            yield from ((f"{kind}:{old}", f"{kind}:{new}") for old, new in names.items())


def retire(session: Session, bot: Bot, actor: str) -> None:
    """Disable a bot for good, revoke its tokens and withdraw it from its seasons."""
    now = utcnow()
    bot.disabled_at = bot.disabled_at or now
    session.execute(update(Token).where(Token.bot_id == bot.id, Token.revoked_at.is_(None)).values(revoked_at=now))
    for entry in session.scalars(
        select(Entry).where(Entry.bot_id == bot.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
    ).all():
        take_out(session, entry, "its bot was retired", actor)
    _delete_archives(session, bot.id)
    audit(session, actor, "bot_retired", f"bot:{bot.name}")


def _delete_archives(session: Session, bot_id: int) -> None:
    """The archives of a bot that will not play again are deleted; what is known of its versions stays."""
    mine = select(Submission.id).where(Submission.bot_id == bot_id)
    session.execute(delete(HostedRun).where(HostedRun.submission_id.in_(mine)))
    session.execute(delete(SubmissionFile).where(SubmissionFile.submission_id.in_(mine)))
    session.execute(
        update(Submission)
        .where(Submission.bot_id == bot_id, Submission.deleted_at.is_(None))
        .values(active=False, deleted_at=utcnow())
    )


def delete_own_account(session: Session, who: Viewer, password: str) -> int:
    """Delete your account; Invalid if the password is wrong. Returns the account's id: its sessions must end."""
    account = require_password(session, who, password)
    delete_account(session, account, who.name)
    return account.id


def anonymise_account(session: Session, who: Viewer, name: str, repeated: str) -> int:
    """Delete the account of somebody else; for admins, who write its name once more. Returns the account's id: its sessions must end."""
    account = _administered(session, who, name)
    if name == who.name:
        raise Conflict("you cannot anonymise yourself here: delete your account under Password and leaving")
    if account.deleted_at is not None:
        raise Conflict(f"{name} is deleted already")
    if repeated != name:
        raise Invalid(f"write {name} into the box to anonymise that account")
    delete_account(session, account, who.name)
    return account.id


def delete_account(session: Session, account: Account, actor: str) -> None:
    """Anonymise an account, the teams that have no other member, and the bots of these teams; delete its comments."""
    audit(session, actor, "account_deleted", f"account:{account.id}")
    session.execute(
        update(Token).where(Token.account_id == account.id, Token.revoked_at.is_(None)).values(revoked_at=utcnow())
    )
    session.execute(delete(Organiser).where(Organiser.account_id == account.id))
    session.execute(delete(OrganiserInvitation).where(OrganiserInvitation.account_id == account.id))
    session.execute(delete(TeamInvitation).where(TeamInvitation.account_id == account.id))
    session.execute(delete(Comment).where(Comment.account_id == account.id))
    forget_account(session, account.id)
    forget_follows(session, account.id)
    for kind in (Identity, SecondFactor, RecoveryCode):
        session.execute(delete(kind).where(kind.account_id == account.id))
    gone = Gone()
    for team in session.scalars(select(Team).join(TeamMember).where(TeamMember.account_id == account.id)).all():
        others = [member for member in team.members if member.account_id != account.id]
        if not others:
            _dissolve(session, team, actor, gone)
        elif not any(member.leader for member in others):
            others[0].leader = True
        for member in list(team.members):
            if member.account_id == account.id:
                session.delete(member)
    gone.accounts[account.name] = account.name = _anonymous(session, Account, f"deleted-{account.id}")
    account.password_hash = None
    account.deleted_at = utcnow()
    session.flush()
    _forget(session, gone)


def _dissolve(session: Session, team: Team, actor: str, gone: Gone) -> None:
    """Retire the bots of a team, and anonymise the team and them."""
    session.execute(delete(TeamInvitation).where(TeamInvitation.team_id == team.id))
    gone.teams[team.name] = team.name = _anonymous(session, Team, f"deleted-{team.id}")
    for bot in session.scalars(select(Bot).where(Bot.team_id == team.id)).all():
        retire(session, bot, actor)
        gone.bots[bot.name] = bot.name = _anonymous(session, Bot, f"retired-{bot.id}")
        gone.bot_ids[bot.id] = (bot.name, team.name)


def _anonymous(session: Session, kind: type[Account | Team | Bot], name: str) -> str:
    """A free name for an account or bot without a person. Earlier versions let people take such names."""
    wanted, number = name, 1
    while session.scalar(select(kind.id).where(or_(kind.name == wanted, kind.folded == folded(wanted)))) is not None:
        number += 1
        wanted = f"{name}-{number}"
    return wanted


def _forget(session: Session, gone: Gone) -> None:
    """Put the new names wherever the old ones were copied to."""
    _tables(session, gone)
    for old, new in gone.accounts.items():
        for prefix in ("", SITE):
            for kind in (AuditEntry, RulingEntry, SeasonMessage):
                session.execute(update(kind).where(kind.actor == prefix + old).values(actor=prefix + new))
    for before, after in gone.subjects():
        session.execute(update(AuditEntry).where(AuditEntry.subject == before).values(subject=after))
    _details(session, gone.names())
    forget_names(session, gone.names())


def _tables(session: Session, gone: Gone) -> None:
    """Put the new names into final tables and the hall of fame."""
    for bot_id, (name, team) in gone.bot_ids.items():
        entries = select(Entry.id).where(Entry.bot_id == bot_id)
        for kind in (FinalLine, Champion):
            session.execute(
                update(kind)
                .where(kind.entry_id.in_(entries))
                .values(bot=name, team=team)
                .execution_options(synchronize_session=False)
            )


def _details(session: Session, names: Mapping[str, str]) -> None:
    """Replace the names in the details of audit lines."""
    for line in session.scalars(select(AuditEntry).where(_mentioned(names))):
        line.detail = {
            key: value if key in OWN_WORDS else _renamed(value, names.get) for key, value in line.detail.items()
        }


def _mentioned(names: Mapping[str, str]) -> ColumnElement[bool]:
    text = cast(AuditEntry.detail, String)
    return or_(*(text.contains(f'"{name}"', autoescape=True) for name in names))


def _renamed(value: Any, new: Callable[[str], str | None]) -> Any:
    if isinstance(value, str):
        return new(value) or value
    return [_renamed(item, new) for item in value] if isinstance(value, list) else value
