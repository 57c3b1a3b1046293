"""How a worker begins a match: who is missing is waited for, unless the scheduler has waited long enough."""

import orjson
import pytest
from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.models import FaultEntry, Match, MatchState, SetKind, SetState, TableSet
from arena.matches import steps
from arena.replays import SigningKey
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.transport import keys
from arena.transport.presence import pausing
from arena.worker.runner import MOST_RETURNS, MatchRunner
from tests.arena.journals import MemoryJournal
from tests.arena.running.conftest import show

KEY = SigningKey.new()


@pytest.fixture
def runner(database, redis, redis_process):
    opened = MatchRunner(database, redis_process.url, KEY, max_seconds=60)
    yield opened
    opened.close()


@pytest.fixture
def bots(database):
    """Two external bots of different teams."""
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"t-{name}", "test"), "test").id for name in ("ai", "bo")]


def first_match(database, bots, kind=SetKind.RATED, clock="blitz"):
    with database.write() as session:
        made = create_set(session, Table(kind, "nippon", len(bots), {}, clock, bots))
        return session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.id)).first()


def stand(database, match_id):
    with database.read() as session:
        match = session.get_one(Match, match_id)
        return match.state, match.sent_at, [seat.verdict for seat in match.seats]


def test_a_match_whose_bot_went_away_before_it_began_is_given_back(database, redis, runner, bots):
    match_id = first_match(database, bots)
    show(redis, bots[0])
    assert runner.play(match_id) == "given back"
    assert stand(database, match_id) == (MatchState.QUEUED, None, [None, None])
    kinds = ("lease", "playing", "inbox")
    assert [key for kind in kinds for key in redis.scan_iter(f"arena:{kind}:*")] == [], "nobody was told of a match"


def test_a_match_starts_without_bots_that_were_away_for_too_long(database, runner, bots):
    match_id = first_match(database, bots)
    assert runner.play(match_id, without=bots[:1]) == "given back", "the other one is waited for"
    assert runner.play(match_id, without=bots) == "finished"
    assert stand(database, match_id)[::2] == (MatchState.FINISHED, ["forfeit", "forfeit"])
    with database.read() as session:
        details = session.scalars(select(FaultEntry.detail)).all()
    assert details == ["the bot was not there at the start"] * 2


def test_a_bot_that_goes_away_before_each_beginning_forfeits_in_the_end(database, redis, runner, bots):
    match_id = first_match(database, bots)
    assert runner.play(match_id) == "given back"
    assert pausing(redis, bots) == set()
    redis.set(keys.GATEWAYS, 1)  # nobody is to blame before bots can dial in
    ends = [runner.play(match_id) for _ in range(MOST_RETURNS + 1)]
    assert ends == ["given back"] * MOST_RETURNS + ["finished"]
    assert pausing(redis, bots) == {*bots}
    assert stand(database, match_id)[2] == ["forfeit", "forfeit"]


def test_a_bot_that_the_arena_lost_has_not_left(database, redis, runner, bots):
    match_id = first_match(database, bots)
    redis.set(keys.GATEWAYS, 1)
    show(redis, bots[0])
    redis.set(keys.held(bots[1]), "dead-gateway 1")
    ends = {runner.play(match_id) for _ in range(MOST_RETURNS + 1)}
    assert ends == {"given back"}, "however often its gateway dies"
    assert pausing(redis, bots) == set()


def test_nobody_forfeits_a_challenge(database, runner, bots):
    match_id = first_match(database, bots, SetKind.CHALLENGE)
    assert {runner.play(match_id) for _ in range(claims.MOST_ATTEMPTS)} == {"given back"}
    assert runner.play(match_id) == "not queued"
    with database.read() as session:
        assert session.scalars(select(TableSet.state)).one() is SetState.VOID


def test_a_match_that_had_begun_goes_on_though_its_bots_are_away(database, redis, runner, bots, monkeypatch):
    monkeypatch.setattr("arena.worker.bot_locations.LOOK_SECONDS", 0.05)
    match_id = begun(database, redis, runner, bots, clock="0.2+0")
    assert runner.play(match_id) == "finished"
    verdicts = ["disconnected", "disconnected"]
    assert stand(database, match_id)[2] == verdicts, "they might have come back while their clocks ran"


def begun(database, redis, runner, bots, clock):
    """A match whose journal has begun, and whose bots are gone."""
    redis.set(keys.GATEWAYS, 1)
    match_id = first_match(database, bots, clock=clock)
    assert runner.play(match_id) == "given back"
    journal = MemoryJournal(fence=1)
    with database.read() as session:
        next(steps(claims.spec_of(session.get_one(Match, match_id)), journal=journal))
    redis.rpush(keys.journal(match_id), *(orjson.dumps(entry.to_dict()) for entry in journal.entries()))
    return match_id


def test_a_bot_cannot_think_until_the_match_is_void(database, redis, redis_process, bots, monkeypatch):
    monkeypatch.setattr("arena.worker.bot_locations.LOOK_SECONDS", 0.05)
    runner = MatchRunner(database, redis_process.url, KEY, max_seconds=0.3)
    try:
        match_id = begun(database, redis, runner, bots, clock="1+0")
        assert runner.play(match_id) == "finished", "its clock allows more than the usual maximum"
    finally:
        runner.close()
    assert stand(database, match_id)[2] == ["disconnected", "disconnected"]
