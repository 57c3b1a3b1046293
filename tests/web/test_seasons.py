"""Season pages: what they show, to whom, and in how many statements."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, select

from arena.access.viewers import operator
from arena.db.database import utcnow
from arena.db.models import (
    Champion,
    Entry,
    FinalLine,
    Organiser,
    ReplayFile,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
)
from arena.seasons.creation import create_season
from arena.seasons.entries import enter_by_hand
from arena.seasons.league_queries import RoundLine, forecast
from arena.seasons.lifecycle import carry_on, open_season
from arena.seasons.start import start_season
from arena.seasons.tables import WHOLE_SEASON, detail_of, stage_tables
from tests.arena.storage.league_world import hour, league
from tests.arena.storage.test_books import counted
from tests.web.test_kept import keeping  # noqa: F401 (a fixture)
from tests.web.test_pages import crawl
from tests.web.world import CUP
from web.serving import look

DIVIDED = """

[[division]]
name = "First"
size = 3

[[division]]
name = "Second"
size = 3

[promotion]
up = 1
"""


@pytest.fixture
def spring(world):
    """A public league of two divisions; three rounds were played, one is planned."""
    made = league(world.database, divisions=("First", "Second"))
    made.enter("asa", "ume", "kiku", division=0)
    made.enter("hagi", "momo", "fuji", division=1)
    for number, (one, other) in enumerate((("asa", "ume"), ("ume", "kiku"), ("asa", "kiku")), start=1):
        made.play(number, one, other, division=0)
    made.play(1, "momo", "hagi", division=1)
    made.bye("fuji", 1)
    planned = made.round(4, state=RoundState.PLANNED)
    with world.database.write() as session:
        season = session.get_one(Season, made.season)
        season.file = (season.file or "") + DIVIDED
        session.get_one(SeasonStage, made.stages[0]).started_at = hour(1)
        session.get_one(Round, planned).starts_at = hour(30)
        for number in (1, 2, 3):
            session.get_one(Round, made.rounds[0, number]).ended_at = hour(number + 0.5)
    return made


def rows(page, part=""):
    """The names in the first column of bots of each table."""
    return re.findall(r'<th scope="row"[^>]*>(?:<a [^>]*>)?([\w-]+)', page)


def test_the_season_shows_its_current_table_with_zones_and_what_decided(client, spring):
    page = client.get("/seasons/spring").text
    assert rows(page)[:6] == ["asa", "ume", "kiku", "momo", "fuji", "hagi"]
    assert page.count('class="zone-down"') == 1
    assert page.count('class="zone-up"') == 1
    assert re.search(r'zone-down">.*?kiku', page, re.DOTALL)
    assert re.search(r'zone-up">.*?momo', page, re.DOTALL)
    assert "The best 1 of a division rise" in page
    assert "points" in page


def test_the_tables_have_crosstable_and_progress(client, spring):
    page = client.get("/seasons/spring/tables/1").text
    assert 'aria-label="Crosstable of First"' in page
    assert '100<span class="soft">/2</span>' in page
    assert "Round 3" in page
    assert "1st" in page


def test_a_stage_that_does_not_exist_is_not_found(client, spring):
    for place in (0, 3, 99_999_999):
        assert client.get(f"/seasons/spring/tables/{place}").status_code == 404
        assert client.get(f"/seasons/spring/schedule?stage={place or 77}").status_code == 404
    assert client.get("/seasons/nippon-open/schedule").status_code == 404


def test_the_schedule_is_in_the_organisers_zone_and_in_utc(client, spring):
    page = client.get("/seasons/spring/schedule").text
    assert "Mon 2026-03-02 19:00 CET" in page
    assert "(18:00 UTC)" in page
    assert page.count(">planned<") == 1
    assert "asa" in page
    assert "ume" in client.get("/seasons/spring/schedule?stage=1&round=1").text


def test_entries_and_rulings_are_shown_with_their_reasons(client, spring):
    spring.rule("disqualify", entry="kiku", why="two bots under one name <b>")
    page = client.get("/seasons/spring/rulings").text
    assert "Entry disqualified" in page
    assert "two bots under one name &lt;b&gt;" in page
    assert {"asa", "fuji"} <= set(rows(client.get("/seasons/spring/entries").text))
    assert "kiku" not in rows(client.get("/seasons/spring").text)


def test_a_frozen_stage_says_so(client, spring):
    with spring.database.write() as session:
        session.get_one(SeasonStage, spring.stages[0]).freeze_at = hour(2)
    page = client.get("/seasons/spring").text
    assert "Frozen." in page
    assert "The organisers will reveal the rest." in page
    schedule = client.get("/seasons/spring/schedule").text
    assert schedule.count(">planned<") == 3, "rounds stand as they stood"


def finish(spring):
    with spring.database.write() as session:
        stage = session.get_one(SeasonStage, spring.stages[0])
        for table in stage_tables(session, stage, now=hour(50), role="organiser").divisions:
            for line, part in ((line, part) for line in table.lines for part in (0, WHOLE_SEASON)):
                session.add(
                    FinalLine(
                        season_id=spring.season,
                        stage=part,
                        division=table.number,
                        place=line.place,
                        entry_id=int(line.entry),
                        bot=line.bot,
                        team=line.team,
                        detail=detail_of(line),
                    )
                )
            session.add(
                Champion(
                    season_id=spring.season,
                    division=table.number,
                    entry_id=int(table.lines[0].entry),
                    league="club",
                    title="Spring league",
                    division_name=table.name,
                    bot=table.lines[0].bot,
                    team=table.lines[0].team,
                )
            )
        season = session.get_one(Season, spring.season)
        season.state, season.finished_at = SeasonState.FINISHED, hour(51)


def test_a_finished_season_shows_its_champions_here_and_in_the_hall_of_fame(client, spring):
    finish(spring)
    page = client.get("/seasons/spring").text
    assert "Champions" in page
    assert "Final table of the season" in page
    assert rows(page)[:3] == ["asa", "ume", "kiku"]
    assert "as the table stands" not in page
    fame = client.get("/hall-of-fame").text
    assert "asa" in fame
    assert "momo" in fame
    assert "Second" in fame


def test_champions_are_not_told_while_a_part_of_the_season_is_hidden(client, sign_in, spring):
    finish(spring)
    with spring.database.write() as session:
        session.get_one(SeasonStage, spring.stages[0]).freeze_at = hour(2)
        session.add(Organiser(season_id=spring.season, account_id=2))
    assert "Champions" not in client.get("/seasons/spring").text
    assert "No season has ended yet" in client.get("/hall-of-fame").text
    assert "momo" in sign_in("root").get("/hall-of-fame").text


def test_seasons_are_listed_by_state(client, spring):
    page = client.get("/seasons").text
    assert "<h2>Running</h2>" in page
    finish(spring)
    page = client.get("/seasons").text
    assert page.index("<h2>Running</h2>") < page.index("<h2>Finished</h2>") < page.index("/seasons/spring")


@pytest.mark.parametrize(
    "path",
    [
        "/seasons",
        "/hall-of-fame",
        "/seasons/spring",
        "/seasons/spring/tables/1",
        "/seasons/spring/schedule",
        "/seasons/spring/entries",
        "/seasons/spring/rulings",
    ],
)
def test_a_page_costs_as_many_statements_whatever_the_season_has_seen(client, spring, path):
    spring.rule("withdraw", entry="asa")
    with counted(spring.database) as few:
        assert client.get(path).status_code == 200
    for number in range(5, 15):
        spring.play(number, "asa", "kiku", division=0)
        spring.play(number, "momo", "hagi", division=1)
        spring.rule("withdraw", entry="ume")
    spring.enter(*(f"extra-{at}" for at in range(12)), division=0)
    with counted(spring.database) as many:
        assert client.get(path).status_code == 200
    assert len(many) == len(few) <= 24


def test_every_link_of_the_season_answers(client, spring):
    class Reader:
        def get(self, path):
            return client.get(path if "/seasons" in path or path == "/hall-of-fame" else "/robots.txt")

    assert len([path for path in crawl(Reader(), "/seasons/spring") if "/seasons/spring" in path]) > 8


def test_the_live_part_is_what_the_page_holds(client, spring):
    for page, part in (
        ("/seasons/spring", "/live/leagues/spring"),
        ("/seasons/spring/tables/1", "/live/leagues/spring/tables/1"),
    ):
        whole = client.get(page).text
        assert client.get(part).text in whole
        assert f'data-sse-connect="{part.replace("/live/", "/streams/")}"' in whole
    answer = client.get("/live/leagues/spring")
    assert client.get("/live/leagues/spring", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_season_that_is_over_or_not_for_everyone_has_no_stream(client, spring, world, sign_in):
    spring.change(Season, spring.season, state=SeasonState.FINISHED)
    assert "data-hx-get" not in client.get("/seasons/spring").text
    page = sign_in("kei").get("/seasons/club-league").text
    assert 'data-hx-get="/live/leagues/club-league"' in page
    assert "data-sse-connect" not in page
    assert client.get("/live/leagues/nippon-open").status_code == 404, "a ladder is none"


def test_a_frozen_stage_stands_still_in_the_live_part(client, spring, sign_in):
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(3.6))
    before = client.get("/live/leagues/spring/tables/1").text
    spring.play(4, "kiku", "asa", division=0, scores=[[777, 7], [777, 7]])
    assert client.get("/live/leagues/spring/tables/1").text == before
    assert "777" not in client.get("/live/leagues/spring").text
    assert sign_in("root").get("/live/leagues/spring/tables/1").text != before


@pytest.mark.parametrize(
    "moved",
    [
        lambda made: made.play(4, "kiku", "asa"),
        lambda made: made.rule("void", match=1, why="a storm"),
        lambda made: made.round(5, state=RoundState.RUNNING),
        lambda made: made.change(Season, made.season, state=SeasonState.FINISHED),
        lambda made: made.change(Season, made.season, paused=True),
    ],
    ids=["a set", "a ruling", "a round", "its end", "a pause"],
)
def test_streams_hear_of_everything_that_moves_a_season(app, spring, moved):
    paths = ["/live/leagues/spring", "/live/leagues/spring/tables/1"]
    before = look(app.extensions["arena"], paths)
    assert look(app.extensions["arena"], paths) == before
    moved(spring)
    after = look(app.extensions["arena"], paths)
    assert all(after[path] != before[path] for path in paths)


def test_the_zones_of_a_final_are_those_of_the_whole_season(client, spring):
    """kiku is last of the first division. The final of asa and ume has a last line, too."""
    spring.enter("asa", "ume", stage=1)
    spring.play(9, "asa", "ume", stage=1)
    spring.change(SeasonStage, spring.stages[1], started_at=hour(9))
    for page in (client.get("/seasons/spring").text, client.get("/seasons/spring/tables/2").text):
        assert 'class="zone-down"' not in page, "neither finalist falls"
    assert re.search(r'zone-down">.*?kiku', client.get("/seasons/spring/tables/1").text, re.DOTALL)
    board = client.get("/seasons/spring/leaderboard").text
    found = re.findall(r"/bots/(\w+)\?season=spring", board)
    assert found == ["asa", "ume", "kiku", "momo", "fuji", "hagi"]
    assert "league's tables" in board
    listed = client.get("/api/v1/seasons/spring/standings").json
    assert [line["bot"] for line in listed["items"]][:3] == ["asa", "ume", "kiku"]


def test_a_ruling_is_shown_with_its_match_set_schedule_and_csv(client, spring):
    set_id = spring.play(3, "asa", "ume", division=0)
    forfeited, void = spring.matches(set_id)
    with spring.database.write() as session:
        session.execute(delete(ReplayFile))  # they are no real ones
    spring.rule("forfeit", match=forfeited, entry="asa", why="two engines at once")
    spring.rule("void", match=void, why="a power failure")
    page = client.get(f"/matches/{forfeited}").text
    assert "two engines at once" in page and "After the ruling:" in page and "a power failure" not in page
    assert "This match does not count." in client.get(f"/matches/{void}").text
    for path in (f"/sets/{set_id}", "/seasons/spring/schedule?stage=1&round=3"):
        shown = client.get(path).text
        assert "two engines at once" in shown and "a power failure" in shown, path
    gained = re.search(rf"Table set {set_id}.*?</ul>", client.get("/seasons/spring/schedule?round=3").text, re.DOTALL)
    assert re.findall(r'season=spring">(\w+)</a><span class="score">([\d.]+)', gained.group(0)) == [
        ("ume", "3"),
        ("asa", "0"),
    ]
    table = list(csv.DictReader(io.StringIO(client.get("/seasons/spring/results.csv").text)))
    rows = {(row["match"], row["bot"]): row for row in table}
    assert rows[str(forfeited), "asa"]["place"] == "2" and rows[str(forfeited), "asa"]["awarded_place"] == "1"
    assert rows[str(void), "asa"]["counts"] == "False" and rows[str(void), "asa"]["ruling"] == "void: a power failure"
    in_list = client.get("/api/v1/matches?season=spring").json["items"]
    in_set = client.get(f"/api/v1/sets/{set_id}").json["matches"]
    alone = [client.get(f"/api/v1/matches/{one}").json["match"] for one in (forfeited, void)]
    for told in (client.get("/seasons/spring/results.json").json, in_list, in_set, alone):
        known = {match["id"]: match for match in told}
        assert [(one["kind"], one["bot"], one["reason"]) for one in known[forfeited]["rulings"]] == [
            ("forfeit", "asa", "two engines at once")
        ]
        places = {seat["bot"]: (seat["place"], seat["awarded_place"]) for seat in known[forfeited]["seats"]}
        assert places == {"asa": (2, 1), "ume": (1, 2)} and known[forfeited]["counts"]
        assert not known[void]["counts"] and known[void]["rulings"][0]["reason"] == "a power failure"
        assert all(match["rulings"] == [] for at, match in known.items() if at not in {forfeited, void})


def test_the_kept_page_of_a_bot_has_its_place_in_the_league_and_follows_it(keeping, spring, monkeypatch):  # noqa: F811
    """asa leads with two won sets. ume wins two; what kiku and asa lose elsewhere changes no rating of hers."""
    monkeypatch.setattr("web.cache_store.LOOK_SECONDS", -1)
    for name, rating in (("asa", 1000), ("kiku", 2000), ("ume", 3000)):
        spring.change(Entry, spring.entries[name], rating=rating * 1000)
    client = keeping.test_client()

    def place(name: str) -> str:
        page = client.get(f"/bots/{name}?season=spring").text
        return re.search(r"<b>(\w+)</b><span>of the <a [^>]*>league</a>", page).group(1)

    assert [place(name) for name in ("asa", "ume", "kiku", "momo")] == ["1st", "2nd", "3rd", "4th"]
    ranks = {name: client.get(f"/api/v1/bots/{name}").json["seasons"][0]["rank"] for name in ("asa", "ume", "kiku")}
    assert ranks == {"asa": 1, "ume": 2, "kiku": 3}
    for number in (5, 6):
        spring.play(number, "kiku", "asa", division=0)
    assert [place(name) for name in ("ume", "kiku")] == ["3rd", "1st"]


def test_a_disqualified_bot_is_last_in_all_its_matches(client, spring):
    set_id = spring.play(3, "asa", "ume", division=0)
    spring.rule("disqualify", entry="asa", why="two of one mind")
    assert "two of one mind" in client.get(f"/sets/{set_id}").text
    table = list(csv.DictReader(io.StringIO(client.get("/seasons/spring/results.csv").text)))
    assert {row["place"] for row in table if row["bot"] == "asa"} == {"2"}


def test_the_forecast_of_the_end_moves_with_what_is_played():
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    hour = timedelta(hours=1)
    done = RoundLine(1, "done", noon, noon + hour, 2, 2)
    later = [RoundLine(number, "planned", noon + 2 * hour, None, 0, 0) for number in (2, 3)]
    assert forecast([done, *later], noon + hour) == noon + 4 * hour, "two rounds of an hour after the slot"
    assert forecast([done, *later], noon + 5 * hour) == noon + 7 * hour, "late: from now on"
    running = RoundLine(2, "running", noon + 2 * hour, None, 2, 1)
    assert forecast([done, running], noon + 2 * hour) == noon + 3 * hour
    assert forecast(later, noon) is None, "nothing is known yet"
    assert forecast([done], noon + 2 * hour) is None, "it is over"


def test_a_bot_without_a_table_is_named_with_the_reason(client, spring):
    assert "fuji sits this round out" in client.get("/seasons/spring/schedule?stage=1&round=1").text
    assert "this round out" not in client.get("/seasons/spring/schedule?stage=1&round=2").text


def test_fixtures_of_rounds_to_come_are_named_with_their_time_unless_something_is_hidden(world, sign_in, client):
    text = CUP.replace("Autumn", "Fixture").replace("expected_entries = 4", "expected_entries = 3")
    with world.database.write() as session:
        create_season(session, operator("kei"), text.replace("2027-10-01", "2026-01-01"), slug="fixture-cup")
        for bot in ("shinobi", "tanuki", "kappa"):
            enter_by_hand(session, operator("kei"), "fixture-cup", bot)
        open_season(session, operator("kei"), "fixture-cup")
        start_season(session, operator("kei"), "fixture-cup")
        carry_on(session, "fixture-cup", utcnow())

    def pairs(page: str) -> list[list[str]]:
        rows = re.findall(r'class="pairing">(.*?)</p>', page, re.DOTALL)
        return [sorted(re.findall(r"/bots/(\w+)", row)) for row in rows]

    path = "/seasons/fixture-cup/schedule"
    seen = [pairs(client.get(f"{path}?round={number}").text) for number in (1, 2, 3)]
    assert sorted(pair for found in seen for pair in found) == [
        ["kappa", "shinobi"],
        ["kappa", "tanuki"],
        ["shinobi", "tanuki"],
    ], "the round that is played and those to come"
    later = client.get(f"{path}?round=3").text
    assert "Planned for" in later
    with world.database.write() as session:
        stage = session.scalars(select(SeasonStage).join(Season).where(Season.slug == "fixture-cup")).one()
        stage.freeze_at = utcnow() - timedelta(minutes=1)
    assert pairs(client.get(f"{path}?round=3").text) == []
    assert "No table of this round is visible" in client.get(f"{path}?round=3").text
    assert len(pairs(sign_in("root").get(f"{path}?round=3").text)) == 1
