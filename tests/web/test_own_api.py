"""Archives by the JSON API: as its author, as somebody else, as nobody; and what is never taken from a browser."""

import pytest
from sqlalchemy import select

from arena.access.credentials import create_author_token
from arena.archives.limits import MOST_BYTES
from arena.db.models import Account
from arena.settings import Settings
from tests.hostile import STRINGS
from tests.services.archives import bot_zip
from web import limits, uploads
from web.site import Site

ALL = "/api/author/v1/submissions"
OF_BOT = "/api/author/v1/bots/json-bot/submissions"
CALLS = [
    ("get", ALL),
    ("post", ALL),
    ("get", OF_BOT),
    ("post", f"{OF_BOT}/activate?version=1.0"),
    ("delete", f"{OF_BOT}?version=1.0"),
    ("get", f"{OF_BOT}/archive?version=1.0"),
]


@pytest.fixture
def calling(app, world):
    """A function that calls as the account of that name."""

    def of(name, token=""):
        if not token:
            with world.database.write() as session:
                account = session.scalars(select(Account).where(Account.name == name)).one()
                token = create_author_token(session, account, "json", "test")
        client = app.test_client()
        header = {"Authorization": f"Bearer {token}"}
        return lambda method, path, **given: getattr(client, method)(path, headers=header, **given)

    return of


def test_an_author_hands_versions_in_goes_back_and_deletes(calling):
    aki = calling("aki")
    first, second = bot_zip("json-bot"), bot_zip("json-bot", "1.1")
    answer = aki("post", ALL, data=first)
    assert (answer.status_code, answer.json["bot"], answer.json["created"]) == (200, "json-bot", True)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert not aki("post", ALL, data=second).json["created"]
    assert [(one["version"], one["active"]) for one in aki("get", OF_BOT).json["items"]] == [
        ("1.1", True),
        ("1.0", False),
    ]
    assert [one["bot"] for one in aki("get", ALL).json["items"]] == ["akis-bot", "json-bot", "json-bot"]
    items = aki("post", f"{OF_BOT}/activate?version=1.0").json["items"]
    assert [one["version"] for one in items if one["active"]] == ["1.0"]
    assert not any(one["active"] for one in aki("post", f"{OF_BOT}/activate").json["items"])
    assert aki("get", f"{OF_BOT}/archive?version=1.0").data == first
    assert [one["version"] for one in aki("delete", f"{OF_BOT}?version=1.1").json["items"]] == ["1.0"]
    assert aki("delete", OF_BOT).json["detail"].startswith("say which version")


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_nobody_else_gets_anywhere(app, calling, sign_in, method, path):
    calling("aki")("post", ALL, data=bot_zip("json-bot"))
    for client in (app.test_client(), sign_in("aki")):
        answer = getattr(client, method)(path, data=bot_zip("json-bot", "9"))
        assert answer.status_code == 401, "a cookie opens nothing here, so no other site can send this"
        assert "Bearer <author token>" in answer.json["detail"]
    assert calling("", "meiji_author_wrong")(method, path).status_code == 401
    other = calling("ben")(method, path, data=bot_zip("json-bot", "9"))
    if path == ALL and method == "get":
        assert other.json == {"items": []}
    else:
        assert other.status_code in {403, 404}
    assert [one["version"] for one in calling("aki")("get", OF_BOT).json["items"]] == ["1.0"]


def test_what_is_wrong_with_an_archive_is_said(calling):
    answer = calling("aki")("post", ALL, data=b"not an archive")
    assert answer.status_code == 422
    assert "zip" in answer.json["detail"]


def test_an_archive_that_is_too_large_is_refused_before_it_is_read(calling):
    assert calling("aki")("post", ALL, data=bytes(MOST_BYTES + 100_000)).status_code == 413


def test_an_account_hands_in_a_few_archives_a_minute(calling, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "submit", (1, 60))
    aki = calling("aki")
    assert aki("post", ALL, data=bot_zip("json-bot")).status_code == 200
    answer = aki("post", ALL, data=bot_zip("json-bot", "1.1"))
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)


def test_an_arena_without_archives_says_so(app, calling, tmp_path):
    aki = calling("aki")
    was = app.extensions["arena"]
    settings = Settings(data=tmp_path, submission_quota_megabytes=0)
    app.extensions["arena"] = Site(settings, was.database, was.redis)
    answer = aki("post", ALL, data=bot_zip("json-bot"))
    assert (answer.status_code, answer.json["detail"]) == (422, "this arena takes no archives: bots dial in")


def test_hostile_texts_are_refused_with_a_sentence(calling):
    aki = calling("aki")
    for title, text in STRINGS.items():
        for method, path in (("post", f"{OF_BOT}/activate"), ("get", f"{OF_BOT}/archive")):
            answer = aki(method, path, query_string={"version": text[:5000].encode("utf-8", "surrogatepass")})
            assert answer.status_code in {400, 403, 404, 422}, title
            assert answer.json["detail"], title


def test_only_a_body_with_an_author_token_may_be_large():
    def scope(path, *headers, method="POST"):
        return {"method": method, "path": path, "headers": headers}

    token = (b"authorization", b"Bearer meiji_author_x")
    assert uploads.is_upload(scope(ALL, token))
    assert not uploads.is_upload(scope(ALL))
    assert not uploads.is_upload(scope(ALL, (b"cookie", b"meiji_session=x")))
    assert not uploads.is_upload(scope(uploads.PATH, token))
    assert not uploads.is_upload(scope(ALL, token, method="PUT"))
