"""Two authors with bots, house bots, a two-seat ladder with played and open sets, a challenge and a validation."""

from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import select

from arena.access.credentials import create_author_token, create_bot_token
from arena.accounts.commands import create_account
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, utcnow
from arena.db.models import Bot, Match, Role, Season, SetKind, Team
from arena.ladders.rating import enter
from arena.replays import packed
from arena.results import claims, record
from arena.results.table_sets import Table, create_set
from arena.worker.house_bots import play_house
from tests.arena.storage.history import KEY, ladder

GAME = "nippon"
Row = TypeVar("Row")


@dataclass
class World:
    """What is in the database, by name."""

    database: Database
    accounts: dict[str, int] = field(default_factory=dict)
    bots: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    season: int = 0

    def author(self, name: str, *bots: str, role: Role = Role.AUTHOR) -> None:
        """An account with validated bots and a token; the bots have tokens too."""
        with self.database.write() as session:
            account = create_account(session, name, None, role, "test")
            self.accounts[name] = account.id
            self.tokens[name] = create_author_token(session, account, "", "test")
            team = session.scalars(select(Team).where(Team.name == name)).one()
            for bot in bots:
                made = create_bot(session, bot, team, "test")
                made.validated_at = utcnow()
                self.bots[bot] = made.id
                self.tokens[bot] = create_bot_token(session, made, "", "test")

    def house(self, *names: str) -> None:
        with self.database.write() as session:
            team = add_team(session, "house", "test", house=True)
            for name in names:
                self.bots[name] = create_bot(session, name, team, "test", house="random").id

    def enter(self, *bots: str) -> None:
        with self.database.write() as session:
            for bot in bots:
                enter(session, session.get_one(Season, self.season), self.bots[bot])

    def table(self, kind: SetKind, *bots: str, asked_by: str = "", rotations: int | None = None) -> list[int]:
        """An open set; its matches."""
        with self.database.write() as session:
            table = Table(
                kind,
                GAME,
                len(bots),
                {},
                "blitz",
                [self.bots[bot] for bot in bots],
                season_id=self.season if kind is SetKind.RATED else None,
                asked_by=self.accounts.get(asked_by),
                rotations=rotations,
            )
            made = create_set(session, table)
            return list(session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.rotation)))

    def begin(self, match_id: int) -> claims.Claim:
        with self.database.write() as session:
            claim = claims.claim(session, match_id, "test")
        assert claim is not None
        return claim

    def play(self, *matches: int) -> None:
        """To the end, with random players in every seat."""
        for match_id in matches:
            self.finish(self.begin(match_id))

    def finish(self, claim: claims.Claim) -> None:
        """A match that was begun, to its end."""
        played = play_house(claim.spec, ["random"] * len(claim.seats))
        with self.database.write() as session:
            record.record(session, claim.match_id, claim.attempt, played, packed(played, KEY))

    def change(self, model: type, key: int, **values: object) -> None:
        with self.database.write() as session:
            row = session.get_one(model, key)
            for name, value in values.items():
                setattr(row, name, value)

    def row(self, model: type[Row], key: int) -> Row:
        with self.database.read() as session:
            found = session.get_one(model, key)
            session.expunge(found)
            return found

    def bot(self, name: str) -> Bot:
        return self.row(Bot, self.bots[name])


def small_world(database: Database) -> World:
    """aki has kabuki and noh, ben has bunraku, root is an admin; all but noh are in the ladder `nippon-2`."""
    made = World(database)
    made.house("tanuki", "kappa")
    made.author("aki", "kabuki", "noh")
    made.author("ben", "bunraku")
    made.author("root", role=Role.ADMIN)
    made.season = ladder(database, [], open_ladder=True)
    made.enter("tanuki", "kappa", "kabuki", "bunraku")
    return made
