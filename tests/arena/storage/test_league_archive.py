"""A season as a folder, the end of a freeze, and the commands that read seasons."""

import csv
import json
import subprocess

import pytest
from sqlalchemy import delete, select

from arena.access.viewers import PUBLIC, Viewer, operator
from arena.cli import main
from arena.db.database import Database, upgrade
from arena.db.models import AuditEntry, Champion, ReplayFile, Role, Season, SeasonStage, SetKind, TableSet
from arena.errors import Conflict, NotFound
from arena.results.table_sets import Table, create_set
from arena.seasons.archive import export
from arena.seasons.lifecycle import reveal
from tests.arena.storage.history import KEY, claimed, finish, house_bots
from tests.arena.storage.league_world import hour, league

ADMIN = Viewer(name="root", role=Role.ADMIN)


@pytest.fixture
def database(tmp_path):
    """SQLite is enough here: the queries behind it are tested on both."""
    opened = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(opened)
    yield opened
    opened.close()


@pytest.fixture
def spring(database):
    made = league(database)
    made.enter("asa", "ume", "kiku")
    with database.write() as session:
        session.get_one(SeasonStage, made.stages[0]).started_at = hour(1)
    return made


def really_played(made):
    """A round whose matches were played by house bots and have signed replays."""
    ids = house_bots(made.database, "random", "random")
    made.bots |= {"bot-0": ids[0], "bot-1": ids[1]}
    made.enter("bot-0", "bot-1")
    with made.database.write() as session:
        table = Table(SetKind.RATED, "nippon", 2, {}, "blitz", ids, season_id=made.season)
        new = create_set(session, table)
        set_id = new.id
    made.change(TableSet, set_id, round_id=made.round(1))
    for match_id in made.matches(set_id):
        finish(made.database, claimed(made.database, match_id))
    return set_id


def exported(made, folder, who=ADMIN):
    with made.database.read() as session:
        return export(session, who, made.slug, folder)


