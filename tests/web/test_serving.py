"""The site as a process: streams beside pages, limits, request ids in the log, a clean stop."""

import json
import socket

import pytest
from sqlalchemy import select

from arena.db.database import Database
from arena.db.models import Match, MatchState
from arena.transport import keys
from tests.web.served import Stream, served
from tests.web.world import play


@pytest.fixture(scope="module")
def site(played, redis_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    with served(
        played[0], folder, redis_server, web_threads=2, web_streams=40, web_streams_per_address=36, log_json="true"
    ) as made:
        yield made


@pytest.fixture
def database(site):
    made = Database(f"sqlite:///{site.folder}/arena.db")
    yield made
    made.close()


@pytest.fixture
def stream(site):
    opened = []

    def opening(path, **headers):
        opened.append(Stream(site, path, headers))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()


def test_a_requests_own_line_in_the_log_has_its_id(site):
    for number in range(3):
        own = f"request-of-test-{number}"
        answer = site.get("/games", {"X-Request-Id": own})
        assert answer.headers["X-Request-Id"] == own
        line = json.loads(site.await_line(lambda line, own=own: own in line))
        assert line["request"] == own
        assert line["message"].startswith("GET /games 200")


def test_ids_of_the_sites_own_are_in_the_log_too(site):
    own = site.get("/games/iki?secret=searched-for").headers["X-Request-Id"]
    line = json.loads(site.await_line(lambda line: own in line))
    assert line["request"] == own
    assert "searched-for" not in line["message"], "queries hold what people search for"


def test_a_stream_brings_the_newest_state_and_every_change(site, stream, database):
    watching = stream("/streams/matches")
    assert watching.answer.headers["Content-Type"].startswith("text/event-stream")
    first = watching.event()
    assert first["event"] == "part"
    assert first["data"] == "\n".join(site.get("/live/matches").body.decode().splitlines())
    with database.read() as session:
        queued = session.scalars(select(Match.id).where(Match.state == MatchState.QUEUED)).first()
    play(database, queued)
    data = first["data"]
    while f'"/matches/{queued}"' not in data:  # among the results, or in the line about house bots
        data = watching.event()["data"]


def test_a_running_match_shows_public_points_and_events_and_no_names(site, stream, played, redis_server):
    match_id = played[1].running_match
    watching = stream(f"/streams/matches/{match_id}")
    data = watching.event()["data"]
    for turn in (5, 6, 7):  # each comes at once, although people are shown pages that are kept for a moment
        assert site.get(f"/live/matches/{match_id}").status == 200
        with redis_server.client() as redis:
            shown = {"progress": f"turn {turn}", "points": [3, 11], "events": ["0 hire blue", "- reveal order_17"]}
            redis.set(keys.live_status(match_id), json.dumps(shown), ex=60)
        while f"Turn {turn}" not in data:
            data = watching.event()["data"]
    assert "seat 2 <b>11</b>" in data
    assert "<code>hire blue</code>" in data
    assert "akis-bot" not in data
    assert "bens-bot" not in data


def test_a_stream_of_what_the_public_may_not_see_is_not_there(site, stream, played):
    for path in (
        f"/streams/matches/{played[1].challenge_match}",
        "/streams/matches/999999",
        "/streams/seasons/secret-draft",
        "/streams/seasons/club-league",
        "/streams/account",
        "/streams/matches/../account",
    ):
        assert stream(path).status == 404, path
    assert site.get("/streams/matches", method="POST").status == 405


def test_streams_hold_no_page_worker_and_are_capped_by_address(site, stream):
    """Two page threads, eighteen times as many streams: pages go on."""
    watching = [stream("/streams/matches") for _ in range(18)] + [
        stream("/streams/seasons/nippon-open") for _ in range(18)
    ]
    assert [one.status for one in watching] == [200] * 36
    for one in watching:
        one.event()
    for path in ("/", "/seasons/nippon-open/leaderboard", "/bots/shinobi"):
        assert site.get(path).status == 200
    refused = stream("/streams/matches")
    assert refused.status == 429
    assert int(refused.answer.headers["Retry-After"]) > 0
    part = site.get("/live/matches")  # what a page falls back to
    assert site.get("/live/matches", {"If-None-Match": part.headers["ETag"]}).status == 304
    watching[0].close()
    again = stream("/streams/matches")
    while again.status == 429:  # the site notices a closed stream a moment later
        again.close()
        again = stream("/streams/matches")
    assert again.status == 200


def test_a_slow_or_endless_head_is_given_up_and_costs_nobody_else(site):
    with socket.create_connection((site.host, site.port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert site.get("/games").status == 200
        line.sendall(b"X-Long: " + b"a" * 70_000)
        told = line.recv(1000)
        assert b" 400 " in told.split(b"\r\n")[0]


def test_bodies_have_a_limit_and_forms_still_work(site):
    with socket.create_connection((site.host, site.port)) as line:
        line.sendall(b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n" + b"a" * 1_200_000)
        assert b" 413 " in line.recv(1000).split(b"\r\n")[0]
    head = site.get("/games", method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["Content-Length"]) > 1000
    assert "server" not in head.headers


def test_sigterm_ends_streams_and_stops_with_code_0(played, redis_server, tmp_path):
    with served(played[0], tmp_path, redis_server) as made:
        watching = Stream(made, "/streams/matches")
        watching.event()
        assert made.stop() == 0
        assert watching.ended()
        watching.close()


def test_all_streams_together_are_capped(played, redis_server, tmp_path):
    with served(played[0], tmp_path, redis_server, web_streams=1) as made:
        first, second = Stream(made, "/streams/matches"), Stream(made, "/streams/matches")
        assert (first.status, second.status) == (200, 503)
        first.close()
        second.close()


def test_behind_proxies_addresses_are_counted_as_the_proxy_saw_them(played, redis_server, tmp_path):
    with served(played[0], tmp_path, redis_server, web_proxies=1, web_streams_per_address=1) as made:
        opened = [
            Stream(made, "/streams/matches", {"X-Forwarded-For": told})
            for told in ("10.0.0.1", "10.0.0.2", "10.0.0.9, 10.0.0.1")
        ]
        assert [one.status for one in opened] == [200, 200, 429], "what a client claims itself does not count"
        for one in opened:
            one.close()
