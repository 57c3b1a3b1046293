"""A league season in a database, with results as a test says them: stages, rounds, sets with places, byes and rulings."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlalchemy import select

from arena.accounts.commands import create_account
from arena.bots.commands import create_bot
from arena.db.database import Database
from arena.db.models import (
    Bye,
    Division,
    Entry,
    Match,
    MatchSeat,
    MatchState,
    Organiser,
    ReplayFile,
    Role,
    Round,
    RoundState,
    RulingEntry,
    RulingKind,
    Season,
    SeasonFormat,
    SeasonStage,
    SeasonState,
    SetKind,
    SetState,
    StageEntry,
    StageState,
    TableSet,
    Team,
)
from arena.ladders import rating

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
FILE = """\
name = "Spring league"
league = "club"
game = "nippon"
seats = {seats}
clock = "blitz"
time_zone = "Europe/Berlin"
points = {points}
bye_points = 1.5
visibility = "{visibility}"

[schedule]
first = 2026-03-01T13:00:00

[[stage]]
name = "main round"
format = "round_robin"

[[stage]]
name = "final"
format = "final"
top = {seats}
"""


def hour(number: float) -> datetime:
    """So many hours after the season began."""
    return START + timedelta(hours=number)


@dataclass
class League:
    """A season and how to fill it; entries are called by the names of their bots."""

    database: Database
    slug: str = "spring"
    season: int = 0
    stages: list[int] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
    bots: dict[str, int] = field(default_factory=dict)
    accounts: dict[str, int] = field(default_factory=dict)
    rounds: dict[tuple[int, int], int] = field(default_factory=dict)

    def account(self, name: str, role: Role = Role.AUTHOR, *, organises: bool = False) -> int:
        """An account, perhaps an organiser of the season."""
        with self.database.write() as session:
            self.accounts[name] = create_account(session, name, None, role, "test").id
            if organises:
                session.add(Organiser(season_id=self.season, account_id=self.accounts[name]))
        return self.accounts[name]

    def enter(self, *names: str, owner: str = "", division: int = 0, stage: int = 0) -> None:
        """Bots of a team (each of its own unless said) in the season and in one of its stages."""
        with self.database.write() as session:
            season = session.get_one(Season, self.season)
            for at, name in enumerate(names, start=1):
                if name not in self.bots:
                    team = session.scalar(select(Team).where(Team.name == (owner or f"team-{name}")))
                    if team is None:
                        team = Team(name=f"team-{name}")
                        session.add(team)
                        session.flush()
                    self.bots[name] = create_bot(session, name, team, "test").id
                if name not in self.entries:
                    entry = rating.enter(session, season, self.bots[name])
                    entry.division, self.entries[name] = division, entry.id
                    entry.joined_at = hour(-1)
                session.add(
                    StageEntry(stage_id=self.stages[stage], entry_id=self.entries[name], division=division, seeded=at)
                )
            session.flush()
            first = rating.RatingEntry.set_id.is_(None) & (rating.RatingEntry.season_id == self.season)
            for line in session.scalars(select(rating.RatingEntry).where(first)):
                line.at = hour(-1)

    def round(self, number: int, stage: int = 0, *, state: RoundState = RoundState.DONE) -> int:
        """The round of that number, made if it is not there."""
        if (stage, number) not in self.rounds:
            with self.database.write() as session:
                made = Round(stage_id=self.stages[stage], number=number, state=state, starts_at=hour(number))
                if state is not RoundState.PLANNED:
                    made.started_at = hour(number)
                session.add(made)
                session.flush()
                self.rounds[stage, number] = made.id
        return self.rounds[stage, number]

    def bye(self, name: str, number: int, matches: int = 2, stage: int = 0) -> None:
        """No table for somebody."""
        with self.database.write() as session:
            session.add(Bye(round_id=self.round(number, stage), entry_id=self.entries[name], matches=matches))

    def play(self, number: int, *names: str, scores: list[list[int]] | None = None, **more: object) -> int:
        """A set of a round; per rotation the scores by name (default: first named wins all). The set's id."""
        return play(self, self.round(number, more.pop("stage", 0)), names, scores, hour(number + 0.5), **more)

    def rule(
        self, kind: str, *, match: int | None = None, entry: str = "", at: float = 99, why: str = "a test"
    ) -> None:
        """A ruling of the organisers."""
        with self.database.write() as session:
            session.add(
                RulingEntry(
                    season_id=self.season,
                    kind=RulingKind(kind),
                    match_id=match,
                    entry_id=self.entries.get(entry),
                    reason=why,
                    actor="kei",
                    at=hour(at),
                )
            )

    def matches(self, set_id: int) -> list[int]:
        """The matches of a set."""
        with self.database.read() as session:
            return list(session.scalars(select(Match.id).where(Match.set_id == set_id).order_by(Match.rotation)))

    def change(self, model: type, key: object, **values: object) -> None:
        """A row as a test wants it."""
        with self.database.write() as session:
            row = session.get_one(model, key)
            for name, value in values.items():
                setattr(row, name, value)