def test_the_archive_holds_tables_results_and_replays_that_verify(spring, tmp_path, capsys):
    set_id = really_played(spring)
    spring.rule("void", match=spring.matches(set_id)[0], why="a power failure")
    folder = tmp_path / "archive" / "spring"
    made = exported(spring, folder)
    assert (made.stages, made.matches, made.replays, made.keys) == (1, 2, 2, (KEY.public,))
    summed = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, text=True, check=False)
    assert summed.returncode == 0, summed.stdout
    listed = {line.split("  ")[1] for line in (folder / "SHA256SUMS").read_text().splitlines()}
    assert listed == {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - {"SHA256SUMS"}
    with (folder / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["counts"] for row in rows] == ["False", "False", "True", "True"]
    assert json.loads((folder / "results.json").read_text())[0]["bot"] == rows[0]["bot"]
    standings = json.loads((folder / "standings.json").read_text())
    assert sum(line["matches"] for line in standings[0]["divisions"][0]["standings"]) == 2
    page = (folder / "index.html").read_text()
    assert "a power failure" in page
    assert "http" not in page, "it needs no server and asks none"
    assert main(["replay", "verify", str(folder / "replays"), "--key", KEY.public]) == 0
    assert "2" in capsys.readouterr().out


def test_an_archive_never_overwrites_and_is_whole_or_not_there(spring, tmp_path, monkeypatch):
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "mine.txt").write_text("keep")
    with pytest.raises(Conflict, match="not an empty folder"):
        exported(spring, folder)
    assert (folder / "mine.txt").read_text() == "keep"
    monkeypatch.setattr("arena.seasons.archive._sums", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        exported(spring, tmp_path / "broken")
    assert not (tmp_path / "broken").exists()
    assert not list(tmp_path.glob(".arena-season-*"))


def test_the_public_archive_leaves_hidden_and_frozen_parts_out(spring, tmp_path):
    with spring.database.write() as session:
        session.get_one(SeasonStage, spring.stages[0]).freeze_at = hour(4)
    set_id = really_played(spring)
    made = exported(spring, tmp_path / "public", PUBLIC)
    assert (made.matches, made.replays) == (0, 0)
    assert exported(spring, tmp_path / "all").replays == 2
    assert set_id


def test_reveal_ends_a_freeze_and_is_in_the_audit_log(spring):
    with pytest.raises(Conflict, match="nothing of spring is frozen"), spring.database.write() as session:
        reveal(session, operator("kei"), "spring")
    spring.change(SeasonStage, spring.stages[1], freeze_at=hour(4))
    with spring.database.write() as session:
        assert [one.name for one in reveal(session, operator("kei"), "spring", now=hour(9))] == ["final"]
    with spring.database.read() as session:
        assert session.get_one(SeasonStage, spring.stages[1]).reveal_at == hour(9)
        line = session.scalars(select(AuditEntry).where(AuditEntry.action == "stage_revealed")).one()
        assert (line.actor, line.detail) == ("kei", {"stage": "final"})
    with pytest.raises(NotFound), spring.database.write() as session:
        reveal(session, operator("kei"), "nowhere")


@pytest.fixture
def arena(spring, tmp_path, monkeypatch, capsys):
    """The command line over this arena."""
    monkeypatch.setenv("ARENA_DATABASE_URL", f"sqlite:///{tmp_path}/arena.db")

    def run(*words):
        code = main(["season", *words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_the_commands_show_a_season(arena, spring):
    spring.play(1, "asa", "ume")
    spring.play(2, "kiku", "ume", scores=[[20, 10], [10, 20]])
    spring.rule("withdraw", entry="kiku", why="gone fishing")
    assert "spring" in arena("list")[1]
    code, told = arena("status", "spring")
    assert code == 0
    assert "main round (round_robin, public): running" in told
    code, told = arena("standings", "spring")
    assert code == 0
    assert "strength of schedule" in told
    lines = json.loads(arena("standings", "spring", "--json")[1])["divisions"][0]["standings"]
    assert [line["bot"] for line in lines] == ["asa", "ume", "kiku"]
    assert "100/2" in arena("crosstable", "spring")[1]
    assert "gone fishing" in arena("rulings", "spring")[1]
    schedule = arena("schedule", "spring")[1]
    assert "CET" in schedule
    assert "UTC" in schedule


def test_public_commands_show_what_everyone_sees(arena, spring):
    spring.play(1, "asa", "ume")
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(1))
    lines = json.loads(arena("standings", "spring", "--json", "--public")[1])
    assert lines["frozen_at"]
    assert all(line["matches"] == 0 for line in lines["divisions"][0]["standings"])
    spring.change(Season, spring.season, visibility="organisers")
    code, told = arena("standings", "spring", "--public")
    assert code != 0
    assert "there is no season 'spring'" in told


def test_champions_are_listed(arena, spring):
    assert "Nobody has won a season yet" in arena("champions")[1]
    with spring.database.write() as session:
        champion = Champion(season_id=spring.season, division=0, entry_id=spring.entries["asa"], league="club")
        champion.title, champion.division_name, champion.bot, champion.team = "Spring league", "", "asa", "team-asa"
        session.add(champion)
    assert "team-asa" in arena("champions")[1]
    assert "Nobody" in arena("champions", "--league", "other")[1]


def test_what_is_not_there_is_said_in_a_sentence(arena):
    for words in (("standings", "nowhere"), ("standings", "spring", "--stage", "9"), ("reveal", "spring")):
        code, told = arena(*words)
        assert code != 0
        assert "Traceback" not in told
        assert "nowhere" in told or "spring" in told


def test_the_archive_has_places_as_they_count_the_whole_season_and_the_byes(spring, tmp_path):
    first = spring.play(1, "asa", "ume")
    spring.play(2, "asa", "kiku")
    spring.bye("kiku", 1)
    spring.rule("forfeit", match=spring.matches(first)[0], entry="asa", why="two engines at once")
    spring.enter("asa", "ume", stage=1)
    spring.change(SeasonStage, spring.stages[1], started_at=hour(9))
    spring.play(9, "ume", "asa", stage=1)
    folder = tmp_path / "archive"
    with spring.database.write() as session:
        # These replays are not real ones.
        session.execute(delete(ReplayFile))
    exported(spring, folder)
    with (folder / "results.csv").open() as file:
        rows = {row["bot"]: row for row in csv.DictReader(file) if row["match"] == str(spring.matches(first)[0])}
    assert (rows["asa"]["place"], rows["asa"]["awarded_place"]) == ("2", "1"), "a winner that forfeits is not first"
    assert (rows["ume"]["place"], rows["ume"]["awarded_place"]) == ("1", "2")
    overall = list(csv.DictReader((folder / "overall.csv").read_text().splitlines()))
    assert [(row["place"], row["bot"]) for row in overall] == [("1", "ume"), ("2", "asa"), ("3", "kiku")]
    byes = list(csv.DictReader((folder / "byes.csv").read_text().splitlines()))
    assert [(row["round"], row["bot"], row["points"]) for row in byes] == [("1", "kiku", "3.0")]
    assert "The whole season" in (folder / "index.html").read_text()
