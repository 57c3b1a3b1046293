"""Frames over HTTP: who gets which, from which file, and what is said where there are none."""

import gzip
import json
from dataclasses import replace
from hashlib import sha256

import pytest
from sqlalchemy import select

import engine
from arena.db.models import Bot, Entry, ReplayFile, RulingEntry, RulingKind, Season
from arena.matches import Chosen, Fault, steps
from arena.metrics import figures
from arena.replays import loads, packed, verification
from arena.viewer.changes import applied
from tests.arena.storage.history import KEY
from tests.web.conftest import SignIn
from web import frame_files


def frames(client, match_id, audience="public", **headers):
    return client.get(f"/matches/{match_id}/frames/{audience}.json", headers=headers)


def count(how):
    return figures.FRAMES.labels(how)._value.get()


def test_everybody_watches_a_match_whose_set_is_done_through_all_eyes(client, world):
    for audience in ("public", "seat-0", "seat-1", "all"):
        answer = frames(client, world.done_match, audience)
        assert answer.status_code == 200, answer.text
        document = answer.json
        assert document["audience"] == audience and document["drawn"] and len(document["steps"]) > 50
        assert sorted(document["names"]) == ["shinobi", "tanuki"]
        assert all(applied(document["first"], document["steps"][0]["changes"]))


def test_a_set_that_is_not_done_shows_the_public_view_alone(client, world):
    document = frames(client, world.provisional_match).json
    assert document["audience"] == "public" and not any("ms" in step for step in document["steps"])
    for audience in ("seat-0", "seat-1", "all"):
        answer = frames(client, world.provisional_match, audience)
        assert answer.status_code == 404
        assert answer.json["detail"].endswith("opens when all matches of its set are over")


def test_nobody_learns_more_of_an_open_set_by_signing_in(sign_in: SignIn, world):
    for name in ("aki", "root"):
        assert frames(sign_in(name), world.provisional_match, "all").status_code == 404


@pytest.mark.parametrize(
    ("match", "audience", "sentence"),
    [
        ("done_match", "seat-2", "there is no view 'seat-2' of this match; there are: public, seat-0, seat-1, all"),
        ("done_match", "everything", "there are: public"),
        ("running_match", "public", "opens when all matches"),
        ("challenge_match", "public", "there is no match"),
    ],
)
def test_what_cannot_be_watched_says_why(client, world, match, audience, sentence):
    answer = frames(client, getattr(world, match), audience)
    assert answer.status_code == 404 and sentence in answer.json["detail"]


def test_seats_of_a_running_set_have_no_names(client, world, sign_in):
    with world.database.write() as session:
        for bot in session.scalars(select(Bot).where(Bot.name == "kappa")):
            bot.house = None
    with world.database.write() as session:
        from arena.db.models import Match, TableSet

        match = session.get_one(Match, world.provisional_match)
        session.get_one(TableSet, match.set_id).house_only = False
    assert frames(client, world.provisional_match).json["names"] == ["Seat 1", "Seat 2"]
    assert sorted(frames(sign_in("root"), world.provisional_match).json["names"]) == ["kappa", "shinobi"]


def test_frames_come_compressed_and_are_asked_for_once(client, world):
    packed = frames(client, world.done_match, **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    plain = frames(client, world.done_match, **{"Accept-Encoding": "identity"})
    assert json.loads(gzip.decompress(packed.data)) == plain.json
    tag = packed.headers["ETag"]
    again = frames(client, world.done_match, **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    key = tag.removeprefix("W/").strip('"')
    address = f"/matches/{world.done_match}/frames/public.json"
    assert "immutable" in client.get(f"{address}?v={key}").headers["Cache-Control"]
    assert client.get(f"{address}?v=other").headers["Cache-Control"] == "private, no-cache"


def test_a_damaged_file_is_made_again_and_the_log_says_so(client, world, app, caplog):
    before = frames(client, world.done_match).data
    folder = app.extensions["arena"].settings.frames_path
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-20])
    damaged = count("damaged")
    assert frames(client, world.done_match).data == before
    assert count("damaged") == damaged + 1
    assert f"{path} is damaged and is made again" in caplog.text


def test_another_name_or_ruling_makes_other_frames(client, world):
    first = frames(client, world.done_match)
    with world.database.write() as session:
        session.scalars(select(Bot).where(Bot.name == "tanuki")).one().name = "mujina"
    second = frames(client, world.done_match)
    assert "mujina" in second.json["names"] and second.headers["ETag"] != first.headers["ETag"]
    with world.database.write() as session:
        season = session.scalars(select(Season.id).where(Season.slug == world.season)).one()
        ruling = RulingEntry(
            season_id=season, kind=RulingKind.VOID, match_id=world.done_match, reason="the power went out", actor="kei"
        )
        session.add(ruling)
    assert frames(client, world.done_match).json["notices"] == ["Ruled by the organisers: void: the power went out"]


