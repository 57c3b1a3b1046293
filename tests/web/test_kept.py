"""Public pages are kept for some seconds; nobody who is signed in ever gets one of them."""

import gzip
from dataclasses import replace

import pytest

from arena.storage.models import Season
from tests.web.conftest import form_word
from tests.web.test_statements import counted
from tests.web.world import bot_named
from web.shelf import Entry, Shelf

LADDER = "/seasons/nippon-open/leaderboard"


@pytest.fixture
def keeping(app):
    """The site with pages kept, as it runs."""
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, web_keep_seconds=60), shelf=Shelf())
    return app


def rename(world) -> None:
    with world.database.write() as session:
        bot_named(session, "shinobi").name = "renamed"


def test_a_kept_page_asks_the_database_nothing_and_is_the_same(keeping, world):
    first = keeping.test_client().get(LADDER)
    with counted(world.database) as seen:
        again = keeping.test_client().get(LADDER)
    assert seen == []
    assert again.data == first.data
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]


def test_it_is_made_anew_when_its_time_is_over(keeping, world, monkeypatch):
    client = keeping.test_client()
    client.get(LADDER)
    rename(world)
    assert "shinobi" in client.get(LADDER).text
    monkeypatch.setattr("web.shelf.time.monotonic", lambda: 10**9)
    assert "renamed" in client.get(LADDER).text


def test_who_is_signed_in_gets_a_page_of_their_own(keeping, world, sign_in):
    public = keeping.test_client().get(LADDER).text
    own = sign_in("aki")
    rename(world)
    page = own.get(LADDER).text
    assert "renamed" in page
    assert "Sign out" in page
    assert "Sign out" not in keeping.test_client().get(LADDER).text
    assert keeping.test_client().get(LADDER).text == public


def test_searches_and_pages_are_kept_apart(keeping):
    client = keeping.test_client()
    client.get(LADDER)
    assert "tanuki" not in client.get(f"{LADDER}?q=shin").text


def test_browsers_get_it_compressed_and_know_it_again(keeping):
    client = keeping.test_client()
    plain = client.get(LADDER)
    for _ in range(2):
        packed = client.get(LADDER, headers={"Accept-Encoding": "gzip, br"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert {"Accept-Encoding", "Cookie"} <= set(", ".join(packed.headers.getlist("Vary")).split(", "))
        known = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
        assert client.get(LADDER, headers=known).status_code == 304


def test_forms_are_never_kept(keeping):
    words = {form_word(keeping.test_client().get("/sign-in").text) for _ in range(2)}
    assert len(words) == 2


def test_a_page_that_is_not_there_is_not_kept(keeping, world):
    client = keeping.test_client()
    assert client.get("/bots/renamed").status_code == 404
    rename(world)
    assert client.get("/bots/renamed").status_code == 200


def test_a_hidden_season_stays_hidden_from_the_shelf(keeping, world, sign_in):
    assert sign_in("root").get("/seasons/secret-draft/leaderboard").status_code == 200
    assert keeping.test_client().get("/seasons/secret-draft/leaderboard").status_code == 404
    with world.database.read() as session:
        assert session.query(Season).filter_by(slug="secret-draft").one()


def test_the_shelf_is_bounded_and_one_renews_while_others_get_the_old_page(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("web.shelf.time.monotonic", lambda: now[0])
    shelf = Shelf(most=1000)
    for number in range(30):
        shelf.put(str(number), Entry(b"x" * 100, "tag", "text/html", 105))
    assert [number for number in range(30) if shelf.find(str(number), dict)] == list(range(20, 30))
    now[0] = 106
    assert shelf.find("29", dict) is None, "the first makes it anew"
    assert shelf.find("29", dict) is not None, "others need not wait"
