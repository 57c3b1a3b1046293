"""Matches are claimed by attempt, recorded exactly once, and rated by set, on both databases."""

import threading
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from arena.db.models import (
    Entry,
    Match,
    MatchState,
    PrivateNotes,
    RatingEntry,
    ReplayFile,
    Season,
    SetState,
    TableSet,
)
from arena.ladders.rating import recompute
from arena.matches.record import Note, SeatFault
from arena.replays import loads, packed, verify
from arena.results import claims, record
from arena.worker.house_bots import play_house
from tests.arena.storage.history import KEY, claimed, finish, house_bots, ladder, new_set
from tests.hostile import STRINGS


@pytest.fixture
def arena(database):
    """A database with three house bots, a two-seat ladder and one open set of it."""
    bots = house_bots(database, "random", "random", "random")
    season = ladder(database, bots)
    set_id, matches = new_set(database, season, bots[:2])
    return database, season, set_id, matches, bots


def of(database, model, key):
    with database.read() as session:
        found = session.get_one(model, key)
        session.expunge(found)
        return found


def differences(database, season_id):
    with database.read() as session:
        return list(recompute(session, session.get_one(Season, season_id)))


def test_a_set_plays_one_set_up_in_every_rotation_with_other_hidden_draws(arena):
    database, _, _, matches, bots = arena
    first, second = claimed(database, matches[0]), claimed(database, matches[1])
    assert first.spec.seed == second.spec.seed
    assert first.spec.hidden_seed != second.spec.hidden_seed
    assert [seat.bot_id for seat in first.seats] == bots[:2]
    assert [seat.bot_id for seat in second.seats] == bots[1::-1]
    assert first.spec.commitment == of(database, Match, matches[0]).commitment


def test_a_match_is_claimed_once(arena):
    database, _, _, matches, _ = arena
    claim = claimed(database, matches[0])
    assert claim.attempt == 1
    assert claimed(database, matches[0], "w2") is None


def test_only_the_attempt_that_holds_the_claim_records(arena):
    database, _, _, matches, _ = arena
    old = claimed(database, matches[0])
    with database.write() as session:
        assert claims.release(session, matches[0], 1)
        assert not claims.release(session, matches[0], 1)
    new = claimed(database, matches[0], "w2")
    assert new.attempt == 2
    assert finish(database, old) is None
    assert of(database, Match, matches[0]).state is MatchState.RUNNING
    assert finish(database, new) is not None
    assert finish(database, new) is None
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(ReplayFile)) == 1


def test_the_last_match_of_a_set_rates_it_and_nothing_is_created_or_lost(arena):
    database, season, set_id, matches, bots = arena
    first = finish(database, claimed(database, matches[0]))
    assert not first.set_done
    assert first.changes == {}
    last = finish(database, claimed(database, matches[1]))
    assert last.set_done
    assert sorted(last.changes) == sorted(bots[:2])
    assert sum(last.changes.values()) == 0
    assert of(database, TableSet, set_id).state is SetState.DONE
    with database.read() as session:
        for entry in session.scalars(select(Entry).where(Entry.bot_id.in_(bots[:2]))):
            assert entry.rating == 1_500_000 + last.changes[entry.bot_id]
            assert entry.sets_rated == 1
    assert differences(database, season) == []


def test_replays_in_the_database_verify(arena):
    database, _, _, matches, _ = arena
    finish(database, claimed(database, matches[0]))
    stored = of(database, ReplayFile, matches[0])
    assert verify(loads(stored.body), KEY.public, of(database, Match, matches[0]).commitment)


def test_a_void_match_is_played_again_with_other_hidden_draws(arena):
    database, _, _, matches, _ = arena
    claim = claimed(database, matches[0])
    with database.write() as session:
        again = claims.void(session, claim.match_id, claim.attempt, "the journal was lost")
    assert of(database, Match, matches[0]).state is MatchState.VOID
    fresh = of(database, Match, again)
    assert (fresh.rotation, fresh.state) == (0, MatchState.QUEUED)
    assert fresh.hidden_seed != str(claim.spec.hidden_seed)
    finish(database, claimed(database, again))
    assert finish(database, claimed(database, matches[1])).set_done
    with database.write() as session:
        assert claims.void(session, claim.match_id, claim.attempt, "late") is None


