"""Two-factor sign-in by codes of an app (TOTP, RFC 6238), with recovery codes for people who have lost the app.

A code is good once: the step of the last one that was used is kept, and changes in the same statement that checks it. Recovery codes are random enough for a plain hash.
"""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest

import pyotp
from pyotp.totp import TOTP
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from arena.access.lookup import account as account_named
from arena.access.viewers import Viewer
from arena.accounts.commands import require_password
from arena.db.database import rows_changed, utcnow
from arena.db.models import Account, RecoveryCode, Role, SecondFactor, audit
from arena.errors import Conflict, Invalid, NotAllowed
from arena.settings import Settings

STEP_SECONDS = 30
DRIFT = 1
"""Steps by which the app's clock may differ."""
RECOVERY_CODES = 10
WRONG = "The code is wrong, or was used already."
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class TwoFactor:
    """What an account has, for its own page."""

    since: datetime | None
    """None: it is off."""
    codes_left: int


def two_factor(session: Session, account_id: int | None) -> TwoFactor:
    """What an account has."""
    row = session.get(SecondFactor, account_id) if account_id is not None else None
    left = select(func.count()).where(RecoveryCode.account_id == account_id, RecoveryCode.used_at.is_(None))
    return TwoFactor(None if row is None else row.confirmed_at, session.scalar(left) or 0)


def has_two_factor(session: Session, account_id: int) -> bool:
    """Whether this account needs a second factor to sign in."""
    row = session.get(SecondFactor, account_id)
    return row is not None and row.confirmed_at is not None


def is_required(settings: Settings, role: Role | None) -> bool:
    """Whether people with that role must use a second factor."""
    wanted = settings.require_two_factor
    return (role is Role.ADMIN and wanted in {"admins", "organisers"}) or (
        role is Role.ORGANISER and wanted == "organisers"
    )


def begin(session: Session, who: Viewer, password: str) -> str:
    """A new secret, which counts once a code has confirmed it. Returns the address for the app (`otpauth://…`)."""
    account = require_password(session, who, password)
    row = session.get(SecondFactor, account.id)
    if row is not None and row.confirmed_at is not None:
        raise Conflict("two-factor is on already")
    if row is None:
        row = SecondFactor(account_id=account.id)
        session.add(row)
    row.secret = pyotp.random_base32()
    return _address(row.secret, account.name)


def pending(session: Session, who: Viewer) -> tuple[str, str] | None:
    """The address and the secret that wait for their first code; None: nobody has begun to set them up."""
    row = session.get(SecondFactor, who.account_id)
    return None if row is None or row.confirmed_at is not None else (_address(row.secret, who.name), row.secret)


def _address(secret: str, name: str) -> str:
    return TOTP(secret).provisioning_uri(name=name, issuer_name="Meiji Arena")


def confirm(session: Session, who: Viewer, code: str, now: float | None = None) -> list[str]:
    """Turn it on, if the app's first code is right. Returns recovery codes, which are shown this once."""
    row = session.get(SecondFactor, who.account_id, with_for_update=True)
    if row is None or row.confirmed_at is not None:
        raise Conflict("start again: nothing is waiting for a code")
    step = _step_of(row.secret, code, now)
    if step is None:
        raise Invalid("That code is wrong. Check that your app's clock is right.")
    row.confirmed_at, row.last_step = utcnow(), step
    audit(session, who.name, "two_factor_on", f"account:{who.name}")
    return _new_codes(session, row.account_id)


def check(session: Session, account_id: int, code: str, now: float | None = None) -> bool:
    """Whether the code is right. A right code is used up."""
    row = session.get(SecondFactor, account_id)
    if row is None or row.confirmed_at is None:
        return False
    step = _step_of(row.secret, code, now)
    if step is None:
        return _use_recovery_code(session, account_id, code)
    used = (
        update(SecondFactor)
        .where(SecondFactor.account_id == account_id, SecondFactor.last_step < step)
        .values(last_step=step)
    )
    return rows_changed(session, used) == 1


def new_recovery_codes(session: Session, who: Viewer, password: str, code: str) -> list[str]:
    """New recovery codes; the old ones stop working."""
    account = _proved(session, who, password, code)
    audit(session, who.name, "recovery_codes_made", f"account:{who.name}")
    return _new_codes(session, account.id)


def turn_off(session: Session, who: Viewer, password: str, code: str) -> None:
    """Turn it off. The account's owner must give both password and code."""
    account = _proved(session, who, password, code)
    _remove(session, account, who.name)


def reset_two_factor(session: Session, who: Viewer, name: str) -> None:
    """Turn it off for a person who has lost app and codes; for admins."""
    if not who.admin:
        raise NotAllowed("only admins may change accounts of others")
    if name == who.name:
        raise Conflict("turn your own off under Password and leaving, with a code")
    account = account_named(session, name)
    if session.get(SecondFactor, account.id) is None:
        raise Conflict(f"{name} has no two-factor sign-in")
    _remove(session, account, who.name)


def _proved(session: Session, who: Viewer, password: str, code: str) -> Account:
    account = require_password(session, who, password)
    if not check(session, account.id, code):
        raise Invalid(WRONG)
    return account


def _remove(session: Session, account: Account, actor: str) -> None:
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    session.execute(delete(SecondFactor).where(SecondFactor.account_id == account.id))
    audit(session, actor, "two_factor_off", f"account:{account.name}")


def _step_of(secret: str, code: str, now: float | None) -> int | None:
    """The time step of the code; None if it fits none near now. Every step is compared, so that the time taken reveals nothing."""
    given = re.sub(r"\s", "", code)
    if not re.fullmatch(r"[0-9]{6}", given):
        return None
    here = int((time.time() if now is None else now) // STEP_SECONDS)
    totp = TOTP(secret)
    fitting = [
        step
        for step in range(here + DRIFT, here - DRIFT - 1, -1)
        if compare_digest(totp.generate_otp(step).encode(), given.encode())
    ]
    return fitting[0] if fitting else None


def _new_codes(session: Session, account_id: int) -> list[str]:
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    codes = [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(3)) for _ in range(RECOVERY_CODES)
    ]
    session.add_all(RecoveryCode(account_id=account_id, hash=_hash(code)) for code in codes)
    return codes


def _use_recovery_code(session: Session, account_id: int, code: str) -> bool:
    used = (
        update(RecoveryCode)
        .where(RecoveryCode.account_id == account_id, RecoveryCode.hash == _hash(code), RecoveryCode.used_at.is_(None))
        .values(used_at=utcnow())
    )
    return rows_changed(session, used) == 1


def _hash(code: str) -> str:
    """Dashes, spaces and case do not count: people copy them from paper."""
    return hashlib.sha256(re.sub(r"[^a-z0-9]", "", code.lower()).encode()).hexdigest()
