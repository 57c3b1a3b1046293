"""What other sites show of this one: the embed page, and link previews with their pictures, made in a bounded way."""

import io
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from arena.db.models import Season
from arena.export import child
from arena.export.child import NotDrawn, drawn_apart
from arena.metrics import figures
from web import preview_pictures

PREVIEW = re.compile(r'<meta (?:property|name)="((?:og|twitter):[a-z:_]+)" content="([^"]*)">')


def tags(page: str) -> dict[str, str]:
    return dict(PREVIEW.findall(page))


def count(how: str) -> float:
    return figures.PICTURES.labels(how)._value.get()


def opened(answer) -> Image.Image:
    assert (answer.status_code, answer.mimetype) == (200, "image/png"), answer.text
    assert "max-age" in answer.headers["Cache-Control"] and len(answer.data) < 300_000
    return Image.open(io.BytesIO(answer.data))


@pytest.fixture
def drawings(monkeypatch) -> list[dict]:
    """Orders that would be drawn; the picture is a few bytes."""
    orders: list[dict] = []
    monkeypatch.setattr(preview_pictures, "drawn_apart", lambda order: orders.append(order) or b"picture")
    return orders


def test_a_match_has_a_picture_of_its_final_board_and_it_is_drawn_once(client, world):
    made, read = count("made"), count("read")
    first = client.get(f"/matches/{world.done_match}/picture.png")
    image = opened(first)
    assert image.size == (1200, 630) and len(image.convert("RGB").getcolors(100_000)) > 50, "a board has many colours"
    assert client.get(f"/matches/{world.done_match}/picture.png").data == first.data
    assert (count("made") - made, count("read") - read) == (1, 1)


def test_bots_and_seasons_have_cards(client):
    cards = [opened(client.get(path)) for path in ("/bots/shinobi/picture.png", "/seasons/nippon-open/picture.png")]
    assert {image.size for image in cards} == {(1200, 630)}
    assert cards[0].tobytes() != cards[1].tobytes()


def test_pages_name_their_pictures_with_the_address_of_the_site(client, world):
    for path, picture in [
        (f"/matches/{world.done_match}", f"/matches/{world.done_match}/picture.png"),
        ("/bots/shinobi", "/bots/shinobi/picture.png"),
        ("/seasons/nippon-open", "/seasons/nippon-open/picture.png"),
    ]:
        found = tags(client.get(path, headers={"Host": "evil.example"}).text)
        assert found["og:image"] == f"http://127.0.0.1:8000{picture}"
        assert found["og:url"] == f"http://127.0.0.1:8000{path}"
        assert found["twitter:card"] == "summary_large_image" and found["og:title"] and found["og:image:alt"]
    assert "shinobi" in tags(client.get(f"/matches/{world.done_match}").text)["og:description"]
    assert tags(client.get(f"/matches/{world.running_match}").text) == {}


def test_pictures_show_what_the_public_may_see_whoever_asks(sign_in, world, drawings):
    root = sign_in("root")
    assert root.get(f"/matches/{world.challenge_match}/picture.png").status_code == 404
    assert root.get("/seasons/secret-draft/picture.png").status_code == 404
    assert root.get(f"/embed/matches/{world.challenge_match}").status_code == 404
    assert root.get(f"/matches/{world.running_match}/picture.png").status_code == 404
    assert root.get(f"/matches/{world.provisional_match}/picture.png").status_code == 200
    assert drawings[-1]["frames"]["audience"] == "public"


def test_a_match_of_older_rules_has_a_plain_card(client, world, drawings):
    client.get(f"/matches/{world.done_match}/picture.png")
    order = {**drawings[0], "frames": {**drawings[0]["frames"], "drawn": False, "notices": ["Older rules."]}}
    assert Image.open(io.BytesIO(child.drawn(order))).size == (1200, 630)


def test_nobody_can_have_many_drawn(client, world, drawings, monkeypatch):
    monkeypatch.setitem(preview_pictures.limits.LIMITS, "picture", (2, 60))
    names = ["shinobi", "tanuki", "kappa"]
    assert [client.get(f"/bots/{name}/picture.png").status_code for name in names] == [200, 200, 429]
    assert client.get("/bots/shinobi/picture.png").status_code == 200, "what exists is not counted"
    assert len(drawings) == 2


def test_a_crowd_has_one_drawn_and_the_others_come_back(app, world, monkeypatch):
    import threading

    inside, go_on = threading.Semaphore(0), threading.Event()
    at_once = []

    def slowly(_order):
        at_once.append(1)
        inside.release()
        assert go_on.wait(30)
        return b"picture"

    monkeypatch.setattr(preview_pictures, "drawn_apart", slowly)
    ask = lambda name: app.test_client().get(f"/bots/{name}/picture.png")
    with ThreadPoolExecutor(3) as crowd:
        waiting = [crowd.submit(ask, name) for name in ("shinobi", "tanuki", "kappa")]
        assert inside.acquire(timeout=30)
        refused = next(done.result() for done in _done(waiting))
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5") and len(at_once) == 1
        go_on.set()
        assert sorted(one.result().status_code for one in waiting) == [200, 200, 503]


def _done(futures):
    from concurrent.futures import as_completed

    return as_completed(futures, timeout=30)


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(child, "SECONDS", 0.01)
    with pytest.raises(NotDrawn, match=r"not done after 0\.01 s"):
        drawn_apart({"title": "shinobi", "about": "A bot", "lines": []})


def test_a_picture_that_fails_says_why_in_the_log_alone(client, monkeypatch, caplog):
    monkeypatch.setattr(preview_pictures, "drawn_apart", lambda _: drawn_apart({"title": 1}))
    answer = client.get("/bots/shinobi/picture.png")
    assert answer.status_code == 503 and "KeyError" not in answer.text
    assert "KeyError" in caplog.text


def test_titles_with_any_letters_are_drawn(app, world):
    with world.database.write() as session:
        session.query(Season).filter_by(slug="nippon-open").one().title = "夏 <b>&\u202e\x07 " + "W" * 200
    opened(app.test_client().get("/seasons/nippon-open/picture.png"))


def test_pictures_are_drawn_where_nothing_can_be_kept(app, world, drawings):
    was = app.extensions["arena"]
    app.extensions["arena"] = replace(was, settings=replace(was.settings, frames_megabytes=0))
    client = app.test_client()
    assert [client.get("/bots/shinobi/picture.png").status_code for _ in range(2)] == [200, 200]
    assert len(drawings) == 2 and not Path(was.settings.frames_path).exists()


def test_only_the_embed_page_may_be_framed(client, world):
    page = client.get(f"/embed/matches/{world.done_match}?theme=dark")
    assert page.status_code == 200 and 'data-theme="dark"' in page.text and "data-viewer" in page.text
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in page.headers
    assert "<form" not in page.text, "nothing on it can be changed by a click"
    for path in (f"/matches/{world.done_match}", "/embed/matches/999999", "/"):
        other = client.get(path)
        assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"], path
        assert other.headers["X-Frame-Options"] == "DENY"


def test_a_theme_that_does_not_exist_is_left_out(client, world):
    assert "data-theme" not in client.get(f"/embed/matches/{world.done_match}?theme=%22%3E%3Cscript%3E").text


def test_the_page_of_a_match_has_the_code_to_embed_it(client, sign_in, world):
    page = client.get(f"/matches/{world.done_match}").text
    assert f"http://127.0.0.1:8000/embed/matches/{world.done_match}" in page and "Copy embed code" in page
    assert "Copy embed code" not in sign_in("aki").get(f"/matches/{world.challenge_match}").text
