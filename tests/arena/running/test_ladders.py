"""The ladders' tick: validation first, then tables of bots that are here, never two of one team."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, select, update

from arena.access.viewers import Viewer, operator
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Bot, Entry, Match, MatchSeat, MatchState, Season, SetKind, SetState, TableSet
from arena.ladders.rating import enter
from arena.ratings import elo
from arena.scheduler import ladders
from arena.scheduler.ladders import HOUSE_PACE
from arena.seasons.creation import create_season
from arena.seasons.entries import enter as enter_season, enter_by_hand
from arena.seasons.lifecycle import cancel_season
from arena.transport import keys
from arena.transport.presence import note_left
from tests.arena.running.conftest import show
from tests.arena.storage.history import claimed, finish, house_bots, ladder


@pytest.fixture
def arena(database):
    """Two house bots on an open two-seat ladder of Nippon."""
    house = house_bots(database, "random", "greedy")
    return database, ladder(database, house, open_ladder=True), house


def external(database, name, *, team=None, validated=True):
    with database.write() as session:
        owner = team or add_team(session, f"t-{name}", "test")
        bot = create_bot(session, name, owner, "test")
        bot.validated_at = utcnow() if validated else None
        return bot.id


def tables(database):
    """Kind and bots of each set, oldest first."""
    with database.read() as session:
        found = []
        for one in session.scalars(select(TableSet).order_by(TableSet.id)):
            bots = session.scalars(
                select(MatchSeat.bot_id).join(Match).where(Match.set_id == one.id, Match.rotation == 0)
            )
            found.append((one.kind, sorted(bots)))
        return found


def test_a_new_bot_plays_a_validation_match_against_the_house_first(arena, redis):
    database, _, house = arena
    bot_id = external(database, "kaede", validated=False)
    ladders.tick(database, redis)
    assert [kind for kind, _ in tables(database)] == [SetKind.RATED], "it is not here yet"
    show(redis, bot_id)
    ladders.tick(database, redis)
    assert (SetKind.VALIDATION, sorted([bot_id, house[0]])) in tables(database)
    before = tables(database)
    ladders.tick(database, redis)
    assert tables(database) == before, "one at a time"


def test_a_validated_bot_joins_the_open_ladders_of_its_games_and_gets_a_table(arena, redis):
    database, season, _ = arena
    bot_id = external(database, "kaede")
    show(redis, bot_id, games=("iki",))
    ladders.tick(database, redis)
    with database.read() as session:
        assert session.scalar(select(Entry.id).where(Entry.bot_id == bot_id)) is None
    show(redis, bot_id, games=("nippon",))
    ladders.tick(database, redis, utcnow() + timedelta(seconds=10))
    with database.read() as session:
        assert session.scalar(select(Entry.season_id).where(Entry.bot_id == bot_id)) == season
    ladders.tick(database, redis, utcnow() + timedelta(seconds=20))
    assert any(bot_id in bots and kind is SetKind.RATED for kind, bots in tables(database))


def test_a_bot_that_entered_before_its_validation_plays_rated_sets_once_it_is_validated(arena, redis):
    database, season, _ = arena
    bot_id = external(database, "kaede", validated=False)
    with database.write() as session:
        enter(session, session.get_one(Season, season), bot_id)
    show(redis, bot_id)
    ladders.tick(database, redis)
    assert [kind for kind, bots in tables(database) if bot_id in bots] == [SetKind.VALIDATION]
    with database.write() as session:
        session.get_one(Bot, bot_id).validated_at = utcnow()
    ladders.tick(database, redis, utcnow() + timedelta(seconds=10))
    assert SetKind.RATED in [kind for kind, bots in tables(database) if bot_id in bots]


def test_two_bots_of_one_team_never_share_a_rated_table(arena, redis):
    database, _season, _house = arena
    with database.write() as session:
        team = add_team(session, "twins", "test")
    ids = [external(database, name, team=team) for name in ("kaede", "momiji")]
    for bot_id in ids:
        show(redis, bot_id, at_once=4)
    for step in range(6):
        ladders.tick(database, redis, utcnow() + timedelta(seconds=10 * step))
    together = [bots for _, bots in tables(database) if set(ids) <= set(bots)]
    assert together == []
    assert any(ids[0] in bots for _, bots in tables(database))


def test_bots_of_two_teams_meet(arena, redis):
    database, _season, _ = arena
    ids = [external(database, name) for name in ("kaede", "momiji")]
    for bot_id in ids:
        show(redis, bot_id)
    ladders.tick(database, redis)
    assert (SetKind.RATED, sorted(ids)) in tables(database)


def test_bots_that_arrive_all_at_once_are_seated_a_few_tables_at_a_time(arena, redis, monkeypatch):
    """One pass for thousands of newcomers took 15 s, in which nobody's next match was sent."""
    database, _season, _ = arena
    monkeypatch.setattr(ladders, "MOST_NEW", 2)
    monkeypatch.setattr(ladders, "MOST_WAITING", 3)
    ids = {external(database, f"kaede-{number}") for number in range(10)}
    for bot_id in ids:
        show(redis, bot_id)
    seated = []
    for _ in range(3):
        ladders.tick(database, redis)
        seated.append(sum(ids & set(bots) != set() for kind, bots in tables(database) if kind is SetKind.RATED))
    assert seated == [2, 3, 3], "two in a pass, and no more while three wait for their first match"


