"""Every game there is, at every seat count, through the loop, the journal and the replay."""

import random

import pytest

from arena.matches import Chosen, Clock, Fault, MatchSpec, steps
from arena.replays import loads, packed, verify
from tests.arena.journals import MemoryJournal
from tests.arena.replays.test_round_trip import KEY
from tests.arena.seats import finish
from tests.contract.cases import one_per_seat_count

CASES = one_per_seat_count()


def choose(ask):
    """Seat 1 is cut off at its tenth decision; every other choice follows from the seat and its number."""
    if (ask.seat, ask.number) == (1, 9):
        return Fault("disconnected")
    draw = random.Random(f"{ask.seat} {ask.number}").random()
    return Chosen(int(draw * len(ask.legal)), int(draw * 100))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_resumed_and_proved(case):
    spec = MatchSpec(case.game, case.seats, {}, 11, 12, Clock(600_000, 100), salt="s")
    whole = finish(steps(spec), choose=choose)
    shared = []
    loop = steps(spec, journal=MemoryJournal(1, shared))
    ask = next(loop)
    for _ in range(len(whole.decisions) // 2):
        ask = loop.send(choose(ask))
    record = finish(steps(spec, journal=MemoryJournal(2, shared), keep_events=False), choose=choose)
    assert record.digest == whole.digest
    assert record.clock_left_ms == whole.clock_left_ms
    assert packed(record, KEY) == packed(whole, KEY)
    replay = loads(packed(record, KEY))
    assert verify(replay, KEY.public).replayed
    assert replay.verdicts == whole.verdicts
    if case.seats > 1:
        assert replay.places[1] == case.seats and replay.verdicts[1] == "disconnected"
