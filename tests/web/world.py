"""A small arena with a real history: house matches that were played, a person's bots, a challenge, a fault, a running match."""

from dataclasses import dataclass, field

from sqlalchemy import select

from arena.access.credentials import create_bot_token
from arena.access.viewers import operator, viewer
from arena.accounts.commands import create_account
from arena.accounts.teams import add_team
from arena.archives.reading import inspect
from arena.bots.commands import create_bot, version
from arena.comments.commands import write_comment
from arena.db.database import Database
from arena.db.models import (
    Account,
    Bot,
    FaultEntry,
    Match,
    Organiser,
    ReplayFile,
    Role,
    Season,
    SeasonFormat,
    SeasonStage,
    SeasonState,
    SetKind,
    Team,
    TeamInvitation,
    TeamMember,
    audit,
)
from arena.ladders.rating import enter
from arena.matches.record import MatchRecord
from arena.replays import packed
from arena.results import claims, record
from arena.results.table_sets import Table, create_set
from arena.seasons.creation import create_season
from arena.seasons.organisers import accept_organiser, invite_organiser
from arena.submissions.commands import submit
from arena.webhooks.commands import create_webhook, try_webhook
from arena.worker.house_bots import play_house
from tests.arena.storage.history import KEY
from tests.arena.storage.league_world import hour, league
from tests.services.archives import bot_zip

PASSWORD = "correct horse battery"
PEOPLE = {"aki": Role.AUTHOR, "ben": Role.AUTHOR, "kei": Role.ORGANISER, "root": Role.ADMIN, "mei": Role.ORGANISER}
CUP = """\
name = "Autumn cup"
game = "nippon"
seats = 2
clock = "blitz"
expected_entries = 4

[schedule]
first = 2027-10-01T20:00:00

[entry_rules]
per_team = 2
invite_only = true

[[stage]]
format = "round_robin"
"""
"""The file of a season that kei runs."""


@dataclass
class World:
    """What is where."""

    database: Database
    season: str = "nippon-open"
    bots: dict[str, int] = field(default_factory=dict)
    done_match: int = 0
    """A rated match whose set is done."""
    done_set: int = 0
    provisional_match: int = 0
    """Finished, its set is not."""
    running_match: int = 0
    """Rated, being played, with bots of aki and ben."""
    running_set: int = 0
    challenge_match: int = 0
    """Asked for by aki, done."""
    challenge_set: int = 0
    fault_id: int = 0
    comment_id: int = 0
    """By aki, on the challenge."""
    webhook_id: int = 0
    """Of aki, about faults."""
    accounts: dict[str, int] = field(default_factory=dict)


def make(database: Database, sets: int = 2) -> World:
    """The whole world."""
    world = World(database)
    with database.write() as session:
        for name, role in PEOPLE.items():
            world.accounts[name] = create_account(session, name, PASSWORD, role, "test").id
        house = add_team(session, "house", "test", house=True)
        for name, text in (("shinobi", "greedy"), ("tanuki", "random"), ("kappa", "random")):
            world.bots[name] = create_bot(session, name, house, "test", house=text).id
        for name, owner in (("akis-bot", "aki"), ("bens-bot", "ben")):
            team = session.scalars(select(Team).where(Team.name == owner)).one()
            made = create_bot(session, name, team, owner)
            made.language, made.games = "python", ["nippon"]
            made.validated_at = made.created_at
            create_bot_token(session, made, "laptop", owner)
            version(session, made.id, "1.0")
            world.bots[name] = made.id
        found = inspect(bot_zip("akis-bot"))
        submit(session, viewer(session, world.accounts["aki"]), found, quota_megabytes=1)
        crew = add_team(session, "crew", "aki")
        for name in ("aki", "ben"):
            session.add(TeamMember(team_id=crew.id, account_id=world.accounts[name], leader=name == "aki"))
        session.add(TeamInvitation(team_id=crew.id, account_id=world.accounts["kei"], invited_by=world.accounts["aki"]))
        season = _season(session, world.season, SeasonState.RUNNING)
        for bot_id in world.bots.values():
            enter(session, season, bot_id)
        draft = _season(session, "secret-draft", SeasonState.DRAFT)
        session.add(Organiser(season_id=draft.id, account_id=world.accounts["kei"]))
        season_id = season.id
        create_season(session, operator("kei"), CUP, slug="autumn-cup")
        invite_organiser(session, operator("kei"), "autumn-cup", "kei")
        accept_organiser(session, viewer(session, world.accounts["kei"]), "autumn-cup")
        invite_organiser(session, operator("kei"), "autumn-cup", "ben")
        audit(session, "root", "test_line", "season:nippon-open", why="a line to read")
    for _ in range(sets):
        world.done_set, ids = _set(world, SetKind.RATED, ["shinobi", "tanuki"], season_id)
        for match_id in ids:
            play(database, match_id)
        world.done_match = ids[0]
    _, ids = _set(world, SetKind.RATED, ["shinobi", "kappa"], season_id)
    play(database, ids[0])
    world.provisional_match = ids[0]
    _challenge(world)
    _club(world)
    world.running_set, ids = _set(world, SetKind.RATED, ["akis-bot", "bens-bot"], season_id)
    world.running_match = ids[0]
    with database.write() as session:
        assert claims.claim(session, ids[0], "worker") is not None
    return world


