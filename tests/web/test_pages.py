"""Public pages: what they show and what they hide."""

import gzip
import json
import re
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import orjson
import pytest

from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import Bot, Role
from arena.replays import loads
from arena.seasons.withdrawal import leave
from arena.transport import keys


def test_the_front_page_shows_live_matches_results_and_seasons(client, world):
    page = client.get("/").text
    assert f"/matches/{world.running_match}" in page
    results = page[page.index("Newest results") : page.index("Open ladders")]
    assert f'"/matches/{world.done_match}"' not in results, "house bots' results are one line"
    (house,) = re.findall(r"(?s)House bots: .*?</p>", page)
    assert re.search(r'<a href="/matches/\d+">shinobi beat kappa \d+ to \d+</a>', house)
    assert "/seasons/nippon-open" in page
    assert "shinobi" in page


def test_players_of_a_running_match_are_named_to_their_owners_only(client, world):
    for path in (f"/matches/{world.running_match}", f"/sets/{world.running_set}", "/", "/matches"):
        page = client.get(path).text
        assert "akis-bot" not in page
        assert "bens-bot" not in page
    assert f"/matches/{world.running_match}" not in client.get("/bots/akis-bot").text


def test_validations_and_challenges_are_not_there_for_the_public(client, world):
    assert client.get(f"/matches/{world.challenge_match}").status_code == 404
    assert client.get(f"/matches/{world.challenge_match}/replay").status_code == 404
    assert client.get(f"/sets/{world.challenge_set}").status_code == 404
    for path in ("/", "/matches", "/bots/shinobi", "/bots/akis-bot", "/feed.atom"):
        assert f"/matches/{world.challenge_match}" not in client.get(path).text


def test_a_match_shows_scores_changes_and_moves_once_its_set_is_done(client, world):
    page = client.get(f"/matches/{world.done_match}").text
    assert "Score sheet" in page
    assert "Download the replay" in page
    assert '<ol class="moves">' in page
    assert re.search(r'class="(up|down)">[+−]\d', page)


def test_a_provisional_match_shows_its_result_but_no_moves_and_no_seeds(client, world):
    page = client.get(f"/matches/{world.provisional_match}").text
    assert "Provisional" in page
    assert "Score sheet" in page
    assert '<ol class="moves">' not in page
    assert client.get(f"/matches/{world.provisional_match}/replay").status_code == 404


def test_the_replay_is_the_signed_file_and_is_cached_by_its_hash(client, world):
    answer = client.get(f"/matches/{world.done_match}/replay")
    assert answer.status_code == 200
    assert loads(answer.data).game == "nippon"
    assert json.loads(gzip.decompress(answer.data))["match_id"] == str(world.done_match)
    again = client.get(f"/matches/{world.done_match}/replay", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_ladder_can_be_searched_and_sorted(client):
    page = client.get("/seasons/nippon-open/leaderboard?q=SHIN").text
    assert "shinobi" in page
    assert "tanuki" not in page
    by_name = client.get("/seasons/nippon-open/leaderboard?sort=name").text
    names = re.findall(r'<a href="/bots/([\w-]+)\?', by_name)
    assert names == sorted(names)
    assert len(names) == 5


@pytest.mark.parametrize("search", ["%", "_", "\\", "'", "%25%00", "ä"])
def test_odd_searches_are_harmless(client, search):
    for path in ("/seasons/nippon-open/leaderboard", "/bots"):
        assert client.get(path, query_string={"q": search}).status_code in {200, 400}


def test_a_bot_page_has_its_curve_rivals_and_reason(client):
    page = client.get("/bots/shinobi").text
    assert '<svg class="chart"' in page
    assert "Head to head" in page
    assert "Places by seat" in page
    assert "is a house bot" in page
    assert "never connected" in client.get("/bots/akis-bot").text


def test_games_show_components_with_their_sources(client):
    for game in ("iki", "nippon", "yokohama", "zaibatsu"):
        page = client.get(f"/games/{game}").text
        assert 'class="tag rulebook"' in page
        assert 'class="tag reconstructed"' in page


def test_the_feed_is_whole_and_has_public_results_only(client, world):
    answer = client.get("/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = ET.fromstring(answer.data)
    entries = feed.findall("{http://www.w3.org/2005/Atom}entry")
    assert len(entries) == 5


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/matches/999999",
        "/bots/nobody",
        "/games/chess",
        "/seasons/none",
        "/seasons/secret-draft",
        "/sets/0",
        "/matches/99999999999999999999",
    ],
)
def test_what_is_not_there_is_told_helpfully(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Front page" in answer.text
    assert answer.headers["X-Request-Id"] in answer.text


class Links(HTMLParser):
    """All addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name in ("href", "src", "action", "data-hx-get", "data-curve"):
            if given.get(name):
                self.found.add(given[name])
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)


def crawl(client, start: str, most: int = 600) -> set[str]:
    """Every internal address that can be reached by links; each must answer, and nothing may be inline or from elsewhere."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        assert len(seen) < most
        with client.get(path) as answer:
            assert answer.status_code == 200, (path, answer.status_code)
            if answer.mimetype != "text/html":
                continue
            page = answer.text
        links = Links()
        links.feed(page)
        assert links.inline == [], path
        for link in links.found:
            parts = urlsplit(link)
            assert not parts.netloc, (path, link)
            if parts.path.startswith("/"):
                todo.append(parts.path + (f"?{parts.query}" if parts.query else ""))
            else:
                assert link.startswith(("#", "?")), (path, link)
    return seen


def test_every_link_the_public_can_follow_answers(client, world):
    seen = crawl(client, "/")
    assert {
        f"/matches/{world.done_match}",
        "/bots/shinobi?season=nippon-open",
        "/games/iki",
        f"/sets/{world.done_set}",
    } <= seen


def test_a_bot_that_was_withdrawn_has_no_rank(client, world):
    with world.database.write() as session:
        leave(session, Viewer(name="test", role=Role.ADMIN), "nippon-open", "akis-bot")
    page = client.get("/bots/akis-bot?season=nippon-open").text
    assert "withdrawn from the <a" in page
    assert "<b>1st</b>" not in page
    (season,) = (one for one in client.get("/api/v1/bots/akis-bot").json["seasons"] if one["season"] == "nippon-open")
    assert (season["state"], season["rank"]) == ("withdrawn", None)


def test_a_connected_bot_is_online_now_however_long_ago_its_hello_was(client, sign_in, app, world):
    with world.database.write() as session:
        session.get_one(Bot, world.bots["akis-bot"]).last_seen_at = utcnow() - timedelta(minutes=26)
    told = {"gateway": "g", "at_once": 1, "games": [], "finishing": False, "version": "1", "language": "python"}
    app.extensions["arena"].redis.set(keys.presence(world.bots["akis-bot"]), orjson.dumps(told))
    for page in (client.get("/bots/akis-bot"), client.get("/bots?q=akis"), sign_in("aki").get("/account")):
        assert "online now" in page.text
        assert "26 min ago" not in page.text
