"""Messages that answer nothing: one resignation for each seat, and a bounded number of everything else."""

import asyncio
from contextlib import suppress
from itertools import pairwise

import pytest
from grpc.aio import AioRpcError

from arena.gateway.limits import MOST_KEPT, Bans
from arena.gateway.session import MOST_NOTICES
from arena.hosting.match import Listener
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


TOO_MANY = 70
"""More than a bot may send in a burst, and few enough that none crosses the end of its stream."""


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
        place.connections.join("eve", MatchStarted(match_id="m1"), match)
        session = place.connections.of("eve").session
        for _ in range(500):
            if session._ending is not None:
                break
            await eve.send_bytes(message.SerializeToString())
            await asyncio.sleep(0)
        assert await eve.status() == "RESOURCE_EXHAUSTED"
        assert match.resignations == (message.resign.match_id == "m1")


@on_loop
async def test_dialling_again_buys_no_more_useless_messages():
    async with house("eve", linger_seconds=LONG) as place:
        place.connections.useless.per_second, place.connections.banned.longest = 0.0, 0.0
        async with raw_bot(place, "eve") as eve:
            for _ in range(TOO_MANY):
                await eve.send(pong=Pong(nonce=7))
            assert await eve.status() == "RESOURCE_EXHAUSTED"
        async with raw_bot(place, "eve") as again:
            await again.send(pong=Pong(nonce=7))
            assert (await again.until("notice")).notice.code == NoticeCode.NOTICE_CODE_FLOOD


@on_loop
async def test_a_bot_that_flooded_is_not_let_in_for_a_while():
    """Every dial costs a look into the database, a greeting and a line in Redis: refused at the door it costs nothing but the first."""
    async with house("eve", "ann", linger_seconds=LONG, refusal_seconds=0.01) as place:
        came = []
        place.connections.on_arrival.append(lambda connection: came.append(connection.bot_id))
        async with raw_bot(place, "eve") as eve:
            for _ in range(TOO_MANY):
                await eve.send(pong=Pong(nonce=7))
            assert await eve.status() == "RESOURCE_EXHAUSTED"
        with pytest.raises(AioRpcError, match="it is let in again in 5 s"):
            async with raw_bot(place, "eve"):
                pass
        async with raw_bot(place, "ann"):
            assert came == ["eve", "ann"]


def test_each_flood_shuts_a_bot_out_for_longer_until_that_is_forgiven():
    now = 100.0
    bans = Bans(5.0, 30.0, 600.0, lambda: now)
    assert bans.left("eve") == 0
    lengths = []
    for _ in range(5):
        bans.ban("eve")
        lengths.append(bans.left("eve"))
        now += lengths[-1]
        assert bans.left("eve") == 0
    assert lengths == [5, 10, 20, 30, 30]
    assert bans.left("ann") == 0
    now += 601
    bans.ban("eve")
    assert bans.left("eve") == 5


def test_what_is_remembered_of_floods_is_bounded():
    bans = Bans(5.0, 30.0, 600.0, lambda: 100.0)
    for number in range(3 * MOST_KEPT):
        bans.ban(number)
    assert len(bans._until) <= MOST_KEPT
    assert bans.left(3 * MOST_KEPT - 1) == 5


@on_loop
async def test_a_flood_gets_few_notices():
    """Writing a notice costs the gateway more than reading what it is about."""
    async with house("eve", linger_seconds=LONG) as place, raw_bot(place, "eve") as eve:
        place.connections.useless.per_second = 0.0
        for _ in range(TOO_MANY):
            await eve.send(pong=Pong(nonce=7))
        codes = []
        while not codes or codes[-1] != NoticeCode.NOTICE_CODE_FLOOD:
            codes.append((await eve.until("notice")).notice.code)
        assert codes == [NoticeCode.NOTICE_CODE_UNEXPECTED] * MOST_NOTICES + [NoticeCode.NOTICE_CODE_FLOOD]


@on_loop
async def test_hello_and_finish_in_turn_is_no_way_round_the_limit_of_dials():
    """A bot that finishes with nothing to play is let go at once: each time costs a dial, a look-up and a line in the database."""
    async with house("eve", "ann", linger_seconds=0.01, refusal_seconds=0.01) as place:
        came = []
        place.connections.on_arrival.append(lambda connection: came.append(connection.bot_id))
        for _ in range(40):
            with suppress(AioRpcError, AssertionError):
                async with raw_bot(place, "eve") as eve:
                    await eve.send(finish=Finish())
                    await eve.status()
        assert len(came) < 30
        async with raw_bot(place, "ann") as ann:
            assert ann.welcome.bot_name == "Ann"


@on_loop
async def test_a_second_resignation_gets_a_notice():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        place.connections.join("ann", MatchStarted(match_id="m1"), Match())
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

        place.connections.join("ann", MatchStarted(match_id="m1"), Late())
        await ann.send(resign=Resign(match_id="m1"))
        async with asyncio.timeout(LONG):
            while not place.connections.of("ann").seats["m1"].resigned:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        place.connections.ask("ann", Question("m1", 0, 0, 2, 60_000, b""))
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
            place.connections.join(name, MatchStarted(match_id="m1"), Silent())
        nonces = []
        for number in range(100):
            place.connections.ask("ann", Question("m1", 0, number, 2, None, b""))
            for _ in range(number % 4):
                place.connections.ask("bob", Question("m1", 1, number, 2, None, b""))
            nonces.append((await ann.decision()).id.nonce)
        steps = [(later - earlier) % 2**32 for earlier, later in pairwise(nonces)]
        assert min(steps) > 32, "no small step, as a counter would make"
        assert len({step % 4 for step in steps}) == 4
        assert max(nonces) - min(nonces) > 2**30
