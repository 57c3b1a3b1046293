"""Solo seasons: scheduled over common set-ups, ranked by mean score, the table following from its log."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.access.viewers import PUBLIC
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Entry, Match, MatchSeat, RatingEntry, Season, SeasonFormat, SetState, TableSet
from arena.errors import Conflict
from arena.ladders.commands import NewLadder, create_ladder
from arena.ladders.queries import Fits
from arena.ladders.rating import recompute
from arena.ladders.solo import setup_seeds
from arena.replays import SigningKey, packed
from arena.results import record
from arena.scheduler import ladders
from arena.scheduler.dispatch import Outlets, dispatch
from arena.scheduler.ladders import HOUSE_PACE
from arena.scheduler.solo import MOST_EACH
from arena.scheduler.why import why
from arena.seasons.leaderboard import Asked, leaderboard
from arena.worker.house_bots import play_house, play_house_set
from tests.arena.running.conftest import show
from tests.arena.storage.history import claimed, house_bots

KEY = SigningKey.new()
SETUPS = 3


@pytest.fixture
def season(database):
    """A solo ladder of Zaibatsu over three set-ups with one house bot; its id."""
    house_bots(database, "random")
    with database.write() as session:
        wanted = NewLadder("alone", "zaibatsu", 1, "blitz", "Alone", open_ladder=True, house=True, setups=SETUPS)
        create_ladder(session, wanted, "test")
        return session.scalar(select(Season.id))


def external(database, name):
    with database.write() as session:
        bot = create_bot(session, name, add_team(session, f"t-{name}", "test"), "test")
        bot.validated_at = utcnow()
        return bot.id


def seeds_of(database, bot_id):
    """How often the bot has sat down to each set-up."""
    with database.read() as session:
        rows = session.scalars(
            select(TableSet.seed).join(Match).join(MatchSeat).where(MatchSeat.bot_id == bot_id).order_by(TableSet.id)
        )
        return Counter(rows.all())


def play_open(database, redis, *, verdict="finished"):
    """Send what is queued and play it as a house bot would; as *verdict* says it went."""
    out = []
    outlets = Outlets(
        lambda match_id, _: out.append(match_id),
        lambda set_id: play_house_set(database, redis, KEY, set_id, "test"),
    )
    dispatch(database, redis, outlets)
    for match_id in out:
        claim = claimed(database, match_id)
        played = replace(play_house(claim.spec, ["random"]), verdicts=(verdict,))
        with database.write() as session:
            record.record(session, match_id, claim.attempt, played, packed(played, KEY))


def test_every_bot_plays_every_set_up_equally_often_and_then_no_more(database, redis, season):
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    for step in range(MOST_EACH * SETUPS + 3):
        ladders.tick(database, redis, utcnow() + step * HOUSE_PACE)
        play_open(database, redis)
    with database.read() as session:
        wanted = {str(seed) for seed in setup_seeds(session.get_one(Season, season))}
        house = session.scalar(select(Entry.bot_id).where(Entry.bot_id != bot_id))
    assert seeds_of(database, bot_id) == dict.fromkeys(wanted, MOST_EACH)
    assert set(seeds_of(database, house)) == wanted, "house bots are yardsticks on the same set-ups"
    assert "has played all 3 set-ups" in why(database, redis, bot_id, tick=1.0).answer.sentence


def test_the_table_is_the_mean_over_set_ups_with_its_interval_and_follows_from_the_log(database, redis, season):
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    for step in range(4):
        ladders.tick(database, redis, utcnow() + step * HOUSE_PACE)
        play_open(database, redis)
    with database.read() as session:
        rows = session.execute(
            select(TableSet.seed, MatchSeat.score)
            .join(Match, Match.set_id == TableSet.id)
            .join(MatchSeat)
            .where(MatchSeat.bot_id == bot_id, TableSet.state == SetState.DONE)
        ).all()
        by_setup = {}
        for seed, score in rows:
            by_setup.setdefault(seed, []).append(score)
        means = [sum(scores) / len(scores) for scores in by_setup.values()]
        (mine,) = [line for line in leaderboard(session, PUBLIC, season, Asked()).rows if line.bot_id == bot_id]
        assert mine.rating == pytest.approx(sum(means) / len(means), abs=0.001)
        assert mine.sets == len(rows) >= SETUPS
        assert mine.interval > 0
        assert list(recompute(session, session.get_one(Season, season))) == []
        assert Fits().lines(session, season) == {}, "there is no fit where nobody meets"
    with database.write() as session:
        session.scalars(
            select(RatingEntry).where(RatingEntry.bot_id == bot_id).order_by(RatingEntry.id.desc())
        ).first().change += 5
    with database.read() as session:
        assert [one.bot_id for one in recompute(session, session.get_one(Season, season))] == [bot_id]


def test_who_lacks_a_set_up_stands_below_whoever_has_played_them_all(database, redis, season):
    through, new = external(database, "kaede"), external(database, "momiji")
    show(redis, through)
    for _ in range(SETUPS + 1):
        ladders.tick(database, redis)
        play_open(database, redis)
    redis.flushall()
    show(redis, new)
    for _ in range(2):
        ladders.tick(database, redis)
        play_open(database, redis)
    with database.write() as session:  # however well its one match went
        entry = session.scalar(select(Entry).where(Entry.bot_id == new))
        assert 0 < entry.sets_rated < SETUPS
        entry.rating = 10**6
    with database.read() as session:
        by_page = [line.bot_id for line in leaderboard(session, PUBLIC, season, Asked()).rows]
    assert by_page.index(through) < by_page.index(new)


def test_a_match_that_a_stand_in_finished_counts_as_nothing(database, redis, season):
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    ladders.tick(database, redis)
    ladders.tick(database, redis)
    play_open(database, redis, verdict="timeout")
    with database.read() as session:
        entry = session.scalar(select(Entry).where(Entry.bot_id == bot_id))
        assert (entry.sets_rated, entry.rating) == (1, 0)


def test_a_new_version_starts_anew(database, redis, season):
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    for _ in range(3):
        ladders.tick(database, redis)
        play_open(database, redis)
    before = seeds_of(database, bot_id)
    show(redis, bot_id, version="2")
    ladders.tick(database, redis)
    play_open(database, redis)
    (played,) = seeds_of(database, bot_id) - before
    with database.read() as session:
        assert int(played) == setup_seeds(session.get_one(Season, season))[0], "from the first set-up on"
        assert session.scalar(select(Entry.sets_rated).where(Entry.bot_id == bot_id)) == 1
        assert list(recompute(session, session.get_one(Season, season))) == []


def test_a_bot_that_is_full_or_leaves_gets_no_set(database, redis, season):
    bot_id = external(database, "kaede")
    show(redis, bot_id)
    ladders.tick(database, redis)
    ladders.tick(database, redis, utcnow() + timedelta(seconds=1))
    assert seeds_of(database, bot_id).total() == 1, "one place, one match"
    assert "sits down to match" in why(database, redis, bot_id, tick=1.0).answer.sentence
    show(redis, bot_id, at_once=3, finishing=True)
    ladders.tick(database, redis)
    assert seeds_of(database, bot_id).total() == 1


def test_one_seat_makes_a_solo_ladder_and_needs_set_ups_to_share(database):
    with database.write() as session:
        with pytest.raises(Conflict, match="from 2 to"):
            create_ladder(session, NewLadder("one", "zaibatsu", 1, "blitz", "One", setups=1), "test")
        create_ladder(session, NewLadder("two", "zaibatsu", 1, "blitz", "Two"), "test")
        made = session.scalar(select(Season))
        assert made.format is SeasonFormat.SOLO
        assert len(set(setup_seeds(made))) == 20
