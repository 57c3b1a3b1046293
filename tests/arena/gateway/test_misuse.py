"""Every misuse has its notice or status, and harms nobody else."""

import asyncio

import grpc
import pytest
from grpc import aio

from arena.gateway.server import PLAY
from arena.hosting.match import HostedMatch
from arena.v1.bots_pb2 import BotMessage, Choice, Hello, NoticeCode, Pong
from tests.arena.streams import LONG, RawBot, gone, house, on_loop, raw_bot, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


@on_loop
async def test_without_a_token_nobody_gets_in():
    async with house("ann") as place:
        async with RawBot(place.address, "ann", token="wrong") as bot:
            assert await bot.status() == "UNAUTHENTICATED"
        async with aio.insecure_channel(place.address) as channel:
            call = channel.stream_stream(PLAY)()
            assert await asyncio.wait_for(call.code(), LONG) is grpc.StatusCode.UNAUTHENTICATED
            assert "authorization" in await call.details()


@on_loop
async def test_the_first_message_must_be_hello():
    async with house("ann") as place:
        for first in (BotMessage(pong=Pong(nonce=1)).SerializeToString(), b"\xff\xff\xff", b""):
            async with RawBot(place.address, "ann") as bot:
                await bot.send_bytes(first)
                assert await bot.status() == "INVALID_ARGUMENT"
        assert not place.connections.present("ann")


@on_loop
async def test_a_silent_stream_is_closed():
    async with house("ann", hello_seconds=0.05) as place, RawBot(place.address, "ann") as bot:
        assert await bot.status() == "INVALID_ARGUMENT"


@on_loop
async def test_each_misuse_has_its_notice():
    async with house("ann") as place, raw_bot(place, "ann", games=["iki", "chess"]) as ann:
        sent = {
            "GARBAGE": b"\xff\xfe\xfd",
            "OVERSIZED": BotMessage(choice=Choice(note="x" * 20_000)).SerializeToString(),
            "UNEXPECTED": BotMessage(hello=Hello()).SerializeToString(),
            "UNKNOWN_MATCH": BotMessage(choice=Choice(index=1)).SerializeToString(),
        }
        assert (await ann.until("notice")).notice.text.startswith("There is no game 'chess'")
        for code, raw in sent.items():
            await ann.send_bytes(raw)
            notice = (await ann.until("notice")).notice
            assert NoticeCode.Name(notice.code) == f"NOTICE_CODE_{code}"
            assert notice.text
        await ann.send_bytes(b"")  # a BotMessage with nothing in it
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_GARBAGE
        await ann.send(pong=Pong(nonce=12345))
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_UNEXPECTED
        assert place.connections.of("ann").games == {"iki", "chess"}


@on_loop
async def test_a_bot_that_names_unknown_games_only_is_not_taken_to_play_every_game():
    long = ["chess", "x" * 4_000, *map(str, range(1_000))]
    async with house("ann") as place, raw_bot(place, "ann", games=long, bot_version="v" * 300):
        connection = place.connections.of("ann")
        assert "chess" in connection.games
        assert len(connection.games) == 32 and max(map(len, connection.games)) == 64
        assert connection.version == "v" * 64


@on_loop
async def test_one_token_cannot_take_every_place():
    async with house("ann", "bob", streams_per_bot=3) as place, raw_bot(place, "ann") as ann:
        silent = [RawBot(place.address, "ann") for _ in range(2)]  # connected, but they say nothing
        for one in silent:
            await one.call.wait_for_connection()
        async with asyncio.timeout(LONG):
            while place.gateway._open["ann"] < 3:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        async with RawBot(place.address, "ann") as more:
            assert await more.status() == "RESOURCE_EXHAUSTED"
            assert "3 streams open already" in await more.call.details()
        async with raw_bot(place, "bob") as bob:  # others are not touched
            assert bob.welcome.bot_name == "Bob"
        for one in silent:
            await one.channel.close()
        async with asyncio.timeout(LONG):
            while place.gateway._open["ann"] > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await ann.send(choice=Choice(index=1))  # and her session has lived on
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_UNKNOWN_MATCH


@on_loop
async def test_unknown_fields_are_ignored():
    async with house("ann") as place, RawBot(place.address, "ann") as ann:
        hello = BotMessage(hello=Hello(language="cobol")).SerializeToString()
        await ann.send_bytes(hello + b"\xfa\x3f\x03abc")  # field 1023, unknown to everyone
        assert (await ann.until("welcome")).welcome.bot_name == "Ann"
        assert place.connections.of("ann").language == "cobol"


@on_loop
async def test_a_flood_ends_the_session_and_nothing_else():
    async with (
        house("ann", "bob", "eve", linger_seconds=LONG) as place,
        raw_bot(place, "ann") as ann,
        raw_bot(place, "bob") as bob,
        raw_bot(place, "eve") as eve,
    ):
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.connections)
        match.start()
        session = place.connections.of("eve").session
        while session._ending is None:
            await eve.send(choice=Choice(index=1))
        while (await eve.until("notice")).notice.code != NoticeCode.NOTICE_CODE_FLOOD:
            pass
        assert await eve.status() == "RESOURCE_EXHAUSTED"
        await asyncio.gather(ann.play(), bob.play())
        assert (await match.done).verdicts == ("finished", "finished")


@on_loop
async def test_a_huge_message_ends_the_stream():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        await ann.send_bytes(b"x" * 1_000_000)
        assert await ann.status() in ("RESOURCE_EXHAUSTED", "CANCELLED")
        async with raw_bot(place, "ann") as again:
            assert again.welcome.bot_name == "Ann"


@on_loop
async def test_a_bot_that_does_not_read_is_cut_off():
    async with house("ann", outbox_bytes=200_000) as place, raw_bot(place, "ann") as ann:
        session = place.connections.of("ann").session
        while session._ending is None:
            place.connections.tell("ann", b"x" * 10_000)
            await asyncio.sleep(0)
        assert session._ending[0] == "exhausted"
        assert session._outbox.waiting_bytes <= 10_000, "no more than the write that hangs"
        await gone(place.connections, "ann")
        ann.call.cancel()
        async with raw_bot(place, "ann") as again:
            assert again.welcome.bot_name == "Ann"
