"""Clocks, faults, lost connections, take-overs, drains."""

import asyncio
import time

import pytest

from arena.gateway.session import LARGEST_CREDIT
from arena.hosting.match import HostedMatch
from arena.matches import Clock, MatchVoid
from arena.v1.bots_pb2 import Finish, Hello, NoticeCode, Pong, Resign, Verdict
from tests.arena.seats import First
from tests.arena.streams import LONG, RawBot, gone, house, on_loop, raw_bot, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


def hosted(place, **fields):
    match = HostedMatch(tiny_spec(**fields), ["ann", First()], place.connections)
    match.start()
    return match


def run_out(connections):
    """Let ann's clock run out in a moment."""
    connection = connections.of("ann")
    for seat, pending in connection.pending():
        pending.question.clock_ms = 1
        if not connection.pause:
            connections._arm(connection, seat, pending)


async def ended(match):
    return await asyncio.wait_for(asyncio.shield(match.done), LONG)


@on_loop
async def test_a_bot_that_sits_still_runs_out_of_time():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = hosted(place, clock=Clock(30))
        await ann.decision()
        record = await ended(match)
        assert record.verdicts == ("timeout", "finished")
        assert record.places == (2, 1)
        notice = (await ann.until("notice")).notice
        assert (notice.code, notice.match_id) == (NoticeCode.NOTICE_CODE_FAULT, "m1")
        assert (await ann.until("match_result")).match_result.verdict == Verdict.VERDICT_TIMEOUT


@on_loop
async def test_a_bot_that_is_away_when_its_time_runs_out_is_disconnected():
    async with house("ann") as place:
        async with raw_bot(place, "ann") as ann:
            match = hosted(place, clock=Clock(600_000))
            await ann.decision()
        await gone(place.connections, "ann")
        run_out(place.connections)
        assert (await ended(match)).verdicts == ("disconnected", "finished")


@on_loop
async def test_an_index_that_is_not_on_the_list_loses_the_seat():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = hosted(place)
        await ann.choose(await ann.decision(), index=99)
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_INDEX_OUT_OF_RANGE
        record = await ended(match)
        assert record.verdicts == ("illegal", "finished")
        assert record.faults[0].sent == "99"
        assert len(record.faults[0].legal) == 6
        assert "99" in (await ann.until("match_result")).match_result.detail


@on_loop
async def test_an_absent_bot_forfeits():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann:
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.connections)
        match.start(absent=[1])
        assert (await ann.play()).place == 1
        assert (await ended(match)).verdicts == ("finished", "forfeit")


@on_loop
async def test_bots_resign_in_their_turn_and_out_of_it():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(3), ["ann", "bob", First()], place.connections)
        match.start()
        decision = await ann.decision()
        await bob.send(resign=Resign(match_id="m1"))  # while ann thinks
        await bob.send(resign=Resign(match_id="elsewhere"))
        assert (await bob.until("notice")).notice.code == NoticeCode.NOTICE_CODE_UNKNOWN_MATCH
        await ann.choose(decision)  # her question still stands
        await ann.decision()
        await ann.send(resign=Resign(match_id="m1"))
        record = await ended(match)
        assert record.verdicts == ("resigned", "resigned", "finished")
        assert record.places == (2, 3, 1)


@on_loop
async def test_a_lost_connection_costs_clock_time_and_nothing_else():
    async with house("ann") as place:
        async with raw_bot(place, "ann") as ann:
            match = hosted(place, clock=Clock(600_000))
            first = await ann.decision()
            place.connections.of("ann").pending()[0][1]._spent += 5  # as if it had thought for 5 s already
        async with RawBot(place.address, "ann") as again:
            welcome = await again.hello()
            assert [m.match_id for m in welcome.matches] == ["m1"]
            pending = welcome.pending[0]
            assert pending.id == first.id
            assert pending.resent
            assert 0 < pending.clock_ms <= first.clock_ms - 5_000
            assert pending.observation == first.observation
            await again.choose(pending)
            await again.play()
        record = await ended(match)
        assert record.verdicts == ("finished", "finished")
        assert record.decisions[0].think_ms > 4_900


