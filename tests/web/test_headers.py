"""What every answer carries, and how caching works."""

import gzip

import pytest

from arena.metrics import figures

PATHS = ["/", "/games/iki", "/nothing", "/leaderboards", "/robots.txt"]


@pytest.mark.parametrize("path", PATHS)
def test_security_headers_are_everywhere(client, path):
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert len(headers["X-Request-Id"]) >= 8


def test_a_request_id_is_taken_over_if_it_is_one_and_logged(client, caplog):
    with caplog.at_level("INFO", logger="web"):
        assert client.get("/", headers={"X-Request-Id": "abc-123-def"}).headers["X-Request-Id"] == "abc-123-def"
        assert client.get("/", headers={"X-Request-Id": "no good"}).headers["X-Request-Id"] != "no good"
    assert "abc-123-def" in caplog.text


def test_pages_answer_304_to_who_has_them_and_head_has_no_body(client):
    first = client.get("/games")
    again = client.get("/games", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    head = client.head("/games")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", first.headers["ETag"])


def test_static_files_are_kept_for_ever_under_their_content(client):
    page = client.get("/games").text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = client.get(address)
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert 'url("../' in answer.text
    assert client.get(address.replace("/static/", "/static/0")).status_code == 404
    packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(packed.data) == answer.data and len(packed.data) < 0.5 * len(answer.data)
    assert packed.headers["Content-Encoding"] == "gzip" and packed.headers["Vary"] == "Accept-Encoding"


def test_an_error_of_ours_is_a_page_without_details(app, monkeypatch):
    monkeypatch.setattr("web.pages.games.components", lambda _: 1 / 0)
    answer = app.test_client().get("/games/iki")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text


def test_requests_are_counted_by_family_of_pages_never_by_address(client):
    def counted() -> dict[tuple[str, str], float]:
        samples = [one for family in figures.REQUESTS.collect() for one in family.samples]
        return {(one.labels["pages"], one.labels["status"]): one.value for one in samples if one.name.endswith("total")}

    before = counted()
    for path in ("/bots/akis-bot", "/bots/nobody-here", "/no-such-page-1", "/no-such-page-2"):
        client.get(path)
    after = counted()
    grown = {key: after[key] - before.get(key, 0) for key in after if after[key] != before.get(key, 0)}
    assert grown == {("bots", "200"): 1, ("bots", "404"): 1, ("none", "404"): 2}
