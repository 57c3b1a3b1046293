"""Invite codes of a season: shown once, stored as hashes, good for a number of entries."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.access import credentials
from arena.access.viewers import Viewer
from arena.db.database import rows_changed, stored, utcnow
from arena.db.models import Invite, Season, SeasonState, audit
from arena.errors import Conflict, Invalid, NotAllowed, existing
from arena.seasons import lookup

MOST_USES = 1000
OVER = (SeasonState.FINISHED, SeasonState.CANCELLED)


def create_invite(session: Session, who: Viewer, slug: str, *, uses: int = 1, label: str = "") -> tuple[Invite, str]:
    """Create a code for *uses* entries. Returns it with its text, which is not stored."""
    row = lookup.locked_for(session, who, slug)
    if row.state in OVER:
        raise Conflict(f"{slug} is {row.state.value}: it takes no further invites")
    if not 1 <= uses <= MOST_USES:
        raise Invalid(f"an invite is good for 1 to {MOST_USES} entries; got {uses}")
    if len(label) > 64:
        raise Invalid("the label of an invite has at most 64 characters")
    code = credentials.new_token("invite")
    invite = stored(session, Invite(season_id=row.id, hash=credentials.token_hash(code), label=label, uses_left=uses))
    audit(session, who.name, "invite_created", f"season:{slug}", invite=invite.id, label=label, uses=uses)
    return invite, code


def revoke_invite(session: Session, who: Viewer, slug: str, invite_id: int) -> Invite:
    """Revoke an invite. Teams that used it stay entered."""
    row = lookup.locked_for(session, who, slug)
    invite = existing(
        session.scalar(select(Invite).where(Invite.id == invite_id, Invite.season_id == row.id)),
        f"{slug} has no invite {invite_id}",
    )
    if invite.revoked_at is not None:
        raise Conflict(f"invite {invite_id} of {slug} is revoked already")
    invite.revoked_at = utcnow()
    audit(session, who.name, "invite_revoked", f"season:{slug}", invite=invite_id)
    return invite


def use_invite(session: Session, row: Season, code: str) -> Invite:
    """Take one use of a code; NotAllowed if the code is not valid for this season."""
    if not code:
        raise NotAllowed(f"{row.slug} is by invitation: enter with the code its organisers gave you")
    invite = session.scalar(
        select(Invite).where(Invite.hash == credentials.token_hash(code.strip()), Invite.season_id == row.id)
    )
    if invite is None or invite.revoked_at is not None:
        raise NotAllowed(f"that code does not open {row.slug}: ask its organisers for another")
    # In one statement: two requests at once cannot both take the last use.
    one_less = update(Invite).where(Invite.id == invite.id, Invite.uses_left > 0).values(uses_left=Invite.uses_left - 1)
    if rows_changed(session, one_less) == 0:
        raise NotAllowed(f"that code of {row.slug} is used up: ask its organisers for another")
    return invite


def season_of_invite(session: Session, code: str) -> str:
    """The slug of the season that a code is for; NotAllowed for any other text."""
    slug = session.scalar(
        select(Season.slug)
        .join(Invite, Invite.season_id == Season.id)
        .where(Invite.hash == credentials.token_hash(code.strip()), Invite.revoked_at.is_(None))
    )
    if slug is None:
        raise NotAllowed("that code is not valid for any season: ask the organisers for another")
    return slug


def is_invite_of(session: Session, row: Season, code: str) -> bool:
    """Whether the code is one of that season's, used up or not."""
    wanted = select(Invite.id).where(Invite.hash == credentials.token_hash(code.strip()), Invite.season_id == row.id)
    return session.scalar(wanted.where(Invite.revoked_at.is_(None))) is not None
