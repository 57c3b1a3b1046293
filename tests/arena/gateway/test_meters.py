"""Hosted bots are charged the processor time that their runner reports, and an eighth of the wall at least."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from arena.gateway.meters import Meter
from arena.gateway.seats import Pending, Seat
from arena.gateway.tokens import BotIdentity
from arena.hosting.match import HostedMatch
from arena.matches import Clock
from arena.matches.clocks import WALL_TIMES, maximum_seconds
from arena.v1.bots_pb2 import MatchStarted
from arena.wire import Question
from tests.arena.seats import First
from tests.arena.streams import LONG, house, on_loop, raw_bot, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


def asked(now: float) -> tuple[Seat, Pending]:
    question = Question("1", 0, 1, 3, 10_000, b"")
    return Seat(MatchStarted(match_id="1"), None), Pending(question, b"", now)


@pytest.fixture
def meter():
    made = Meter(0.0)
    made.report("run", 5.0, (), 0.0)  # what it used to start
    return made


def test_a_busy_machine_costs_nothing(meter):
    seat, pending = asked(0.0)
    meter.report("run", 5.5, [pending], 3.0)
    assert meter.charge(seat, pending, 3.0) == pytest.approx(0.5), "half a second of the three by the wall"


def test_a_program_that_sleeps_is_charged_an_eighth(meter):
    seat, pending = asked(0.0)
    assert meter.charge(seat, pending, 16.0) == 16.0 / WALL_TIMES


def test_a_report_that_comes_late_is_charged_to_the_next_decision(meter):
    seat, pending = asked(0.0)
    first = meter.settle(seat, pending, 1.0)
    assert first == pytest.approx(1 / WALL_TIMES)
    meter.report("run", 6.0, (), 1.05)
    later = Pending(pending.question, b"", 2.0)
    assert first + meter.settle(seat, later, 2.1) == pytest.approx(1.0, abs=0.2)
    assert meter.unpaid == pytest.approx(0.0, abs=0.2)


def test_what_it_uses_while_nothing_is_asked_is_free(meter):
    meter.report("run", 8.0, (), 3.0)
    seat, pending = asked(3.0)
    assert meter.charge(seat, pending, 3.8) == pytest.approx(0.1)


def test_it_never_pays_more_than_the_wall(meter):
    seat, pending = asked(2.0)
    meter.report("run", 9.0, [pending], 3.0)
    assert meter.charge(seat, pending, 3.0) == pytest.approx(1.0)


def test_another_run_begins_from_its_first_report(meter):
    seat, pending = asked(0.0)
    meter.report("another", 1.0, [pending], 1.0)
    assert meter.charge(seat, pending, 1.0) == 1.0 / WALL_TIMES
    meter.report("another", 1.4, [pending], 2.0)
    assert meter.charge(seat, pending, 2.0) == pytest.approx(0.4)


@asynccontextmanager
async def thinking(bank_ms):
    """A hosted bot has its first decision; its runner has reported once."""
    async with house("ann") as place:
        place.tokens.add("token-ann", BotIdentity("ann", "Ann", hosted=True))
        async with raw_bot(place, "ann") as ann:
            place.connections.used("ann", "run", 1.0)
            match = HostedMatch(tiny_spec(clock=Clock(bank_ms)), ["ann", First()], place.connections)
            match.start()
            yield place.connections, ann, await ann.decision(), match


@on_loop
async def test_a_hosted_bot_thinks_past_its_clock_by_the_wall():
    async with thinking(300) as (connections, ann, decision, match):
        await asyncio.sleep(0.6)
        connections.used("ann", "run", 1.1)
        await ann.choose(decision)
        assert (await ann.decision()).clock_ms == pytest.approx(200, abs=20), "a tenth of a second was charged"
        assert not match.done.done()


@on_loop
async def test_a_hosted_bot_that_uses_up_its_clock_loses():
    async with thinking(300) as (connections, _, _, match):
        await asyncio.sleep(0.4)
        connections.used("ann", "run", 1.4)
        assert (await asyncio.wait_for(match.done, LONG)).verdicts == ("timeout", "finished")


@on_loop
async def test_a_hosted_bot_that_sleeps_loses_after_eight_times_its_clock():
    async with thinking(100) as (_, _, _, match):
        began = time.monotonic()
        assert (await asyncio.wait_for(match.done, LONG)).verdicts == ("timeout", "finished")
        assert time.monotonic() - began >= 0.09 * WALL_TIMES


def test_longer_matches_are_allowed_with_hosted_bots():
    clock = Clock(60_000, 250)
    assert maximum_seconds("iki", 4, clock, 10.0, hosted=True) > 4 * maximum_seconds("iki", 4, clock, 10.0)
