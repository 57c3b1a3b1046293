"""A league is in the order of its own tables everywhere, on both databases: leaderboards, API, gRPC, zones."""

import pytest

from arena.access.viewers import PUBLIC, operator
from arena.bots import queries
from arena.bots.queries import in_leagues
from arena.db.models import Entry, EntryState, Season, SeasonStage, SeasonState
from arena.db.paging import Part
from arena.seasons import league_queries as pages
from arena.seasons.leaderboard import Asked, leaderboard
from arena.seasons.lifecycle import finish_season
from tests.arena.storage.league_world import hour, league
from tests.arena.storage.test_books import counted

DIVIDED = """
[[division]]
name = "First"
size = 4

[[division]]
name = "Second"
size = 4

[promotion]
up = 1
"""


@pytest.fixture
def cup(database):
    """asa wins the final from the third rating; sumi lost everything, with the best rating of all."""
    made = league(database, divisions=("First", "Second"))
    made.enter("asa", "ume", "kiku", "sumi", division=0)
    made.enter("hagi", "momo", division=1)
    for number, pair in enumerate((("ume", "asa"), ("asa", "kiku"), ("kiku", "sumi"), ("ume", "sumi")), start=1):
        made.play(number, *pair)
    made.play(1, "momo", "hagi", division=1)
    made.enter("ume", "asa", stage=1)
    made.play(9, "asa", "ume", stage=1)
    with database.write() as session:
        season = session.get_one(Season, made.season)
        season.file = (season.file or "") + DIVIDED
        for at, stage in enumerate(made.stages):
            session.get_one(SeasonStage, stage).started_at = hour(1 + 5 * at)
        for name, rating in {"sumi": 2900, "ume": 1700, "asa": 1600, "momo": 2500}.items():
            session.get_one(Entry, made.entries[name]).rating = rating * 1000
    return made


ORDER = ["asa", "ume", "kiku", "sumi", "momo", "hagi"]


def test_every_leaderboard_has_the_leagues_own_order(cup):
    with cup.database.read() as session:
        page = leaderboard(session, PUBLIC, cup.season, Asked())
        assert [(rank.rank, rank.bot) for rank in page.rows] == list(enumerate(ORDER, 1))
        head = leaderboard(session, PUBLIC, cup.season, Asked(part=Part(4)))
        tail = leaderboard(session, PUBLIC, cup.season, Asked(part=Part(4, head.next)))
        assert [(rank.rank, rank.bot) for rank in head.rows + tail.rows] == list(enumerate(ORDER, 1))
        assert tail.next is None
        searched = leaderboard(session, PUBLIC, cup.season, Asked(search="kiku", sort="name"))
        assert [(rank.rank, rank.bot) for rank in searched.rows] == [(3, "kiku")]


def own_ranks(cup):
    with cup.database.read() as session:
        lines = {name: queries.entries(session, PUBLIC, cup.bots[name]) for name in ORDER}
        return [in_leagues(session, PUBLIC, found)[0].rank for found in lines.values()]


def test_a_bots_own_page_has_its_place_in_the_league_also_when_it_is_over(cup):
    assert own_ranks(cup) == [1, 2, 3, 4, 5, 6]
    with cup.database.write() as session:
        finish_season(session, operator("test"), "spring")
    assert own_ranks(cup) == [1, 2, 3, 4, 5, 6]
    with cup.database.read() as session:
        lines = queries.entries(session, PUBLIC, cup.bots["momo"])
    with counted(cup.database) as said, cup.database.read() as session:
        assert in_leagues(session, PUBLIC, 50 * lines)[49].rank == 5
    assert len(said) == 1, "whatever the number of finished leagues"


def test_bots_that_withdrew_or_were_disqualified_are_not_ranked_and_the_others_keep_their_places(cup):
    cup.change(Entry, cup.entries["kiku"], state=EntryState.WITHDRAWN)
    cup.rule("disqualify", entry="ume", at=1)
    cup.change(Entry, cup.entries["ume"], state=EntryState.DISQUALIFIED)
    with cup.database.read() as session:
        shown = [(rank.rank, rank.bot) for rank in leaderboard(session, PUBLIC, cup.season, Asked()).rows]
    assert shown == [(1, "asa"), (3, "sumi"), (4, "momo"), (5, "hagi")]


def test_before_the_first_stage_begins_the_rating_counts(cup):
    for stage in cup.stages:
        cup.change(SeasonStage, stage, started_at=None)
    with cup.database.read() as session:
        assert leaderboard(session, PUBLIC, cup.season, Asked()).rows[0].bot == "sumi"


def test_a_frozen_final_does_not_show_in_the_order(cup):
    cup.change(SeasonStage, cup.stages[1], freeze_at=hour(2))
    with cup.database.read() as session:
        # Nobody has a point in the final as the public sees it: the stage before decides.
        assert leaderboard(session, PUBLIC, cup.season, Asked()).rows[0].bot == "ume"


@pytest.mark.parametrize("state", [SeasonState.RUNNING, SeasonState.FINISHED])
def test_zones_are_counted_from_the_whole_season_when_the_last_stage_is_a_final(cup, state):
    cup.change(Season, cup.season, state=state)
    with cup.database.read() as session:
        known = pages.facts(session, PUBLIC, cup.slug)
        order = pages.whole(session, known)
        names = {line.entry: line.bot for lines in order.values() for line in lines}
        marked = {
            names[entry]: way
            for number, lines in order.items()
            for entry, way in pages.zones(known, number, lines).items()
        }
    assert marked == {"sumi": "down", "momo": "up"}
