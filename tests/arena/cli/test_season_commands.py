"""An organiser's season from the command line: what is printed, what is refused, what is kept."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.viewers import viewer
from arena.accounts.commands import create_account
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.cli import main
from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Account, Invite, Match, MatchState, Role, Season, SeasonState
from arena.scheduler import seasons
from arena.seasons.organisers import accept_organiser
from tests.arena.storage.leagues.league_world import League, season_file


@pytest.fixture
def world(tmp_path, monkeypatch):
    """An arena's folder with three house bots and an account."""
    monkeypatch.setenv("ARENA_DATA", str(tmp_path / "data"))
    for name in ("ARENA_DATABASE_URL", "ARENA_SETTINGS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "data").mkdir()
    database = Database(f"sqlite:///{tmp_path}/data/arena.db")
    upgrade(database)
    with database.write() as session:
        team = add_team(session, "house", "test", house=True)
        for name in ("ume", "sakura", "kiku"):
            create_bot(session, name, team, "test", house="random")
        create_account(session, "anna", None, Role.ORGANISER, "test")
    file = tmp_path / "spring.toml"
    first = (utcnow() - timedelta(seconds=1)).isoformat()
    file.write_text(season_file(ume=1600, sakura=1500).replace("2027-03-01T20:00:00Z", first), "utf-8")
    yield League(database, "club-1"), file
    database.close()


@pytest.fixture
def arena(capsys):
    """Runs a command; its exit code and what it printed."""

    def run(*argv):
        code = main(["season", *map(str, argv)])
        told = capsys.readouterr()
        return code, (told.out + told.err).strip()

    return run


def test_a_season_from_file_to_the_next_one(world, arena):
    league, file = world
    assert arena("create", file, "--slug", "club-1", "--organiser", "anna") == (
        0,
        "club-1 is a draft with 2 entries; `arena season open club-1` lets teams enter",
    )
    assert arena("open", "club-1") == (0, "club-1 takes entries")
    assert arena("enter", "club-1", "kiku") == (0, "kiku is in club-1, which now has 3 entries")
    assert arena("update", "club-1", file)[1] == f"club-1 is as {file} says, with 3 entries"
    code, told = arena("start", "club-1")
    assert (code, told.partition(";")[0]) == (0, "club-1 has started: 3 entries, 3 rounds in stage League")
    assert arena("pause", "club-1")[0] == 0
    seasons.tick(league.database, None)
    assert league.open_matches() == []
    assert arena("resume", "club-1") == (0, "club-1 goes on")
    seasons.tick(league.database, None)
    league.play()
    with league.database.read() as session:
        match_id = session.scalar(select(Match.id).where(Match.state == MatchState.FINISHED))
    assert arena("rule", "club-1", "void", "--match", match_id, "--reason", "a storm")[1] == (
        f"ruling 1 of club-1: void match {match_id} (a storm)"
    )
    assert arena("withdraw", "club-1", "kiku") == (
        2,
        "arena: club-1 is running: withdrawing another team's bot is a ruling and needs a public reason",
    )
    assert arena("withdraw", "club-1", "kiku", "--reason", "ill") == (0, "kiku is out of club-1")
    league.now = utcnow()
    league.play_out()
    assert arena("next", "club-1", "--first", "2031-09-01T20:00") == (
        0,
        "club-2 (Test league 2) is a draft with 2 entries of club-1",
    )
    assert arena("cancel", "club-2", "--reason", "nobody has time") == (0, "club-2 is cancelled")
    with league.database.read() as session:
        assert session.execute(select(Season.slug, Season.state).order_by(Season.id)).all() == [
            ("club-1", SeasonState.FINISHED),
            ("club-2", SeasonState.CANCELLED),
        ]


def test_invites_and_organisers(world, arena):
    league, file = world
    arena("create", file, "--slug", "club-1")
    code, told = arena("invite", "club-1", "--uses", 30, "--label", "class")
    assert code == 0
    assert told.startswith("invite 1 of club-1 for 30 teams (shown this once): meiji_invite_")
    with league.database.read() as session:
        assert session.scalars(select(Invite.hash)).one() not in told
    assert arena("invite", "club-1", "--revoke", 1) == (
        0,
        "invite 1 of club-1 is revoked; teams that used it stay entered",
    )
    invited = (0, "anna is invited to run club-1, and runs it once the account accepts on the site")
    assert arena("organiser", "club-1", "--add", "anna") == invited
    assert arena("organiser", "club-1", "--remove", "anna") == (0, "anna does not run club-1 any more")
    assert arena("organiser", "club-1", "--add", "anna") == invited
    with league.database.write() as session:
        anna = session.scalars(select(Account.id).where(Account.name == "anna")).one()
        accept_organiser(session, viewer(session, anna), "club-1")
    assert arena("organiser", "club-1", "--remove", "anna") == (
        2,
        "arena: anna is the only organiser of club-1: invite another one first",
    )


def test_wrong_requests_are_answered_with_sentences(world, arena, tmp_path):
    _, file = world
    bad = tmp_path / "bad.toml"
    bad.write_text(file.read_text("utf-8").replace("seats = 2", "seets = 2"), "utf-8")
    code, told = arena("create", bad)
    assert code == 2
    assert told.startswith(f"arena: {bad}:")
    assert arena("open", "nothing") == (2, "arena: there is no season 'nothing'")
    arena("create", file, "--slug", "club-1")
    assert arena("create", file, "--slug", "club-1")[1].startswith("arena: there is a season 'club-1' already")
    assert arena("finish", "club-1") == (
        2,
        "arena: club-1 cannot be finished: it is draft, and must be running",
    )
    assert arena("rule", "club-1", "void", "--reason", "x")[1] == "arena: a ruling to void names a match"
    assert arena("rule", "club-1", "withdraw", "--match", 3, "--reason", "x")[1] == (
        "arena: a ruling to withdraw names no match"
    )
    assert arena("rule", "club-1", "forfeit", "--match", 3, "--reason", "x")[1] == (
        "arena: a ruling to forfeit names a bot"
    )
    assert arena("next", "club-1")[1].startswith("arena: the next season needs either --first")


def test_the_demo_plays_a_league_and_prints_its_tables(arena):
    code, told = arena("demo", "--seasons", 1, "--meetings", 1, "--jobs", 1, "--game", "iki")
    assert code == 0
    assert [f"division {name}" in told for name in ("First", "Second", "Third")] == [True] * 3
    assert told.count("noise-") == 18
    assert "agreement with the noise" in told


def test_a_season_is_copied_with_its_dates_moved_and_without_entries(world, arena):
    league, file = world
    arena("create", file, "--slug", "club-1")
    assert arena("copy", "club-1", "--first", "2031-09-06T20:00", "--name", "Autumn", "--slug", "autumn") == (
        0,
        "autumn (Autumn) is a draft like club-1, without entries",
    )
    with league.database.read() as session:
        row = session.scalars(select(Season).where(Season.slug == "autumn")).one()
        assert (row.first_at.year, row.entries) == (2031, [])
    code, told = arena("copy", "nothing")
    assert code != 0 and "you run no season 'nothing'" in told
    assert arena("preset")[1].startswith("class")
    assert "[[stage]]" in arena("preset", "club")[1]
