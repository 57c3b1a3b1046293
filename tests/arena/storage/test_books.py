"""What the API reads, on both databases: who sees what, in how many statements, page by page."""

from contextlib import contextmanager

import pytest
from sqlalchemy import event

from arena.access.viewers import PUBLIC, viewer
from arena.bots import queries
from arena.db.models import (
    Entry,
    EntryState,
    FaultEntry,
    MatchState,
    Season,
    SeasonFormat,
    SeasonState,
    SetKind,
)
from arena.db.paging import BadPage, Part, key_of, size_of, token
from arena.errors import NotFound
from arena.ladders.queries import Fits
from arena.replays import loads
from arena.results import claims, queries as matches
from arena.results.match import faults, replay_file
from arena.seasons import queries as seasons
from arena.seasons.leaderboard import Asked, leaderboard, played
from tests.arena.storage.small_world import small_world


@pytest.fixture
def world(database):
    return small_world(database)


def who(world, name):
    with world.database.read() as session:
        return viewer(session, world.accounts[name])


@contextmanager
def counted(database):
    """The statements of the block."""
    said = []

    def note(_connection, _cursor, statement, *_):
        if not statement.startswith("BEGIN"):
            said.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def names(row):
    return [seat.bot for seat in row.seats]


def test_the_names_in_a_rated_match_are_told_when_it_is_over(world):
    first, second = world.table(SetKind.RATED, "kabuki", "bunraku")
    world.begin(first)
    with world.database.read() as session:
        for name, seen in {"aki": ["kabuki", ""], "ben": ["", "bunraku"], "root": ["kabuki", "bunraku"]}.items():
            row = matches.match(session, who(world, name), first)
            assert (names(row), row.state) == (seen, MatchState.RUNNING)
        assert names(matches.match(session, PUBLIC, first)) == ["", ""]
    with world.database.write() as session:
        again = claims.void(session, first, 1, "the journal was lost")
    with world.database.read() as session:
        assert names(matches.match(session, PUBLIC, first)) == ["", ""], "it is played again by the same bots"
    world.play(again, second)
    with world.database.read() as session:
        assert names(matches.match(session, PUBLIC, again)) == ["kabuki", "bunraku"]
        assert names(matches.match(session, PUBLIC, first)) == ["kabuki", "bunraku"]
        assert [seat.verdict for seat in matches.match(session, PUBLIC, second).seats] == ["finished"] * 2


def test_asking_for_a_bot_does_not_tell_where_it_sits(world):
    open_match = world.table(SetKind.RATED, "kabuki", "bunraku")[0]
    world.begin(open_match)
    done = world.table(SetKind.RATED, "kabuki", "tanuki")
    world.play(*done)
    only = matches.Wanted(bot_id=world.bots["kabuki"])
    with world.database.read() as session:
        theirs = [row.id for row in matches.matches(session, who(world, "ben"), only).rows]
        mine = [row.id for row in matches.matches(session, who(world, "aki"), only).rows]
    assert theirs == sorted(done, reverse=True)
    assert set(mine) >= {open_match, *done}


@pytest.mark.parametrize("kind", [SetKind.CHALLENGE, SetKind.VALIDATION])
def test_unrated_matches_are_for_their_owners(world, kind):
    (match_id,) = world.table(kind, "kabuki", "tanuki", asked_by="aki", rotations=1)
    world.play(match_id)
    with world.database.read() as session:
        assert names(matches.match(session, who(world, "aki"), match_id)) == ["kabuki", "tanuki"]
        assert matches.match(session, who(world, "root"), match_id).kind is kind
        for stranger in (PUBLIC, who(world, "ben")):
            with pytest.raises(NotFound):
                matches.match(session, stranger, match_id)
            with pytest.raises(NotFound):
                replay_file(session, stranger, match_id)
            assert matches.matches(session, stranger, matches.Wanted()).rows == []
            assert matches.matches(session, stranger, matches.Wanted(bot_id=world.bots["kabuki"])).rows == []


def test_a_replay_opens_with_its_set(world):
    first, second = world.table(SetKind.RATED, "kabuki", "bunraku")
    world.play(first)
    with world.database.read() as session:
        assert not matches.match(session, PUBLIC, first).has_replay
        with pytest.raises(NotFound, match="opens when all matches of its set are over"):
            replay_file(session, who(world, "root"), first)
    world.play(second)
    with world.database.read() as session:
        assert matches.match(session, PUBLIC, first).has_replay
        assert loads(replay_file(session, PUBLIC, first)[0]).spec.match_id == str(first)