@on_loop
async def test_answers_that_come_late_twice_or_from_elsewhere_are_refused():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = hosted(place)
        decision = await ann.decision()
        await bob.choose(decision)
        assert (await bob.until("notice")).notice.code == NoticeCode.NOTICE_CODE_UNKNOWN_MATCH
        await ann.choose(decision, index=1)
        following = await ann.decision()
        await ann.choose(decision, index=2)
        stale = (await ann.until("notice")).notice
        assert (stale.code, stale.match_id) == (NoticeCode.NOTICE_CODE_STALE_DECISION, "m1")
        forged = type(following)()
        forged.CopyFrom(following)
        forged.id.nonce ^= 1
        await ann.choose(forged)
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_STALE_DECISION
        await ann.choose(following)
        await ann.play()
        record = await ended(match)
        assert record.verdicts == ("finished", "finished")
        assert record.decisions[0].action == decision.legal_actions[1]


def written_backwards(decision_id):
    """The same id with its fields in another order, a field of a later version, and a 0 that protobuf would leave out."""
    match = decision_id.match_id.encode()
    nonce = b"\x1d" + decision_id.nonce.to_bytes(4, "little")
    return nonce + b"\xfa\x3f\x03abc" + bytes((0x10, decision_id.number, 0x0A, len(match))) + match


@pytest.mark.parametrize("more", [b"\x10\x01", b"\x10\x01\x1a\x02hm"], ids=["plain", "with a note"])
def test_an_id_counts_however_a_bot_writes_it(more):
    @on_loop
    async def play():
        async with house("ann") as place, raw_bot(place, "ann") as ann:
            match = hosted(place)
            first = await ann.decision()
            named = written_backwards(first.id)
            choice = b"\x0a" + bytes((len(named),)) + named + more
            await ann.send_bytes(b"\x12" + bytes((len(choice),)) + choice)
            await ann.play()
            record = await ended(match)
            assert record.verdicts == ("finished", "finished")
            assert record.decisions[0].action == first.legal_actions[1]
            assert [note.note for note in record.notes] == (["hm"] if b"hm" in more else [])

    play()


@on_loop
async def test_an_id_that_is_none_is_garbage():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        hosted(place)
        await ann.decision()
        for choice in (b"\x0a\x02\x0a\xff", b"\x0a\x7fabc", b"\x0a\x00\x1a\x01\xff"):
            await ann.send_bytes(b"\x12" + bytes((len(choice),)) + choice)
            assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_GARBAGE


@on_loop
async def test_a_new_session_takes_over_and_the_old_one_can_do_no_more():
    async with house("ann") as place, raw_bot(place, "ann") as old:
        match = hosted(place)
        decision = await old.decision()
        async with RawBot(place.address, "ann") as new:
            welcome = await new.hello()
            assert welcome.session > old.welcome.session
            assert (await old.until("notice")).notice.code == NoticeCode.NOTICE_CODE_TAKEN_OVER
            assert await old.status() == "ABORTED"
            assert welcome.pending[0].id == decision.id
            await new.choose(welcome.pending[0])
            await new.play()
        assert (await ended(match)).verdicts == ("finished", "finished")


@on_loop
async def test_a_drained_gateway_sends_bots_to_redial_and_stops_their_clocks():
    async with house("ann", "bob") as place:
        async with raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
            match = HostedMatch(tiny_spec(clock=Clock(600_000)), ["ann", "bob"], place.connections)
            match.start()
            decision = await ann.decision()
            reopening = asyncio.ensure_future(place.reopen())
            for bot in (ann, bob):
                assert (await bot.until("redial")).redial.reason
                assert await bot.status() == "UNAVAILABLE"
            await reopening
        pending = place.connections.of("ann").pending()[0][1]
        before = pending.spent(0.0)
        assert pending.spent(1e9) == before  # it stands still
        async with RawBot(place.address, "ann") as ann, RawBot(place.address, "bob") as bob:
            await bob.hello()
            welcome = await ann.hello()
            assert pending.spent(1e9) > before  # and runs again
            assert welcome.pending[0].id == decision.id
            await ann.choose(welcome.pending[0])
            await asyncio.gather(ann.play(), bob.play())
        assert (await ended(match)).verdicts == ("finished", "finished")


@on_loop
async def test_clocks_stand_still_for_a_bounded_time_only():
    async with house("ann", redial_seconds=0.05) as place, raw_bot(place, "ann") as ann:
        match = hosted(place, clock=Clock(600_000))
        await ann.decision()
        place.connections.drain()
        run_out(place.connections)
        assert (await ended(match)).verdicts == ("disconnected", "finished")


