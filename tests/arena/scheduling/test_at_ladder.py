from arena.scheduler.why import at_ladder
from arena.scheduling.pairing import Candidate


def one(bot: str, waiting: float = 0, **more) -> Candidate:
    return Candidate(bot, frozenset({more.pop("owner", bot)}), 1500, 40, waiting, **more)


def ask(*others: Candidate, me: Candidate | None = None, tables: int = 1):
    return at_ladder("me", [me or one("me"), *others], 4, tick=2, tables=tables)


def test_a_bot_that_is_not_connected_is_offline():
    assert ask(me=one("me", online=False)).reason == "offline"
    assert at_ladder("stranger", [one("me")], 4, tick=2, tables=1).reason == "offline"


def test_a_bot_that_plays_all_it_can_is_at_its_limit():
    assert ask(me=one("me", free=0)).reason == "at_limit"


def test_opponents_of_the_same_owner_do_not_count():
    answer = ask(one("a"), one("twin", owner="me"), one("b", online=False))
    assert answer.reason == "alone"
    assert answer.sentence == "me waits for 2 more opponents of other owners."


def test_house_bots_count_and_delay_by_the_time_to_fill():
    answer = ask(one("a"), one("h1", house=True), one("h2", house=True))
    assert (answer.reason, answer.seconds) == ("next", 3)


def test_those_ahead_delay_by_ticks():
    crowd = [one(f"b{at}", waiting=9) for at in range(16)]
    assert ask(*crowd).seconds == 10
    assert ask(*crowd, tables=4).seconds == 4
    assert ask(*crowd, me=one("me", waiting=99)).sentence == "me sits down in about 2 s."


def test_a_bot_whose_rating_is_settled_knows_when_it_asks_again():
    answer = ask(*[one(f"b{at}") for at in range(4)], me=one("me", rest=40))
    assert (answer.reason, answer.seconds) == ("next", 40)
    assert "settled" in answer.sentence