def test_faults_are_for_the_bots_owner(world):
    match_id, other = world.table(SetKind.RATED, "kabuki", "bunraku")
    world.play(match_id)
    with world.database.write() as session:
        fault = {"match_id": match_id, "decision": 3, "made": 7, "verdict": "illegal", "legal": ["pass"], "sent": "99"}
        session.add(FaultEntry(**fault, seat=0, bot_id=world.bots["kabuki"]))
        session.add(FaultEntry(**fault, seat=1, bot_id=world.bots["bunraku"]))
    with world.database.read() as session:
        assert [row.seat for row in faults(session, who(world, "aki"), match_id=match_id)] == [0]
        assert [row.seat for row in faults(session, who(world, "ben"), match_id=match_id)] == [1]
        assert faults(session, PUBLIC, match_id=match_id) == []
        (row,) = faults(session, who(world, "aki"), match_id=match_id)
        assert (row.decision, row.made) == (
            3,
            None,
        )  # the replay is not open: `made` would tell of the others' decisions
    world.play(other)
    with world.database.read() as session:
        (row,) = faults(session, who(world, "aki"), match_id=match_id)
        assert (row.decision, row.made) == (3, 7)


def test_matches_come_in_pages_newest_first_in_two_statements(world):
    made = [match_id for _ in range(4) for match_id in world.table(SetKind.RATED, "kabuki", "bunraku")]
    me, after, seen = who(world, "aki"), None, []
    for _ in range(3):
        with counted(world.database) as said, world.database.read() as session:
            page = matches.matches(session, me, matches.Wanted(part=Part(3, after)))
        assert len(said) == 2
        seen += [row.id for row in page.rows]
        after = page.next
    assert after is None
    assert seen == sorted(made, reverse=True)


def test_matches_are_filtered(world):
    rated = world.table(SetKind.RATED, "kabuki", "bunraku")
    challenge = world.table(SetKind.CHALLENGE, "kabuki", "tanuki")
    world.play(rated[0])

    def ids(**only):
        with world.database.read() as session:
            return [row.id for row in matches.matches(session, me, matches.Wanted(**only)).rows]

    me = who(world, "aki")
    assert ids(kind=SetKind.CHALLENGE) == challenge[::-1]
    assert ids(states=[MatchState.FINISHED]) == rated[:1]
    assert ids(season_id=world.season) == rated[::-1]
    assert ids(game="iki") == []
    assert len(ids(game="nippon")) == 4


def test_the_leaderboard_ranks_and_counts_in_four_statements(world):
    for bots_ in (("kabuki", "bunraku"), ("kabuki", "tanuki"), ("bunraku", "kappa")):
        world.play(*world.table(SetKind.RATED, *bots_))
    world.table(SetKind.RATED, "kabuki", "kappa")
    with counted(world.database) as said, world.database.read() as session:
        page = leaderboard(session, PUBLIC, world.season, Asked())
        figures = played(session, PUBLIC, world.season, [line.bot_id for line in page.rows])
    assert len(said) == 4
    lines = {line.bot: line for line in page.rows}
    assert [line.rating for line in page.rows] == sorted((line.rating for line in page.rows), reverse=True)
    assert {name: (line.sets, figures[line.bot_id].matches) for name, line in lines.items()} == {
        "kabuki": (2, 4),
        "bunraku": (2, 4),
        "tanuki": (1, 2),
        "kappa": (1, 2),
    }
    assert sum(one.win_share * one.matches for one in figures.values()) == pytest.approx(6.0)
    assert (lines["kabuki"].owner, lines["tanuki"].house) == ("aki", True)
    assert sum(one.faults for one in figures.values()) == 0


def test_level_bots_share_a_rank_and_withdrawn_bots_have_none(world):
    for name, rating in {"tanuki": 1_400_000, "kappa": 1_600_000, "kabuki": 1_600_000, "bunraku": 1_700_000}.items():
        with world.database.write() as session:
            entry = session.query(Entry).filter_by(bot_id=world.bots[name]).one()
            entry.rating = rating
            entry.state = EntryState.WITHDRAWN if name == "bunraku" else EntryState.ACTIVE
    after, seen = None, []
    for _ in range(3):
        with world.database.read() as session:
            page = leaderboard(session, PUBLIC, world.season, Asked(part=Part(1, after)))
        seen += [(line.bot, line.rank) for line in page.rows]
        after = page.next
    assert after is None
    assert seen == [("kappa", 1), ("kabuki", 1), ("tanuki", 3)]


