"""Nothing leaks: whoever may not see a set finds every reader answering exactly as if the set had never been played."""

from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import select

from arena.access.viewers import PUBLIC, role_in, viewer
from arena.bots import figures, queries
from arena.db.models import Entry, RatingEntry, Role, Season, SeasonStage
from arena.db.paging import Part
from arena.errors import NotFound
from arena.results import match, queries as matches
from arena.seasons import leaderboard, queries as seasons
from arena.seasons.tables import stage_tables
from tests.arena.storage.league_world import hour, league

CASES = {
    "frozen": (
        ("visitor", "member", "stranger"),
        lambda made: made.change(SeasonStage, made.stages[0], freeze_at=hour(4)),
    ),
    "organisers' stage": (
        ("visitor", "member", "stranger"),
        lambda made: made.change(SeasonStage, made.stages[0], visibility="organisers"),
    ),
    "members' stage": (
        ("visitor", "stranger"),
        lambda made: made.change(SeasonStage, made.stages[0], visibility="members"),
    ),
    "members' season": (("visitor", "stranger"), lambda made: made.change(Season, made.season, visibility="members")),
    "organisers' season": (
        ("visitor", "member", "stranger"),
        lambda made: made.change(Season, made.season, visibility="organisers"),
    ),
}
"""Who is blind, and what makes them so."""
EVERYONE = ("visitor", "stranger", "member", "organiser", "admin")


def spring(database, case):
    """aki has a bot in the season, ben in none; kei organises it, root is an admin, lee organises other seasons."""
    made = league(database)
    made.account("aki")
    made.account("lee", Role.ORGANISER)
    made.account("kei", Role.ORGANISER, organises=True)
    made.account("root", Role.ADMIN)
    made.enter("asa", owner="aki")
    made.enter("ume", "kiku")
    if case == "frozen":
        made.play(1, "asa", "ume")
        made.play(2, "kiku", "ume")
    CASES[case][1](made)
    return made


def hidden_part(made):
    """Sets that the blind may not know of; one of them."""
    made.play(5, "ume", "asa", scores=[[777, 7], [777, 7]])
    late = made.play(6, "kiku", "asa", scores=[[777, 7], [777, 7]])
    for name in made.entries:
        made.change(Entry, made.entries[name], last_set_at=hour(6))
    return late


def person(session, made, role):
    names = {"member": "aki", "stranger": "lee", "organiser": "kei", "admin": "root"}
    return PUBLIC if role == "visitor" else viewer(session, made.accounts[names[role]])


def answer(reader):
    try:
        return repr(reader())
    except NotFound as missing:
        return f"NotFound: {missing}"


def everything(made, role):
    """What every reader tells this person, by reader."""
    with made.database.read() as session:
        who = person(session, made, role)
        asa, season = made.bots["asa"], made.season
        entered = queries.entries(session, who, asa)
        readers = {
            "matches": lambda: matches.matches(session, who, matches.Wanted()),
            "matches of the season": lambda: matches.matches(session, who, matches.Wanted(season_id=season)),
            "matches of a bot": lambda: matches.matches(session, who, matches.Wanted(bot_id=asa)),
            "seasons": lambda: seasons.seasons(session, who),
            "season": lambda: seasons.season(session, who, made.slug),
            "leaderboard": lambda: leaderboard.leaderboard(session, who, season, leaderboard.Asked()),
            "search": lambda: leaderboard.leaderboard(
                session, who, season, leaderboard.Asked(search="asa", sort="sets")
            ),
            "entered": lambda: entered,
            "curve": lambda: figures.curve(session, who, entered[0] if entered else None, asa),
            "rivals, places, habits": lambda: figures.recent(session, who, entered[0] if entered else None, asa),
            "set": lambda: match.set_detail(session, who, 1),
            "match": lambda: match.match_detail(session, who, 1),
            "matches of a bot in the season": lambda: matches.matches(
                session, who, matches.Wanted(bot_id=asa, season_id=season)
            ),
            "page of seasons": lambda: seasons.season_page(session, who, Part()),
            "matches of the leaderboard": lambda: leaderboard.played(session, who, season, list(made.bots.values())),
            "book of a bot": lambda: queries.bot_with_entries(session, who, "asa"),
            "book of own bots": lambda: queries.own_bots(session, who, Part()),
            "tables": lambda: stage_tables(
                session, session.get_one(SeasonStage, made.stages[0]), now=hour(50), role=role_in(session, who, season)
            ),
        }
        return {name: answer(reader) for name, reader in readers.items()}


