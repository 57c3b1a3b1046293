"""The Python SDK against a real gateway."""

import asyncio
import json
import logging
import random
import threading

import grpc
import pytest

from arena.hosting.match import HostedMatch
from arena.matches import Clock, play
from arena.matches.spec import About
from arena.sdk import Bot, Resign
from arena.sdk.client import Client
from arena.sdk.endpoints import Endpoint, Unconfigured, endpoint
from arena.sdk.messages import match_line
from arena.v1.bots_pb2 import DecisionId, MatchResult, NoticeCode, Verdict
from arena.wire.messages import RatingChange, notice, set_result
from tests.arena.seats import First
from tests.arena.streams import LONG, house, on_loop, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


class Careful(Bot):
    """Takes the first action, and checks on the way that it sees what it should."""

    version, games = "1.2", ("tiny",)

    def __init__(self):
        self.log = []
        self.asked = asyncio.Event()

    def on_start(self, match):
        self.log.append(f"start {match.match_id}")

    def on_end(self, result):
        self.log.append(f"end {result.match_id} {result.place}")

    def on_set_end(self, result):
        self.log.append(f"set {[match.match_id for match in result.matches]}")

    def choose(self, decision):
        self.asked.set()
        state = decision.determinize(random.Random(1))
        assert state.to_act == decision.seat
        assert state.view(decision.seat) == decision.view
        assert [action.text for action in state.legal_actions()] == decision.texts
        assert list(decision.legal) == list(state.legal_actions())
        decision.note, decision.value = f"decision {decision.number}", 0.5
        return 0


class Playing:
    """A bot's client as a task."""

    def __init__(self, place, name, bot):
        self.client = Client(bot, Endpoint(place.address, f"token-{name}"))
        self.task = asyncio.ensure_future(self.client.play())

    async def finished(self):
        await self.client.finish()
        return await self.code()

    async def code(self):
        return await asyncio.wait_for(self.task, LONG)


async def table(place, bots, **fields):
    """Everybody dials in and sits down."""
    playing = [Playing(place, name, bot) for name, bot in bots.items()]
    for name in bots:
        await asyncio.wait_for(place.connections.arrived(name), LONG)
    match = HostedMatch(tiny_spec(len(bots), **fields), list(bots), place.connections)
    match.start()
    return match, playing


async def ended(match):
    return await asyncio.wait_for(asyncio.shield(match.done), LONG)


@on_loop
async def test_a_bot_plays_a_match(capsys):
    async with house("ann", "bob") as place:
        bots = {"ann": Careful(), "bob": Careful()}
        match, playing = await table(place, bots, clock=Clock(600_000))
        record = await ended(match)
        assert place.connections.of("ann").version == "1.2"
        assert [await one.finished() for one in playing] == [0, 0]
    assert record.digest == play(tiny_spec(), [First(), First()]).digest
    assert record.notes[0].note == "decision 0"
    assert bots["ann"].log == ["start m1", f"end m1 {record.places[0]}"]
    assert f"tiny m1: place {record.places[0]} of 2, {record.scores[0]} points" in capsys.readouterr().out


@on_loop
async def test_a_bot_hears_of_the_end_of_its_set(capsys):
    names = {7: ["ann", "bob"], 8: ["bob", "ann"]}
    about = About("spring", "rated")
    async with house("ann") as place:
        bot = Careful()
        playing = Playing(place, "ann", bot)
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        place.connections.tell("ann", set_result(about, "tiny", names, RatingChange(1512.0, 12.0)))
        place.connections.tell("ann", set_result(About("", "challenge"), "tiny", {}, None))
        assert await playing.finished() == 0
    assert bot.log == ["set ['7', '8']", "set []"]
    said = capsys.readouterr().out
    assert "tiny set over in spring: 7 (ann, bob); 8 (bob, ann), rating 1512 (+12)" in said
    assert "tiny set over: no match of it counts" in said


@on_loop
async def test_an_error_in_choose_is_noted_and_logged_with_its_position(caplog):
    class Broken(Bot):
        def choose(self, decision):
            raise ZeroDivisionError("oh")

    async with house("ann", "bob") as place:
        match, playing = await table(place, {"ann": Broken(), "bob": Careful()})
        record = await ended(match)
        assert [await one.finished() for one in playing] == [0, 0]
    assert record.verdicts == ("finished", "finished")
    note = next(note for note in record.notes if note.seat == 0)
    assert note.note.startswith("exception: ZeroDivisionError('oh')")
    position = next(r.getMessage() for r in caplog.records if r.getMessage().startswith("position: "))
    assert json.loads(position.removeprefix("position: "))["view"] == tiny_spec().first_state().view(0)


