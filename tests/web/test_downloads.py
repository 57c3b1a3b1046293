"""Files to take along: whole, streamed, and no more than the reader may see."""

import csv
import http.client
import io
import shutil
import sqlite3
import tarfile
from contextlib import ExitStack, closing

from arena.replays import loads
from arena.seasons import results
from tests.web.served import served


def test_results_of_a_season_as_csv_and_json_are_the_same(client, world):
    table = list(csv.DictReader(io.StringIO(client.get("/seasons/nippon-open/results.csv").text)))
    listed = client.get("/seasons/nippon-open/results.json").json
    assert len(listed) == 5
    assert len(table) == 10, "two seats each"
    assert [int(row["match"]) for row in table[::2]] == [match["id"] for match in listed]
    first = table[0]
    assert (first["season"], first["game"], first["verdict"]) == ("nippon-open", "nippon", "finished")
    assert {row["bot"] for row in table} == {"shinobi", "tanuki", "kappa"}


def test_results_are_offered_as_files(client):
    answer = client.get("/seasons/nippon-open/results.csv")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="nippon-open-results.csv"'


def test_a_bots_results_hold_what_the_reader_may_see(client, sign_in, world):
    assert len(client.get("/bots/shinobi/results.json").json) == 5
    assert client.get("/bots/akis-bot/results.json").json == []
    own = [match["id"] for match in sign_in("aki").get("/bots/akis-bot/results.json").json]
    assert world.challenge_match in own
    other = [match["id"] for match in sign_in("ben").get("/bots/akis-bot/results.json").json]
    assert world.challenge_match not in other


def test_a_season_for_its_members_is_not_there_for_others(client, sign_in):
    for name in ("results.csv", "results.json", "replays.tar"):
        assert client.get(f"/seasons/club-league/{name}").status_code == 404
    assert sign_in("aki").get("/seasons/club-league/results.json").json


def test_all_open_replays_of_a_season_in_one_archive(client, world, monkeypatch):
    monkeypatch.setattr(results, "REPLAYS", 3)
    answer = client.get("/seasons/nippon-open/replays.tar")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="nippon-open-replays.tar"'
    with tarfile.open(fileobj=io.BytesIO(answer.data)) as archive:
        names = archive.getnames()
        bodies = {name: archive.extractfile(name).read() for name in names}
    assert f"nippon-open/match-{world.done_match}.replay.gz" in names
    assert f"nippon-open/match-{world.provisional_match}.replay.gz" not in names, "its set is not done"
    assert len(names) == 4
    for name, body in bodies.items():
        assert loads(body).game == "nippon", name


def test_drafts_have_nothing_to_take_along(client, sign_in):
    for name in ("results.csv", "results.json", "replays.tar"):
        assert client.get(f"/seasons/secret-draft/{name}").status_code == 404
        assert sign_in("kei").get(f"/seasons/secret-draft/{name}").status_code == 200


def test_archives_are_limited_by_address(client):
    codes = [client.get("/seasons/nippon-open/replays.tar").status_code for _ in range(7)]
    assert codes == [200] * 6 + [429]


def test_a_reader_who_stops_reading_holds_no_page_worker(played, redis_server, tmp_path):
    """One thread for pages, and four archives of 12 MB of which nobody reads more than the head."""
    large = tmp_path / "large.db"
    shutil.copy(played[0], large)
    with closing(sqlite3.connect(large)) as line, line:
        line.execute("UPDATE replays SET body = randomblob(3000000)")
    with redis_server.client() as redis:
        redis.flushall()
    with served(large, tmp_path, redis_server, web_threads=1) as site, ExitStack() as stack:
        answers = []
        for _ in range(4):
            line = stack.enter_context(closing(http.client.HTTPConnection(site.host, site.port, timeout=60)))
            line.request("GET", "/seasons/nippon-open/replays.tar")
            answers.append(line.getresponse())
        assert [answer.status for answer in answers] == [200] * 4
        assert site.get("/games").status == 200
        assert len({answer.read() for answer in answers}) == 1, "they are whole once they are read on"
