"""A lively arena to look at: months of ladders, a cup that is half played, people with bots, a match at the table.

The history is invented (bench/history.py); the cup is really played by house bots. Used by the checks of every page and by
`make screenshots`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import orjson
from redis import Redis
from sqlalchemy import select, update

from arena.access.credentials import create_bot_token
from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.accounts.email import confirm_email, set_email
from arena.accounts.follows import follow_bot, follow_season
from arena.accounts.teams import create_team, invite
from arena.bots.commands import create_bot
from arena.comments.commands import write_comment
from arena.db.database import Database, upgrade, utcnow
from arena.db.models import (
    Account,
    Bot,
    BotVersion,
    Champion,
    Entry,
    FaultEntry,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    Role,
    Round,
    RulingKind,
    Season,
    SeasonStage,
    SetKind,
    TableSet,
    Team,
    Webhook,
)
from arena.ladders.commands import NewLadder, create_ladder
from arena.ladders.solo import setup_seeds
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.seasons import rulings
from arena.seasons.creation import create_season
from arena.seasons.entries import enter_by_hand
from arena.seasons.lifecycle import carry_on, open_season
from arena.seasons.organisers import accept_organiser, invite_organiser
from arena.seasons.start import start_season
from arena.transport import keys
from bench.history import LADDERS, Past, Size, samples, write
from tests.services.cluster import await_until
from tests.services.servers import RedisServer
from tests.web.world import play

PASSWORD = "plum blossom in snow"
PEOPLE = {"aki": Role.AUTHOR, "kei": Role.ORGANISER, "root": Role.ADMIN}
CUP = """\
name = "{name}"
game = "nippon"
seats = 2
clock = "blitz"
expected_entries = {entries}

[schedule]
first = {first:%Y-%m-%dT%H:%M:%S}

[entry_rules]
per_team = 4

