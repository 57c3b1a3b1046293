"""How a bot ends: told to finish without a connection, by signals, and with a `choose` that does not return."""

import asyncio
import logging
import os
import signal
import socket
import threading

import pytest

from arena.hosting.match import HostedMatch
from arena.matches import Clock
from arena.matches.errors import MatchVoid
from arena.sdk import Bot, client, process
from arena.sdk.client import Client
from arena.sdk.endpoints import Endpoint
from tests.arena.seats import First
from tests.arena.streams import LONG, house, on_loop, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


LESS_THAN_A_HANDSHAKE = 12.0
"""Seconds; gRPC ends a dial by itself after 20."""


class Quick(Bot):
    def choose(self, decision):
        return 0


class Waits(Bot):
    """Says when it is asked, and answers when it may."""

    def __init__(self):
        self.asked, self.may = asyncio.Event(), threading.Event()
        self._loop = asyncio.get_running_loop()

    def choose(self, decision):
        self._loop.call_soon_threadsafe(self.asked.set)
        assert self.may.wait(LONG)
        return 0


@on_loop
async def test_told_to_finish_it_ends_though_its_arena_never_comes_back(monkeypatch, caplog):
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.5)
    async with house("ann") as place:
        bot = Waits()
        playing = Client(bot, Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(playing.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(clock=Clock(600_000)), ["ann", First()], place.connections)
        match.start()
        await asyncio.wait_for(bot.asked.wait(), LONG)
        await place.gateway.drain(grace=0.1)
        await playing.finish()
        assert await asyncio.wait_for(task, LONG) == 1
        assert "left unfinished: m1" in caplog.text
        bot.may.set()
        match.done.cancel()


@on_loop
async def test_told_to_finish_before_it_ever_got_in_it_ends_at_once(monkeypatch):
    monkeypatch.setattr(client, "FIRST_WAIT", 3600.0)
    monkeypatch.setattr(client, "LONGEST_WAIT", 3600.0)
    dialling = Client(Quick(), Endpoint("127.0.0.1:1", "token"))
    task = asyncio.ensure_future(dialling.play())
    async with asyncio.timeout(LONG):
        while not dialling._logged_reason:  # noqa: ASYNC110  it is in its pause of half an hour
            await asyncio.sleep(0.01)
    await dialling.finish()
    assert await asyncio.wait_for(task, LONG) == 0


@on_loop
async def test_a_dial_that_nobody_answers_can_be_ended(monkeypatch, caplog):
    """A server that takes connections and says nothing."""
    monkeypatch.setattr(client, "SILENT_SECONDS", 0.2)
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        dialling = Client(Quick(), Endpoint(f"127.0.0.1:{silent.getsockname()[1]}", "token"))
        task = asyncio.ensure_future(dialling.play())
        async with asyncio.timeout(LONG):
            while "no answer from" not in caplog.text:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await dialling.finish()
        assert await asyncio.wait_for(task, LESS_THAN_A_HANDSHAKE) == 0


@on_loop
async def test_a_choose_past_its_clock_does_not_cost_the_next_match(caplog):
    seen, may, loop, stuck, freed = {}, threading.Event(), asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    class Stuck(Bot):
        def choose(self, decision):
            if decision.match_id == "m1":
                seen["before"] = decision.expired
                loop.call_soon_threadsafe(stuck.set)
                may.wait(LONG)
                seen["after"] = decision.expired
                loop.call_soon_threadsafe(freed.set)
            return 0

    async with house("ann") as place:
        playing = Client(Stuck(), Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(playing.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        first = HostedMatch(tiny_spec(clock=Clock(300)), ["ann", First()], place.connections)
        first.start()
        await asyncio.wait_for(stuck.wait(), LONG)
        assert (await asyncio.wait_for(first.done, LONG)).verdicts == ("timeout", "finished")
        second = HostedMatch(tiny_spec(match_id="m2", clock=Clock(60_000)), ["ann", First()], place.connections)
        second.start()
        assert (await asyncio.wait_for(second.done, LONG)).verdicts == ("finished", "finished")
        may.set()
        await asyncio.wait_for(freed.wait(), LONG)
        await playing.finish()
        assert await asyncio.wait_for(task, LONG) == 0
    assert seen == {"before": False, "after": True}
    assert "return when decision.expired is true" in caplog.text
    notices = [record.message for record in caplog.records if record.message.startswith("notice: ")]
    assert notices == ["notice: The clock ran out at decision 0."]  # the late answer was not sent


@on_loop
async def test_a_decision_has_expired_when_its_match_is_over_though_its_clock_is_not():
    asked, expired, may, loop = asyncio.Event(), asyncio.Event(), threading.Event(), asyncio.get_running_loop()

    class Watches(Bot):
        def choose(self, decision):
            assert not decision.expired
            loop.call_soon_threadsafe(asked.set)
            while not decision.expired and not may.wait(0.01):
                pass
            if decision.expired:
                loop.call_soon_threadsafe(expired.set)
            return 0

    async with house("ann") as place:
        playing = Client(Watches(), Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(playing.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(clock=Clock(600_000)), ["ann", First()], place.connections)
        match.start()
        await asyncio.wait_for(asked.wait(), LONG)
        match.cancel(MatchVoid("a test"))
        try:
            await asyncio.wait_for(expired.wait(), LONG)
        finally:
            may.set()
        with pytest.raises(MatchVoid):
            await match.done
        await playing.finish()
        assert await asyncio.wait_for(task, LONG) == 0


@pytest.fixture
def handlers():
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize(("apart", "verdict"), [(LONG, "finished"), (0.0, "resigned")])
@on_loop
async def test_two_signals_at_once_are_one(monkeypatch, apart, verdict):
    """`timeout` sends SIGTERM to the bot, and then to its group. *apart* is how far apart two must be to count as two."""
    monkeypatch.setattr(process, "ONE_PRESS_SECONDS", apart)
    async with house("ann") as place:
        bot = Waits()
        playing = Client(bot, Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(process._until_done(playing))
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(), ["ann", First()], place.connections)
        match.start()
        await asyncio.wait_for(bot.asked.wait(), LONG)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGTERM)
            async with asyncio.timeout(LONG):
                while not playing.finishing:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        if verdict == "finished":
            bot.may.set()
        assert (await asyncio.wait_for(match.done, LONG)).verdicts == (verdict, "finished")
        bot.may.set()
        assert await asyncio.wait_for(task, LONG) == 0


@on_loop
async def test_a_bot_that_exits_in_choose_gives_up_and_ends():
    class Leaves(Bot):
        def choose(self, decision):
            raise SystemExit(3)

    async with house("ann") as place:
        task = asyncio.ensure_future(Client(Leaves(), Endpoint(place.address, "token-ann")).play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(), ["ann", First()], place.connections)
        match.start()
        assert await asyncio.wait_for(task, LONG) == 3
        assert (await asyncio.wait_for(match.done, LONG)).verdicts == ("resigned", "finished")


@on_loop
async def test_it_says_as_whom_it_is_connected(capsys, caplog):
    caplog.set_level(logging.WARNING)
    async with house("ann") as place:
        playing = Client(Quick(), Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(playing.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        await playing.finish()
        assert await asyncio.wait_for(task, LONG) == 0
        assert capsys.readouterr().out == f"connected to {place.address} as Ann\n"
    assert not caplog.records
