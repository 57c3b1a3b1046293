"""The organisers of a season, who are asked first, and invite codes: shown once, stored as hashes, good for a number of entries."""

from sqlalchemy import CursorResult, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from arena.access import credentials
from arena.access.lookup import account as account_named
from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import Account, Invite, Organiser, OrganiserInvitation, Season, SeasonState, audit
from arena.errors import Conflict, Invalid, NotAllowed, NotFound
from arena.seasons import lookup

MOST_USES = 1000
MOST_SENT = 20
"""Open invitations to run one season."""
MOST_RECEIVED = 20
"""Open invitations to one account to run seasons."""
OVER = (SeasonState.FINISHED, SeasonState.CANCELLED)


def create_invite(session: Session, who: Viewer, slug: str, *, uses: int = 1, label: str = "") -> tuple[Invite, str]:
    """Create a code for *uses* entries. Returns it with its text, which is not stored."""
    row = lookup.locked_for(session, who, slug)
    if row.state in OVER:
        raise Conflict(f"{slug} is {row.state.value}: it takes no more invites")
    if not 1 <= uses <= MOST_USES:
        raise Invalid(f"an invite is good for 1 to {MOST_USES} entries; got {uses}")
    if len(label) > 64:
        raise Invalid("the label of an invite has at most 64 characters")
    code = credentials.new_token("invite")
    invite = Invite(season_id=row.id, hash=credentials.token_hash(code), label=label, uses_left=uses)
    session.add(invite)
    session.flush()
    audit(session, who.name, "invite_created", f"season:{slug}", invite=invite.id, label=label, uses=uses)
    return invite, code


def revoke_invite(session: Session, who: Viewer, slug: str, invite_id: int) -> Invite:
    """Revoke an invite. Teams that used it stay entered."""
    row = lookup.locked_for(session, who, slug)
    invite = session.scalar(select(Invite).where(Invite.id == invite_id, Invite.season_id == row.id))
    if invite is None:
        raise NotFound(f"{slug} has no invite {invite_id}")
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
    taken = session.execute(
        update(Invite).where(Invite.id == invite.id, Invite.uses_left > 0).values(uses_left=Invite.uses_left - 1)
    )
    assert isinstance(taken, CursorResult)
    if taken.rowcount == 0:
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


def invite_organiser(session: Session, who: Viewer, slug: str, name: str) -> None:
    """Ask an account to run the season with the others. It runs nothing before it accepts."""
    row, account = lookup.run_by(session, who, slug), account_named(session, name)
    if account.disabled_at is not None or account.deleted_at is not None:
        raise Conflict(f"the account {name!r} is disabled")
    if session.get(Organiser, (row.id, account.id)) is not None:
        raise Conflict(f"{name} is an organiser of {slug} already")
    if session.get(OrganiserInvitation, (row.id, account.id)) is not None:
        raise Conflict(f"{name} is invited to run {slug} already")
    # Locked, so that two seasons at once cannot both take the last place.
    session.execute(select(Account.id).where(Account.id == account.id).with_for_update())
    if _open_invitations(session, OrganiserInvitation.season_id, row.id) >= MOST_SENT:
        raise Conflict(f"{slug} has {MOST_SENT} open invitations already: withdraw one first")
    if _open_invitations(session, OrganiserInvitation.account_id, account.id) >= MOST_RECEIVED:
        raise Conflict(f"{name} has {MOST_RECEIVED} open invitations already and has to answer one first")
    session.add(OrganiserInvitation(season_id=row.id, account_id=account.id, invited_by=who.account_id))
    audit(session, who.name, "organiser_invited", f"season:{slug}", account=name)
    session.flush()


def accept_organiser(session: Session, who: Viewer, slug: str) -> None:
    """Run the season from now on; for the invited account."""
    invitation = _own_invitation(session, who, slug)
    session.add(Organiser(season_id=invitation.season_id, account_id=invitation.account_id))
    session.delete(invitation)
    audit(session, who.name, "organiser_added", f"season:{slug}", account=who.name)
    session.flush()


def decline_organiser(session: Session, who: Viewer, slug: str) -> None:
    """Decline; for the invited account."""
    session.delete(_own_invitation(session, who, slug))
    audit(session, who.name, "organiser_declined", f"season:{slug}", account=who.name)


def remove_organiser(session: Session, who: Viewer, slug: str, name: str) -> None:
    """Remove an organiser, or take back their invitation. The last organiser stays: otherwise only admins could run the season."""
    row, account = lookup.run_by(session, who, slug), account_named(session, name)
    if (invitation := _invitation(session, row.id, account.id)) is not None:
        session.delete(invitation)
        audit(session, who.name, "organiser_invitation_withdrawn", f"season:{slug}", account=name)
        return
    everyone = session.scalars(select(Organiser).where(Organiser.season_id == row.id)).all()
    leaving = next((organiser for organiser in everyone if organiser.account_id == account.id), None)
    if leaving is None:
        raise Conflict(f"{name} is not an organiser of {slug}")
    if len(everyone) == 1:
        raise Conflict(f"{name} is the only organiser of {slug}: invite another one first")
    session.delete(leaving)
    audit(session, who.name, "organiser_removed", f"season:{slug}", account=name)
    session.flush()


def _own_invitation(session: Session, who: Viewer, slug: str) -> OrganiserInvitation:
    """Locked. Whether a season without an invitation exists is not told: it may be hidden."""
    season_id = session.scalar(select(Season.id).where(Season.slug == slug))
    if season_id is not None and who.account_id is not None:
        invitation = _invitation(session, season_id, who.account_id)
        if invitation is not None:
            return invitation
    raise NotFound(f"you have no open invitation to run a season {slug!r}")


def _invitation(session: Session, season_id: int, account_id: int) -> OrganiserInvitation | None:
    return session.get(OrganiserInvitation, (season_id, account_id), with_for_update=True, populate_existing=True)


def _open_invitations(session: Session, column: InstrumentedAttribute[int], value: int) -> int:
    return session.scalar(select(func.count()).select_from(OrganiserInvitation).where(column == value)) or 0
