"""A steady supply of rated sets among the same bots, so that their matches follow each other without a pause."""

import random
from dataclasses import dataclass

from sqlalchemy import func, select

from arena.storage.models import Match, MatchState, SetKind, SetState, TableSet
from arena.storage.sets import Table, create_set
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

    def feed(self) -> None:
        """Open sets until there are enough."""
        with self.arena.database.write() as session:
            open_sets = select(func.count()).select_from(TableSet)
            here = session.scalar(open_sets.where(TableSet.state == SetState.OPEN, TableSet.house_only.is_(False))) or 0
            for _ in range(self.per_bot * len(self.bots) - here):
                create_set(
                    session,
                    Table(SetKind.RATED, self.game, 2, {}, CLOCK, self._pair(), season_id=self.season),
                )

    def finished(self) -> int:
        """Matches with external bots that are over and count."""
        wanted = select(func.count()).select_from(Match).join(TableSet)
        with self.arena.database.read() as session:
            return session.scalar(wanted.where(Match.state == MatchState.FINISHED, TableSet.house_only.is_(False))) or 0

    def _pair(self) -> list[int]:
        """Mostly two external bots; sometimes one and a house bot, whose process can be hit, too."""
        first, second = self.chance.sample(self.bots, 2)
        return [first, self.chance.choice(self.house)] if self.chance.random() < 0.2 else [first, second]
