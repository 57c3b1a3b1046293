"""Real processes are killed in the middle of matches: the matches go on, and nothing is lost or counted twice."""

import signal

import pytest
from sqlalchemy import select

from arena.db.models import Match, MatchState, Season, SetState, TableSet
from tests.faults.audit import assert_whole, finished_sets
from tests.faults.rounds import left_behind
from tests.services.cluster import Cluster, await_until, cluster

# Thinks a little, so that matches are long enough to be hit in the middle; plays on wherever it is asked again.
SLOW_BOT = """
import random, time
from arena.sdk import Bot, run

class Slow(Bot):
    def choose(self, decision):
        time.sleep(0.01)
        return random.randrange(len(decision.legal))

run(Slow())
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """Two external bots on a two-seat ladder."""
    with cluster(tmp_path_factory.mktemp("arena")) as running:
        house = running.house_team("random")
        season = running.ladder(house)
        address = running.start_gateway()
        running.start_workers()
        for name in ("kaede", "momiji"):
            bot_id, token = running.new_bot(name, validated=True)
            running.enter(season, bot_id)
            running.start_bot(name, token, address, SLOW_BOT)
        yield running


@pytest.fixture
def arena(started):
    """The same arena for every test, with a match of external bots in its middle."""
    pause(started, paused=False)
    await_until(lambda: running_matches(started), "a match runs", started)
    return started


def pause(arena: Cluster, *, paused: bool) -> None:
    with arena.database.write() as session:
        for season in session.scalars(select(Season)):
            season.paused = paused


def running_matches(arena: Cluster) -> list[int]:
    """Matches with external bots that are in their middle: begun, and with a hundred decisions to come."""
    with arena.database.read() as session:
        ids = session.scalars(
            select(Match.id).join(TableSet).where(Match.state == MatchState.RUNNING, TableSet.house_only.is_(False))
        ).all()
    with arena.redis.client() as redis:
        return [match_id for match_id in ids if 5 < (redis.llen(f"arena:journal:{match_id}") or 0) < 50]


def state_of(arena: Cluster, match_id: int) -> MatchState:
    with arena.database.read() as session:
        return session.get_one(Match, match_id).state


def await_finished(arena: Cluster, match_ids: list[int]) -> None:
    def all_finished() -> bool:
        return all(state_of(arena, match_id) is MatchState.FINISHED for match_id in match_ids)

    await_until(all_finished, f"matches {match_ids} are finished", arena)


def settle(arena: Cluster) -> None:
    """No new sets; what is open is played to its end."""
    pause(arena, paused=True)

    def quiet() -> bool:
        with arena.database.read() as session:
            return not session.scalars(select(TableSet.id).where(TableSet.state == SetState.OPEN)).all()

    await_until(quiet, "every set is done", arena)
    assert_whole(arena)
    assert_nothing_left_behind(arena)


def assert_nothing_left_behind(arena: Cluster) -> None:
    """No journal, lease or seat of a match that is over stays in Redis."""
    await_until(lambda: not left_behind(arena), "Redis is clean", arena)


def test_a_killed_workers_matches_go_on_with_another_worker(arena):
    match_ids = running_matches(arena)
    arena.parts["worker-matches"].kill()
    arena.start("worker-matches", "worker", "matches")
    await_finished(arena, match_ids)
    with arena.database.read() as session:
        assert all(session.get_one(Match, match_id).attempt >= 2 for match_id in match_ids)
    settle(arena)


def test_a_worker_that_is_stopped_hands_its_matches_over(arena):
    match_ids = running_matches(arena)
    assert arena.parts["worker-matches"].stop() == 0
    arena.start("worker-matches", "worker", "matches")
    await_finished(arena, match_ids)
    with arena.database.read() as session:
        assert all(session.get_one(Match, match_id).attempt >= 2 for match_id in match_ids), (
            "it did not wait for their end"
        )
    settle(arena)


def test_a_killed_gateways_bots_redial_and_their_matches_go_on(arena):
    match_ids = running_matches(arena)
    arena.parts["gateway"].kill()
    arena.start_gateway()
    await_finished(arena, match_ids)
    with arena.database.read() as session:
        for match_id in match_ids:
            assert [seat.verdict for seat in session.get_one(Match, match_id).seats] == ["finished", "finished"]
    settle(arena)


def test_a_gateway_that_is_stopped_sends_its_bots_away_and_nothing_is_lost(arena):
    match_ids = running_matches(arena)
    assert arena.parts["gateway"].stop() == 0
    arena.start_gateway()
    await_finished(arena, match_ids)
    settle(arena)


def test_redis_killed_and_started_again(arena):
    before = finished_sets(arena)
    arena.redis.kill()
    arena.redis.start()
    await_until(lambda: finished_sets(arena) >= before + 2, "sets are finished again", arena)
    settle(arena)


def test_a_bot_that_is_killed_and_comes_back_plays_on(arena):
    match_ids = running_matches(arena)
    bot = arena.parts["kaede"]
    bot.signal(signal.SIGKILL)
    bot.process.wait(60)
    bot.start()
    await_finished(arena, match_ids)
    settle(arena)