def play(
    league: League,
    round_id: int | None,
    names: tuple[str, ...],
    scores: list[list[int]] | None,
    at: datetime,
    *,
    division: int = 0,
    state: SetState = SetState.DONE,
    verdicts: dict[str, str] | None = None,
) -> int:
    """A rated set with its matches, seats and a file for each replay, rated if it is done."""
    usual = [[10 * (len(names) - seat) for seat in range(len(names))]] * len(names)
    with league.database.write() as session:
        made = TableSet(
            season_id=league.season,
            round_id=round_id,
            division=division,
            kind=SetKind.RATED,
            state=state,
            game="nippon",
            rules_version=1,
            seats=len(names),
            clock="blitz",
            seed="7",
            house_only=False,
            created_at=at - timedelta(minutes=20),
            done_at=None if state is SetState.OPEN else at,
        )
        session.add(made)
        session.flush()
        for rotation, row in enumerate(scores or usual):
            session.add(_match(league, made, rotation, dict(zip(names, row, strict=True)), at, verdicts or {}))
        session.flush()
        for match in made.matches:
            body = f"replay {match.id}".encode()
            session.add(ReplayFile(match_id=match.id, body=body, sha256=sha256(body).hexdigest()))
        if state is SetState.DONE:
            rating.rate_set(session, made)
            for line in session.scalars(select(rating.RatingEntry).where(rating.RatingEntry.set_id == made.id)):
                line.at = at
        return made.id


def _match(
    league: League, made: TableSet, rotation: int, scores: dict[str, int], at: datetime, verdicts: dict[str, str]
) -> Match:
    match = Match(set_id=made.id, rotation=rotation, state=MatchState.FINISHED, hidden_seed="1", salt="s")
    match.commitment, match.created_at = "c", at - timedelta(minutes=20)
    match.started_at, match.finished_at, match.decisions = at - timedelta(minutes=10), at, 50
    order = list(scores)
    for seat in range(len(order)):
        name = order[(seat + rotation) % len(order)]
        place = 1 + sum(other > scores[name] for other in scores.values())
        match.seats.append(
            MatchSeat(
                seat=seat,
                bot_id=league.bots[name],
                score=scores[name],
                place=place,
                verdict=verdicts.get(name, "finished"),
                think_ms=100,
            )
        )
    return match


def league(
    database: Database,
    *,
    seats: int = 2,
    points: str = "[3, 0]",
    visibility: str = "public",
    divisions: tuple[str, ...] = (),
    slug: str = "spring",
) -> League:
    """A running season with a main round and a final, and nobody in it yet."""
    made = League(database, slug)
    with database.write() as session:
        season = Season(
            slug=slug,
            title="Spring league",
            game="nippon",
            seats=seats,
            clock="blitz",
            format=SeasonFormat.ROUND_ROBIN,
            state=SeasonState.RUNNING,
            league="club",
            visibility=visibility,
            time_zone="Europe/Berlin",
            file=FILE.format(seats=seats, points=points, visibility=visibility),
            seed="42",
            started_at=hour(0),
            first_at=hour(1),
        )
        session.add(season)
        session.flush()
        made.season = season.id
        for number, (name, form) in enumerate((("main round", "round_robin"), ("final", "final"))):
            stage = SeasonStage(season_id=season.id, number=number, name=name, format=form)
            stage.state = StageState.RUNNING if number == 0 else StageState.WAITING
            session.add(stage)
            session.flush()
            made.stages.append(stage.id)
        for number, name in enumerate(divisions):
            session.add(Division(season_id=season.id, number=number, name=name, size=4))
    return made


def entry_of(session, league: League, name: str) -> Entry:
    return session.get_one(Entry, league.entries[name])
