"""A league season in a database: house bots, a season file, and ways to let time pass and matches be played."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, operator
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, utcnow
from arena.db.models import (
    Bot,
    Bye,
    Entry,
    Match,
    MatchState,
    Round,
    RulingEntry,
    Season,
    SeasonStage,
    SeasonState,
    SetState,
    TableSet,
    Team,
)
from arena.replays import packed
from arena.results import claims, record
from arena.scheduler import seasons
from arena.seasons import creation, lifecycle, start as starting
from arena.worker.house_bots import play_house
from tests.arena.storage.history import KEY

FIRST = datetime(2027, 3, 1, 20, tzinfo=UTC)

ROUND_ROBIN = '[[stage]]\nname = "League"\nformat = "round_robin"\nsets = false\n'
SWISS = '[[stage]]\nname = "Swiss"\nformat = "swiss"\nrounds = 3\nsets = false\n'
FINAL = '[[stage]]\nname = "Final"\nformat = "final"\ntop = 2\nsets = false\n'


def season_file(stages: str = ROUND_ROBIN, top: str = "", schedule: str = 'rounds = "asap"', **bots: object) -> str:
    """A small season of nippon for two; *bots* are the names listed, with their ratings."""
    entries = "".join(f'[[entry]]\nbot = "{name}"\nrating = {points}\n' for name, points in bots.items())
    return (
        f'name = "Test league"\nleague = "club"\ngame = "nippon"\nseats = 2\nclock = "blitz"\n{top}\n'
        f"[schedule]\nfirst = 2027-03-01T20:00:00Z\n{schedule}\n{stages}\n{entries}"
    )


def owner_of(session: Session, bot: str, name: str = "test") -> Viewer:
    """Somebody of the bot's team."""
    team = session.scalars(select(Bot.team_id).where(Bot.name == bot)).one()
    return Viewer(name=name, teams=frozenset({team}))


@dataclass
class League:
    """One season and its bots by name."""

    database: Database
    slug: str = "test-league"
    bots: dict[str, int] = field(default_factory=dict)
    now: datetime = FIRST

    # Setting up

    def house(self, *names: str) -> None:
        """House bots that play at random."""
        with self.database.write() as session:
            team = session.scalar(select(Team).where(Team.house)) or add_team(session, "house", "test", house=True)
            for name in names:
                self.bots[name] = create_bot(session, name, team, "test", house="random").id

    def outside(self, *names: str, team: str = "", validated: bool = True) -> None:
        """Bots that dial in, each of a team of its own unless one is named."""
        with self.database.write() as session:
            for name in names:
                owner = session.scalar(select(Team).where(Team.name == (team or f"t-{name}")))
                owner = owner or add_team(session, team or f"t-{name}", "test")
                made = create_bot(session, name, owner, "test")
                made.validated_at = utcnow() if validated else None
                self.bots[name] = made.id

    def create(self, text: str, slug: str = "test-league") -> None:
        self.slug = slug
        with self.database.write() as session:
            creation.create_season(session, operator("test"), text, slug=slug)

    def open(self) -> None:
        with self.database.write() as session:
            lifecycle.open_season(session, operator("test"), self.slug, self.now)

    def start(self) -> None:
        with self.database.write() as session:
            starting.start_season(session, operator("test"), self.slug, self.now)

    # Time and play

    def pass_time(self, **span: float) -> None:
        self.now += timedelta(**span)
        self.tick()

    def tick(self) -> None:
        seasons.tick(self.database, None, self.now)

    def open_matches(self) -> list[int]:
        with self.database.read() as session:
            return list(session.scalars(select(Match.id).where(Match.state == MatchState.QUEUED).order_by(Match.id)))

    def play(self, *matches: int) -> None:
        """Play these matches, or everything that is queued, with random players; seats that have left are forfeited."""
        for match_id in matches or self.open_matches():
            with self.database.write() as session:
                claim = claims.claim(session, match_id, "test")
            assert claim is not None
            left = [number for number, seat in enumerate(claim.seats) if seat.left]
            played = play_house(claim.spec, ["random"] * len(claim.seats), left)
            with self.database.write() as session:
                assert record.record(session, match_id, claim.attempt, played, packed(played, KEY))

    def play_out(self) -> None:
        """Rounds and matches until the season is over."""
        for _ in range(200):
            self.tick()
            if self.state() is not SeasonState.RUNNING:
                return
            self.play()
        raise AssertionError("the season does not end")

    # Looking

    def season(self, slug: str = "") -> Season:
        with self.database.read() as session:
            found = session.scalars(select(Season).where(Season.slug == (slug or self.slug))).one()
            session.expunge(found)
            return found

    def state(self) -> SeasonState:
        return self.season().state

    def rounds(self) -> list[Round]:
        with self.database.read() as session:
            rows = session.scalars(
                select(Round)
                .join(SeasonStage)
                .join(Season)
                .where(Season.slug == self.slug)
                .order_by(SeasonStage.number, Round.number)
            ).all()
            session.expunge_all()
            return list(rows)

    def tables(self) -> list[tuple[int, tuple[str, ...]]]:
        """Round and bots of every set that was made, in order."""
        names = {bot_id: name for name, bot_id in self.bots.items()}
        with self.database.read() as session:
            rows = session.execute(
                select(TableSet, Round.number)
                .join(Round)
                .join(Season, Season.id == TableSet.season_id)
                .where(Season.slug == self.slug)
                .order_by(TableSet.id)
            )
            return [(number, tuple(names[seat.bot_id] for seat in made.matches[0].seats)) for made, number in rows]

    def byes(self) -> list[tuple[int, str]]:
        names = {bot_id: name for name, bot_id in self.bots.items()}
        with self.database.read() as session:
            rows = session.execute(
                select(Round.number, Entry.bot_id)
                .join(Bye, Bye.round_id == Round.id)
                .join(Entry, Entry.id == Bye.entry_id)
            )
            return sorted((number, names[bot_id]) for number, bot_id in rows)

    def rulings(self) -> list[RulingEntry]:
        with self.database.read() as session:
            rows = session.scalars(select(RulingEntry).order_by(RulingEntry.id)).all()
            session.expunge_all()
            return list(rows)

    def entry(self, name: str) -> Entry:
        with self.database.read() as session:
            wanted = select(Entry).join(Bot).join(Season).where(Season.slug == self.slug, Bot.name == name)
            found = session.scalars(wanted).one()
            session.expunge(found)
            return found

    def open_sets(self) -> int:
        with self.database.read() as session:
            return len(session.scalars(select(TableSet.id).where(TableSet.state == SetState.OPEN)).all())
