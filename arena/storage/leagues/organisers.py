"""Who may run a season: its organisers, who may take in others, and admins."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import people
from arena.storage.audit import log
from arena.storage.errors import Conflict, NotAllowed
from arena.storage.leagues import finding
from arena.storage.models import Organiser, Season
from arena.storage.pages.viewers import Viewer


def may_run(session: Session, who: Viewer, row: Season) -> bool:
    """Whether this person may change the season and see all of it."""
    if who.admin:
        return True
    return who.account_id is not None and session.get(Organiser, (row.id, who.account_id)) is not None


def check_may_run(session: Session, who: Viewer, slug: str) -> Season:
    """The season, locked for a change; NotFound or NotAllowed otherwise. Pages and the API call it before any other change."""
    row = finding.season(session, slug)
    if not may_run(session, who, row):
        raise NotAllowed(f"you are not an organiser of {slug}")
    return row


def add_organiser(session: Session, slug: str, name: str, actor: str) -> None:
    """One more account that may run the season."""
    row, account = finding.season(session, slug), people.account(session, name)
    if account.disabled_at is not None or account.deleted_at is not None:
        raise Conflict(f"the account {name!r} is disabled")
    if session.get(Organiser, (row.id, account.id)) is not None:
        raise Conflict(f"{name} is an organiser of {slug} already")
    session.add(Organiser(season_id=row.id, account_id=account.id))
    log(session, actor, "organiser_added", f"season:{slug}", account=name)
    session.flush()


def remove_organiser(session: Session, slug: str, name: str, actor: str) -> None:
    """The account runs the season no more. The last one stays: a season without organisers could only be run by admins."""
    row, account = finding.season(session, slug), people.account(session, name)
    everyone = session.scalars(select(Organiser).where(Organiser.season_id == row.id)).all()
    found = next((one for one in everyone if one.account_id == account.id), None)
    if found is None:
        raise Conflict(f"{name} is not an organiser of {slug}")
    if len(everyone) == 1:
        raise Conflict(f"{name} is the only organiser of {slug}: add another one first")
    session.delete(found)
    log(session, actor, "organiser_removed", f"season:{slug}", account=name)
    session.flush()
