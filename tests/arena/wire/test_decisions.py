"""Messages of one field, taken out of their wrapping and put into it."""

import pytest

from arena.sdk.decisions import decision_in, light
from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, Decision, DecisionId, Ping, Pong
from arena.wire.decisions import Reply, answer, reply_in
from arena.wire.fields import delimited, undelimited

CHOICE = b"\x12"


@pytest.mark.parametrize("length", [0, 1, 127, 128, 16_383, 16_384, 2_100_000])
def test_a_body_comes_out_as_it_went_in(length):
    body = bytes(length)
    assert undelimited(CHOICE, delimited(CHOICE, body)) == body


def test_only_a_frame_that_is_whole_and_nothing_else_is_opened():
    data = delimited(CHOICE, b"abc")
    for other in (b"", CHOICE, data[:-1], data + b"\x08\x01", b"\x1a" + data[1:], CHOICE + b"\xff" * 12):
        assert undelimited(CHOICE, other) is None, other


def test_an_answer_is_the_message_that_protobuf_would_write():
    named = DecisionId(match_id="match-1", number=70, nonce=1 << 30)
    choice = Choice(index=300, note="höher", value=0.5)
    sent = BotMessage.FromString(answer(named.SerializeToString(), choice))
    choice.decision.CopyFrom(named)
    assert sent == BotMessage(choice=choice)


@pytest.mark.parametrize("match_id", ["m", "m" * 116, "m" * 200])
@pytest.mark.parametrize(
    "more", [{}, {"index": 127}, {"index": 128}, {"index": 2**32 - 1}, {"note": "hm"}, {"value": 0.0}]
)
def test_an_answer_arrives_as_it_was_sent(match_id, more):
    named = DecisionId(match_id=match_id, number=3, nonce=7)
    sent = BotMessage(choice=Choice(decision=named, **more)).SerializeToString()
    found = Reply(named.SerializeToString(), more.get("index", 0), more.get("note", ""), more.get("value"))
    assert reply_in(sent) == found
    assert reply_in(answer(named.SerializeToString(), Choice(**more))) == found


def test_what_is_no_answer_is_left_for_a_closer_look():
    for raw in (
        BotMessage(pong=Pong(nonce=1)).SerializeToString(),
        delimited(CHOICE, b"\x0a\x7fabc"),
        b"",
        CHOICE + b"\x05",
    ):
        assert reply_in(raw) is None


def test_a_decision_is_read_without_its_id_and_position():
    asked = Decision(id=DecisionId(match_id="m", nonce=1), game="iki", seat=2, legal_actions=["a", "b"])
    twin = decision_in(ArenaMessage(decision=asked).SerializeToString())
    assert twin == light(asked)
    assert (DecisionId.FromString(twin.id), list(twin.legal_actions)) == (asked.id, ["a", "b"])


def test_anything_but_a_decision_alone_is_left_for_a_closer_look():
    decision = ArenaMessage(decision=Decision(seat=1)).SerializeToString()
    unknown_field = b"\xa2\x06\x01x"
    for raw in (ArenaMessage(ping=Ping(nonce=1)).SerializeToString(), decision + unknown_field, b"\x12\x02\x0a\xff"):
        assert decision_in(raw) is None
