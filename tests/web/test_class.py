"""What a teacher does around a season: rehearse and wipe it, write to participants, remove an entry, take grades and the archive along."""

import csv
import io
import re
from datetime import UTC, datetime
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
from sqlalchemy import func, select

from arena.cli import main
from arena.db.models import AuditEntry, Entry, EntryState, Season, SeasonMessage, Team
from arena.seasons import archive, messages as messaging
from arena.seasons.lifecycle import carry_on
from tests.web.test_accounts import send
from tests.web.test_organise import CONTROL, played_to_the_end, run, state
from tests.web.test_participants import enter_class

REHEARSAL = f"{CONTROL}-rehearsal"


def consequences(client, path: str) -> str:
    page = client.get(path)
    assert page.status_code == 200, page.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text[page.text.index("<h1>") :]))


def shown(client, path: str) -> str:
    return client.get(path).text


@pytest.fixture
def operated(world, monkeypatch, capsys):
    """Runs a command on the site's database; its output."""
    monkeypatch.setenv("ARENA_DATABASE_URL", world.database.engine.url.render_as_string(hide_password=False))

    def run_command(*words: str) -> str:
        capsys.readouterr()
        assert main(list(words)) == 0
        return capsys.readouterr().out

    return run_command


def house(kei, *names: str) -> None:
    for name in names:
        assert run(kei, "entries", entrant=name).status_code == 303


def test_a_season_is_rehearsed_and_the_rehearsal_wiped(sign_in, world, client):
    kei = sign_in("kei")
    house(kei, "shinobi", "tanuki")
    made = run(kei, "rehearse")
    assert made.location == f"{REHEARSAL}?done=rehearsed"
    page = shown(kei, REHEARSAL)
    assert "This is a rehearsal" in page and "Wipe it" in page
    assert "The next season" not in page and "Rehearse it now" not in page
    assert "is being rehearsed" in shown(kei, CONTROL)
    for path in ("", "/schedule", "/entries", "/rulings", "/tables/1"):
        assert "This is a rehearsal" in shown(kei, f"/seasons/autumn-cup-rehearsal{path}"), path
        assert client.get(f"/seasons/autumn-cup-rehearsal{path}").status_code == 404, "the public sees nothing of it"
    refused = run(kei, "rehearse")
    assert refused.status_code == 422 and "is being rehearsed as autumn-cup-rehearsal" in refused.text
    played_to_the_end(world, "autumn-cup-rehearsal", lambda: False)
    said = consequences(kei, f"{REHEARSAL}/confirm/wipe")
    assert "2 matches with their replays" in said and "It cannot be restored" in said
    unsure = send(kei, f"{REHEARSAL}/wipe", CONTROL)
    assert unsure.status_code == 422 and "Confirm it" in unsure.text
    gone = send(kei, f"{REHEARSAL}/wipe", CONTROL, sure="yes")
    assert gone.location == f"{CONTROL}?done=wiped"
    assert kei.get(REHEARSAL).status_code == 404
    assert "Rehearse it now" in shown(kei, CONTROL)
    with world.database.read() as session:
        assert session.scalar(select(Season).where(Season.rehearses_id.is_not(None))) is None


def test_the_command_line_rehearses_and_wipes_by_the_same_commands(sign_in, world, operated):
    house(sign_in("kei"), "shinobi", "tanuki")
    assert operated("season", "rehearse", "autumn-cup") == (
        "autumn-cup-rehearsal has started with 2 bots; nothing in it counts\n"
    )
    assert "Rehearsal of Autumn cup" in operated("season", "list")
    assert "nothing of it is left" in operated("season", "wipe", "autumn-cup-rehearsal")


