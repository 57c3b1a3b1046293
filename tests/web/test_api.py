"""The JSON API: what it says is what its description says, and it says no more than the public may know."""

import gzip
import json
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from sqlalchemy import select

from arena.db.models import Champion, Entry, Season, SeasonState
from arena.transport import keys
from tests.web.conftest import Site
from web.api.declaration import OPERATIONS, PREFIX, rules
from web.api.description import PLACE


@pytest.fixture
def described(client):
    return client.get("/api/v1/openapi.json").json


def fits(described, schema, body):
    """Fails unless the body is as the schema says."""
    whole = {**schema, "components": described["components"]}
    Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(body)


def addresses(world):
    """Every operation with an address that is there in this world."""
    there = {"match_id": world.done_match, "set_id": world.done_set}
    return {
        one.name: PREFIX + PLACE.sub(lambda place, one=one: str((one.example | there)[place.group(2)]), one.rule)
        for one in OPERATIONS
    }


def test_the_description_is_valid_openapi_and_has_every_route(app, described):
    validate(described)
    routes = {
        PLACE.sub(r"{\2}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and rule.endpoint != "api.openapi"
    }
    assert routes == set(described["paths"])
    assert len(routes) == len(OPERATIONS) >= 14


def test_every_answer_is_as_described_and_may_be_kept(client, world, described):
    for name, path in addresses(world).items():
        answer = client.get(path)
        assert answer.status_code == 200, (name, answer.text)
        assert answer.headers["Cache-Control"].startswith("public, max-age="), name
        assert "Vary" not in answer.headers, name
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b""), name
        rule = next(one.rule for one in OPERATIONS if one.name == name)
        content = described["paths"][PREFIX + PLACE.sub(r"{\2}", rule)]["get"]["responses"]["200"]["content"]
        if answer.mimetype == "application/json":
            fits(described, content["application/json"]["schema"], answer.json)
        else:
            assert answer.mimetype in content


def follow(client, path):
    """All items of a list, piece by piece."""
    items, pieces = [], 0
    while path is not None:
        answer = client.get(path).json
        items += answer["items"]
        path, pieces = answer["next"], pieces + 1
        assert path is None or not urlsplit(path).netloc
    return items, pieces


@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/bots", "/api/v1/seasons/nippon-open/standings"])
def test_lists_in_pieces_are_the_list(client, path):
    whole, _ = follow(client, path)
    pieced, pieces = follow(client, f"{path}?limit=2")
    assert pieced == whole
    assert pieces > 2


def test_filters_hold_on_the_next_page(client):
    found, pieces = follow(client, "/api/v1/matches?bot=shinobi&state=finished&limit=1")
    assert pieces >= 4
    assert all("shinobi" in [seat["bot"] for seat in match["seats"]] for match in found)
    assert client.get("/api/v1/matches?season=nippon-open&game=iki").json == {"items": [], "next": None}


def test_standings_are_those_of_the_page(client):
    items = client.get("/api/v1/seasons/nippon-open/standings").json["items"]
    assert [line["rank"] for line in items] == sorted(line["rank"] for line in items)
    assert len(items) == 5
    assert items[0]["bot"] == "shinobi"
    assert items[0]["interval"] > 0


def test_nobody_learns_more_than_the_public_even_signed_in(sign_in, client, world):
    for reader in (client, sign_in("aki"), sign_in("root")):
        running = reader.get(f"/api/v1/matches/{world.running_match}").json
        assert [seat["bot"] for seat in running["match"]["seats"]] == [None, None]
        assert running["replay"] is None
        for path in (
            f"/api/v1/matches/{world.challenge_match}",
            f"/api/v1/matches/{world.challenge_match}/replay",
            f"/api/v1/sets/{world.challenge_set}",
            f"/api/v1/matches/{world.provisional_match}/replay",
            "/api/v1/seasons/secret-draft",
            "/api/v1/seasons/secret-draft/standings",
            "/api/v1/matches?season=secret-draft",
            "/api/v1/seasons/club-league",
            "/api/v1/seasons/club-league/stages",
        ):
            assert reader.get(path).status_code == 404, path
        listed = reader.get("/api/v1/matches?bot=akis-bot").text
        assert f'"id":{world.running_match},' not in listed, "else the list would tell who sits there"
        assert "secret-draft" not in reader.get("/api/v1/seasons").text
        assert "club-league" not in reader.get("/api/v1/seasons").text + reader.get("/api/v1/matches").text


def test_what_is_played_now_comes_with_what_the_table_sees(client, world, redis_server):
    with redis_server.client() as redis:
        shown = {"progress": "turn 4", "points": [2, 5], "events": ["1 hire blue"]}
        redis.set(keys.live_status(world.running_match), json.dumps(shown))
    live = client.get("/api/v1/live").json["items"]
    assert [one["match"]["id"] for one in live] == [world.running_match]
    assert (live[0]["progress"], live[0]["points"], live[0]["events"]) == ("turn 4", [2, 5], ["1 hire blue"])
    assert "akis-bot" not in json.dumps(live)


