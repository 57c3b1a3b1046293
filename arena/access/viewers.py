"""A viewer: the person who looks, and which table sets they may see.

Rated sets are for everyone who may see their season and stage (visibility.py). Validations and challenges are for the owners of the bots
at the table, the account that asked for them, and admins. While a rated set with outside bots goes on, only owners see where their bots
sit (`visibility.are_names_public`): otherwise bots could look up their opponents. Every reader of matches and sets must go through
`visible_sets`, or it leaks hidden and frozen stages.
"""

from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import ColumnElement, and_, select, true
from sqlalchemy.orm import Session, aliased

from arena.access.visibility import VIEWERS, is_paired_ahead, sets_for
from arena.db.models import Account, Bot, Match, MatchSeat, MatchState, Role, SetKind, TableSet, TeamMember

OPEN_STATES = (MatchState.QUEUED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who looks at or changes something; the public has no account."""

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


def operator(name: str) -> Viewer:
    """A person or program without an account that may do everything: at the command line, or the arena itself."""
    return Viewer(name=name, role=Role.ADMIN)


def viewer(session: Session, account_id: int) -> Viewer:
    """The viewer with this account; the public if it is disabled or deleted. One statement."""
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
    """The condition on table sets that this viewer may see."""
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
    """The condition on table sets whose players are public from the start."""
    return and_(is_paired_ahead(), visible_sets(PUBLIC))
