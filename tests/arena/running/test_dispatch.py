"""What is queued goes out when it can be played, and again when it was lost."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import utcnow
from arena.db.models import (
    Bot,
    Match,
    MatchState,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.ladders.rating import enter
from arena.results import claims
from arena.results.table_sets import LeaguePlace, Table, create_set
from arena.scheduler.dispatch import ABSENT_SECONDS, RESEND_SECONDS, Outlets, dispatch, release_dead
from arena.transport import keys
from arena.transport.presence import REMEMBERED_SECONDS, note_left, pause_left, pausing
from tests.arena.running.conftest import show
from tests.arena.storage.history import claimed, finish, house_bots


@pytest.fixture
def bots(database):
    """Three external bots of different teams."""
    with database.write() as session:
        made = [
            create_bot(session, name, add_team(session, f"t-{name}", "test"), "test") for name in ("ai", "bo", "cy")
        ]
        return [bot.id for bot in made]


@pytest.fixture
def outbox():
    return []


@pytest.fixture
def send(database, redis, outbox):
    outlets = Outlets(
        lambda match_id, without: outbox.append(("match", match_id, *without)),
        lambda set_id: outbox.append(("set", set_id)),
    )

    def pass_at(now=None):
        """A pass of a scheduler that also looked a moment before."""
        outbox.clear()
        redis.set(keys.PASSED, (now or utcnow()).timestamp() - 1)
        return dispatch(database, redis, outlets, now)

    return pass_at


def new_set(database, bots, kind=SetKind.RATED):
    with database.write() as session:
        made = create_set(session, Table(kind, "nippon", len(bots), {}, "blitz", bots))
        return made.id, session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.id)).all()


def begun_set(database, bots):
    """A set that a worker had begun when it died."""
    set_id, matches = new_set(database, bots)
    claim = claimed(database, matches[0])
    with database.write() as session:
        claims.release(session, matches[0], claim.attempt)
    return set_id, matches


def match(database, match_id):
    with database.read() as session:
        found = session.get_one(Match, match_id)
        session.expunge(found)
        return found


def test_a_match_waits_until_all_its_bots_are_here(database, redis, bots, send, outbox):
    _, matches = new_set(database, bots[:2])
    send()
    assert outbox == []
    show(redis, bots[0])
    send()
    assert outbox == []
    show(redis, bots[1])
    send()
    assert outbox == [("match", matches[0])]


def test_a_bot_gets_no_more_matches_than_it_declared(database, redis, bots, send, outbox):
    _, first = new_set(database, bots[:2])
    for bot_id in bots:
        show(redis, bot_id)
    send()
    assert outbox == [("match", first[0])]
    send()
    assert outbox == []
    show(redis, bots[0], at_once=2)
    show(redis, bots[1], at_once=2)
    send()
    assert outbox == [("match", first[1])]


def test_bots_that_stay_away_are_waited_for_and_then_not(database, redis, bots, send, outbox):
    _, matches = begun_set(database, bots[:2])
    show(redis, bots[0])
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS - 5))
    assert outbox == []
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 5))
    assert outbox == [("match", matches[0], bots[1])]


def test_a_bot_is_waited_for_since_it_was_last_here_and_not_since_the_match_is_queued(
    database, redis, bots, send, outbox
):
    _, matches = begun_set(database, bots[:2])
    late = utcnow() + timedelta(hours=1)
    for bot_id in bots[:2]:
        show(redis, bot_id)
    busy(database, redis, bots[0])
    send(late)
    assert outbox == [], "the other one plays elsewhere, as it may have done for an hour"
    redis.delete(keys.presence(bots[1]))
    show(redis, bots[0], at_once=2)
    send(late + timedelta(seconds=ABSENT_SECONDS - 5))
    assert outbox == [], "a moment without its connection is no hour of absence"
    send(late + timedelta(seconds=ABSENT_SECONDS + 5))
    assert outbox == [("match", matches[0], bots[1])]


def ready_for_an_hour(database):
    with database.write() as session:
        for one in session.scalars(select(Match)):
            one.ready_at = utcnow() - timedelta(hours=1)


def busy(database, redis, bot_id):
    """Let the bot play a match with a house bot."""
    _, matches = new_set(database, [bot_id, *house_bots(database, "random")])
    claimed(database, matches[0])
    redis.set(keys.lease(matches[0]), "w 1")
    with database.write() as session:
        session.get_one(Match, matches[1]).state = MatchState.VOID


def test_nobody_is_away_from_an_arena_without_a_gateway(database, redis, bots, send, outbox):
    _, matches = begun_set(database, bots[:2])
    late = utcnow() + timedelta(hours=1)
    send(late)
    assert outbox == []
    redis.set(keys.GATEWAYS, 1)
    send(late + timedelta(seconds=ABSENT_SECONDS - 5))
    assert outbox == [], "they could not have dialled in before"
    send(late + timedelta(seconds=ABSENT_SECONDS + 5))
    assert outbox == [("match", matches[0], bots[0], bots[1]), ("match", matches[1], bots[1], bots[0])]


def test_absence_is_counted_from_the_start_of_redis_which_may_have_forgotten_who_was_here(
    database, redis, bots, outbox
):
    _, matches = begun_set(database, bots[:2])
    ready_for_an_hour(database)
    redis.set(keys.GATEWAYS, 1)
    outlets = Outlets(lambda match_id, without: outbox.append((match_id, without)), outbox.append)
    dispatch(database, _Aged(redis, {"uptime_in_seconds": ABSENT_SECONDS - 5}), outlets)
    assert outbox == []
    dispatch(database, _Aged(redis, {"uptime_in_seconds": ABSENT_SECONDS + 5}), outlets)
    assert outbox == [(matches[0], [bots[0], bots[1]]), (matches[1], [bots[1], bots[0]])]


def test_a_message_nobody_claims_is_sent_again(database, redis, bots, send, outbox):
    _, matches = new_set(database, bots[:2])
    for bot_id in bots:
        show(redis, bot_id)
    send()
    send()
    assert outbox == []
    send(utcnow() + timedelta(seconds=RESEND_SECONDS + 1))
    assert outbox == [("match", matches[0])]


def test_validation_goes_before_rated_and_challenges_last(database, redis, bots, send, outbox):
    ids = {
        kind: new_set(database, bots[:2], kind)[1][0] for kind in (SetKind.CHALLENGE, SetKind.RATED, SetKind.VALIDATION)
    }
    for bot_id in bots:
        show(redis, bot_id)
    send()
    assert outbox == [("match", ids[SetKind.VALIDATION])]


def test_house_sets_go_out_as_one_message_and_need_nobody(database, redis, send, outbox):
    set_id, _ = new_set(database, house_bots(database, "random", "random"))
    send()
    assert outbox == [("set", set_id)]
    send()
    assert outbox == []


def test_a_house_set_whose_process_died_goes_again_as_soon_as_its_lease_is_gone(database, redis, outbox):
    set_id, matches = new_set(database, house_bots(database, "random", "random"))
    outlets = Outlets(lambda match_id, _: outbox.append(match_id), outbox.append)
    aged = _Aged(redis, {"uptime_in_seconds": 10_000})
    dispatch(database, aged, outlets)
    assert claimed(database, matches[0]).attempt == 1
    redis.set(keys.lease(matches[0]), "house 1")
    outbox.clear()
    later = utcnow() + timedelta(seconds=keys.LEASE_SECONDS + 1)
    dispatch(database, aged, outlets, later)
    assert outbox == []
    redis.delete(keys.lease(matches[0]))
    dispatch(database, aged, outlets, later)
    assert outbox == [set_id]
    assert claimed(database, matches[0]).attempt == 2


def test_a_running_match_without_a_lease_is_queued_again(database, redis, bots, redis_process):
    _, matches = new_set(database, bots[:2])
    claimed(database, matches[0])
    redis.set(keys.lease(matches[0]), "w1 1")
    later = utcnow() + timedelta(seconds=keys.LEASE_SECONDS + 1)
    old = {"uptime_in_seconds": 10_000}
    assert release_dead(database, _Aged(redis, old), later) == []
    redis.delete(keys.lease(matches[0]))
    assert release_dead(database, _Aged(redis, old), utcnow()) == [], "a match that was just claimed has no lease yet"
    assert release_dead(database, _Aged(redis, {"uptime_in_seconds": 1}), later) == [], "a fresh Redis proves nothing"
    assert release_dead(database, _Aged(redis, old), later) == [matches[0]]
    assert match(database, matches[0]).state is MatchState.QUEUED


class _Aged:
    """A real Redis that tells another age."""

    def __init__(self, redis, info):
        self._redis, self._info = redis, info

    def info(self, _section):
        return self._info

    def __getattr__(self, name):
        return getattr(self._redis, name)


def test_a_disabled_bot_is_no_reason_to_fail(database, redis, bots, send, outbox):
    _, matches = begun_set(database, bots[:2])
    with database.write() as session:
        session.get_one(Bot, bots[0]).disabled_at = utcnow()
    show(redis, bots[1])
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 1))
    assert outbox == [("match", matches[0], bots[0])]


def league_set(database, bots, **place):
    """A set of a league round; its matches."""
    with database.write() as session:
        season = Season(
            slug="club", title="Club", game="nippon", seats=2, clock="blitz", format="round_robin", file="x"
        )
        season.state = SeasonState.RUNNING
        session.add(season)
        session.flush()
        stage = SeasonStage(season_id=season.id, number=0, name="League", format="round_robin")
        session.add(stage)
        session.flush()
        row = Round(stage_id=stage.id, number=1, starts_at=utcnow(), state=RoundState.RUNNING)
        session.add(row)
        for bot_id in bots:
            enter(session, season, bot_id)
        session.flush()
        made = create_set(
            session,
            Table(
                SetKind.RATED,
                "nippon",
                2,
                {},
                "blitz",
                bots,
                season_id=season.id,
                rotations=1,
                league=LeaguePlace(row.id, **place),
            ),
        )
        return session.scalars(select(Match.id).where(Match.set_id == made.id)).all()


def test_a_league_match_waits_as_long_as_its_season_says(database, redis, bots, send, outbox):
    matches = league_set(database, bots[:2], wait_seconds=600)
    show(redis, bots[0])
    send(utcnow() + timedelta(seconds=590))
    assert outbox == []
    send(utcnow() + timedelta(seconds=610))
    assert outbox == [("match", matches[0], bots[1])]


def test_who_has_left_a_season_is_not_waited_for(database, redis, bots, send, outbox):
    matches = league_set(database, bots[:2], wait_seconds=600, left=frozenset(bots[1:2]))
    send()
    assert outbox == []
    show(redis, bots[0])
    send()
    assert outbox == [("match", matches[0])]


def test_a_bot_with_another_than_its_locked_version_is_away(database, redis, bots, send, outbox):
    matches = league_set(database, bots[:2], wait_seconds=600, locked={bots[1]: "2"})
    for bot_id in bots[:2]:
        show(redis, bot_id)
    send()
    assert outbox == []
    send(utcnow() + timedelta(seconds=610))
    assert outbox == [("match", matches[0], bots[1])]
    with database.write() as session:
        session.get_one(Match, matches[0]).sent_at = None
    show(redis, bots[1], version="2")
    send()
    assert outbox == [("match", matches[0])]


def test_a_paused_season_sends_nothing(database, redis, bots, send, outbox):
    matches = league_set(database, bots[:2], wait_seconds=600)
    for bot_id in bots[:2]:
        show(redis, bot_id)
    pause(database, paused=True)
    send()
    assert outbox == []
    pause(database, paused=False)
    send()
    assert outbox == [("match", matches[0])]


def pause(database, *, paused):
    with database.write() as session:
        session.scalars(select(Season)).one().paused = paused


def test_absence_is_counted_from_the_end_of_the_rotation_before(database, redis, send, outbox):
    bots = house_bots(database, "random", "random")
    _, matches = new_set(database, bots)
    ready_for_an_hour(database)
    finish(database, claimed(database, matches[0]))
    with database.write() as session:  # from here on one of them is no house bot
        session.get_one(Bot, bots[0]).house = None
        session.scalar(select(TableSet)).house_only = False
    redis.set(keys.GATEWAYS, 1)
    send()
    assert outbox == [], "it left a moment ago: an hour of play is no absence"
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 1))
    assert outbox == [("match", matches[1], bots[0])]


def test_a_ladder_set_that_nobody_has_begun_is_dropped_when_a_bot_stays_away(database, redis, bots, send, outbox):
    set_id, matches = new_set(database, bots[:2])
    show(redis, bots[0])
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS - 5))
    assert match(database, matches[0]).state is MatchState.QUEUED
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 5))
    assert outbox == [], "nobody forfeits a match that never began"
    with database.read() as session:
        dropped = session.get_one(TableSet, set_id)
        assert (dropped.state, dropped.void_reason) == (SetState.VOID, "bo did not come; nobody had begun")
    assert {match(database, one).state for one in matches} == {MatchState.VOID}


def test_a_match_given_back_because_a_bot_was_missing_has_not_begun(database, redis, bots, send):
    set_id, matches = new_set(database, bots[:2])
    claim = claimed(database, matches[0])
    with database.write() as session:
        assert claims.give_back(session, matches[0], claim.attempt)
    redis.set(keys.GATEWAYS, 1)
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 5))
    with database.read() as session:
        assert session.get_one(TableSet, set_id).state is SetState.VOID


def test_a_bot_that_wants_to_finish_owes_no_ladder_set_that_nobody_has_begun(database, redis, bots, send, outbox):
    fresh, _ = new_set(database, bots[:2])
    _, old = begun_set(database, bots[:2])
    show(redis, bots[0], finishing=True)
    show(redis, bots[1])
    send()
    assert outbox == [("match", old[0])], "what has begun is played on"
    with database.read() as session:
        dropped = session.get_one(TableSet, fresh)
        assert (dropped.state, dropped.void_reason) == (SetState.VOID, "ai left; nobody had begun")


def test_a_bot_that_left_before_its_match_began_holds_nobody_up_again(database, redis, bots, send, outbox):
    redis.set(keys.GATEWAYS, 1)
    new_set(database, bots[:2])
    show(redis, bots[0])
    send()
    assert sets(database) == [SetState.OPEN], "the first time it is waited for"
    note_left(redis, [bots[1]])
    send()
    assert (outbox, sets(database)) == ([], [SetState.VOID])


def test_a_set_that_has_begun_waits_for_a_bot_that_left_others(database, redis, bots, send, outbox):
    begun_set(database, bots[:2])
    show(redis, bots[0])
    note_left(redis, [bots[1]])
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS - 5))
    assert (outbox, sets(database)) == ([], [SetState.OPEN])


def test_a_gateway_that_stalls_beside_a_live_one_costs_its_bots_nothing(database, redis, bots, send, outbox):
    begun, fresh = begun_set(database, bots[:2])[0], new_set(database, bots[:2])[0]
    show(redis, bots[0], at_once=4)
    redis.set(keys.held(bots[1]), "stalled 1", ex=keys.HELD_SECONDS)
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 5))
    assert outbox == [], "a match that has begun waits for its gateway"
    with database.read() as session:
        states = {set_id: session.get_one(TableSet, set_id).state for set_id in (begun, fresh)}
    assert states == {begun: SetState.OPEN, fresh: SetState.VOID}, "what has not begun is dropped, as always"
    assert pausing(redis, bots) == set(), "nobody left"
    redis.delete(keys.held(bots[1]))  # the gateway went on and saw that the bot had left, or was silent for an hour
    send(utcnow() + timedelta(seconds=ABSENT_SECONDS + 5))
    assert {sent[2] for sent in outbox} == {bots[1]}, "then it is not waited for"
    assert pausing(redis, bots) == {bots[1]}


def test_pauses_grow_and_end(redis, bots):
    seconds = []
    for _ in range(9):
        note_left(redis, [bots[0]])
        note_left(redis, [bots[0]])  # of another of its matches, in the same pause
        assert pausing(redis, bots) == {bots[0]}
        seconds.append(round(pause_left(redis, bots[0])))
        redis.delete(keys.pause(bots[0]))
    assert seconds == [15, 30, 60, 120, 240, 480, 900, 900, 900]
    assert pausing(redis, bots) == set()
    assert 0 < redis.ttl(keys.left(bots[0])) <= REMEMBERED_SECONDS


def sets(database):
    with database.read() as session:
        return list(session.scalars(select(TableSet.state).order_by(TableSet.id)))
