"""Why a bot is not playing: one answer for every state it can be in."""

import pytest

from arena.db.database import utcnow
from arena.db.models import Account, Bot, MatchSeat, Season, SeasonFormat, SeasonState, SetKind
from arena.v1 import arena_pb2 as pb
from tests.arena.running.conftest import show


@pytest.fixture
def ask(served):
    def answer(bot="kabuki"):
        found = served.of("aki").ExplainBot(pb.ExplainBotRequest(bot=bot))
        assert found.answer.sentence.endswith(".")
        return pb.WaitingReason.Name(found.answer.reason).removeprefix("WAITING_REASON_").lower(), found

    return answer


@pytest.fixture
def world(world, redis):
    show(redis, world.bots["kabuki"])
    return world


def test_offline(ask, world, redis):
    redis.flushall()
    word, found = ask()
    assert word == "offline"
    assert "never" in found.answer.sentence
    world.change(Bot, world.bots["kabuki"], last_seen_at=utcnow())
    assert " ago" in ask()[1].answer.sentence


def test_disabled(ask, world):
    world.change(Bot, world.bots["kabuki"], disabled_at=utcnow())
    assert ask()[0] == "disabled"


def test_finishing(ask, world, redis):
    show(redis, world.bots["kabuki"], finishing=True)
    assert ask()[0] == "finishing"


def test_not_validated_says_where_its_validation_stands(ask, world):
    world.change(Bot, world.bots["kabuki"], validated_at=None)
    word, found = ask()
    assert (word, "within seconds" in found.answer.sentence) == ("not_validated", True)
    (match_id,) = world.table(SetKind.VALIDATION, "kabuki", "tanuki", rotations=1)
    assert f"match {match_id}, queued" in ask()[1].answer.sentence
    world.play(match_id)
    with world.database.write() as session:
        session.query(MatchSeat).filter_by(match_id=match_id, seat=0).one().verdict = "illegal"
    world.change(Bot, world.bots["kabuki"], validated_at=None)
    found = ask()[1].answer
    assert "ended with `illegal`" in found.sentence
    assert 0 <= found.seconds <= 60


def test_not_entered(ask, world, redis):
    show(redis, world.bots["noh"])
    word, found = ask("noh")
    assert word == "not_entered"
    assert "arena enter" in found.answer.sentence


def test_next_with_house_bots_in_the_ladder(ask, world):
    word, found = ask()
    assert word == "next"
    assert found.answer.season_id == "nippon-2"
    assert 0 < found.answer.seconds <= 10
    assert list(found.seasons) == [found.answer]


def test_alone(ask, world):
    for name in ("tanuki", "kappa"):
        world.change(Bot, world.bots[name], disabled_at=utcnow())
    word, found = ask()
    assert word == "alone"
    assert "kabuki waits for 1 more opponent of other owners" in found.answer.sentence


def test_at_its_limit_by_a_challenge_it_is_about_to_play(ask, world):
    from arena.db.models import Match

    (match_id,) = world.table(SetKind.CHALLENGE, "kabuki", "tanuki", rotations=1)
    world.change(Match, match_id, sent_at=utcnow())
    assert ask()[0] == "at_limit"


def test_sitting_at_a_table_whose_next_match_waits(ask, world):
    first = world.table(SetKind.RATED, "kabuki", "bunraku")[0]
    word, found = ask()
    assert (word, f"match {first}" in found.answer.sentence) == ("next", True)


def test_playing(ask, world):
    match_id = world.table(SetKind.RATED, "kabuki", "bunraku")[0]
    world.begin(match_id)
    word, found = ask()
    assert (word, f"match {match_id} (nippon)" in found.answer.sentence) == ("playing", True)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"paused": True}, "paused"),
        ({"state": SeasonState.REGISTRATION}, "registration"),
        ({"format": SeasonFormat.ROUND_ROBIN}, "schedule"),
    ],
)
def test_a_season_that_stands(ask, world, values, words):
    world.change(Season, world.season, **values)
    word, found = ask()
    assert (word, words in found.answer.sentence) == ("season_stands", True)


def test_a_season_that_is_over_is_none(ask, world):
    world.change(Season, world.season, state=SeasonState.FINISHED)
    assert ask()[0] == "not_entered"


def test_a_season_of_a_game_it_did_not_declare(ask, world, redis):
    show(redis, world.bots["kabuki"], games=("iki",))
    word, found = ask()
    assert (word, "declared iki" in found.answer.sentence) == ("other_game", True)


def test_a_challenge_that_waits_is_named(ask, world, redis):
    first, _ = world.table(SetKind.CHALLENGE, "kabuki", "noh", asked_by="aki")
    word, found = ask()
    assert (word, "waits for noh to connect" in found.answer.sentence) == ("challenge", True)
    show(redis, world.bots["noh"])
    word, found = ask()
    assert word == "challenge"
    assert f"challenge match {first} to play (2 challenge matches wait)" in found.answer.sentence
    assert 50 < found.answer.seconds <= 60
    assert len(found.seasons) == 2, "and the ladder is told beside it"


def test_a_bot_that_has_had_its_matches_of_the_hour(ask, world, served):
    changed = served.of("aki").UpdateBot(pb.UpdateBotRequest(bot="kabuki", matches_per_hour=2)).bot
    assert changed.matches_per_hour == 2
    assert ask()[0] == "next"
    world.play(*world.table(SetKind.RATED, "kabuki", "tanuki"))
    word, found = ask()
    assert (word, "2 ladder matches of the hour" in found.answer.sentence) == ("at_limit", True)
    served.of("aki").UpdateBot(pb.UpdateBotRequest(bot="kabuki", matches_per_hour=0))
    assert ask()[0] == "next"


def test_a_bot_of_a_disabled_account(served, world):
    world.change(Account, world.accounts["aki"], disabled_at=utcnow())
    found = served.of("root").ExplainBot(pb.ExplainBotRequest(bot="kabuki"))
    assert found.answer.reason == pb.WAITING_REASON_DISABLED
