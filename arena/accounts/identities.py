"""Sign-in through a provider: the account of a person, a new account the first time, and links to existing accounts."""

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.lookup import account as account_named, require_free_name
from arena.access.providers import Person, SignInRefused
from arena.access.viewers import Viewer
from arena.accounts.commands import create_account, require_password
from arena.db.database import stored, utcnow
from arena.db.models import Account, Identity, Role, audit
from arena.errors import Conflict, LimitReached, NotAllowed, NotFound
from arena.text import visible

MOST = 5
"""Identities of one account."""
LONGEST_NAME = 30
TRIES = 50
"""Names that are tried for a new account."""
UNKNOWN = "nobody here is linked to this sign-in. If you have an account, sign in with your password and link it under Password and leaving"


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """One link, for the account's own page."""

    id: int
    issuer: str
    label: str
    created_at: datetime
    last_used_at: datetime | None


def sign_in_by(session: Session, person: Person, *, new_accounts: bool) -> int:
    """The id of the account that this person may sign in to; with *new_accounts* it is created the first time.

    A name or an e-mail address never opens an existing account.
    """
    identity = _identity(session, person)
    if identity is None:
        if not new_accounts:
            raise SignInRefused(UNKNOWN)
        name = _free_name(session, person.name)
        account = create_account(session, name, None, Role.AUTHOR, name)
        identity = _add(session, account, person, name)
    account = session.get_one(Account, identity.account_id)
    if account.disabled_at is not None or account.deleted_at is not None:
        raise SignInRefused("this account is disabled")
    identity.last_used_at = utcnow()
    return account.id


def link(session: Session, who: Viewer, person: Person) -> None:
    """From now on this person at the provider may sign in to the viewer's account."""
    account = session.get_one(Account, who.account_id, with_for_update=True)
    identity = _identity(session, person)
    if identity is not None:
        if identity.account_id == account.id:
            return
        raise Conflict("this sign-in is linked to another account already")
    linked = select(func.count()).select_from(Identity).where(Identity.account_id == account.id)
    if (session.scalar(linked) or 0) >= MOST:
        raise LimitReached(f"an account has at most {MOST} linked sign-ins")
    _add(session, account, person, who.name)


def unlink(session: Session, who: Viewer, identity_id: int, password: str) -> None:
    """Remove one of the viewer's own links. The last one stays where an account has no password."""
    identity = session.get(Identity, identity_id)
    if identity is None or identity.account_id != who.account_id:
        raise NotFound("there is no such link")
    account = session.get_one(Account, who.account_id)
    if account.password_hash is None:
        raise Conflict("it is the only way into your account: ask an admin for a link to set a password first")
    require_password(session, who, password)
    _remove(session, account, identity, who.name)


def unlink_all(session: Session, who: Viewer, name: str) -> int:
    """Remove every link of an account; for admins. Returns how many there were."""
    if not who.admin:
        raise NotAllowed("only admins may change accounts of others")
    account = account_named(session, name)
    links = session.scalars(select(Identity).where(Identity.account_id == account.id).order_by(Identity.id)).all()
    for identity in links:
        _remove(session, account, identity, who.name)
    return len(links)


def identities(session: Session, account_id: int | None) -> list[LinkedIdentity]:
    """The links of an account, the oldest first."""
    rows = session.scalars(select(Identity).where(Identity.account_id == account_id).order_by(Identity.id))
    return [LinkedIdentity(row.id, row.issuer, row.label, row.created_at, row.last_used_at) for row in rows]


def _identity(session: Session, person: Person) -> Identity | None:
    return session.scalar(select(Identity).where(Identity.issuer == person.issuer, Identity.subject == person.subject))


def _add(session: Session, account: Account, person: Person, actor: str) -> Identity:
    identity = stored(
        session,
        Identity(account_id=account.id, issuer=person.issuer, subject=person.subject, label=visible(person.name, 90)),
    )
    audit(session, actor, "sign_in_linked", f"account:{account.name}", issuer=person.issuer)
    return identity


def _remove(session: Session, account: Account, identity: Identity, actor: str) -> None:
    audit(session, actor, "sign_in_unlinked", f"account:{account.name}", issuer=identity.issuer)
    session.delete(identity)


def _free_name(session: Session, wanted: str) -> str:
    """A free name close to the wanted one that cannot be mistaken for another."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", wanted.replace("I", "i")).strip("-_.")[:LONGEST_NAME]
    bases = [plain] if len(plain) > 1 else []
    for base in (*bases, f"player-{plain}".strip("-")):
        for number in range(1, TRIES):
            name = base if number == 1 else f"{base}-{number}"
            try:
                require_free_name(session, Account, name)
            except Conflict:
                continue
            return name
    raise Conflict("no free name was found for a new account; ask an admin for one")
