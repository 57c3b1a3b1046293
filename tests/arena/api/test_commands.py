"""The author's commands against a served API, and the operator's ladders."""

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.cli import main
from arena.db.models import AuditEntry, Bot, Entry, Season, SeasonState, SetKind
from arena.replays import loads
from arena.settings import Settings
from tests.arena.running.conftest import show
from web.app import create_app


@pytest.fixture
def arena(served, redis, monkeypatch, capsys):
    """`arena(...)` as aki: exit code, what it printed, what it said on stderr."""
    monkeypatch.setenv("ARENA_ENDPOINT", served.address)
    monkeypatch.setenv("ARENA_TOKEN", served.world.tokens["aki"])
    show(redis, served.world.bots["kabuki"])

    def run(*words: str) -> tuple[int, str, str]:
        code = main([*words])
        return code, *capsys.readouterr()

    run.world = served.world
    return run


def test_the_leaderboard_as_a_table_and_as_json(arena):
    arena.world.play(*arena.world.table(SetKind.RATED, "kabuki", "bunraku"))
    code, out, _ = arena("leaderboard", "nippon-2")
    assert code == 0
    for word in ("kabuki", "bunraku", "(house)", "aki", "Elo", "fit (95 %)"):
        assert word in out
    lines = json.loads(arena("leaderboard", "nippon-2", "--json", "--limit", "3")[1])
    assert len(lines) == 3
    assert lines[0]["rank"] == 1
    assert "nippon-2" in arena("leaderboard")[1]
    assert json.loads(arena("leaderboard", "--json")[1])[0]["id"] == "nippon-2"


def test_a_limit_beyond_one_page_is_fetched_in_pages(arena, monkeypatch):
    made = [one for _ in range(3) for one in arena.world.table(SetKind.RATED, "kabuki", "bunraku")]
    monkeypatch.setattr("arena.cli.author.MOST_ROWS_PER_CALL", 2)
    rows = json.loads(arena("matches", "--limit", "100", "--json")[1])
    assert [int(row["id"]) for row in rows] == sorted(made, reverse=True)


def test_matches_one_match_and_its_replay(arena, tmp_path):
    first, second = arena.world.table(SetKind.RATED, "kabuki", "bunraku")
    arena.world.play(first)
    assert "finished" in arena("matches", "--season", "nippon-2", "--state", "finished")[1]
    code, out, _ = arena("matches", str(first))
    assert (code, "opens when its set is done" in out) == (0, True)
    code, _, said = arena("matches", str(first), "--save", str(tmp_path / "r.gz"))
    assert (code, "opens when all matches" in said) == (2, True)
    arena.world.play(second)
    code, out, _ = arena("matches", str(first), "--save", str(tmp_path / "r.gz"))
    assert (code, "arena replay verify" in out) == (0, True)
    assert loads((tmp_path / "r.gz").read_bytes()).spec.match_id == str(first)
    assert arena("matches", "--save", "x")[0] == 2
    assert arena("matches", "999")[2] == "arena: there is no match 999\n"


def test_why_for_one_bot_and_for_all(arena):
    code, out, _ = arena("why", "kabuki")
    assert (code, out.startswith("In nippon-2: kabuki sits down in about")) == (0, True)
    out = arena("why")[1].splitlines()
    assert len(out) == 2
    assert "noh has never connected" in out[1]
    assert json.loads(arena("why", "kabuki", "--json")[1])["answer"]["reason"] == "WAITING_REASON_NEXT"
    assert arena("why", "bunraku")[2] == "arena: bunraku is not one of your bots\n"


def test_entering_leaving_consent(arena):
    assert "noh is in nippon-2, where 5 bots play nippon" in arena("enter", "nippon-2", "noh")[1]
    assert "noh has left nippon-2" in arena("leave", "nippon-2", "noh")[1]
    assert "by anybody" in arena("consent", "noh", "yes")[1]
    assert "no challenges of others" in arena("consent", "noh", "no")[1]


def test_a_challenge_is_queued(arena):
    code, out, _ = arena("challenge", "kabuki", "tanuki", "--game", "nippon", "--matches", "2")
    assert code == 0
    assert "queued" in out
    assert "challenge" in out
    code, _, said = arena("challenge", "kabuki", "bunraku", "--game", "nippon")
    assert (code, said) == (2, "arena: bunraku does not accept challenges; its owner can change that\n")
    assert arena("challenge", "kabuki", "tanuki", "--game", "nippon", "--option", "x")[0] == 2


def test_a_challenge_can_be_waited_for(arena, monkeypatch):
    """Waiting looks again and again; here every look finds one more match played."""
    waiting = []

    def look(_seconds):
        with arena.world.database.read() as session:
            from arena.db.models import Match, MatchState

            waiting[:] = session.scalars(select(Match.id).where(Match.state == MatchState.QUEUED)).all()
        arena.world.play(waiting[0])

    monkeypatch.setattr("arena.cli.matches.time.sleep", look)
    _, out, said = arena("challenge", "kabuki", "tanuki", "--game", "nippon", "--matches", "2", "--wait", "--json")
    assert [match["state"] for match in json.loads(out)] == ["MATCH_STATE_FINISHED"] * 2
    assert said.splitlines() == [
        "0 of 2 over, 0 running, 2 waiting",
        "1 of 2 over, 0 running, 1 waiting",
        "2 of 2 over, 0 running, 0 waiting",
    ]


