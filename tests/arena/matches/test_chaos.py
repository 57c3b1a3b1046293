"""Matches in which anything may happen: faults of any seat at any time, late answers, workers that die."""

import random

import pytest

from arena.matches import FAULTS, Chosen, Clock, Fault, MatchSpec, steps
from arena.replays import loads, packed, verify
from tests.arena.journals import MemoryJournal
from tests.arena.replays.test_round_trip import KEY


def answer(ask, seed):
    """What happens at a decision follows from the seed and the decision, so that a resumed match meets the same fate."""
    fate = random.Random(f"{seed} {ask.seat} {ask.number} {len(ask.log)}")
    roll = fate.random()
    if roll < 0.03:
        return Fault(fate.choice(list(FAULTS)), "fate", "?")
    if roll < 0.06:
        return Chosen(fate.choice((-1, 99)))
    if roll < 0.08:
        return Fault(fate.choice(list(FAULTS)), seat=fate.randrange(4))
    return Chosen(fate.randrange(len(ask.legal)), int(fate.expovariate(1 / 60)))


def answered(ask, seed, asked):
    """The same question twice in a row means that somebody else went out: now it is answered."""
    if asked and asked[-1] == (ask.seat, ask.number):
        return Chosen(0)
    asked.append((ask.seat, ask.number))
    return answer(ask, seed)


def played(seed, dies):
    spec = MatchSpec("tiny", 4, seed=seed, hidden_seed=seed + 1, clock=Clock(400, 20))
    fate, shared, asked = random.Random(seed), [], []
    while True:
        loop = steps(spec, journal=MemoryJournal(shared=shared), keep_events=fate.random() < 0.5)
        try:
            ask = next(loop)
            while True:
                ask = loop.send(answered(ask, seed, asked))
                if dies and fate.random() < 0.2:
                    break
        except StopIteration as over:
            return over.value


@pytest.mark.parametrize("seed", range(60))
def test_whatever_happens_the_match_ends_and_its_replay_is_proved(tiny, seed):
    whole = played(seed, dies=False)
    record = played(seed, dies=True)
    data = packed(whole, KEY)
    assert packed(record, KEY) == data
    assert record.faults == whole.faults and record.notes == whole.notes
    assert verify(loads(data), KEY.public).replayed
    finished = [seat for seat in range(4) if whole.verdicts[seat] == "finished"]
    out = [seat for seat in range(4) if seat not in finished]
    assert all(whole.places[one] < whole.places[other] for one in finished for other in out)
