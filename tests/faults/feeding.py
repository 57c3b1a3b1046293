"""A steady supply of rated sets among the same bots, so that their matches follow each other without a pause."""

import random
from dataclasses import dataclass, field

from sqlalchemy import func, select

from arena.db.models import Match, MatchSeat, MatchState, SetKind, SetState, TableSet
from arena.ladders.rating import hold_entries
from arena.results.table_sets import Table, create_set
from tests.services.cluster import Cluster

CLOCK = "20+0.2"
"""Short enough that a bot which is forgotten runs out of time, and long enough for one that was killed and starts again."""
CLOCK_SECONDS = 20.0


@dataclass(slots=True)
class Feeder:
    """Keeps so many sets open for every external bot."""

    arena: Cluster
    season: int
    game: str
    bots: list[int]
    house: list[int]
    chance: random.Random
    per_bot: int = 2
    """Open sets for each bot: a few more matches than it plays at once."""
    hostile: list[int] = field(default_factory=list)
    """Bots that play against the others, too, each in one set at a time."""

    def feed(self) -> None:
        """Open sets until there are enough."""
        with self.arena.database.write() as session:
            seats = select(MatchSeat.bot_id).join(Match).join(TableSet).where(TableSet.state == SetState.OPEN)
            busy = set(session.scalars(seats.where(MatchSeat.bot_id.in_(self.hostile))))
            with_them = select(Match.set_id).join(MatchSeat).where(MatchSeat.bot_id.in_(self.hostile))
            open_sets = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.OPEN)
            here = session.scalar(open_sets.where(TableSet.house_only.is_(False), TableSet.id.not_in(with_them))) or 0
            pairs = [self._pair() for _ in range(self.per_bot * len(self.bots) - here)]
            pairs += [[self.chance.choice(self.bots), bot] for bot in self.hostile if bot not in busy]
            hold_entries(session, self.season)
            for pair in pairs:
                create_set(session, Table(SetKind.RATED, self.game, 2, {}, CLOCK, pair, season_id=self.season))

    def finished(self) -> int:
        """Matches of external bots that are over and count, without those that a hostile bot sat in."""
        with_them = select(MatchSeat.match_id).where(MatchSeat.bot_id.in_(self.hostile))
        wanted = select(func.count()).select_from(Match).join(TableSet)
        wanted = wanted.where(Match.state == MatchState.FINISHED, TableSet.house_only.is_(False))
        with self.arena.database.read() as session:
            return session.scalar(wanted.where(Match.id.not_in(with_them))) or 0

    def _pair(self) -> list[int]:
        """Mostly two external bots; sometimes one and a house bot, whose process can be hit, too."""
        first, second = self.chance.sample(self.bots, 2)
        return [first, self.chance.choice(self.house)] if self.chance.random() < 0.2 else [first, second]
