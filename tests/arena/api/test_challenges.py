"""Unrated challenges: who may play whom, limits, low priority, nobody forfeits."""

from datetime import timedelta

import pytest
from grpc import StatusCode
from sqlalchemy import func, select, update

from arena.bots.challenges import MOST_AGAINST, MOST_AT_ONCE, MOST_IN_AN_HOUR, MOST_OPEN
from arena.db.database import utcnow
from arena.db.models import Bot, Match, MatchSeat, MatchState, RatingEntry, SetKind, SetState, TableSet
from arena.scheduler import ladders
from arena.scheduler.dispatch import CHALLENGE_SECONDS, Outlets, dispatch
from arena.transport import keys
from arena.v1 import arena_pb2 as pb
from tests.arena.api.refused import refused
from tests.arena.running.conftest import show


def asked(*opponents, bot="kabuki", **more):
    return pb.CreateChallengeRequest(bot=bot, opponents=opponents, **{"game": "nippon", **more})


@pytest.fixture
def here(served, redis):
    """All outside bots are connected."""
    for name in ("kabuki", "noh", "bunraku"):
        show(redis, served.world.bots[name])
    return served


def sent(world, redis, now=None):
    """What a pass of the dispatcher sends out."""
    return list(dispatch(world.database, redis, Outlets(lambda *_: None, lambda _: None), now=now).matches)


def test_a_challenge_of_a_house_bot_is_played_and_moves_no_rating(here, redis):
    world = here.world
    (match,) = here.of("aki").CreateChallenge(asked("tanuki")).matches
    assert (match.state, match.kind) == (pb.MATCH_STATE_QUEUED, pb.MATCH_KIND_CHALLENGE)
    assert [seat.bot for seat in match.seats] == ["kabuki", "tanuki"]
    assert sent(world, redis) == [int(match.id)]
    world.play(int(match.id))
    over = here.of("aki").GetMatch(pb.GetMatchRequest(match_id=match.id)).match
    assert over.replay
    assert min(seat.place for seat in over.seats) == 1
    with world.database.read() as session:
        assert session.scalar(select(func.count()).select_from(RatingEntry).where(RatingEntry.kind == "set")) == 0


def test_a_batch_is_made_of_sets_that_rotate_the_seats(here):
    matches = here.of("aki").CreateChallenge(asked("tanuki", matches=5, clock="standard")).matches
    first_seats = [match.seats[0].bot for match in matches]
    assert first_seats == ["kabuki", "tanuki", "kabuki", "tanuki", "kabuki"]
    with here.world.database.read() as session:
        assert session.scalar(select(func.count()).select_from(TableSet)) == 3
        assert set(session.scalars(select(TableSet.asked_by))) == {here.world.accounts["aki"]}
        assert set(session.scalars(select(TableSet.clock))) == {"standard"}


def test_options_are_checked_and_kept(here):
    name, option = next(iter(sorted(_options("yokohama").items())))
    value = option.default_value
    (match,) = here.of("aki").CreateChallenge(asked("tanuki", game="yokohama", options={name: value})).matches
    assert match.options[name] == value
    with refused(StatusCode.INVALID_ARGUMENT, "has no option"):
        here.of("aki").CreateChallenge(asked("tanuki", options={"colour": "red"}))


def _options(name):
    import engine
    from arena.gateway.api.messages import game

    return {option.name: option for option in game(engine.game(name)).options}


def test_other_owners_bots_must_consent(here):
    with refused(StatusCode.PERMISSION_DENIED, "does not accept challenges"):
        here.of("aki").CreateChallenge(asked("bunraku"))
    here.of("ben").UpdateBot(pb.UpdateBotRequest(bot="bunraku", open_to_challenges=True))
    (match,) = here.of("aki").CreateChallenge(asked("bunraku")).matches
    seen = here.of("ben").GetMatch(pb.GetMatchRequest(match_id=match.id)).match
    assert [seat.bot for seat in seen.seats] == ["kabuki", "bunraku"], "both owners see it"


def test_ones_own_bots_may_play_each_other(here):
    assert here.of("aki").CreateChallenge(asked("noh")).matches


WRONG = [
    (asked("tanuki", matches=MOST_AT_ONCE + 1), "matches must be from 1 to"),
    (asked("kabuki"), "twice"),
    (asked("tanuki", clock="soon"), "there is no clock"),
    (asked("tanuki", clock="none"), "at most the clock"),
    (asked("tanuki", clock="601+0"), "at most the clock"),
    (asked(*["tanuki", "kappa", "noh", "bunraku", "x"]), "seats"),
    (asked(), "seats"),
    (asked("tanuki", bot=""), "bot is missing"),
]