def test_a_bot_that_left_before_its_match_began_is_paired_later(arena, redis):
    database, _, _ = arena
    kaede, momiji, sakura = (external(database, name) for name in ("kaede", "momiji", "sakura"))
    for bot_id in (kaede, momiji, sakura):
        show(redis, bot_id)
    note_left(redis, [momiji])
    ladders.tick(database, redis)
    paired = [bots for kind, bots in tables(database) if kind is SetKind.RATED]
    assert sorted([kaede, sakura]) in paired
    assert not any(momiji in bots for bots in paired)
    redis.delete(keys.pause(momiji))
    ladders.tick(database, redis, utcnow() + timedelta(seconds=10))
    assert any(momiji in bots for _, bots in tables(database))


def test_a_bot_that_wants_to_finish_gets_no_new_table(arena, redis):
    database, _, _ = arena
    bot_id = external(database, "kaede")
    show(redis, bot_id, finishing=True)
    for step in range(4):
        ladders.tick(database, redis, utcnow() + timedelta(seconds=10 * step))
    assert not any(bot_id in bots for _, bots in tables(database))


def test_a_paused_season_makes_no_tables(arena, redis):
    database, season, _ = arena
    with database.write() as session:
        session.get_one(Season, season).paused = True
    assert ladders.tick(database, redis) == []


def test_house_bots_play_on_at_their_pace(arena, redis):
    database, _, house = arena
    (first,) = ladders.tick(database, redis)
    assert ladders.tick(database, redis, utcnow() + 2 * HOUSE_PACE) == [], "one set at a time"
    with database.read() as session:
        matches = session.scalars(select(Match.id).where(Match.set_id == first)).all()
    for match_id in matches:
        finish(database, claimed(database, match_id))
    assert ladders.tick(database, redis) == [], "not yet"
    assert len(ladders.tick(database, redis, utcnow() + HOUSE_PACE)) == 1
    assert all(bots == sorted(house) for _, bots in tables(database))


def test_a_disabled_bot_is_left_out(arena, redis):
    database, _season, _ = arena
    ids = [external(database, name) for name in ("kaede", "momiji")]
    for bot_id in ids:
        show(redis, bot_id)
    with database.write() as session:
        session.get_one(Bot, ids[0]).disabled_at = utcnow()
    ladders.tick(database, redis)
    assert not any(ids[0] in bots for _, bots in tables(database))


def met(database, redis, bot_id, sets, **settings):
    """The opponents of as many sets of the bot, one after the other."""
    found, now = [], utcnow()
    for step in range(sets):
        ladders.tick(database, redis, now + timedelta(seconds=10 * (step + 1)), **settings)
        with database.read() as session:
            rated = select(Match.id).join(TableSet).join(MatchSeat).where(TableSet.kind == SetKind.RATED)
            ids = session.scalars(rated.where(MatchSeat.bot_id == bot_id, Match.state == MatchState.QUEUED)).all()
        if not ids:
            return found
        with database.read() as session:
            seats = select(MatchSeat.bot_id).where(MatchSeat.match_id == ids[0], MatchSeat.bot_id != bot_id)
            found += session.scalars(seats).all()
        with database.write() as session:
            session.execute(update(Match).values(state=MatchState.FINISHED, finished_at=utcnow()))
            session.execute(update(TableSet).values(state=SetState.DONE, done_at=utcnow()))
    return found


def test_a_bot_alone_with_the_house_meets_all_of_it(arena, redis):
    """Also a house bot that is farther away by more than pairing draws at random."""
    database, _, house = arena
    with database.write() as session:
        session.execute(update(Entry).where(Entry.bot_id == house[1]).values(rating=elo.START + 100_000))
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    opponents = met(database, redis, bot_id, 8)
    assert len(opponents) == 8
    assert min(map(opponents.count, house)) >= 2, (
        "pairing draws 0 to 39 points, so a third meeting may come in the ninth set"
    )


def test_a_bot_whose_rating_is_settled_plays_more_slowly(arena, redis):
    database, season, _ = arena
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    assert len(met(database, redis, bot_id, 2, settled=3600.0)) == 2, "it is not settled"
    with database.write() as session:
        entry = session.scalars(select(Entry).where(Entry.season_id == season, Entry.bot_id == bot_id)).one()
        entry.deviation = elo.NARROWEST
    assert met(database, redis, bot_id, 2, settled=3600.0) == []
    assert len(met(database, redis, bot_id, 2, settled=0.0)) == 2


def test_a_season_that_keeps_its_bots_free_keeps_new_ones_off_open_ladders_until_the_owner_enters_them(arena, redis):
    database, season, _ = arena
    kept, other = external(database, "kaede"), external(database, "momiji")
    text = """
name = "Class cup"
game = "nippon"
seats = 2
expected_entries = 4
[schedule]
first = 2099-01-06T14:00:00
[entry_rules]
validation = false
keep_free = true
[[stage]]
format = "round_robin"
"""
    with database.write() as session:
        create_season(session, operator("kei"), text, slug="class-cup")
        enter_by_hand(session, operator("kei"), "class-cup", "kaede")
    for bot_id in (kept, other):
        show(redis, bot_id)
    ladders.tick(database, redis)

    def entered() -> set[int]:
        with database.read() as session:
            found = session.scalars(select(Entry.bot_id).where(Entry.season_id == season))
            return {kept, other} & set(found)

    assert entered() == {other}
    with database.write() as session:
        owner = Viewer(account_id=1, name="t-kaede", teams=frozenset({session.get_one(Bot, kept).team_id}))
        slug = session.get_one(Season, season).slug
        enter_season(session, owner, slug, "kaede")
    assert entered() == {kept, other}, "its owner said so"
    with database.write() as session:
        session.execute(delete(Entry).where(Entry.bot_id == kept, Entry.season_id == season))
        cancel_season(session, operator("kei"), "class-cup", "no class")
    ladders.tick(database, redis, utcnow() + timedelta(seconds=10))
    assert entered() == {kept, other}, "the season is over"