@pytest.mark.parametrize("case", CASES)
def test_the_blind_see_the_arena_as_if_hidden_sets_had_not_been_played(database, case):
    made = spring(database, case)
    blind = CASES[case][0]
    before = {role: everything(made, role) for role in EVERYONE}
    late = hidden_part(made)
    for role in EVERYONE:
        after = everything(made, role)
        changed = {name for name in after if after[name] != before[role][name]}
        if role in blind:
            assert changed == set(), (role, changed)
        else:
            wanted = {
                "matches",
                "leaderboard",
                "curve",
                "rivals, places, habits",
                "matches of the leaderboard",
                "tables",
            }
            assert wanted <= changed, (role, wanted - changed)
        _check_addresses(made, role, late, blind=role in blind)


def _check_addresses(made, role, late, *, blind):
    """The hidden set, its match and its replay for those who know their numbers."""
    number = made.matches(late)[0]
    with made.database.read() as session:
        who = person(session, made, role)
        readers = (
            lambda: match.set_detail(session, who, late),
            lambda: match.match_detail(session, who, number),
            lambda: match.replay_file(session, who, number),
            lambda: matches.match(session, who, number),
        )
        for reader in readers:
            assert answer(reader).startswith("NotFound") == blind, role
        assert (matches.of_sets(session, who, [late]) == {}) == blind
        assert (matches.by_id(session, who, [number]) == []) == blind


def test_a_reveal_shows_all_of_it_to_everyone(database):
    made = spring(database, "frozen")
    late = hidden_part(made)
    made.change(SeasonStage, made.stages[0], reveal_at=hour(60))
    _check_addresses(made, "visitor", late, blind=False)
    told = everything(made, "visitor")
    assert "777" in told["matches"]
    with database.read() as session:
        line = leaderboard.leaderboard(session, PUBLIC, made.season, leaderboard.Asked(search="asa")).rows[0]
        assert line.rating == session.get_one(Entry, made.entries["asa"]).rating / 1000


def test_what_somebody_is_in_a_season(database):
    made = spring(database, "frozen")
    with database.read() as session:
        roles = {role: role_in(session, person(session, made, role), made.season) for role in EVERYONE}
    assert roles == {
        "visitor": "visitor",
        "stranger": "visitor",
        "member": "member",
        "organiser": "organiser",
        "admin": "organiser",
    }


def test_the_curve_ends_at_the_rating_the_ladder_shows(database):
    made = spring(database, "frozen")
    hidden_part(made)
    with database.read() as session:
        entered = queries.entries(session, PUBLIC, made.bots["asa"])[0]
        curve = figures.curve(session, PUBLIC, entered, made.bots["asa"])
        line = leaderboard.leaderboard(session, PUBLIC, made.season, leaderboard.Asked(search="asa")).rows[0]
    assert curve[-1].rating == line.rating == entered.rating
    assert curve[0].rating == 1500
    assert len(curve) == 2
    assert (line.interval, line.sets) == (0, 1)


def test_a_long_history_is_thinned_and_not_forgotten(database):
    made = league(database)
    made.enter("asa", "ume")
    with database.write() as session:
        last = session.scalars(select(RatingEntry).where(RatingEntry.bot_id == made.bots["asa"])).all()[-1]
        for number in range(1, 1001):
            moved = RatingEntry(season_id=made.season, bot_id=made.bots["asa"], kind="set", ruling=number)
            moved.change, moved.rating, moved.deviation = 100, last.rating + 100 * number, 60_000
            moved.at = last.at + timedelta(minutes=number)
            session.add(moved)
        began = last.at
        session.scalars(select(Entry).where(Entry.bot_id == made.bots["asa"])).one().rating = last.rating + 100_000
    with database.read() as session:
        entry = queries.entries(session, PUBLIC, made.bots["asa"])[0]
        curve = figures.curve(session, PUBLIC, entry, made.bots["asa"])
    assert len(curve) <= figures.CURVE
    assert curve[0].at == began, "the first point is kept"
    assert curve[-1].rating == entry.rating
    gaps = [(after.at - before.at).total_seconds() / 60 for before, after in pairwise(curve)]
    assert max(gaps) < 30, "nowhere is much left out"
    assert gaps[-figures.CURVE // 2 + 1 :] == [1.0] * (figures.CURVE // 2 - 1), "the newest are all there"
