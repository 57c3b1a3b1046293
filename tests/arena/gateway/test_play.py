"""Matches over real sockets."""

import asyncio

import pytest

from arena.gateway.connections import Overbooked
from arena.hosting.match import HostedMatch
from arena.matches import Clock, play
from arena.v1.bots_pb2 import Verdict
from arena.wire.observations import view_of
from tests.arena.seats import First
from tests.arena.streams import LONG, house, on_loop, raw_bot, tiny_spec

pytestmark = pytest.mark.usefixtures("tiny")


async def ended(match):
    return await asyncio.wait_for(asyncio.shield(match.done), LONG)


@on_loop
async def test_a_match_over_the_wire_is_the_match_in_one_process():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.connections, names=("Ann", "Bob"))
        match.start()
        results = await asyncio.gather(ann.play(), bob.play())
        record = await ended(match)
    same = play(tiny_spec(), [First(), First()])
    assert record.digest == same.digest
    assert [move.action for move in record.decisions] == [move.action for move in same.decisions]
    assert [result.place for result in results] == list(record.places)
    assert list(results[0].scores) == list(record.scores)
    assert list(results[0].players) == ["Ann", "Bob"]
    assert results[0].verdict == Verdict.VERDICT_FINISHED


@on_loop
async def test_a_decision_carries_what_the_seat_may_know_and_no_more():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        spec = tiny_spec(clock=Clock(60_000, 100))
        match = HostedMatch(spec, ["ann", "bob"], place.connections)
        match.start()
        started = (await ann.until("match_started")).match_started
        assert (started.game, started.seat, started.seats, started.rules_version) == ("tiny", 0, 2, 3)
        assert (started.clock.bank_ms, started.clock.increment_ms) == (60_000, 100)
        decision = await ann.decision()
        state = spec.first_state()
        assert view_of(decision.observation) == state.view(0)
        assert list(decision.legal_actions) == [action.text for action in state.legal_actions()]
        assert (decision.id.match_id, decision.id.number, decision.seat) == ("m1", 0, 0)
        assert (decision.clock_ms, decision.untimed, decision.resent) == (60_000, False, False)
        await ann.choose(decision)
        second = await bob.decision()
        assert second.events[0].split()[:2] == ["0", "play"]
        assert second.id.number == 0
        match.cancel(RuntimeError("enough"))
        assert (await ann.until("match_result")).match_result.cancelled
        with pytest.raises(RuntimeError, match="enough"):
            await match.done


@on_loop
async def test_a_player_in_this_process_sits_with_a_bot():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        match = HostedMatch(tiny_spec(3), [First(), "ann", First()], place.connections)
        match.start()
        result = await ann.play()
        assert (await ended(match)).verdicts == ("finished",) * 3
        assert result.seat == 1


@on_loop
async def test_a_bot_plays_as_many_matches_at_once_as_it_declared():
    async with (
        house("ann", "bob") as place,
        raw_bot(place, "ann", matches_at_once=3) as ann,
        raw_bot(place, "bob", matches_at_once=2) as bob,
    ):
        assert (ann.welcome.matches_at_once, bob.welcome.matches_at_once) == (3, 2)
        matches = [HostedMatch(tiny_spec(match_id=f"m{n}"), ["ann", "bob"], place.connections) for n in range(2)]
        for match in matches:
            match.start()
        overbooked = HostedMatch(tiny_spec(match_id="m2"), ["ann", "bob"], place.connections)
        overbooked.start()
        with pytest.raises(Overbooked, match="bob plays 2 matches already"):
            await overbooked.done
        await asyncio.gather(_both(ann), _both(bob))
        records = [await ended(match) for match in matches]
        assert all(record.verdicts == ("finished", "finished") for record in records)


async def _both(bot):
    waiting = {"m0", "m1"}
    while waiting:
        result = await bot.play()
        assert result.cancelled == (result.match_id == "m2")  # who sat down before the mistake was noticed is told
        waiting.discard(result.match_id)


@on_loop
async def test_notes_and_values_reach_the_record_and_nobody_else():
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.connections)
        match.start()
        await ann.choose(await ann.decision(), note="hm", value=0.25)
        await bob.choose(await bob.decision(), note="x" * 1500, value=float("nan"))
        assert "cut off" in (await bob.until("notice")).notice.text
        await asyncio.gather(ann.play(), bob.play())
        notes = (await ended(match)).notes
        assert (notes[0].seat, notes[0].note, notes[0].value) == (0, "hm", 0.25)
        assert (notes[1].note, notes[1].value) == ("x" * 1024, None)