[[stage]]
format = "round_robin"
"""


@dataclass
class Scene:
    """What is where."""

    past: Past
    base: str = ""
    ladder: str = "iki-2-open"
    cup: str = "harbour-cup"
    solo: str = "zaibatsu-1-open"
    bot: str = "kaede"
    match: int = 0
    running: int = 0
    challenge: int = 0
    done_set: int = 0
    replays: dict[str, int] = field(default_factory=dict)
    """A finished match of every game."""


def make(database: Database, bots: int = 90, matches: int = 1600) -> Scene:
    """The whole scene into an empty database."""
    # The page of IKI shows how scores are spread: that takes more than two matches.
    played = samples(LADDERS, 2) | samples([("iki", 2)], 14) | samples([("iki", 4)], 6)
    scene = Scene(write(database, Size(bots=bots, matches=matches, replays=400), played))
    with database.read() as session:
        entered = select(Bot.name).join(Entry, Entry.bot_id == Bot.id).join(Season, Season.id == Entry.season_id)
        here = set(session.scalars(entered.where(Season.slug == scene.ladder, Bot.house.is_(None))))
    scene.bot = next(name for name in scene.past.busy_bots if name in here and "-" not in name)
    scene.match = scene.past.with_replay[0]
    _solo(database, scene)
    with database.write() as session:
        for name, role in PEOPLE.items():
            create_account(session, name, PASSWORD, role, "scene")
        _people(session, scene)
        _cup(session, "Spring cup", "spring-cup", utcnow() - timedelta(days=40), ["ronin", "kappa", "tanuki"])
        playing = session.scalars(select(Bot).where(Bot.house.is_(None)).order_by(Bot.id)).all()
        others = [bot.name for bot in playing if "nippon" in bot.games and bot.name != scene.bot]
        entered = ["shinobi", "ronin", "kappa", "tanuki", *others[:2]]
        _draft(session, "Next cup", "next-cup", utcnow() + timedelta(days=9), 6)
        _cup(session, "Harbour cup", scene.cup, utcnow() - timedelta(minutes=100), entered)
    _played(database, "spring-cup", rounds=9)
    _earlier(database, "spring-cup", timedelta(days=40))
    _played(database, scene.cup, rounds=3, last=2)
    _earlier(database, scene.cup, timedelta(minutes=100))
    with database.write() as session:
        _ruled(session, scene.cup)
        _invited(session)
        _followed(session, scene)
    _tables(database, scene)
    _comments(database, scene)
    return scene


def _people(session, scene: Scene) -> None:
    """aki owns a bot with a history, one that just came, and one that had a fault."""
    team = session.scalars(select(Team).where(Team.name == "aki")).one()
    own = session.scalars(select(Bot).where(Bot.name == scene.bot)).one()
    own.team_id = team.id
    create_bot_token(session, own, "laptop", "aki")
    create_bot_token(session, own, "server", "aki")
    create_bot(session, "first-try", team, "aki")
    moments = session.scalars(select(RatingEntry.at).where(RatingEntry.bot_id == own.id).order_by(RatingEntry.id)).all()
    newest = BotVersion(bot_id=own.id, name="3.0", first_seen_at=moments[2 * len(moments) // 3])
    session.add(newest)
    session.flush()
    since = select(Match.id).where(Match.finished_at >= newest.first_seen_at)
    played = update(MatchSeat).where(MatchSeat.bot_id == own.id, MatchSeat.match_id.in_(since))
    session.execute(played.values(version_id=newest.id))
    match_id = session.scalars(select(Match.id).order_by(Match.id.desc()).limit(1)).one()
    session.add(
        FaultEntry(
            match_id=match_id, seat=0, bot_id=own.id, decision=41, verdict="illegal", detail="there is no choice 99",
            legal=["hire blue", "invest coal", "consolidate"], sent='{"index": 99}', at=utcnow() - timedelta(hours=3),
        )
    )  # fmt: skip


def _draft(session, name: str, slug: str, first: datetime, entries: int) -> None:
    create_season(session, operator("kei"), CUP.format(name=name, first=first, entries=entries), slug=slug)
    kei = session.scalars(select(Account.id).where(Account.name == "kei")).one()
    invite_organiser(session, operator("kei"), slug, "kei")
    accept_organiser(session, viewer(session, kei), slug)


def _cup(session, name: str, slug: str, first: datetime, bots: list[str]) -> None:
    _draft(session, name, slug, first, len(bots))
    for bot in bots:
        enter_by_hand(session, operator("kei"), slug, bot)
    open_season(session, operator("kei"), slug)
    start_season(session, operator("kei"), slug)


def _played(database: Database, slug: str, rounds: int, last: int | None = None) -> None:
    """The calendar and a worker, in one thread; so many matches of the last round, or all."""
    now = utcnow() + timedelta(minutes=1)
    for number in range(rounds):
        with database.write() as session:
            carry_on(session, slug, now)
            wanted = select(Match.id).join(TableSet).join(Season).where(Season.slug == slug)
            waiting = session.scalars(wanted.where(Match.state == MatchState.QUEUED).order_by(Match.id)).all()
        for match_id in waiting[: last if number == rounds - 1 else None]:
            play(database, match_id)
        now += timedelta(minutes=31)


def _solo(database: Database, scene: Scene) -> None:
    """A ladder on which the house bots have played every set-up, alone."""
    with database.write() as session:
        wanted = NewLadder(scene.solo, "zaibatsu", 1, "blitz", "Zaibatsu, solo", open_ladder=True, house=True, setups=4)
        create_ladder(session, wanted, "scene")
        season = session.scalars(select(Season).where(Season.slug == scene.solo)).one()
        bots = session.scalars(select(Bot.id).where(Bot.house.is_not(None)).order_by(Bot.id)).all()
        for bot_id in bots:
            for seed in setup_seeds(season):
                create_set(
                    session, Table(SetKind.RATED, "zaibatsu", 1, {}, "blitz", [bot_id], season_id=season.id, seed=seed)
                )
        matches = session.scalars(select(Match.id).join(TableSet).where(TableSet.season_id == season.id)).all()
    for match_id in matches:
        play(database, match_id)


def _ruled(session, slug: str) -> None:
    """One match of the cup is void, one is forfeited."""
    wanted = select(Match).join(TableSet).join(Season).where(Season.slug == slug)
    void, forfeit = session.scalars(wanted.where(Match.state == MatchState.FINISHED).order_by(Match.id).limit(2)).all()
    rulings.rule_match(
        session, operator("kei"), slug, RulingKind.VOID, void.id, "The worker ran out of memory during the match."
    )
    loser = session.get_one(Bot, forfeit.seats[0].bot_id).name
    rulings.rule_match(
        session, operator("kei"), slug, RulingKind.FORFEIT, forfeit.id, "Played with another team's code.", bot=loser
    )


def _invited(session) -> None:
    """aki has an invitation, and leads a team that invites somebody."""
    for name, team, guest in (("kei", "harbour-crew", "aki"), ("aki", "plum-lab", "root")):
        person = viewer(session, session.scalars(select(Account.id).where(Account.name == name)).one())
        create_team(session, person, team)
        invite(session, viewer(session, person.account_id), team, guest)


def _followed(session, scene: Scene) -> None:
    """aki follows a bot and the cup, and has an address."""
    aki = viewer(session, session.scalars(select(Account.id).where(Account.name == "aki")).one())
    follow_bot(session, aki, "shinobi", on=True)
    follow_season(session, aki, scene.cup, on=True)
    set_email(session, aki, "aki@example.net", PASSWORD)
    confirm_email(session, session.scalars(select(Webhook.id).where(Webhook.account_id == aki.account_id)).one())


def _earlier(database: Database, slug: str, span: timedelta) -> None:
    """The calendar of a season as if it had begun so long ago."""
    with database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == slug)).one()
        stages = session.scalars(select(SeasonStage).where(SeasonStage.season_id == season.id)).all()
        rounds = session.scalars(select(Round).where(Round.stage_id.in_([stage.id for stage in stages]))).all()
        entries = session.scalars(select(Entry).where(Entry.season_id == season.id)).all()
        won = session.scalars(select(Champion).where(Champion.season_id == season.id)).all()
        for row in (season, *stages, *rounds, *entries, *won):
            for column in row.__table__.columns:
                value = getattr(row, column.key)
                if isinstance(value, datetime) and column.key != "first_at":
                    setattr(row, column.key, value - span)


def _connect(database: Database, scene: Scene, redis: Redis) -> None:
    """A third of the bots are here, and that of the picture."""
    told = {
        "gateway": "gateway-1",
        "at_once": 2,
        "games": [],
        "finishing": False,
        "version": "1.0",
        "language": "python",
    }
    with database.read() as session:
        for bot_id, name in session.execute(select(Bot.id, Bot.name).where(Bot.last_seen_at.is_not(None))):
            if bot_id % 3 == 0 or name == scene.bot:
                redis.set(keys.presence(bot_id), orjson.dumps(told))


def _tables(database: Database, scene: Scene) -> None:
    """A challenge that is over, and a rated match that is being played."""
    with database.write() as session:
        bots = dict(session.execute(select(Bot.name, Bot.id)).all())
        aki = session.scalars(select(Account.id).where(Account.name == "aki")).one()
        pair = [bots[scene.bot], bots["shinobi"]]
        challenge = create_set(
            session, Table(SetKind.CHALLENGE, "iki", 2, {}, "blitz", pair, asked_by=aki, rotations=1)
        )
        season = session.scalars(select(Season).where(Season.slug == scene.ladder)).one()
        rated = create_set(session, Table(SetKind.RATED, "iki", 2, {}, "standard", pair, season_id=season.id))
        session.flush()
        first = {
            one.id: session.scalars(select(Match.id).where(Match.set_id == one.id).order_by(Match.id)).first()
            for one in (challenge, rated)
        }
        scene.challenge, scene.running = first[challenge.id] or 0, first[rated.id] or 0
        wanted = select(TableSet.game, Match.id).join(Match, Match.set_id == TableSet.id)
        scene.done_set = session.scalars(select(Match.set_id).where(Match.id == scene.match)).one()
        scene.replays = dict(session.execute(wanted.where(Match.id.in_(scene.past.with_replay))).all())
    play(database, scene.challenge)
    with database.write() as session:
        assert claims.claim(session, scene.running, "worker") is not None


def _comments(database: Database, scene: Scene) -> None:
    """People talk about a match of every game."""
    words = (
        ("kei", 40, "Why not the other way round? This leaves the best space to the next player."),
        ("aki", 40, "My bot counts what it gets now, and nothing of what others can do then."),
        ("root", 66, "The turning point, I think."),
    )
    with database.write() as session:
        ids = dict(session.execute(select(Account.name, Account.id)).all())
        for match_id in scene.replays.values():
            for name, step, body in words:
                write_comment(session, viewer(session, ids[name]), match_id, step, body)


@contextmanager
def served(folder: Path) -> Iterator[Scene]:
    """The scene behind a running site."""
    database = Database(f"sqlite:///{folder}/arena.db")
    upgrade(database)
    scene = make(database)
    redis = RedisServer(folder / "redis")
    redis.start()
    with redis.client() as client:
        _connect(database, scene, client)
    database.close()
    announced = folder / "web.address"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    settings = {
        "ARENA_DATA": str(folder),
        "ARENA_DATABASE_URL": f"sqlite:///{folder}/arena.db",
        "ARENA_REDIS_URL": redis.url,
        "ARENA_PUBLIC_URL": "https://arena.example",
        "ARENA_SMTP_HOST": "mail.arena.example",
        "ARENA_SMTP_FROM": "Meiji Arena <arena@arena.example>",
    }
    with open(folder / "web.log", "wb") as log:
        command = [sys.executable, "-m", "arena.cli", "web", "--web-port", "0", "--announce", str(announced)]
        site = subprocess.Popen(command, env={**clean, **settings}, stdout=log, stderr=log)
    try:
        scene.base = await_until(lambda: announced.exists() and announced.read_text(), "the site listens")
        yield scene
    finally:
        site.terminate()
        site.wait(60)
        redis.stop()
