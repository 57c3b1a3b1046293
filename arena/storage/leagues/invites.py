"""Invite codes of closed seasons: made and shown once, kept as hashes, each good for a number of entries."""

from sqlalchemy import CursorResult, select, update
from sqlalchemy.orm import Session

from arena.storage import secrets
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, Invalid, NotAllowed, NotFound
from arena.storage.leagues import finding
from arena.storage.models import Invite, Season, SeasonState

MOST_USES = 1000
OVER = (SeasonState.FINISHED, SeasonState.CANCELLED)


def create_invite(session: Session, slug: str, actor: str, *, uses: int = 1, label: str = "") -> tuple[Invite, str]:
    """A new code for *uses* entries, and its text, which nobody can ask for again."""
    row = finding.season(session, slug)
    if row.state in OVER:
        raise Conflict(f"{slug} is {row.state.value}: nobody can be invited any more")
    if not 1 <= uses <= MOST_USES:
        raise Invalid(f"an invite is good for 1 to {MOST_USES} entries; got {uses}")
    if len(label) > 64:
        raise Invalid("the label of an invite has at most 64 characters")
    code = secrets.new_token("invite")
    made = Invite(season_id=row.id, hash=secrets.token_hash(code), label=label, uses_left=uses)
    session.add(made)
    session.flush()
    log(session, actor, "invite_created", f"season:{slug}", invite=made.id, label=label, uses=uses)
    return made, code


def revoke_invite(session: Session, slug: str, invite_id: int, actor: str) -> Invite:
    """The code opens nothing any more; who came in by it stays in."""
    row = finding.season(session, slug)
    found = session.scalar(select(Invite).where(Invite.id == invite_id, Invite.season_id == row.id))
    if found is None:
        raise NotFound(f"{slug} has no invite {invite_id}")
    if found.revoked_at is not None:
        raise Conflict(f"invite {invite_id} of {slug} is revoked already")
    found.revoked_at = utcnow()
    log(session, actor, "invite_revoked", f"season:{slug}", invite=invite_id)
    return found


def use(session: Session, row: Season, code: str) -> Invite:
    """Take one use of a code; NotAllowed if it opens nothing here (any more)."""
    if not code:
        raise NotAllowed(f"{row.slug} is by invitation: enter with the code its organisers gave you")
    found = session.scalar(
        select(Invite).where(Invite.hash == secrets.token_hash(code.strip()), Invite.season_id == row.id)
    )
    if found is None or found.revoked_at is not None:
        raise NotAllowed(f"that code does not open {row.slug}: ask its organisers for another")
    # In one statement, so that two who come at once cannot both have the last use.
    taken = session.execute(
        update(Invite).where(Invite.id == found.id, Invite.uses_left > 0).values(uses_left=Invite.uses_left - 1)
    )
    assert isinstance(taken, CursorResult)
    if taken.rowcount == 0:
        raise NotAllowed(f"that code of {row.slug} is used up: ask its organisers for another")
    return found


def season_of(session: Session, code: str) -> str:
    """The season that a code opens, for those to whom it is not shown; NotAllowed for any other text."""
    found = session.scalar(
        select(Season.slug)
        .join(Invite, Invite.season_id == Season.id)
        .where(Invite.hash == secrets.token_hash(code.strip()), Invite.revoked_at.is_(None))
    )
    if found is None:
        raise NotAllowed("that code opens no season: ask the organisers for another")
    return found


def opens(session: Session, row: Season, code: str) -> bool:
    """Whether the code is one of that season's, used up or not."""
    wanted = select(Invite.id).where(Invite.hash == secrets.token_hash(code.strip()), Invite.season_id == row.id)
    return session.scalar(wanted.where(Invite.revoked_at.is_(None))) is not None