@on_loop
async def test_a_bot_may_resign():
    class Weary(Bot):
        def choose(self, decision):
            raise Resign

    async with house("ann", "bob") as place:
        match, playing = await table(place, {"ann": Weary(), "bob": Careful()})
        assert (await ended(match)).verdicts == ("resigned", "finished")
        assert [await one.finished() for one in playing] == [0, 0]


@on_loop
async def test_it_redials_when_the_gateway_restarts_and_goes_on():
    async with house("ann", "bob") as place:
        bots = {"ann": Careful(), "bob": Careful()}
        playing = [Playing(place, name, bot) for name, bot in bots.items()]
        for name in bots:
            await asyncio.wait_for(place.connections.arrived(name), LONG)
        for number in range(4):
            match = HostedMatch(tiny_spec(match_id=f"m{number}", clock=Clock(600_000)), list(bots), place.connections)
            match.start()
            await asyncio.wait_for(bots["bob"].asked.wait(), LONG)
            await place.reopen()
            assert (await ended(match)).verdicts == ("finished", "finished")
            bots["bob"].asked.clear()
        assert [await one.finished() for one in playing] == [0, 0]


@on_loop
async def test_an_answer_lost_on_its_way_is_sent_again_without_thinking_again():
    async with house("ann", "bob") as place:
        bots = {"ann": Careful(), "bob": Careful()}
        lost = {}
        real = place.connections.choice

        def losing(session, reply):
            """The first answer of decision 2 never arrives."""
            if DecisionId.FromString(reply.decision).number == 2 and session.identity.bot_id not in lost:
                lost[session.identity.bot_id] = reply
                place.connections.drain()
                return
            real(session, reply)

        place.connections.choice = losing
        thought = []
        bots["ann"].choose = lambda decision: thought.append(decision.number) or 0
        match, playing = await table(place, bots)
        record = await ended(match)
        assert record.verdicts == ("finished", "finished")
        assert set(lost) == {"ann", "bob"}
        assert thought == sorted(set(thought))
        assert [await one.finished() for one in playing] == [0, 0]


@on_loop
async def test_a_taken_over_session_does_not_dial_again(caplog):
    async with house("ann") as place:
        old = Playing(place, "ann", Careful())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        new = Playing(place, "ann", Careful())
        assert await old.code() == 2
        assert await new.finished() == 0
    assert "took over" in caplog.text


@on_loop
async def test_a_bot_that_stops_reads_its_stream_out():
    """gRPC keeps the end of a stream back while a message is unread."""
    async with house("ann") as place:
        playing = Playing(place, "ann", Careful())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        for _ in range(20):
            place.connections.tell("ann", notice(NoticeCode.NOTICE_CODE_REVOKED, "No more."))
        place.connections.revoke("ann")
        assert await playing.code() == 2


@on_loop
async def test_a_wrong_token_is_no_reason_to_dial_again(caplog):
    async with house("ann") as place:
        assert await Playing(place, "eve", Careful()).code() == 2
    assert "token is unknown" in caplog.text


@on_loop
async def test_it_keeps_dialling_until_the_gateway_is_there(caplog):
    caplog.set_level(logging.INFO, "arena.sdk")
    async with house("ann") as place:
        address = place.address
        await place.gateway.drain()
        client = Client(Careful(), Endpoint(address, "token-ann"))
        playing = asyncio.ensure_future(client.play())
        async with asyncio.timeout(LONG):
            while "dialling again" not in caplog.text:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await place.reopen()
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        await client.finish()
        assert await asyncio.wait_for(playing, LONG) == 0


@on_loop
async def test_it_gives_up_after_a_time_if_told_to(caplog):
    client = Client(Careful(), Endpoint("127.0.0.1:1", "token"), give_up_seconds=0.2)
    assert await asyncio.wait_for(client.play(), LONG) == 1
    assert "cannot reach 127.0.0.1:1" in caplog.text


@on_loop
async def test_several_matches_at_once():
    class Wide(Careful):
        matches_at_once = 3

    async with house("ann", "bob") as place:
        bots = {"ann": Wide(), "bob": Wide()}
        first, playing = await table(place, bots, match_id="m0")
        more = [HostedMatch(tiny_spec(match_id=f"m{n}"), ["bob", "ann"], place.connections) for n in (1, 2)]
        for match in more:
            match.start()
        for match in (first, *more):
            assert (await ended(match)).verdicts == ("finished", "finished")
        assert [await one.finished() for one in playing] == [0, 0]