@on_loop
async def test_a_finishing_bot_plays_to_the_end_and_is_let_go():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        place.connections.hold("ann")
        match = hosted(place)
        await ann.send(finish=Finish())
        await ann.play()
        await ended(match)
        assert place.connections.of("ann").finishing
        assert place.connections.present("ann")  # its set is not over
        place.connections.release("ann")
        assert await ann.status() == "OK"


@on_loop
async def test_a_revoked_token_ends_the_session():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        place.tokens.remove("token-ann")
        place.connections.revoke("ann")
        assert (await ann.until("notice")).notice.code == NoticeCode.NOTICE_CODE_REVOKED
        assert await ann.status() == "UNAUTHENTICATED"
        async with RawBot(place.address, "ann") as again:
            assert await again.status() == "UNAUTHENTICATED"


@on_loop
async def test_whoever_shows_who_is_here_is_told_at_once_of_every_change():
    async with house("ann", "bob", "cat") as place:
        told = []
        place.connections.on_departure.append(lambda connection: told.append(f"{connection.bot_id} left"))
        place.connections.on_finishing.append(lambda connection: told.append(f"{connection.bot_id} finishes"))
        async with raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob, raw_bot(place, "cat") as cat:
            await ann.send(finish=Finish())
            assert await ann.status() == "OK"
            place.connections.revoke("bob")
            assert await bob.status() == "UNAUTHENTICATED"
            async with RawBot(place.address, "cat") as again:
                await again.hello()
                assert await cat.status() == "ABORTED"  # she is still here
                assert told == ["ann finishes", "ann left", "bob left"]
                await again.call.done_writing()
                assert await again.status() == "OK"
        assert told[3:] == ["cat left"]


@on_loop
async def test_the_round_trip_is_measured_and_capped():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = hosted(place)  # its first decision comes after the first ping was answered
        await ann.decision()
        await ann.send(resign=Resign(match_id="m1"))
        await ann.until("match_result")
        session = place.connections.of("ann").session
        assert 0 < session.credit <= LARGEST_CREDIT
        await ended(match)


@on_loop
async def test_a_bot_that_thinks_is_not_pinged_again_before_it_answers():
    async with house("ann") as place, RawBot(place.address, "ann") as ann:
        await ann.send(hello=Hello())
        ping = (await ann.until("ping")).ping
        session = place.connections.of("ann").session
        for _ in range(3):
            session._send_ping()
        await ann.send(pong=Pong(nonce=ping.nonce))
        await ann.send(resign=Resign(match_id="none"))
        message = await ann.read()
        assert message.notice.code == NoticeCode.NOTICE_CODE_UNKNOWN_MATCH  # no ping came before it, and no complaint
        session._send_ping()
        assert (await ann.until("ping")).ping.nonce != 0


@on_loop
async def test_a_match_that_takes_too_long_is_void():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = HostedMatch(tiny_spec(), ["ann", First()], place.connections, max_seconds=0.05)
        match.start()
        assert (await ann.until("match_result")).match_result.cancelled
        with pytest.raises(MatchVoid, match="longer than its maximum"):
            await ended(match)


@on_loop
async def test_nothing_is_remembered_of_bots_that_are_gone():
    async with house("ann") as place:
        for _ in range(3):
            async with raw_bot(place, "ann") as ann:
                match = hosted(place)
                await ann.play()
                await ended(match)
                await ann.call.done_writing()
                assert await ann.status() == "OK"
        assert place.connections._by_bot == {}


@on_loop
async def test_a_resignation_that_crosses_the_question_moves_the_match_on():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(3), ["ann", "bob", First()], place.connections)
        match.start()
        await ann.decision()
        match.resigned(0)  # sent before she saw it
        await bob.decision()
        match.resigned(1)
        record = await ended(match)
        assert record.verdicts == ("resigned", "resigned", "finished")


@on_loop
async def test_no_clock_runs_while_the_gateway_stands_still():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = HostedMatch(tiny_spec(2, clock=Clock(1200, 0)), ["ann", First()], place.connections)
        match.start()
        decision = await ann.decision()
        time.sleep(2.5)  # noqa: ASYNC251  as if the process was stopped: no timer fires, nothing is read
        await ann.choose(decision)
        await ann.decision()
        assert match.asked.clock_ms > 100
        match.cancel(MatchVoid("enough"))
        with pytest.raises(MatchVoid):
            await match.done