def test_a_fit_is_made_once_for_the_same_results(world):
    fits = Fits()
    with world.database.read() as session:
        assert fits.lines(session, world.season) == {}
    for _ in range(2):
        world.play(*world.table(SetKind.RATED, "kabuki", "bunraku"))
    fits = Fits()
    with world.database.read() as session:
        lines = fits.lines(session, world.season)
    assert set(lines) == {world.bots["kabuki"], world.bots["bunraku"]}
    assert all(line.low < line.points < line.high for line in lines.values())
    with counted(world.database) as said, world.database.read() as session:
        assert fits.lines(session, world.season) is lines
    assert said == []


def test_seasons_come_newest_first_without_drafts(world):
    with world.database.write() as session:
        for number, state in enumerate((SeasonState.DRAFT, SeasonState.FINISHED)):
            session.add(
                Season(
                    slug=f"s{number}",
                    title="",
                    game="iki",
                    seats=2,
                    clock="blitz",
                    format=SeasonFormat.LADDER,
                    state=state,
                )
            )

    def slugs(name, **only):
        with counted(world.database) as said, world.database.read() as session:
            page = seasons.season_page(session, who_is[name], Part(), **only)
        assert len(said) == 1
        return [row.slug for row in page.rows]

    who_is = {name: who(world, name) for name in ("aki", "root")}
    assert slugs("aki") == ["s1", "nippon-2"]
    assert slugs("root") == ["s1", "s0", "nippon-2"]
    assert slugs("root", state=SeasonState.DRAFT) == ["s0"]
    assert slugs("aki", game="nippon") == ["nippon-2"]
    with world.database.read() as session:
        assert seasons.season(session, PUBLIC, "nippon-2").entries == 4
        with pytest.raises(NotFound):
            seasons.season(session, who_is["aki"], "s0")


def test_an_owners_bots_by_name(world):
    with counted(world.database) as said, world.database.read() as session:
        page = queries.own_bots(session, who(world, "aki"), Part(1))
    assert len([one for one in said if "bots" in one.lower() and "accounts" not in one.lower()]) <= 3
    assert [row.name for row in page.rows] == ["kabuki"]
    assert [entry.season for entry in page.rows[0].entries] == ["nippon-2"]
    with world.database.read() as session:
        rest = queries.own_bots(session, who(world, "aki"), Part(1, page.next))
        assert [row.name for row in rest.rows] == ["noh"]
        assert rest.next is None
        assert queries.own_bots(session, PUBLIC, Part()).rows == []
        assert queries.bot_with_entries(session, PUBLIC, "bunraku").owner == "ben"
        with pytest.raises(NotFound):
            queries.bot_with_entries(session, PUBLIC, "nobody")


def test_page_tokens_belong_to_their_list():
    made = token("matches", ["a", 1], (17, "x"))
    assert key_of("matches", ["a", 1], made, int, str) == (17, "x")
    assert key_of("matches", ["a", 1], "", int, str) is None
    assert token("matches", [], None) == ""
    for name, filters, text, kinds in [
        ("seasons", ["a", 1], made, (int, str)),
        ("matches", ["b", 1], made, (int, str)),
        ("matches", ["a", 1], made, (int, int)),
        ("matches", ["a", 1], made[:-3], (int, str)),
        ("matches", ["a", 1], "é", (int, str)),
        ("matches", ["a", 1], "W" * 501, (int, str)),
        ("matches", ["a", 1], token("matches", ["a", 1], (2**64, "x")), (int, str)),
        ("matches", ["a", 1], token("matches", ["a", 1], (1, "\0")), (int, str)),
    ]:
        with pytest.raises(BadPage):
            key_of(name, filters, text, *kinds)


def test_page_sizes_have_a_limit():
    assert [size_of(0), size_of(1), size_of(200)] == [50, 1, 200]
    with pytest.raises(BadPage, match="0 to 200; got 201"):
        size_of(201)
