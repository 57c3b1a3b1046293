"""A small arena in a database: a house team, bots, a ladder."""

from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database
from arena.db.models import Bot, Match, Season, SeasonFormat, SeasonState, SetKind, Team
from arena.ladders.rating import enter
from arena.replays import SigningKey, packed
from arena.results import claims, record
from arena.results.table_sets import Table, create_set
from arena.worker.house_bots import play_house

KEY = SigningKey.new()


def house_bots(database: Database, *texts: str) -> list[int]:
    """House bots of these texts; their ids."""
    with database.write() as session:
        team = session.scalar(select(Team).where(Team.house)) or add_team(session, "house", "test", house=True)
        made = [create_bot(session, f"bot-{n}", team, "test", house=text) for n, text in enumerate(texts)]
        return [bot.id for bot in made]


def ladder(database: Database, bots: list[int], game: str = "nippon", seats: int = 2, **more: object) -> int:
    """A running ladder with these bots; its id."""
    with database.write() as session:
        season = Season(
            slug=f"{game}-{seats}",
            title="A ladder",
            game=game,
            seats=seats,
            clock=more.pop("clock", "blitz"),
            format=SeasonFormat.LADDER,
            state=SeasonState.RUNNING,
            **more,
        )
        session.add(season)
        session.flush()
        for bot_id in bots:
            enter(session, season, bot_id)
        return season.id


def new_set(database: Database, season_id: int, bots: list[int]) -> tuple[int, list[int]]:
    """A rated set of the season; its id and those of its matches."""
    with database.write() as session:
        season = session.get_one(Season, season_id)
        table = Table(SetKind.RATED, season.game, season.seats, {}, season.clock, bots, season_id=season_id)
        made = create_set(session, table)
        ids = session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.rotation)).all()
        return made.id, list(ids)


def claimed(database: Database, match_id: int, by: str = "w1") -> claims.Claim | None:
    with database.write() as session:
        return claims.claim(session, match_id, by)


def finish(database: Database, claim: claims.Claim) -> record.Recorded | None:
    """Play a claimed match of house bots and record it."""
    played = play_house(claim.spec, [seat.house for seat in claim.seats])
    with database.write() as session:
        return record.record(session, claim.match_id, claim.attempt, played, packed(played, KEY))


def bots_named(database: Database) -> dict[int, str]:
    with database.read() as session:
        return dict(session.execute(select(Bot.id, Bot.name)).all())
