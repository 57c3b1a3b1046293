"""A bot's kept page is true: whatever changes on it is seen at the next look, and what is its owner's alone is never on it."""

import gzip
import re
from collections.abc import Callable
from datetime import timedelta

import orjson
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from arena.access.viewers import Viewer
from arena.accounts.commands import delete_account, retire
from arena.bots.commands import version
from arena.db.database import utcnow
from arena.db.models import Entry, Match, MatchState, PrivateNotes, Role, Season, SeasonStage, SetKind, Team
from arena.ladders.rating import enter, note_version, rate_again
from arena.results import claims
from arena.seasons.withdrawal import leave
from arena.transport import keys
from tests.web.test_kept import keeping  # noqa: F401 (a fixture)
from tests.web.test_statements import counted
from tests.web.world import World, _set, account_named, bot_named, play
from web.page_cache import FLAG

HERE = {"gateway": "g1", "at_once": 2, "games": ["nippon"], "finishing": False, "version": "1.0", "language": "python"}


def a_set_is_rated(world, _redis):
    """Of shinobi against a bot it never met."""
    _, ids = _set(world, SetKind.RATED, ["shinobi", "akis-bot"], season_of(world))
    for match_id in ids:
        play(world.database, match_id)


def a_match_is_over_but_not_its_set(world, _redis):
    with world.database.read() as session:
        first = session.scalars(
            select(Match.id).where(Match.state == MatchState.QUEUED).order_by(Match.id.desc())
        ).first()
    play(world.database, first)


def a_match_is_void(world, _redis):
    _, ids = _set(world, SetKind.RATED, ["shinobi", "tanuki"], season_of(world))
    with world.database.write() as session:
        claim = claims.claim(session, ids[0], "worker")
        assert claim is not None
    with world.database.write() as session:
        claims.void(session, ids[0], claim.attempt, "the power went out")


def another_bot_passes_it(world, _redis):
    with world.database.write() as session:
        entry_of(session, world, "kappa").rating = 10**7


def a_result_is_ruled_on(world, _redis):
    with world.database.write() as session:
        match = session.get_one(Match, world.done_match)
        rate_again(session, match.table_set, 77)


def it_is_retired(world, _redis):
    with world.database.write() as session:
        retire(session, bot_named(session, "shinobi"), "test")


def its_team_has_another_name(world, _redis):
    with world.database.write() as session:
        session.scalars(select(Team).where(Team.house)).one().name = "the-house"


def its_season_is_paused(world, _redis):
    with world.database.write() as session:
        session.get_one(Season, season_of(world)).paused = True


def its_season_is_renamed(world, _redis):
    with world.database.write() as session:
        session.get_one(Season, season_of(world)).title = "Another Title"


def its_season_is_for_members_now(world, _redis):
    with world.database.write() as session:
        session.get_one(Season, season_of(world)).visibility = "members"


def it_enters_another_season(world, _redis):
    with world.database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == "autumn-cup")).one()
        season.state = session.get_one(Season, season_of(world)).state
        enter(session, season, world.bots["akis-bot"])


def it_is_withdrawn(world, _redis):
    with world.database.write() as session:
        leave(session, Viewer(name="test", role=Role.ADMIN), "nippon-open", "akis-bot")


def it_connects(world, redis):
    redis.set(keys.presence(world.bots["akis-bot"]), orjson.dumps(HERE))


def it_says_hello_with_a_new_version(world, _redis):
    with world.database.write() as session:
        bot = bot_named(session, "akis-bot")
        bot.language, bot.matches_at_once, bot.last_seen_at = "rust", 7, utcnow() - timedelta(hours=3)
        note_version(session, bot, version(session, bot.id, "2.0-beta"), utcnow())


def it_is_to_be_validated(world, _redis):
    with world.database.write() as session:
        bot_named(session, "bens-bot").validated_at = None


def a_rival_is_deleted(world, _redis):
    with world.database.write() as session:
        delete_account(session, account_named(session, "ben"), "test")


CHANGES: list[tuple[str, Callable]] = [
    ("shinobi", a_set_is_rated),
    ("shinobi", a_match_is_over_but_not_its_set),
    ("shinobi", a_match_is_void),
    ("shinobi", another_bot_passes_it),
    ("shinobi", a_result_is_ruled_on),
    ("shinobi", it_is_retired),
    ("shinobi", its_team_has_another_name),
    ("bens-bot", its_season_is_paused),
    ("shinobi", its_season_is_renamed),
    ("shinobi", its_season_is_for_members_now),
    ("akis-bot", it_enters_another_season),
    ("akis-bot", it_is_withdrawn),
    ("akis-bot", it_connects),
    ("akis-bot", it_says_hello_with_a_new_version),
    ("bens-bot", it_is_to_be_validated),
    ("akis-bot", a_rival_is_deleted),
]


def season_of(world: World) -> int:
    with world.database.read() as session:
        return session.scalars(select(Season.id).where(Season.slug == world.season)).one()


