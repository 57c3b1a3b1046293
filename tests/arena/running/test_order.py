"""Keeping order: leases of house sets, keys that outlived their match, house processes that die, and what counts as stuck."""

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import Match, MatchState, SetKind, SetState, TableSet
from arena.matches import PRESETS, Decision, MatchSpec, steps
from arena.metrics.status import LEFT_ALONE, WAITED, read_status
from arena.replays import SigningKey
from arena.results import claims, repair
from arena.results.table_sets import Table, create_set
from arena.scheduler.housekeeping import sweep
from arena.transport import keys
from arena.transport.leases import held_lease
from arena.worker import house_bots as house_bots_module
from arena.worker.house_bots import HouseBotPool, bot_seed, choose
from arena.worker.runner import MatchRunner
from tests.arena.storage.history import claimed, house_bots, ladder, new_set

KEY = SigningKey.new()


@pytest.fixture
def house_set(database):
    """A set of two house bots: its id and its matches."""
    bots = house_bots(database, "random", "random")
    return new_set(database, ladder(database, bots), bots)


def test_a_house_set_holds_a_lease_while_it_is_played_and_none_afterwards(database, redis, house_set, monkeypatch):
    set_id, matches = house_set
    held = []
    play = house_bots_module.play_house

    def watched(spec, texts, left=()):
        held.append(
            (int(spec.match_id), redis.get(keys.lease(int(spec.match_id))), redis.ttl(keys.lease(spec.match_id)))
        )
        return play(spec, texts, left)

    monkeypatch.setattr(house_bots_module, "play_house", watched)
    assert house_bots_module.play_house_set(database, redis, KEY, set_id, "house") == len(matches)
    assert [(match_id, value) for match_id, value, _ in held] == [(match_id, b"house 1") for match_id in matches]
    assert all(0 < left <= keys.LEASE_SECONDS for *_, left in held)
    assert list(redis.scan_iter(keys.LEASES)) == []


def test_a_lease_is_renewed_while_its_holder_computes(redis, monkeypatch):
    monkeypatch.setattr(keys, "RENEW_SECONDS", 0.01)
    with held_lease(redis, "house", 7, 1):
        redis.delete(keys.lease(7))
        while redis.get(keys.lease(7)) is None:  # fails by the test's own time limit if it is never renewed
            pass
    assert redis.get(keys.lease(7)) is None


def test_what_matches_left_behind_is_swept_and_what_runs_is_not(database, redis, house_set):
    _, (over, running) = house_set
    for match_id in (over, running):
        claimed(database, match_id)
        redis.rpush(keys.journal(match_id), "line")
        redis.hset(keys.journal_proof(match_id), "fence", 1)
        redis.set(keys.lease(match_id), "w 1")
        redis.hset(keys.playing(5), str(match_id), "w")
    with database.write() as session:
        match = session.get_one(Match, over)
        match.state = MatchState.VOID
    assert sweep(database, redis) == [over]
    kept = {keys.journal(running), keys.journal_proof(running), keys.lease(running), keys.playing(5)}
    assert {key.decode() for key in redis.scan_iter("arena:*")} == kept
    assert redis.hkeys(keys.playing(5)) == [str(running).encode()]
    assert sweep(database, redis) == []


def first_ask():
    spec = MatchSpec("iki", 2, {}, 1, 2, PRESETS["long"], match_id="1")
    return spec, next(steps(spec))


def test_a_house_bot_whose_process_is_killed_thinks_again_and_says_the_same():
    spec, ask = first_ask()
    decision = Decision(ask)
    seed = bot_seed(spec, ask.seat)
    wanted = choose("greedy", seed, "iki", decision.view, decision.texts, ask.seat, ask.number)
    pool = HouseBotPool(1)
    try:
        player = pool.player("greedy", seed)
        assert player.choose(decision) == wanted
        for process in list(pool._pool._processes.values()):
            os.kill(process.pid, signal.SIGKILL)
            process.join()
        assert player.choose(decision) == wanted
    finally:
        pool.close()


ROOM = """
import os, signal
from arena.worker.house_bots import HouseBotPool

if __name__ == "__main__":
    pool = HouseBotPool(1)
    pool._pool.submit(int).result()
    print(len(pool._pool._processes), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_process_of_house_bots_ends_with_its_worker_however_that_ends(tmp_path):
    script = tmp_path / "pool.py"
    script.write_text(ROOM, "utf-8")
    # Its output ends with the last process that holds it: the child of the killed one.
    ended = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert int(ended.stdout) > 0


def test_a_house_bot_is_charged_what_it_computed_and_not_that_its_process_stood_still():
    spec, ask = first_ask()
    pool = HouseBotPool(1)
    try:
        player = pool.player("random", bot_seed(spec, ask.seat))
        pool.answer(ask, player)
        (process,) = pool._pool._processes.values()
        os.kill(process.pid, signal.SIGSTOP)
        threading.Timer(1.5, os.kill, (process.pid, signal.SIGCONT)).start()
        assert pool.answer(ask, player).think_ms < 1000
    finally:
        pool.close()


def test_a_match_is_stuck_when_nobody_holds_it_or_it_waits_for_nothing(database, redis, house_set):
    _, (running, queued) = house_set
    claimed(database, running)
    assert read_status(database, redis, Path()).stuck == []
    with database.write() as session:
        for match in session.scalars(select(Match)):
            match.ready_at -= 2 * WAITED
        session.get_one(Match, running).started_at -= 2 * LEFT_ALONE
    assert read_status(database, redis, Path()).stuck == [running], "the other waits for the bots of this one"
    redis.set(keys.lease(running), "w 1")
    assert read_status(database, redis, Path()).stuck == []
    with database.write() as session:
        claims.release(session, running, 1)
    assert read_status(database, redis, Path()).stuck == [running, queued], "nobody plays, and nobody takes them"


def test_a_challenge_may_wait(database, redis):
    with database.write() as session:
        bots = [create_bot(session, name, add_team(session, name, "t"), "t").id for name in ("ai", "bo")]
        create_set(session, Table(SetKind.CHALLENGE, "nippon", 2, {}, "blitz", bots))
        for match in session.scalars(select(Match)):
            match.ready_at = utcnow() - timedelta(hours=1)
    assert read_status(database, redis, Path()).stuck == []


def test_a_queued_match_that_is_voided_takes_its_set_along(database, house_set):
    set_id, matches = house_set
    with database.write() as session:
        assert repair.void(session, matches[1], "test", "nobody comes") is None
    with database.read() as session:
        assert session.get_one(TableSet, set_id).state is SetState.VOID
        assert {match.state for match in session.scalars(select(Match))} == {MatchState.VOID}


def test_a_worker_that_stops_while_it_claims_gives_the_match_back(database, redis_process, house_set, monkeypatch):
    _, (match_id, _) = house_set
    pool = MatchRunner(database, redis_process.url, KEY, max_seconds=60)
    claim = claims.claim

    def and_then_stop(*asked):
        made = claim(*asked)
        pool.close()
        return made

    monkeypatch.setattr(claims, "claim", and_then_stop)
    assert pool.play(match_id) == "closing"
    assert pool.play(match_id) == "closing"
    with database.read() as session:
        match = session.get_one(Match, match_id)
        assert (match.state, match.attempt) == (MatchState.QUEUED, 1)
