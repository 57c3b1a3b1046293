"""Hostile strings in every field of every form and query of the site: no failure, and nothing kept that breaks a page or a feed."""

from io import BytesIO
from typing import ClassVar
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from werkzeug.datastructures import ImmutableMultiDict

from tests.edges import fields
from tests.edges.stored import unshowable
from tests.hostile import STRINGS
from tests.web.conftest import form_word
from tests.web.test_access import CHANGES, FIELDS, MATRIX
from tests.web.test_season_form import filled

LETTERS = 50_000
"""Of a string that are sent: more is refused as a whole, and that has tests of its own."""
PAGES = ("/", "/feed.atom", "/account", "/organise/seasons/autumn-cup", "/admin/users", "/admin/audit")
"""Where what was sent could be shown."""


class Asked(ImmutableMultiDict):
    """A form or query that remembers which of its fields were read."""

    seen: ClassVar[set[str]] = set()

    def get(self, key, *more, **named):
        Asked.seen.add(key)
        return super().get(key, *more, **named)

    def getlist(self, key, *more, **named):
        Asked.seen.add(key)
        return super().getlist(key, *more, **named)


@pytest.fixture
def asked(app, monkeypatch) -> set[str]:
    """The fields that views read from now on."""
    monkeypatch.setattr(app.request_class, "parameter_storage_class", Asked)
    Asked.seen = set()
    return Asked.seen


def encoded(text: str) -> str:
    """As bytes that are no UTF-8, where a string cannot be encoded."""
    return quote(text.encode("utf-8", "surrogatepass"))


def body(given: dict[str, str]) -> bytes:
    return "&".join(f"{name}={encoded(value[:LETTERS])}" for name, value in given.items()).encode()


def post(client, path: str, given: dict[str, str]):
    return client.post(path, data=body(given), content_type="application/x-www-form-urlencoded")


def test_every_input_of_a_template_is_read_by_a_view_and_by_a_door():
    known = fields.form_fields() | fields.query_fields() | {"csrf", "username"}
    assert fields.template_fields() - known == set()


def test_only_doors_look_at_a_request():
    assert fields.raw_readers() == {}


@pytest.mark.parametrize("endpoint", CHANGES)
def test_every_field_of_every_form(app, sign_in, world, asked, endpoint):
    path = CHANGES[endpoint][0].format(**vars(world))
    client = sign_in("root")
    base = {**FIELDS, "csrf": form_word(client.get("/account").text), "password": "short", "again": "short"}
    asked.clear()
    post(app.test_client(), path, base)
    answer = post(client, path, base)
    assert answer.status_code < 500
    own = sorted((asked & (fields.form_fields() | {"csrf"})) or {"csrf"})
    if endpoint == "sign_in.leave":
        own = ["csrf"]
        client, base["csrf"] = app.test_client(), ""
    for name, title in pairs(own):
        text = STRINGS[title][:LETTERS]
        answer = post(client, path, {**base, name: text})
        assert answer.status_code < 500, (endpoint, name, title)
        if "upload" in own:
            assert client.post(path, data={**base, "upload": upload(text)}).status_code < 500, (endpoint, title)
    assert unshowable(world.database) == []
    for page in PAGES:
        answer = sign_in("root").get(page)
        assert answer.status_code < 500, page
        if page == "/feed.atom":
            ET.fromstring(answer.data)


def test_every_field_of_the_season_form(app, sign_in, world):
    """Its fields come from a table, so they are not among those found in the source."""
    kei = sign_in("kei")
    page = kei.get("/organise/new?preset=club").text
    base = {**filled(page, name="Hostile"), "csrf": form_word(page), "act": "create"}
    for name in sorted(fields.season_fields()):
        answer = post(kei, "/organise/new", {**base, name: STRINGS["everything"]})
        assert answer.status_code in {303, 422}, name  # taken in once cleaned, or refused with a reason
    assert unshowable(world.database) == []


def pairs(names: list[str]) -> list[tuple[str, str]]:
    """Every string in one of the fields, by turns, and the worst of them in every field."""
    turns = [(names[at % len(names)], title) for at, title in enumerate(STRINGS)] if names else []
    return [(name, "everything") for name in names] + turns


def upload(text: str) -> tuple[BytesIO, str]:
    """A file and its name, as far as the test client can send it."""
    name = "".join(letter for letter in text[:100] if letter not in "\r\n\0").encode("utf-8", "replace").decode()
    return BytesIO(text.encode("utf-8", "surrogatepass")), name or "x"


@pytest.mark.parametrize("endpoint", [name for name in MATRIX if not name.startswith("api.")])
def test_every_field_of_every_query_and_address(app, sign_in, world, asked, endpoint):
    path = MATRIX[endpoint][0].format(**vars(world)).partition("?")[0]
    root = sign_in("root")
    asked.clear()
    for client in (app.test_client(), root):
        assert client.get(path).status_code < 500
    own = sorted(asked & fields.query_fields())
    last = path.rpartition("/")[0]
    public = app.test_client()
    for at, (name, title) in enumerate(pairs(own)):
        client = root if at % 2 else public
        assert client.get(f"{path}?{name}={encoded(STRINGS[title][:LETTERS])}").status_code < 500, (name, title)
    for at, (title, text) in enumerate(STRINGS.items()):
        client = root if at % 2 else public
        assert client.get(f"{last}/{encoded(text[:5000])}").status_code < 500, ("the address itself", title)


@pytest.mark.parametrize(
    "host", ["a" * 64, "a" * 300, "a..b", "a b", "[", "x:y", "\u0430.example", "a/b", "a@b", ".", "-:99999999"]
)
def test_a_host_that_is_none_is_refused(app, host):
    answer = app.test_client().get("/games", headers={"Host": host})
    assert (answer.status_code, answer.text) == (400, "The Host header names no host.\n")


@pytest.mark.parametrize("host", ["arena.example", "arena.example.:8000", "127.0.0.1:8000", "[::1]:8000", "localhost"])
def test_a_host_that_is_one_is_served(app, host):
    assert app.test_client().get("/games", headers={"Host": host}).status_code == 200


def test_every_header_that_is_looked_at(app):
    names = ("X-Request-Id", "Cookie", "If-None-Match", "Accept-Encoding", "Host", "Origin", "Referer", "User-Agent")
    for title, text in STRINGS.items():
        raw = text[:5000].encode("utf-8", "surrogatepass").decode("latin-1").replace("\r", "").replace("\n", "")
        for name in names:
            for cookie in (raw, f"meiji_session={raw}", f"meiji_form={raw}"):
                answer = app.test_client().get("/games", headers={name: cookie})
                assert answer.status_code < 500, (name, title)
