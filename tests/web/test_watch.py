"""Where to watch: the show tables, the table on the front page, strips in lists, and what a page says while there is no board."""

import re
from dataclasses import replace

import pytest

import engine
from arena.db.models import Match, MatchState
from arena.results.queries import SeatLine
from arena.transport import keys, live_frames
from web.pages import home
from web.score_strips import score_strip, strip_of_points

HEAD = {"names": ["shinobi", "ronin"], "opening": {"points": [0, 0]}, "first": {}}


def write(redis, game, *entries, head=HEAD):
    with redis.pipeline() as pipe:
        live_frames.begin(pipe, f"show-{game}", head)
        live_frames.append(pipe, f"show-{game}", entries)
        pipe.execute()


@pytest.fixture
def without_tables(app):
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, show_tables=False))


def test_the_overview_says_what_each_table_is_at_and_watches_none(client, app):
    redis = app.extensions["arena"].redis
    write(redis, "iki", {"seat": 1, "words": "takes 4 mon", "points": [7, 12]})
    write(redis, "nippon", {"over": "finished", "result": {"scores": [61, 55]}})
    page = client.get("/watch").text
    assert "ronin takes 4 mon" in page and "The match is over." in page
    assert all(f'href="/watch/{game}"' in page for game in engine.games())
    assert page.count("The table is being set.") == len(engine.games()) - 2
    assert redis.keys(keys.watched("*")) == []


def test_the_front_page_shows_each_table_in_turn_or_the_one_asked_for(client, monkeypatch):
    shown = []
    for turn in range(len(engine.games())):
        monkeypatch.setattr(home.time, "time", lambda turn=turn: 1.0 + turn * home.TURN_SECONDS)
        shown += re.findall(r'data-live="/live/watch/(\w+)"', client.get("/").text)
    assert sorted(shown) == sorted(engine.games())
    assert 'data-live="/live/watch/iki"' in client.get("/?table=iki").text
    assert client.get("/?table=chess").status_code == 200


def test_an_arena_without_show_tables_shows_none(client, without_tables):
    assert "big table" not in client.get("/").text
    assert "Show tables" not in client.get("/watch").text
    answer = client.get("/watch/iki")
    assert answer.status_code == 404 and "his arena has no show tables" in answer.text


def test_a_table_of_a_game_that_nobody_knows_is_not_there(client):
    assert client.get("/watch/chess").status_code == 404


def seat(number, score, place=1):
    return SeatLine(number, "bot", "", score, place, None, None, mine=False)


def test_a_strip_has_a_bar_and_a_mark_for_each_seat_in_the_order_of_places():
    strip = score_strip([seat(2, 80), seat(0, 40), seat(1, -5)])
    assert re.findall(r'class="seat-(\d)"', strip) == ["2", "0", "1"]
    assert re.findall(r'<rect x="11" y="[\d.]+" width="([\d.]+)"', strip) == ["72.0", "36.0", "1.0"]
    assert strip.count("<path") == 3 and len(set(re.findall(r' d="([^"]+)"', strip))) == 3
    assert score_strip([seat(0, None), seat(1, None)]) == strip_of_points([]) == ""
    assert strip_of_points([0, 0]).count("<rect") == 2


@pytest.mark.parametrize("path", ["/matches", "/bots/shinobi", "/seasons/nippon-open", "/sets/{done_set}"])
def test_every_list_of_matches_has_strips(client, world, path):
    page = client.get(path.format(done_set=world.done_set)).text
    assert '<svg class="strip"' in page


def test_a_match_that_waits_says_so_in_the_place_of_its_board(client, world):
    with world.database.write() as session:
        session.get_one(Match, world.running_match).state = MatchState.QUEUED
    page = client.get(f"/matches/{world.running_match}").text
    assert "This match waits for its bots. The board appears here when it begins." in page
    assert f'data-live="/live/matches/{world.running_match}/frames"' in page


def test_a_void_match_has_no_board_and_says_why(client, world):
    with world.database.write() as session:
        match = session.get_one(Match, world.running_match)
        match.state, match.reason = MatchState.VOID, "the gateway died"
    page = client.get(f"/matches/{world.running_match}").text
    assert "There is no board: this match is void and is played again." in page and "the gateway died" in page
    assert "data-viewer" not in page