def test_frames_without_a_folder_are_made_each_time(client, world, app):
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, frames_megabytes=0))
    assert frames(client, world.done_match).json["drawn"]
    assert not site.settings.frames_path.exists()


def test_the_page_of_a_match_has_its_frames_made_ahead(client, world, app):
    client.get(f"/matches/{world.done_match}")
    frame_files._ahead.submit(lambda: None).result(60)
    made, read = count("made"), count("read")
    assert frames(client, world.done_match).status_code == 200
    assert (count("made"), count("read")) == (made, read + 1)


def test_the_newest_matches_of_a_bot_are_made_ahead_for_its_owner_alone(client, sign_in: SignIn, world):
    with world.database.write() as session:
        session.scalars(select(Bot).where(Bot.name == "tanuki")).one().team_id = session.scalars(
            select(Bot.team_id).where(Bot.name == "akis-bot")
        ).one()
    made = count("made")
    client.get("/bots/tanuki")
    frame_files._ahead.submit(lambda: None).result(60)
    assert count("made") == made
    sign_in("aki").get("/bots/tanuki")
    frame_files._ahead.submit(lambda: None).result(60)
    assert count("made") == made + frame_files.NEWEST


def test_a_match_that_was_followed_to_its_end_is_made_ahead(client, world):
    made = count("made")
    assert client.get(f"/live/matches/{world.done_match}/frames").status_code == 404
    frame_files._ahead.submit(lambda: None).result(60)
    assert count("made") == made + 1


def test_a_match_of_older_rules_is_shown_from_its_events_and_says_so(client, world, monkeypatch):
    rules = engine.game("nippon")
    monkeypatch.setattr(verification.engine, "game", lambda _: replace(rules, rules_version=rules.rules_version + 1))
    document = frames(client, world.done_match).json
    assert document["drawn"] is False and "first" not in document and document["result"]["scores"]
    assert document["notices"][0].startswith(
        "This match was played by rules 1 of nippon, which have changed since (now 2)"
    )
    unfinished = frames(client, world.provisional_match)
    assert unfinished.status_code == 422 and "played by rules 1 of nippon" in unfinished.json["detail"]


def test_a_seat_that_went_out_and_its_stand_in_are_named(client, world):
    match_id = world.done_match
    with world.database.write() as session:
        row = session.scalars(select(ReplayFile).where(ReplayFile.match_id == match_id)).one()
        body = packed(with_a_timeout(loads(row.body).spec), KEY)
        row.body, row.sha256 = body, sha256(body).hexdigest()
    shown = frames(client, match_id).json
    out = shown["faults"][0]
    assert out["verdict"] == "timeout" and out["seat"] == 1
    assert [step["seat"] for step in shown["steps"] if step.get("stand_in")][:1] == [1]
    assert all(not step.get("stand_in") for step in shown["steps"][: out["step"]])
    assert shown["notices"] == [
        f"{shown['names'][1]} is out (connected, but its time ran out): a stand-in plays on for it."
    ]


def with_a_timeout(spec):
    """The record of a match in which the second seat runs out of time."""
    loop = steps(spec)
    try:
        ask = next(loop)
        while True:
            late = len(ask.log) > 40 and ask.seat == 1
            ask = loop.send(Fault("timeout", seat=1) if late else Chosen(0))
    except StopIteration as over:
        return over.value


@pytest.mark.parametrize(
    ("kind", "bot", "notice"),
    [
        (RulingKind.FORFEIT, "tanuki", "forfeit tanuki: it played on stolen time"),
        (RulingKind.DISQUALIFY, "tanuki", "disqualify tanuki: it played on stolen time"),
        (RulingKind.REPLAY, None, "replay: it played on stolen time"),
    ],
)
def test_rulings_of_every_kind_are_on_the_board(client, world, kind, bot, notice):
    with world.database.write() as session:
        season = session.scalars(select(Season.id).where(Season.slug == world.season)).one()
        entry = session.scalars(select(Entry.id).join(Bot).where(Bot.name == bot, Entry.season_id == season)).first()
        about = {} if kind is RulingKind.DISQUALIFY else {"match_id": world.done_match}
        session.add(
            RulingEntry(
                season_id=season, kind=kind, entry_id=entry, reason="it played on stolen time", actor="kei", **about
            )
        )
    assert frames(client, world.done_match).json["notices"] == [f"Ruled by the organisers: {notice}"]


def test_the_catalog_has_every_table_of_a_game_with_where_it_comes_from(client):
    tables = client.get("/games/iki/catalog.json").json
    assert tables["artisan"][0]["id"] == "salt_peddler"
    assert tables["artisan"][0]["provenance"].startswith("name: rulebook")
    assert all("provenance" in entry for entries in tables.values() for entry in entries)
    assert client.get("/games/chess/catalog.json").status_code == 404
