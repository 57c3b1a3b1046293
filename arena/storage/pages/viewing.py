"""Who is looking, and what may be shown to them.

* Rated matches: everybody; but who sits where only once the match is over, else bots could be told whom they face.
* Validation matches and challenges: members of the teams whose bots play, and who asked for them.
* Replays: once the set is done, because every match of a set has the same public set-up.
* Draft seasons: organisers and admins.

An admin sees everything but what is hidden in a running match.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, or_, select, true
from sqlalchemy.orm import Session

from arena.storage.models import (
    Account,
    Bot,
    Match,
    MatchSeat,
    MatchState,
    Role,
    Season,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
    TeamMember,
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody with an account, or nobody."""

    account_id: int | None = None
    name: str = ""
    role: Role | None = None
    teams: frozenset[int] = frozenset()

    @property
    def admin(self) -> bool:
        """May see and do everything."""
        return self.role is Role.ADMIN

    def owns(self, team_id: int) -> bool:
        """Whether bots of the team are theirs."""
        return team_id in self.teams


NOBODY = Viewer()
"""A visitor who has not signed in."""


def viewer(session: Session, account_id: int) -> Viewer:
    """The account as a viewer."""
    rows = session.execute(
        select(Account.name, Account.role, TeamMember.team_id)
        .outerjoin(TeamMember, TeamMember.account_id == Account.id)
        .where(Account.id == account_id)
    ).all()
    if not rows:
        return NOBODY
    return Viewer(
        account_id, rows[0].name, rows[0].role, frozenset(row.team_id for row in rows if row.team_id is not None)
    )


def matches_for(who: Viewer) -> ColumnElement[bool]:
    """The condition on matches (joined with their sets) that *who* may know of."""
    if who.admin:
        return true()
    allowed = [TableSet.kind == SetKind.RATED]
    if who.account_id is not None:
        allowed.append(TableSet.asked_by == who.account_id)
    if who.teams:
        allowed.append(sits(Bot.team_id.in_(who.teams)))
    return or_(*allowed)


def sits(which: ColumnElement[bool]) -> ColumnElement[bool]:
    """The condition on matches that such a bot sits in them."""
    return exists(
        select(MatchSeat.id).join(Bot, Bot.id == MatchSeat.bot_id).where(MatchSeat.match_id == Match.id, which)
    )


def told() -> ColumnElement[bool]:
    """The condition on matches whose players everybody may know; `is_told` in Python."""
    return or_(Match.state == MatchState.FINISHED, TableSet.state != SetState.OPEN)


def is_told(match: MatchState, table_set: SetState) -> bool:
    """A void match of an open set is played again by the same bots: it tells nothing yet."""
    return match is MatchState.FINISHED or table_set is not SetState.OPEN


def seasons_for(who: Viewer) -> ColumnElement[bool]:
    """The condition on seasons that *who* may know of."""
    if who.role in {Role.ADMIN, Role.ORGANISER}:
        return true()
    return Season.state != SeasonState.DRAFT