def _season(session, slug: str, state: SeasonState) -> Season:
    season = Season(
        slug=slug,
        title=slug.replace("-", " ").title(),
        game="nippon",
        seats=2,
        clock="blitz",
        format=SeasonFormat.LADDER,
        state=state,
        open_ladder=state is SeasonState.RUNNING,
    )
    session.add(season)
    session.flush()
    return season


def _set(world: World, kind: SetKind, names: list[str], season_id: int | None, **more) -> tuple[int, list[int]]:
    with world.database.write() as session:
        table = Table(kind, "nippon", 2, {}, "blitz", [world.bots[name] for name in names], season_id=season_id, **more)
        made = create_set(session, table)
        return made.id, list(session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.rotation)))


def _club(world: World) -> None:
    """A league for its members: a bot of aki's plays in it, kei organises it; two rounds are over."""
    club = league(world.database, slug="club-league", visibility="members", divisions=("First",))
    club.bots.update(world.bots)
    club.enter("akis-bot", "shinobi", "tanuki")
    sets = [club.play(1, "akis-bot", "shinobi"), club.play(2, "shinobi", "tanuki")]
    club.rule("void", match=club.matches(sets[0])[0], why="the power went out")
    with world.database.write() as session:
        session.add(Organiser(season_id=club.season, account_id=world.accounts["kei"]))
        session.get_one(SeasonStage, club.stages[0]).started_at = hour(1)
        body = session.get_one(ReplayFile, world.done_match).body
        for match_id in (one for set_id in sets for one in club.matches(set_id)):
            session.get_one(ReplayFile, match_id).body = body


def _challenge(world: World) -> None:
    made, ids = _set(
        world, SetKind.CHALLENGE, ["akis-bot", "shinobi"], None, asked_by=world.accounts["aki"], rotations=1
    )
    play(world.database, ids[0])
    world.challenge_set, world.challenge_match = made, ids[0]
    with world.database.write() as session:
        fault = FaultEntry(
            match_id=ids[0],
            seat=0,
            bot_id=world.bots["akis-bot"],
            decision=3,
            made=7,
            verdict="illegal",
            detail="there is no choice 99",
            legal=["hire blue", "consolidate"],
            sent="SENT-BY-AKIS-BOT 99",
        )
        session.add(fault)
        session.flush()
        world.fault_id = fault.id
        aki = viewer(session, world.accounts["aki"])
        world.comment_id = write_comment(session, aki, ids[0], 7, "There it went wrong.").id
        world.webhook_id = create_webhook(session, aki, "https://hooks.example.com/aki", ["bot.faulted"]).id
        try_webhook(session, aki, world.webhook_id)


def play(database: Database, match_id: int) -> MatchRecord:
    """Play a queued match with house players in every seat, and record it."""
    with database.write() as session:
        claim = claims.claim(session, match_id, "worker")
    assert claim is not None
    played = play_house(claim.spec, [seat.house or "random" for seat in claim.seats])
    with database.write() as session:
        assert record.record(session, match_id, claim.attempt, played, packed(played, KEY)) is not None
    return played


def bot_named(session, name: str) -> Bot:
    return session.scalars(select(Bot).where(Bot.name == name)).one()


def account_named(session, name: str) -> Account:
    return session.scalars(select(Account).where(Account.name == name)).one()
