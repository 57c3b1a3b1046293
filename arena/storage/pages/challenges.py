"""Who can be challenged, and which matches somebody asked for."""

from dataclasses import dataclass

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from arena.storage.models import Bot, Team
from arena.storage.pages.viewers import Viewer

MOST_LISTED = 300


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that takes challenges."""

    id: int
    name: str
    owner: str
    house: bool
    own: bool
    """One of the viewer's, which can be asked whether or not it is open to others."""


def opponents(session: Session, who: Viewer) -> list[Opponent]:
    """House bots first, then one's own, then those whose owners agreed. One statement."""
    rows = session.execute(
        select(Bot.id, Bot.name, Bot.house, Bot.team_id, Team.name.label("owner"))
        .join(Team, Team.id == Bot.team_id)
        .where(Bot.disabled_at.is_(None), or_(Bot.open_to_challenges.is_(True), Bot.team_id.in_(who.teams)))
        .order_by(Bot.house.is_(None), Bot.name)
        .limit(MOST_LISTED)
    )
    found = [Opponent(row.id, row.name, row.owner, row.house is not None, who.owns(row.team_id)) for row in rows]
    return sorted(found, key=lambda one: (not one.house, not one.own, one.name))
