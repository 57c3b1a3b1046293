"""Messages that answer nothing: one resignation for each seat, and a bounded number of everything else."""

import asyncio
from itertools import pairwise

import pytest
from grpc.aio import AioRpcError

from arena.gateway.allowances import MOST_KEPT, Bars
from arena.gateway.relay import Listener
from arena.v1.bots_pb2 import BotMessage, Choice, Finish, Hello, MatchStarted, NoticeCode, Pong, Resign
from arena.wire import Question
from tests.arena.streams import LONG, house, on_loop, raw_bot

pytestmark = pytest.mark.usefixtures("tiny")

USELESS = {
    "resign": BotMessage(resign=Resign(match_id="m1")),
    "resign elsewhere": BotMessage(resign=Resign(match_id="m2")),
    "finish": BotMessage(finish=Finish()),
    "pong": BotMessage(pong=Pong(nonce=7)),
    "hello": BotMessage(hello=Hello()),
    "choice": BotMessage(choice=Choice(index=1)),
    "nothing": BotMessage(),
}


class Match(Listener):
    """Counts what it is told."""

    def __init__(self):
        self.resignations = 0

    def answered(self, seat, answer):
        raise AssertionError("nothing was asked")

    def resigned(self, seat):
        self.resignations += 1


@pytest.mark.parametrize("message", USELESS.values(), ids=USELESS)
@on_loop
async def test_a_flood_of_any_kind_ends_the_session_and_tells_the_match_once(message):
    async with house("eve", linger_seconds=LONG) as place, raw_bot(place, "eve") as eve:
        match = Match()
        place.hub.join("eve", MatchStarted(match_id="m1"), match)
        session = place.hub.desk("eve").session
        for _ in range(500):
            if session._ending is not None:
                break
            await eve.send_bytes(message.SerializeToString())
            await asyncio.sleep(0)
        assert await eve.status() == "RESOURCE_EXHAUSTED"
        assert match.resignations == (message.resign.match_id == "m1")


@on_loop
async def test_dialling_again_buys_no_more_useless_messages():
    async with house("eve", linger_seconds=0.01) as place:
        place.hub.useless.per_second, place.hub.barred.longest = 0.0, 0.0
        async with raw_bot(place, "eve") as eve:
            for _ in range(100):
                await eve.send(pong=Pong(nonce=7))
            assert await eve.status() == "RESOURCE_EXHAUSTED"
        async with raw_bot(place, "eve") as again:
            await again.send(pong=Pong(nonce=7))
            assert (await again.until("notice")).notice.code == NoticeCode.NOTICE_CODE_FLOOD


@on_loop
async def test_a_bot_that_flooded_is_not_let_in_for_a_while():
    """Every dial costs a look into the database, a greeting and a line in Redis: refused at the door it costs nothing but the first."""
    async with house("eve", "ann", linger_seconds=0.01, refusal_seconds=0.01) as place:
        came = []
        place.hub.on_arrival.append(lambda desk: came.append(desk.bot_id))
        async with raw_bot(place, "eve") as eve:
            for _ in range(100):
                await eve.send(pong=Pong(nonce=7))
            assert await eve.status() == "RESOURCE_EXHAUSTED"
        with pytest.raises(AioRpcError, match="it is let in again in 5 s"):
            async with raw_bot(place, "eve"):
                pass
        async with raw_bot(place, "ann"):
            assert came == ["eve", "ann"]


def test_each_flood_shuts_a_bot_out_for_longer_until_that_is_forgiven():
    now = 100.0
    bars = Bars(5.0, 30.0, 600.0, lambda: now)
    assert bars.left("eve") == 0
    lengths = []
    for _ in range(5):
        bars.shut("eve")
        lengths.append(bars.left("eve"))
        now += lengths[-1]
        assert bars.left("eve") == 0
    assert lengths == [5, 10, 20, 30, 30]
    assert bars.left("ann") == 0
    now += 601
    bars.shut("eve")
    assert bars.left("eve") == 5


def test_what_is_remembered_of_floods_is_bounded():
    bars = Bars(5.0, 30.0, 600.0, lambda: 100.0)
    for number in range(3 * MOST_KEPT):
        bars.shut(number)
    assert len(bars._until) <= MOST_KEPT
    assert bars.left(3 * MOST_KEPT - 1) == 5


@on_loop
async def test_a_second_resignation_gets_a_notice():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        place.hub.join("ann", MatchStarted(match_id="m1"), Match())
        for _ in range(2):
            await ann.send(resign=Resign(match_id="m1"))
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_RESIGNED


@on_loop
async def test_a_question_that_crosses_a_resignation_is_answered_by_it():
    """The bot gave up while its first question was on its way: it is not asked, and the match goes on at once."""
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        told = asyncio.get_running_loop().create_future()

        class Late(Match):
            def resigned(self, seat):
                """As a worker elsewhere: it has asked before it hears of this."""

            def answered(self, seat, answer):
                told.set_result(answer)

        place.hub.join("ann", MatchStarted(match_id="m1"), Late())
        await ann.send(resign=Resign(match_id="m1"))
        async with asyncio.timeout(LONG):
            while not place.hub.desk("ann").seatings["m1"].resigned:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        place.hub.ask("ann", Question("m1", 0, 0, 2, 60_000, b""))
        assert not told.done(), "never from inside ask"
        assert (await asyncio.wait_for(told, LONG)).verdict == "resigned"


@on_loop
async def test_nonces_tell_nothing_of_other_decisions():
    """One counter for all would tell a bot how many decisions its opponent had between two of its own."""
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann:

        class Silent(Match):
            def answered(self, seat, answer):
                """Not looked at."""

        for name in ("ann", "bob"):
            place.hub.join(name, MatchStarted(match_id="m1"), Silent())
        nonces = []
        for number in range(100):
            place.hub.ask("ann", Question("m1", 0, number, 2, None, b""))
            for _ in range(number % 4):
                place.hub.ask("bob", Question("m1", 1, number, 2, None, b""))
            nonces.append((await ann.decision()).id.nonce)
        steps = [(later - earlier) % 2**32 for earlier, later in pairwise(nonces)]
        assert min(steps) > 32, "no small step, as a counter would make"
        assert len({step % 4 for step in steps}) == 4
        assert max(nonces) - min(nonces) > 2**30
