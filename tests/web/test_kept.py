"""Public pages are kept for some seconds; nobody who is signed in ever gets one of them."""

import gzip
import time
from dataclasses import replace

import pytest

from arena.db.models import RulingEntry, RulingKind, Season
from tests.web.conftest import form_word
from tests.web.test_statements import counted
from tests.web.world import bot_named
from web.cache_store import CachedPages, Entry
from web.page_cache import SECONDS

LADDER = "/seasons/nippon-open/leaderboard"


@pytest.fixture
def keeping(app, monkeypatch):
    """The site with pages kept, as it runs; what is hidden is looked at once, unless a test says otherwise."""
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", 1000)
    monkeypatch.setattr("web.cache_store.LATEST_SECONDS", 3000)
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(
        site, settings=replace(site.settings, web_keep_seconds=60), cached_pages=CachedPages()
    )
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
    monkeypatch.setattr("web.cache_store.time.monotonic", lambda: 10**9)
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


def test_a_hidden_season_stays_hidden_from_the_cache(keeping, world, sign_in):
    assert sign_in("root").get("/seasons/secret-draft/leaderboard").status_code == 200
    assert keeping.test_client().get("/seasons/secret-draft/leaderboard").status_code == 404
    with world.database.read() as session:
        assert session.query(Season).filter_by(slug="secret-draft").one()


def season_hidden(world, visibility="organisers") -> None:
    with world.database.write() as session:
        session.query(Season).filter_by(slug="nippon-open").one().visibility = visibility


def test_a_page_that_becomes_hidden_is_gone_at_the_next_look_whatever_its_time(keeping, world, monkeypatch):
    """Finished matches and sets are kept for minutes."""
    pages = [LADDER, f"/matches/{world.done_match}", "/seasons/nippon-open", "/live/seasons/nippon-open"]
    client = keeping.test_client()
    for path in pages:
        assert client.get(path).status_code == 200
        assert client.get(path).status_code == 200
    season_hidden(world)
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", -1)
    for path in pages:
        assert [client.get(path).status_code for _ in range(5)] == [404] * 5, path


def test_a_ruling_is_on_the_pages_of_matches_that_are_over_at_the_next_look(keeping, world, monkeypatch):
    client, pages = keeping.test_client(), [f"/matches/{world.done_match}", f"/sets/{world.done_set}"]
    assert not any("a power failure" in client.get(path).text for path in pages)
    with world.database.write() as session:
        season = session.query(Season).filter_by(slug="nippon-open").one()
        ruling = RulingEntry(season_id=season.id, kind=RulingKind.VOID, match_id=world.done_match, actor="kei")
        ruling.reason = "a power failure"
        session.add(ruling)
    assert not any("a power failure" in client.get(path).text for path in pages), "they were kept"
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", -1)
    assert all("a power failure" in client.get(path).text for path in pages)


def test_a_page_that_was_begun_before_something_was_hidden_is_not_kept(keeping, world, monkeypatch):
    """The slowest race: read while it was public, cached after the look that saw it hidden."""
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", -1)
    client, cached = keeping.test_client(), keeping.extensions["arena"].cached_pages
    kept = cached.put

    def late(key, entry, changes):
        season_hidden(world)
        assert keeping.test_client().get(LADDER).status_code == 404
        kept(key, entry, changes)

    monkeypatch.setattr(cached, "put", late)
    assert client.get(LADDER).status_code == 200, "it was public when it was asked for"
    monkeypatch.setattr(cached, "put", kept)
    assert client.get(LADDER).status_code == 404


def test_a_page_that_is_made_anew_and_is_not_there_any_more_is_shown_to_nobody(keeping, world, monkeypatch):
    """Not even while others may have the old one: no look at what is hidden is needed for this."""
    client = keeping.test_client()
    assert client.get("/bots/shinobi").status_code == 200
    rename(world)
    later = time.monotonic() + 400
    monkeypatch.setattr("web.cache_store.time.monotonic", lambda: later)
    assert [client.get("/bots/shinobi").status_code for _ in range(3)] == [404] * 3


def test_a_failure_leaves_the_old_page_for_others(keeping, world, monkeypatch):
    client = keeping.test_client()
    client.get(LADDER)
    later = time.monotonic() + 70
    monkeypatch.setattr("web.cache_store.time.monotonic", lambda: later)
    with monkeypatch.context() as broken:
        broken.setattr("web.pages.leaderboards.season", lambda *_: 1 / 0)
        assert [client.get(LADDER).status_code for _ in range(3)] == [500, 200, 200]


def test_a_page_that_sets_a_cookie_is_never_kept(keeping, monkeypatch):
    monkeypatch.setitem(SECONDS, "sign_in.sign_in", 60)
    answers = [keeping.test_client().get("/sign-in") for _ in range(2)]
    assert all("meiji_form" in answer.headers["Set-Cookie"] for answer in answers)
    assert len({form_word(answer.text) for answer in answers}) == 2


def test_the_cache_is_bounded_and_one_renews_while_others_get_the_old_page(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("web.cache_store.time.monotonic", lambda: now[0])
    cached = CachedPages(most=1000)
    for number in range(30):
        cached.put(str(number), Entry(b"x" * 100, "tag", "text/html", 105), 0)
    assert [number for number in range(30) if cached.find(str(number), dict)] == list(range(20, 30))
    now[0] = 106
    assert cached.find("29", dict) is None, "the first renders it"
    assert cached.find("29", dict) is not None, "others need not wait"
