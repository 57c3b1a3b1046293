"""Who is looking, and what of the arena they may see.

Rated sets are for everyone who may see their season and stage (sight.py). Validations and challenges are for those whose bots sit
there, who asked for them, and admins. While a rated set with outside bots goes on, nobody is told who sits where but each owner
(`sight.are_names_told`): bots could ask the site, too. A reader of matches or sets that does not go through `visible_sets` leaks hidden and frozen stages.
"""

from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import ColumnElement, and_, select, true
from sqlalchemy.orm import Session, aliased

from arena.storage.models import Account, Bot, Match, MatchSeat, MatchState, Role, SetKind, TableSet, TeamMember
from arena.storage.pages.sight import VIEWERS, is_paired_ahead, sets_for

OPEN_STATES = (MatchState.QUEUED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person at the site; the public has no account."""

    account_id: int | None = None
    name: str = ""
    role: Role | None = None
    teams: frozenset[int] = frozenset()

    @property
    def admin(self) -> bool:
        """May see and do everything."""
        return self.role is Role.ADMIN

    @property
    def organiser(self) -> bool:
        """May run seasons."""
        return self.role in {Role.ADMIN, Role.ORGANISER}

    def owns(self, team_id: int) -> bool:
        """Whether bots of that team are theirs."""
        return team_id in self.teams


PUBLIC = Viewer()


def viewer(session: Session, account_id: int) -> Viewer:
    """The person of an account; the public if it is disabled or gone. One statement."""
    rows = session.execute(
        select(Account.name, Account.role, TeamMember.team_id)
        .outerjoin(TeamMember, TeamMember.account_id == Account.id)
        .where(Account.id == account_id, Account.disabled_at.is_(None), Account.deleted_at.is_(None))
    ).all()
    if not rows:
        return PUBLIC
    teams = frozenset(row.team_id for row in rows if row.team_id is not None)
    return Viewer(account_id, rows[0].name, rows[0].role, teams)


@lru_cache(VIEWERS)
def visible_sets(who: Viewer) -> ColumnElement[bool]:
    """The condition on TableSet: what this viewer may know to exist."""
    if who.admin:
        return true()
    allowed: ColumnElement[bool] = TableSet.kind == SetKind.RATED
    if who.account_id is None:
        return and_(allowed, sets_for(who))
    other, seat = aliased(Match), aliased(MatchSeat)
    own = (
        select(seat.id)
        .join(other, other.id == seat.match_id)
        .join(Bot, Bot.id == seat.bot_id)
        .where(other.set_id == TableSet.id, Bot.team_id.in_(who.teams))
        .exists()
    )
    return and_(allowed | (TableSet.asked_by == who.account_id) | own, sets_for(who))


def is_pairing_public() -> ColumnElement[bool]:
    """The condition on TableSet: everybody may know from the start who plays in it."""
    return and_(is_paired_ahead(), visible_sets(PUBLIC))