def entry_of(session, world: World, name: str) -> Entry:
    return session.scalars(
        select(Entry).where(Entry.bot_id == world.bots[name], Entry.season_id == season_of(world))
    ).one()


@pytest.fixture
def redis(app):
    return app.extensions["arena"].redis


@pytest.fixture
def visit(keeping, world, redis, monkeypatch):  # noqa: F811 (the fixture)
    """Ask for a bot's page as the public does, from the cache or rendered; fingerprints are looked at every time."""
    # They have met: so the rival is on its page.
    with world.database.write() as session:
        for match in session.scalars(select(Match).where(Match.set_id == world.running_set)):
            match.state = match.state.QUEUED
    with world.database.read() as session:
        ids = session.scalars(select(Match.id).where(Match.set_id == world.running_set)).all()
    for match_id in ids:
        play(world.database, match_id)
    _set(world, SetKind.RATED, ["shinobi", "tanuki"], season_of(world))
    redis.set(keys.presence(world.bots["bens-bot"]), orjson.dumps(HERE))
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", -1)
    client = keeping.test_client()

    def asking(name: str, *, anew: bool = False) -> str:
        answer = client.get(f"/bots/{name}", environ_overrides={FLAG: True} if anew else {})
        return re.sub(r"\d+ min ago", "just now", answer.text)  # minutes may pass between two visits

    return asking


@pytest.mark.parametrize(("name", "change"), CHANGES, ids=[change.__name__ for _, change in CHANGES])
def test_the_kept_page_shows_every_change(visit, world, redis, name, change):
    before = visit(name)
    assert visit(name) == before
    change(world, redis)
    now = visit(name, anew=True)
    assert now != before, "a change that does not show is no test"
    assert visit(name) == now


def test_it_shows_that_a_bot_has_gone(visit, world, redis):
    it_connects(world, redis)
    assert "never connected" not in visit("akis-bot")
    redis.delete(keys.presence(world.bots["akis-bot"]))
    assert "never connected" in visit("akis-bot")


def test_a_bot_under_another_name_is_not_found_by_the_old_one(visit, world):
    assert "shinobi" in visit("shinobi")
    with world.database.write() as session:
        bot_named(session, "shinobi").name = "ninja"
    assert "no bot" in visit("shinobi")


def test_only_who_has_changed_is_made_anew(visit, world, redis):
    pages = {name: visit(name) for name in ("shinobi", "akis-bot", "bens-bot")}
    it_connects(world, redis)
    with counted(world.database) as said:
        assert visit("bens-bot") == pages["bens-bot"]
    assert len(said) == 3 + 4, "what is hidden and marks alone were looked at"
    assert visit("akis-bot") != pages["akis-bot"]


def test_marks_of_many_pages_are_looked_at_together_and_then_believed(visit, keeping, world, monkeypatch):  # noqa: F811
    names = ("shinobi", "tanuki", "kappa", "akis-bot", "bens-bot")
    for _ in range(2):
        for name in names:
            visit(name)
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", 1000)
    for entry in keeping.extensions["arena"].cached_pages._entries.values():
        entry.looked -= 2000
    with counted(world.database) as said:
        for name in names:
            visit(name)
    assert len(said) == 4, "one look for all"


def test_while_the_database_is_away_the_page_is_shown_as_it_was(visit, monkeypatch):
    before = visit("shinobi")

    def away(*_):
        raise OperationalError("SELECT", {}, Exception("the database is away"))

    monkeypatch.setattr("web.page_cache.bot_fingerprints", away)
    assert visit("shinobi") == before


def test_what_only_owners_see_is_never_on_a_kept_page(visit, keeping, world, sign_in):  # noqa: F811 (the fixture)
    with world.database.write() as session:
        session.add(PrivateNotes(match_id=world.challenge_match, seat=0, notes=[[0, "A-PRIVATE-THOUGHT", 0.5]]))
    own = sign_in("aki")
    for _ in range(2):
        page = own.get("/bots/akis-bot").text
        assert "A-PRIVATE-THOUGHT" in page
        assert "SENT-BY-AKIS-BOT" in page
        assert "Shown to its owners" in page
        public = visit("akis-bot")
        for private in ("A-PRIVATE-THOUGHT", "SENT-BY-AKIS-BOT", "Shown to its owners", "Sign out"):
            assert private not in public
    kept = [
        gzip.decompress(entry.body).decode() for entry in keeping.extensions["arena"].cached_pages._entries.values()
    ]
    assert kept
    assert not any("A-PRIVATE-THOUGHT" in page or "SENT-BY-AKIS-BOT" in page for page in kept)


def test_a_page_with_a_hidden_part_is_kept_for_seconds_only(visit, keeping, world):  # noqa: F811 (the fixture)
    with world.database.write() as session:
        club = session.scalars(select(Season).where(Season.slug == "club-league")).one()
        club.visibility = "public"
        for stage in session.scalars(select(SeasonStage).where(SeasonStage.season_id == club.id)):
            stage.visibility = "organisers"
    visit("tanuki")
    (entry,) = keeping.extensions["arena"].cached_pages._entries.values()
    assert entry.until - entry.looked < 10