def test_a_message_reaches_those_it_is_for_and_nobody_else(sign_in, world, client, operated):
    kei, aki, ben = sign_in("kei"), sign_in("aki"), sign_in("ben")
    page = "/organise/seasons/club-league/participants"
    everybody, alone = "Round 1 starts at 14:00.\n<b>Be there</b>", "Your bot is slow."
    assert send(kei, f"{page.removesuffix('/participants')}/messages", page, message=everybody).status_code == 303
    sent = send(kei, f"{page.removesuffix('/participants')}/messages", page, message=alone, to="akis-bot")
    assert sent.status_code == 303
    for where in ("/seasons/club-league", "/account", "/bots/akis-bot"):
        mine = shown(aki, where)
        assert "&lt;b&gt;Be there&lt;/b&gt;" in mine, where
        assert alone in mine, where
    assert shown(kei, page).count(alone) == 1
    members = [name for name in ("ben", "mei") if "you are a member" in shown(sign_in(name), "/seasons/club-league")]
    for reader in (*(sign_in(name) for name in members),):
        assert "Be there" in shown(reader, "/seasons/club-league") and alone not in shown(
            reader, "/seasons/club-league"
        )
    for reader in (client, ben):
        assert alone not in reader.get("/seasons/club-league").text and alone not in reader.get("/bots/akis-bot").text
    assert "Be there" not in client.get("/seasons/club-league").text
    listed = operated("season", "messages", "club-league")
    assert alone in listed and "akis-bot" in listed and "everybody" in listed
    with world.database.read() as session:
        told = session.scalars(select(AuditEntry).where(AuditEntry.action == "message_sent")).all()
        assert [line.detail["to"] for line in told] == ["everybody", "akis-bot"]
        assert all(alone not in str(line.detail) for line in told), "the log says that, not what"


def test_a_message_is_bounded_and_goes_to_people_only(sign_in, world, monkeypatch, operated):
    kei = sign_in("kei")
    where = f"{CONTROL}/messages"
    house(kei, "shinobi")
    for fields, why in (
        ({"message": " \n "}, "the message is empty"),
        ({"message": "x" * 2001}, "a message has at most 2000 characters"),
        ({"message": "x", "to": "shinobi"}, "shinobi is a house bot"),
        ({"message": "x", "to": "akis-bot"}, "akis-bot is not entered in autumn-cup"),
    ):
        refused = send(kei, where, CONTROL, **fields)
        assert refused.status_code in (404, 422, 429) and why in refused.text
    assert send(sign_in("aki"), where, message="x").status_code == 404
    monkeypatch.setattr(messaging, "MOST", 1)
    assert "is sent to everybody who plays" in operated("season", "message", "autumn-cup", "ready?")
    refused = send(kei, where, CONTROL, message="x")
    assert "autumn-cup has 1 messages" in refused.text
    with world.database.read() as session:
        assert session.scalars(select(SeasonMessage.body)).all() == ["ready?"]


def test_an_entry_is_removed_before_the_start_and_not_afterwards(sign_in, world):
    kei = sign_in("kei")
    enter_class(kei, world)
    house(kei, "tanuki", "kappa")
    assert "Remove" in shown(kei, CONTROL)
    assert "does not play in this season" in consequences(kei, f"{CONTROL}/confirm/remove?bot=crane")
    assert run(kei, "entries/crane/remove").status_code == 422, "not without having been shown what it means"
    assert run(kei, "entries/crane/remove", sure="yes").status_code == 303
    assert run(kei, "entries/shinobi/remove", sure="yes").status_code == 303, "a house bot, too"
    with world.database.read() as session:
        left = select(func.count()).select_from(Entry).join(Season)
        left = left.where(Season.slug == "autumn-cup", Entry.state == EntryState.WITHDRAWN)
        assert session.scalar(left) == 2
    assert kei.get(f"{CONTROL}/confirm/remove?bot=crane").status_code == 404
    run(kei, "start")
    refused = run(kei, "entries/kappa/remove", sure="yes")
    assert refused.status_code == 403 and "is not one of your bots" in refused.text
    for name in ("aki", "ben"):
        assert send(sign_in(name), f"{CONTROL}/entries/kappa/remove", sure="yes").status_code in (403, 404)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("finish", ("Finish Autumn cup now?", "1 open table is called off.", "Final tables never change")),
        ("cancel", ("Cancel Autumn cup?", "1 open table is called off.", "no final table and no champion")),
    ],
)
def test_what_is_final_says_first_what_follows(sign_in, world, act, words):
    kei = sign_in("kei")
    house(kei, "shinobi", "tanuki", "kappa")
    run(kei, "start")
    with world.database.write() as session:
        assert carry_on(session, "autumn-cup", datetime(2027, 10, 1, 20, 0, tzinfo=UTC))
    said = consequences(kei, f"{CONTROL}/confirm/{act}")
    for word in words:
        assert word in said
    assert state(world).value == "running"