def test_a_wrong_challenge_is_told_in_a_sentence(here):
    for wrong, sentence in WRONG:
        with refused(StatusCode.INVALID_ARGUMENT, sentence):
            here.of("aki").CreateChallenge(wrong)
    with refused(StatusCode.NOT_FOUND, "chess"):
        here.of("aki").CreateChallenge(asked("tanuki", game="chess"))


def test_bots_must_be_there_play_the_game_and_be_enabled(here, redis):
    world = here.world
    show(redis, world.bots["noh"], games=("iki",))
    with refused(StatusCode.FAILED_PRECONDITION, "declared iki"):
        here.of("aki").CreateChallenge(asked("tanuki", bot="noh"))
    redis.flushall()
    with refused(StatusCode.FAILED_PRECONDITION, "kabuki is not connected"):
        here.of("aki").CreateChallenge(asked("tanuki"))
    world.change(Bot, world.bots["tanuki"], disabled_at=utcnow())
    with refused(StatusCode.FAILED_PRECONDITION, "tanuki is disabled"):
        here.of("aki").CreateChallenge(asked("tanuki"))


def test_an_account_has_only_so_many_open(here):
    world, aki = here.world, here.of("aki")
    for _ in range(MOST_OPEN // MOST_AT_ONCE):
        aki.CreateChallenge(asked("tanuki", matches=MOST_AT_ONCE))
    with refused(StatusCode.RESOURCE_EXHAUSTED, f"{MOST_OPEN} is the most"):
        aki.CreateChallenge(asked("tanuki"))
    assert here.of("ben").CreateChallenge(asked("tanuki", bot="bunraku")).matches
    with world.database.write() as session:
        session.execute(update(Match).where(Match.id <= 10).values(state=MatchState.FINISHED))
    assert aki.CreateChallenge(asked("tanuki", matches=10)).matches


def test_a_bot_is_not_drowned_in_challenges(here):
    here.of("ben").UpdateBot(pb.UpdateBotRequest(bot="bunraku", open_to_challenges=True))
    here.of("aki").CreateChallenge(asked("bunraku", matches=MOST_AGAINST))
    with refused(StatusCode.RESOURCE_EXHAUSTED, "against bunraku"):
        here.of("aki").CreateChallenge(asked("bunraku"))


def test_an_account_asks_for_so_many_in_an_hour_whether_or_not_it_cancels(here):
    aki = here.of("aki")
    for _ in range(MOST_IN_AN_HOUR // MOST_AT_ONCE):
        aki.CreateChallenge(asked("tanuki", matches=MOST_AT_ONCE))
        aki.CancelChallenge(pb.CancelChallengeRequest())
    with refused(StatusCode.RESOURCE_EXHAUSTED, "in an hour is the most"):
        aki.CreateChallenge(asked("tanuki"))


def test_what_has_not_begun_can_be_cancelled_and_what_runs_is_played(here):
    world, aki = here.world, here.of("aki")
    one, two, three, four = (int(match.id) for match in aki.CreateChallenge(asked("tanuki", matches=4)).matches)
    claim = world.begin(one)
    with refused(StatusCode.FAILED_PRECONDITION, f"match {one} is running"):
        aki.CancelChallenge(pb.CancelChallengeRequest(match_ids=[str(one)]))
    gone = aki.CancelChallenge(pb.CancelChallengeRequest(match_ids=[str(three)])).matches
    assert [(match.id, match.state, match.reason) for match in gone] == [(str(three), pb.MATCH_STATE_VOID, "cancelled")]
    gone = aki.CancelChallenge(pb.CancelChallengeRequest()).matches
    assert sorted(int(match.id) for match in gone) == [two, four]
    assert world.row(TableSet, 2).state is SetState.VOID
    assert world.row(TableSet, 1).state is SetState.OPEN, "its first match runs"
    world.finish(claim)
    assert world.row(TableSet, 1).state is SetState.DONE
    assert aki.GetMatch(pb.GetMatchRequest(match_id=str(one))).match.replay
    assert not aki.CancelChallenge(pb.CancelChallengeRequest()).matches


def test_a_set_is_done_when_the_rest_of_it_is_cancelled(here):
    world, aki = here.world, here.of("aki")
    one, _ = (int(match.id) for match in aki.CreateChallenge(asked("tanuki", matches=2)).matches)
    world.play(one)
    aki.CancelChallenge(pb.CancelChallengeRequest())
    assert world.row(TableSet, 1).state is SetState.DONE


def test_nobody_cancels_challenges_of_others(here):
    (match,) = here.of("aki").CreateChallenge(asked("tanuki")).matches
    with refused(StatusCode.NOT_FOUND, "no challenge match"):
        here.of("ben").CancelChallenge(pb.CancelChallengeRequest(match_ids=[match.id]))
    assert not here.of("ben").CancelChallenge(pb.CancelChallengeRequest()).matches
    with refused(StatusCode.INVALID_ARGUMENT, "must be a number"):
        here.of("aki").CancelChallenge(pb.CancelChallengeRequest(match_ids=["\u00b2"]))
    assert here.of("root").CancelChallenge(pb.CancelChallengeRequest(match_ids=[match.id])).matches


def test_after_a_minute_a_challenge_goes_before_the_next_rated_set_of_its_bots(here, redis):
    world = here.world
    (match,) = here.of("aki").CreateChallenge(asked("noh")).matches
    rated = world.table(SetKind.RATED, "kabuki", "bunraku")
    now = utcnow()
    assert sent(world, redis, now + timedelta(seconds=50)) == rated[:1]
    world.play(*rated)
    rated = world.table(SetKind.RATED, "kabuki", "bunraku")
    assert sent(world, redis, now + timedelta(seconds=70)) == [int(match.id)]


def test_bots_of_a_challenge_that_is_due_begin_no_rated_set_until_all_are_free(here, redis):
    world = here.world
    (match,) = here.of("aki").CreateChallenge(asked("noh")).matches
    world.enter("noh")
    (playing,) = world.table(SetKind.RATED, "noh", "bunraku", rotations=1)
    world.begin(playing)
    world.table(SetKind.RATED, "kabuki", "tanuki")
    due = utcnow() + timedelta(seconds=70)
    for seconds in (0, 3600):
        redis.set(keys.lease(playing), "test 1")
        assert sent(world, redis, due + timedelta(seconds=seconds)) == [], "kabuki keeps its place free for noh"
    ladders.tick(world.database, redis, due)
    with world.database.read() as session:
        sets = select(func.count()).select_from(TableSet).where(TableSet.house_only.is_(False))
        assert session.scalar(sets) == 3, "and gets no further table"
    world.change(Match, playing, state=MatchState.FINISHED)
    assert sent(world, redis, due)[:1] == [int(match.id)]


def test_bots_of_a_challenge_that_is_due_get_no_new_table(here, redis):
    world = here.world
    here.of("aki").CreateChallenge(asked("noh"))
    world.enter("noh")
    (playing,) = world.table(SetKind.RATED, "noh", "bunraku", rotations=1)
    world.begin(playing)

    def seated(at):
        ladders.tick(world.database, redis, at)
        with world.database.read() as session:
            rated = select(Match.id).join(TableSet).where(TableSet.kind == SetKind.RATED)
            kabuki = select(Bot.id).where(Bot.name == "kabuki").scalar_subquery()
            return session.scalars(rated.join(MatchSeat).where(MatchSeat.bot_id == kabuki)).first() is not None

    assert not seated(utcnow() + timedelta(seconds=70)), "kabuki keeps its place free for noh, which plays"
    (waiting,) = here.of("aki").CancelChallenge(pb.CancelChallengeRequest()).matches
    assert waiting
    assert seated(utcnow() + timedelta(seconds=70))


def test_two_challenges_leave_a_minute_for_rated_play_between_them(here, redis):
    world = here.world
    first, _second = (int(one.id) for one in here.of("aki").CreateChallenge(asked("tanuki", matches=2)).matches)
    due = utcnow() + timedelta(seconds=70)
    assert sent(world, redis, due) == [first]
    world.play(first)
    world.change(Match, first, finished_at=due)
    rated = world.table(SetKind.RATED, "kabuki", "bunraku")
    assert sent(world, redis, due + timedelta(seconds=61 - 5)) == rated[:1]


def test_rated_matches_go_first(here, redis):
    world = here.world
    here.of("aki").CreateChallenge(asked("tanuki", matches=4))
    rated = world.table(SetKind.RATED, "kabuki", "bunraku")
    assert sent(world, redis) == rated[:1], "kabuki plays one at a time, and the rated match is the later one"


def test_a_challenge_waits_for_absent_bots_and_is_called_off_without_a_forfeit(here, redis):
    world = here.world
    match_id = int(here.of("aki").CreateChallenge(asked("tanuki", matches=2)).matches[0].id)
    redis.flushall()
    assert sent(world, redis, utcnow() + timedelta(seconds=CHALLENGE_SECONDS - 60)) == []
    assert world.row(Match, match_id).state is MatchState.QUEUED
    assert sent(world, redis, utcnow() + timedelta(seconds=CHALLENGE_SECONDS + 60)) == []
    assert world.row(Match, match_id).state is MatchState.VOID
    assert world.row(TableSet, 1).state is SetState.VOID
    assert "disconnected" in here.of("aki").GetMatch(pb.GetMatchRequest(match_id=str(match_id))).match.reason