def test_challenges_are_cancelled(arena):
    made = json.loads(arena("challenge", "kabuki", "tanuki", "--game", "nippon", "--matches", "3", "--json")[1])
    code, out, _ = arena("cancel", made[0]["id"], "--json")
    assert (code, [match["id"] for match in json.loads(out)]) == (0, [made[0]["id"]])
    code, _, said = arena("cancel", made[0]["id"])
    assert (code, "only matches that have not begun" in said) == (2, True)
    assert arena("cancel")[1].count("void") == 2
    assert arena("cancel")[1] == "No challenge of yours is waiting.\n"


def test_the_pace_of_a_bot(arena):
    assert arena("pace", "kabuki", "20")[1] == "kabuki plays at most 20 ladder matches in an hour\n"
    assert arena.world.bot("kabuki").matches_per_hour == 20
    assert "as many ladder matches as it can" in arena("pace", "kabuki", "0")[1]
    assert arena.world.bot("kabuki").matches_per_hour is None


def test_a_wrong_token_is_a_sentence(arena, monkeypatch):
    assert "unknown or revoked: set ARENA_TOKEN" in arena("why", "kabuki", "--token", "wrong")[2]
    assert "a bot's token" in arena("why", "kabuki", "--token", arena.world.tokens["kabuki"])[2]
    monkeypatch.delenv("ARENA_TOKEN")
    assert "who are you?" in arena("why", "kabuki")[2]


def test_an_arena_that_is_away_is_a_sentence(arena, tmp_path):
    code, _, said = arena("why", "kabuki", "--endpoint", f"unix:{tmp_path}/none")
    assert code == 69
    assert said.startswith("arena: no arena answers at unix:")


def test_ladders_are_created_paused_resumed_and_finished(world, monkeypatch, capsys):
    monkeypatch.setenv("ARENA_DATABASE_URL", world.database.engine.url.render_as_string())

    def arena(*words):
        return main(["ladder", *words]), *capsys.readouterr()

    def season():
        with world.database.read() as session:
            found = session.scalars(select(Season).where(Season.slug == "iki-three")).one()
            session.expunge(found)
            return found

    create = ("create", "iki-three", "--game", "iki", "--seats", "3", "--clock", "90+0.5", "--open", "--house")
    assert arena(*create)[:2] == (0, "iki-three runs with 2 house bots\n")
    assert (season().state, season().clock, season().open_ladder) == (SeasonState.RUNNING, "90+0.5", True)
    with world.database.read() as session:
        house = session.scalars(select(Bot.name).join(Entry).where(Entry.season_id == season().id)).all()
    assert sorted(house) == ["kappa", "tanuki"]
    assert "already" in arena(*create)[2]
    assert arena("pause", "iki-three")[0] == 0
    assert season().paused
    assert arena("resume", "iki-three")[0] == 0
    assert not season().paused
    assert arena("finish", "iki-three")[0] == 0
    assert season().state is SeasonState.FINISHED
    assert "not a running ladder" in arena("resume", "iki-three")[2]
    with world.database.read() as session:
        actions = session.scalars(select(AuditEntry.action).where(AuditEntry.subject == "season:iki-three")).all()
    assert actions == ["season_created", "season_pause", "season_resume", "season_finish"]
    for wrong in (
        ("create", "x y", "--game", "iki", "--seats", "3"),
        ("create", "four", "--game", "iki", "--seats", "9"),
        ("create", "four", "--game", "chess", "--seats", "2"),
        ("create", "four", "--game", "iki", "--seats", "2", "--clock", "none"),
        ("create", "four", "--game", "iki", "--seats", "2", "--clock", "soon"),
        ("pause", "nothing"),
    ):
        code, _, said = arena(*wrong)
        assert code == 2
        assert said.startswith("arena: ")
        assert "Traceback" not in said


def test_the_command_line_and_the_site_show_the_same_interval(arena, redis):
    world = arena.world
    world.play(*world.table(SetKind.RATED, "kabuki", "bunraku"))
    site = create_app(Settings(data=Path("unused"), web_keep_seconds=0), world.database, redis)
    page = site.test_client().get("/seasons/nippon-2/leaderboard").text
    found = re.findall(r'<a href="/bots/([\w.-]+)\?.*?<b>([\d,]+)</b> <span class="soft">± ([\d,]+)', page, re.DOTALL)
    shown = {bot: f"{rating} ± {reach}".replace(",", "") for bot, rating, reach in found}
    assert {"kabuki", "bunraku"} <= set(shown)
    lines = arena("leaderboard", "nippon-2")[1].splitlines()
    for bot, rating in shown.items():
        assert any(f" {bot} " in line and f" {rating} " in line for line in lines), (bot, rating, lines)
