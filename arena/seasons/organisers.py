"""The organisers of a season: each is invited, and accepts or declines."""

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from arena.access.lookup import account as account_named
from arena.access.viewers import Viewer
from arena.db.models import Account, Organiser, OrganiserInvitation, Season, audit
from arena.errors import Conflict, NotFound
from arena.seasons import lookup

MOST_SENT = 20
"""Open invitations to run one season."""
MOST_RECEIVED = 20
"""Open invitations to one account to run seasons."""


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


def accept_organiser(session: Session, who: Viewer, slug: str) -> None:
    """Run the season from now on; for the invited account."""
    invitation = _own_invitation(session, who, slug)
    session.add(Organiser(season_id=invitation.season_id, account_id=invitation.account_id))
    session.delete(invitation)
    audit(session, who.name, "organiser_added", f"season:{slug}", account=who.name)


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


def _own_invitation(session: Session, who: Viewer, slug: str) -> OrganiserInvitation:
    """The viewer's invitation, locked. The refusal does not say whether such a season exists: it may be hidden."""
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