@on_loop
async def test_every_match_has_a_thread_of_its_own():
    """More matches than a machine has processors all think at the same time."""
    many = 8

    class Meets(Bot):
        matches_at_once = many

        def __init__(self):
            self.barrier = threading.Barrier(many)
            self.met = set()

        def choose(self, decision):
            if decision.match_id not in self.met:
                self.barrier.wait(LONG)
                self.met.add(decision.match_id)
            return 0

    async with house("ann") as place:
        bot = Meets()
        playing = Playing(place, "ann", bot)
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        matches = [HostedMatch(tiny_spec(match_id=f"m{n}"), ["ann", First()], place.connections) for n in range(many)]
        for match in matches:
            match.start()
        for match in matches:
            record = await ended(match)
            assert (record.verdicts, record.notes) == (("finished", "finished"), ())
        assert await playing.finished() == 0


@on_loop
async def test_a_decision_that_comes_again_while_it_is_thought_about_is_thought_about_once():
    thought, redialled = [], threading.Event()

    class Slow(Bot):
        matches_at_once = 2

        def choose(self, decision):
            thought.append(decision.number)
            if decision.number == 1:
                loop.call_soon_threadsafe(asked.set)
                assert redialled.wait(LONG)
            return 0

    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    async with house("ann") as place:
        playing = Playing(place, "ann", Slow())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(), ["ann", First()], place.connections)
        match.start()
        await asyncio.wait_for(asked.wait(), LONG)
        place.connections.drain()
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        redialled.set()
        assert (await ended(match)).verdicts == ("finished", "finished")
        assert thought == list(range(len(thought)))
        assert await playing.finished() == 0


@pytest.mark.parametrize(("answer", "said"), [(None, "is a return missing?"), ("1", "integer"), (-1, "out of range")])
@on_loop
async def test_an_answer_that_is_no_index_is_an_error_of_the_bot(answer, said):
    class Muddled(Bot):
        def choose(self, decision):
            return answer

    async with house("ann", "bob") as place:
        match, playing = await table(place, {"ann": Muddled(), "bob": Careful()})
        record = await ended(match)
        assert [await one.finished() for one in playing] == [0, 0]
    note = next(note.note for note in record.notes if note.seat == 0)
    assert note.startswith("exception:") and said in note


@on_loop
async def test_pauses_grow_while_sessions_do_not_last(monkeypatch):
    """A bot that is thrown out as soon as it is in must not come back ten times a second."""
    client = Client(Careful(), Endpoint("127.0.0.1:1", "token"))
    pauses = []

    async def thrown_out():
        return True, grpc.StatusCode.RESOURCE_EXHAUSTED, "thrown out"

    async def sleep(seconds):
        pauses.append(seconds)
        client._quit = len(pauses) == 8

    monkeypatch.setattr(client, "_session", thrown_out)
    monkeypatch.setattr("asyncio.sleep", sleep)
    monkeypatch.setattr("random.uniform", lambda _, high: high)
    assert await client.play() == 0
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


@on_loop
async def test_the_second_interrupt_resigns():
    class Stuck(Careful):
        def choose(self, decision):
            super().choose(decision)
            raise KeyboardInterrupt  # what the signal handler raises inside `choose`

    async with house("ann", "bob") as place:
        match, (ann, bob) = await table(place, {"ann": Stuck(), "bob": Careful()})
        assert await ann.code() == 0
        assert (await ended(match)).verdicts == ("resigned", "finished")
        assert await bob.finished() == 0


def test_the_environment_says_where_to_dial(monkeypatch, tmp_path):
    for name in ("ARENA_ENDPOINT", "ARENA_TOKEN", "ARENA_CA", "ARENA_PLAIN_TEXT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(Unconfigured, match="ARENA_ENDPOINT"):
        endpoint()
    monkeypatch.setenv("ARENA_ENDPOINT", "arena.example:443")
    with pytest.raises(Unconfigured, match="ARENA_TOKEN"):
        endpoint()
    monkeypatch.setenv("ARENA_TOKEN", "abc")
    assert endpoint() == Endpoint("arena.example:443", "abc")
    assert endpoint("localhost:1", "def") == Endpoint("localhost:1", "def")


def test_the_line_of_a_result():
    result = MatchResult(
        match_id="m7", game="iki", seat=1, place=2, scores=[50, 41], places=[1, 2], verdict=Verdict.VERDICT_FINISHED
    )
    assert match_line(result) == "iki m7: place 2 of 2, 41 points"
    result.rating, result.rating_change, result.page = 1510.4, -4.6, "https://arena.example/m7"
    result.verdict, result.detail = Verdict.VERDICT_TIMEOUT, "late"
    expected = "iki m7: place 2 of 2, 41 points, timeout (late), rating 1510 (-5), https://arena.example/m7"
    assert match_line(result) == expected
    assert "does not count" in match_line(MatchResult(match_id="m7", game="iki", cancelled=True))