def test_a_match_that_never_finishes_is_given_up_and_its_set_is_void(arena):
    database, season, set_id, matches, _ = arena
    for attempt in range(1, claims.MOST_ATTEMPTS + 1):
        assert claimed(database, matches[0]).attempt == attempt
        with database.write() as session:
            claims.release(session, matches[0], attempt)
    assert claimed(database, matches[0]) is None
    assert of(database, Match, matches[0]).state is MatchState.FAILED
    assert of(database, Match, matches[1]).state is MatchState.VOID
    assert of(database, TableSet, set_id).state is SetState.VOID
    assert claimed(database, matches[1]) is None
    assert differences(database, season) == []


def test_a_rotation_that_is_void_again_and_again_voids_the_set(arena):
    database, _, set_id, matches, _ = arena
    match_id = matches[0]
    for _ in range(claims.MOST_REPLAYS):
        claim = claimed(database, match_id)
        with database.write() as session:
            match_id = claims.void(session, match_id, claim.attempt, "Redis died")
    claim = claimed(database, match_id)
    with database.write() as session:
        assert claims.void(session, match_id, claim.attempt, "Redis died") is None
    assert of(database, TableSet, set_id).state is SetState.VOID


def test_a_tampered_ladder_is_found_by_recomputing(arena):
    database, season, _, matches, _ = arena
    for match_id in matches:
        finish(database, claimed(database, match_id))
    with database.write() as session:
        session.scalars(select(RatingEntry).where(RatingEntry.kind == "set")).first().change += 1
    assert any("moved it by" in one.what for one in differences(database, season))


def test_sets_that_share_bots_are_rated_by_many_threads_without_losing_a_point(database):
    bots = house_bots(database, "random", "random", "random")
    season = ladder(database, bots)
    sets = [new_set(database, season, [bots[n % 3], bots[(n + 1) % 3]]) for n in range(6)]
    waiting = [match_id for _, matches in sets for match_id in matches]
    wrong = []

    def work(mine):
        try:
            for match_id in mine:
                finish(database, claimed(database, match_id))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(waiting[n::4],)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    with database.read() as session:
        assert session.scalar(select(func.sum(Entry.rating))) == 3 * 1_500_000
        assert session.scalar(select(func.count()).select_from(RatingEntry).where(RatingEntry.kind == "set")) == 12
    assert differences(database, season) == []


@pytest.mark.parametrize("name", ["nul", "controls", "lone surrogate", "not characters"])
def test_private_extras_never_hold_up_a_result(arena, name):
    """Whatever a note or a fault says, the match counts: else a loser could make it void."""
    database, _, _, matches, _ = arena
    claim = claimed(database, matches[0])
    played = play_house(claim.spec, [seat.house for seat in claim.seats])
    text = STRINGS[name]
    fault = SeatFault(0, 0, 0, "illegal", text[:5000], (text[:50],), text[:5000])
    spoilt = replace(played, notes=(Note(0, 0, text[:1024], 1.0), Note(1, 0, "fine", None)), faults=(fault,))
    with database.write() as session:
        assert record.record(session, claim.match_id, claim.attempt, spoilt, packed(played, KEY)) is not None
    assert of(database, Match, matches[0]).state is MatchState.FINISHED
    with database.read() as session:
        assert session.scalar(select(ReplayFile.match_id).where(ReplayFile.match_id == matches[0])) == matches[0]


def test_notes_of_a_seat_are_kept_up_to_a_limit(arena):
    database, _, _, matches, _ = arena
    claim = claimed(database, matches[0])
    played = play_house(claim.spec, [seat.house for seat in claim.seats])
    many = tuple(Note(0, number, "n" * 1024, None) for number in range(200))
    with database.write() as session:
        record.record(session, claim.match_id, claim.attempt, replace(played, notes=many), packed(played, KEY))
        [kept] = session.scalars(select(PrivateNotes))
    assert [number for number, _, _ in kept.notes] == list(range(record.MOST_NOTES // 1024))