def test_the_replay_is_the_file_of_the_match_page(client, world):
    answer = client.get(f"/api/v1/matches/{world.done_match}/replay")
    assert answer.data == client.get(f"/matches/{world.done_match}/replay").data
    assert json.loads(gzip.decompress(answer.data))["match_id"] == str(world.done_match)
    assert f"match-{world.done_match}.replay.gz" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/api/v1/matches?limit=0", "limit must be a whole number from 1 to 200"),
        ("/api/v1/matches?limit=abc", "limit must be"),
        ("/api/v1/matches?game=chess", "iki, nippon"),
        ("/api/v1/matches?gmae=iki", "there is no parameter 'gmae'"),
        ("/api/v1/games?x=1", "this address takes none"),
        ("/api/v1/matches?limit=1&limit=2", "2 times"),
        ("/api/v1/seasons/nippon-open/standings?after=x", "must fit"),
    ],
)
def test_wrong_queries_are_refused_with_what_would_be_right(client, described, path, words):
    answer = client.get(path)
    assert answer.status_code == 400
    assert words in answer.json["detail"]
    fits(described, {"$ref": "#/components/schemas/Problem"}, answer.json)


@pytest.mark.parametrize(
    "path", ["/api/v1/nothing", "/api/v1/matches/999999", "/api/v1/bots/nobody", "/api/v1/games/go"]
)
def test_what_is_not_there_is_told_in_json_with_the_request_id(client, described, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_api_is_read_only(client):
    answer = client.post("/api/v1/games")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_too_many_requests_are_told_when_to_come_back(app, world, client):
    was = app.extensions["arena"]
    settings = type(was.settings)(data=was.settings.data, web_api_per_minute=3)
    app.extensions["arena"] = Site(settings, was.database, was.redis)
    codes = [client.get("/api/v1/games").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    refused = client.get("/api/v1/games")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert client.get("/games").status_code == 200, "pages go on"


def test_the_page_for_people_explains_every_address(client):
    page = client.get("/api").text
    for one in OPERATIONS:
        assert PREFIX + PLACE.sub(r"{\2}", one.rule) in page
    assert "curl http" in page


def test_the_documentation_lists_every_address_with_its_query():
    text = (Path(__file__).parents[2] / "docs" / "web-api.md").read_text("utf-8")
    for one in OPERATIONS:
        query = ", ".join(f"`{name}`" for name in rules(one.query)) or "–"
        address = PREFIX + PLACE.sub(r"{\2}", one.rule)
        assert f"| `{address}` | {one.summary} | {query} |" in text


def test_champions_come_in_pieces_without_those_of_hidden_seasons(client, world):
    with world.database.write() as session:
        seasons = {row.slug: row for row in session.scalars(select(Season))}
        entry = session.scalars(select(Entry)).first()
        for number, slug in enumerate(("nippon-open", "autumn-cup", "club-league")):
            seasons[slug].state = SeasonState.FINISHED
            for division in range(3):
                won = Champion(season_id=seasons[slug].id, division=division, entry_id=entry.id, league="", title=slug)
                won.division_name, won.bot, won.team = f"D{division}", f"bot-{number}", "team"
                won.at = datetime(2026, 1, 1 + min(number, 1), tzinfo=UTC)  # two ended at the same moment
                session.add(won)
    whole, _ = follow(client, "/api/v1/champions")
    assert [(one["season"], one["division"]) for one in whole] == [
        (slug, division) for slug in ("autumn-cup", "nippon-open") for division in range(3)
    ]
    for limit in (1, 2, 4):
        pieced, pieces = follow(client, f"/api/v1/champions?limit={limit}")
        assert pieced == whole
        assert pieces == -(-6 // limit)
    hidden = client.get("/api/v1/champions?after=999_0").json
    assert hidden == {"items": [], "next": None}


def test_components_have_their_ids_and_figures_as_the_rules_read_them(client):
    """What people see is beside them: "copper mine 1" cannot be looked up, `copper_mine_1` can."""
    for game in ("iki", "nippon", "yokohama", "zaibatsu"):
        tables = client.get(f"/api/v1/games/{game}").json["components"]
        assert tables
        for table in tables:
            data = [row["values"] for row in table["rows"]]
            assert all(row.keys() <= set(table["columns"]) for row in data)
        figures = [value for table in tables for row in table["rows"] for value in row["values"].values()]
        assert any(isinstance(value, int) and not isinstance(value, bool) for value in figures)
        assert any(isinstance(value, str) and "_" in value for value in figures)


def test_the_protos_are_at_an_address_that_never_changes(client):
    answer = client.get("/protos.zip")
    assert answer.mimetype == "application/zip" and answer.headers["Cache-Control"].startswith("public")
    assert "proto/arena/v1/bots.proto" in zipfile.ZipFile(BytesIO(answer.data)).namelist()
    again = client.get("/protos.zip", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304 and not again.data
    assert "/protos.zip" in client.get("/api").text
