"""The operator's commands on a real database: each says what it did, and a wrong request is a sentence that loses nothing."""

import os
import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.cli import main
from arena.db.database import Database, newest
from arena.db.models import AuditEntry, Entry, Match, MatchState
from arena.replays import SigningKey
from arena.worker.house_bots import play_house_set
from tests.arena.storage.history import claimed, house_bots, ladder, new_set
from tests.services.servers import redis_server


@pytest.fixture
def arena(tmp_path, monkeypatch, capsys):
    """Runs a command on a data folder of its own: exit code, what it printed, what it complained of."""
    for name in [name for name in os.environ if name.startswith("ARENA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ARENA_DATA", str(tmp_path))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
def database(arena, tmp_path):
    assert arena("db", "upgrade")[0] == 0
    opened = Database(f"sqlite:///{tmp_path}/arena.db")
    yield opened
    opened.close()


def test_tables_are_made_once_and_nothing_else_works_before(arena):
    code, _, said = arena("user", "list")
    assert (code, "arena db upgrade" in said) == (2, True), said
    assert arena("db", "version") == (1, f"database none, program {newest()}\n", "")
    assert arena("db", "upgrade")[1].startswith("upgraded from none")
    assert arena("db", "upgrade")[1] == f"version {newest()}, nothing to do\n"
    assert arena("db", "version")[0] == 0


@pytest.mark.parametrize("words", [("bot", "create", "kabuki", "--owner", "aki"), ("user", "list"), ("token", "list")])
def test_a_command_in_the_wrong_folder_says_so_and_leaves_nothing_there(arena, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_DATA")
    code, out, said = arena(*words)
    assert (code, out, "name the folder of yours with --data" in said) == (2, "", True), said
    assert not list(tmp_path.iterdir())


def test_people_bots_and_tokens_from_first_to_last(arena, database):
    code, out, _ = arena("user", "create", "aki", "--role", "organiser")
    first = re.search(r"password of aki \(shown this once\): (\S+)", out)[1]
    assert code == 0
    again = re.search(r": (\S+)$", arena("user", "reset-password", "aki")[1].strip())[1]
    assert again != first
    assert "aki" in arena("user", "list")[1]
    token = re.search(r"meiji_bot_\S+", arena("bot", "create", "kabuki", "--owner", "aki")[1])[0]
    assert token not in arena("bot", "list")[1] + arena("token", "list")[1]
    second = arena("token", "create", "--bot", "kabuki", "--label", "laptop")[1].strip()
    assert second.startswith("meiji_bot_")
    assert second != token
    author = arena("token", "create", "--author", "aki")[1].strip()
    assert author.startswith("meiji_author_")
    assert arena("token", "revoke", "2")[1] == "token 2 is revoked\n"
    listed = arena("token", "list", "--bot", "kabuki")[1].splitlines()
    assert [("live" in line, "revoked" in line) for line in listed] == [(True, False), (False, True)]
    assert arena("bot", "disable", "kabuki")[0] == 0
    assert "disabled" in arena("bot", "list")[1]
    assert arena("bot", "enable", "kabuki")[0] == 0
    with database.read() as session:
        lines = session.scalars(select(AuditEntry.action)).all()
        kept = str([(line.action, line.subject, line.detail) for line in session.scalars(select(AuditEntry))])
    assert {"bot_created", "token_created", "token_revoked", "password_reset"} <= set(lines)
    assert not any(secret in kept for secret in (first, again, token, second, author)), "no secret is in the audit log"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("user", "create"), "needs a name"),
        (("user", "create", "aki"), "already"),
        (("user", "reset-password", "nobody"), "no account"),
        (("bot", "create", "kabuki"), "--owner"),
        (("bot", "disable", "nobody"), "no bot"),
        (("token", "create"), "--bot NAME or --author NAME"),
        (("token", "revoke", "99"), "no token 99"),
        (("match", "requeue", "99"), "no match 99"),
        (("match", "void", "99"), "--why"),
        (("ratings", "recompute", "nowhere"), "no season"),
        (("ladder", "create", "x", "--game", "iki", "--seats", "9"), "seats"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arena, database, asked, sentence):
    arena("user", "create", "aki")
    code, _, said = arena(*asked)
    assert (code, sentence in said) == (2, True), said
    assert said.startswith("arena: ")
    assert said.count("\n") == 1


def test_matches_are_begun_again_and_voided_by_hand(arena, database):
    bots = house_bots(database, "random", "random")
    _, (first, second) = new_set(database, ladder(database, bots), bots)
    claimed(database, first)
    assert arena("match", "requeue", str(first)) == (0, f"match {first}: done\n", "")
    claimed(database, first)
    code, out, _ = arena("match", "void", str(first), "--why", "power failure")
    assert (code, "replaced by match 3" in out) == (0, True), out
    assert "its set is void" in arena("match", "void", str(second), "--why", "nobody comes")[1]
    with database.read() as session:
        assert session.get_one(Match, first).reason == "power failure"
        assert session.get_one(Match, second).state is MatchState.VOID
    assert "can be changed by hand" in arena("match", "requeue", str(first))[2]


def test_recomputing_finds_a_hand_in_the_database(arena, database, tmp_path):
    bots = house_bots(database, "random", "random")
    set_id, _ = new_set(database, ladder(database, bots), bots)
    with redis_server(tmp_path / "redis") as server, server.client() as redis:
        play_house_set(database, redis, SigningKey.new(), set_id, "test")
    assert arena("ratings", "recompute") == (0, "nippon-2: 2 ratings, all as logged\n", "")
    with database.write() as session:
        session.scalars(select(Entry)).first().rating += 1
    code, out, _ = arena("ratings", "recompute", "nippon-2")
    assert (code, "DIFFERENT" in out) == (1, True)


def test_status_tells_of_redis_seasons_and_what_is_stuck(arena, database, tmp_path, monkeypatch):
    code, out, _ = arena("status")
    assert (code, "DOES NOT ANSWER" in out) == (1, True)
    bots = house_bots(database, "random", "random")
    new_set(database, ladder(database, bots), bots)
    with redis_server(tmp_path / "redis") as server:
        monkeypatch.setenv("ARENA_REDIS_URL", server.url)
        code, out, _ = arena("status")
        assert code == 0, out
        assert "matches   2 queued" in out
        assert "parts     BAD  0 alive: Not running: gateway, worker-matches" in out
        assert "backup    off  none" in out
        assert "nippon-2: running, 0 rated sets" in out
        monkeypatch.setattr("arena.metrics.status.WAITED", timedelta(seconds=-100))
        code, out, _ = arena("status")
    assert (code, out.count("STUCK")) == (1, 2), out


def test_a_gateway_that_may_not_listen_says_which_setting_would_allow_it(arena, database, monkeypatch):
    monkeypatch.setenv("ARENA_GRPC_HOST", "0.0.0.0")
    code, _, said = arena("gateway")
    assert (code, "grpc_plain_text" in said, "allow_plain_text" in said) == (2, True, False), said


def test_a_backup_into_a_folder_that_is_missing_makes_it(arena, database, tmp_path):
    assert arena("backup", f"{tmp_path}/new/backups/")[0] == 0
    assert [path.name.endswith(".backup.zip") for path in (tmp_path / "new" / "backups").iterdir()] == [True]
    code, _, said = arena("backup", f"{tmp_path}/missing/one.zip")
    assert (code, "there is no folder" in said) == (2, True), said
    assert not (tmp_path / "missing").exists()