def test_a_ruling_is_tried_out_before_it_is_confirmed(sign_in, world):
    kei = sign_in("kei")
    house(kei, "shinobi", "tanuki", "kappa")
    run(kei, "start")
    tried = run(kei, "rulings", kind="withdraw", bot="kappa", reason="entered by mistake")
    assert tried.status_code == 200 and "Record the ruling" in tried.text and "entered by mistake" in tried.text
    with world.database.read() as session:
        state_of = (
            select(Entry.state).join(Season).where(Season.slug == "autumn-cup", Entry.bot_id == world.bots["kappa"])
        )
        assert session.scalar(state_of) is EntryState.ACTIVE, "nothing happened yet"
    assert run(kei, "rulings", kind="withdraw", bot="nobody", reason="x").status_code == 404
    sure = run(kei, "rulings", kind="withdraw", bot="kappa", reason="entered by mistake", sure="yes")
    assert sure.status_code == 303
    with world.database.read() as session:
        assert session.scalar(state_of) is EntryState.WITHDRAWN


def test_results_per_student_are_the_same_on_the_site_and_the_command_line(sign_in, world, operated):
    kei = sign_in("kei")
    enter_class(kei, world)
    with world.database.write() as session:
        team = session.scalars(select(Team).where(Team.name == "kobo")).one()
        team.name = "=HYPERLINK(1)"
    text = kei.get(f"{CONTROL}/students.csv")
    assert text.mimetype == "text/csv" and "autumn-cup-students.csv" in text.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(text.text)))
    assert [(row["student"], row["team"], row["bot"]) for row in rows] == [
        ("hanako", "'=HYPERLINK(1)", "kobo-one"),
        ("taro", "tsuru", "crane"),
    ], "house bots get no grade"
    assert operated("season", "students", "autumn-cup") == text.text.replace("\r\n", "\n")
    graded = list(csv.DictReader(io.StringIO(kei.get("/organise/seasons/club-league/students.csv").text)))
    aki = next(row for row in graded if row["student"] == "aki")
    assert int(aki["matches"]) > 0 and int(aki["place"]) >= 1 and float(aki["points"]) >= 0
    for name in ("aki", "ben"):
        assert sign_in(name).get("/organise/seasons/club-league/students.csv").status_code == 404


def test_the_archive_comes_from_the_site_whole_and_for_organisers_only(sign_in, world):
    with sign_in("kei").get("/organise/seasons/club-league/archive.zip") as answer:
        assert answer.status_code == 200
        whole = answer.data
    with ZipFile(io.BytesIO(whole)) as packed:
        assert packed.testzip() is None
        names = packed.namelist()
        sums = packed.read("club-league/SHA256SUMS").decode().splitlines()
    assert {"club-league/index.html", "club-league/standings.csv", "club-league/byes.csv"} <= set(names)
    assert len(sums) == len(names) - 1
    assert sign_in("aki").get("/organise/seasons/club-league/archive.zip").status_code == 404


def test_an_archive_that_nobody_reads_is_closed(sign_in, world, monkeypatch):
    """As for a visitor who leaves at once, and for HEAD."""
    packed = []

    def noted(*arguments):
        packed.append(archive.zipped(*arguments))
        return packed[-1]

    monkeypatch.setattr("web.pages.downloads.archive", SimpleNamespace(zipped=noted))
    with sign_in("kei").head("/organise/seasons/club-league/archive.zip") as answer:
        assert answer.status_code == 200
    assert packed[0].closed
