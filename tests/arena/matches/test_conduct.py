"""Faults, stand-ins and the places they lead to."""

import pytest

from arena.matches import FAULTS, Chosen, Fault, MatchSpec, play, steps
from arena.matches.running import awarded, stand_in_choice
from tests.arena.seats import First, finish


def spec(**changes):
    return MatchSpec(**{"game": "tiny", "seats": 3, "seed": 1, "hidden_seed": 2, **changes})


def faulty(seat, number, verdict):
    """Everyone takes the first choice; one seat goes out at one of its decisions."""
    return lambda ask: Fault(verdict) if (ask.seat, ask.number) == (seat, number) else Chosen(0)


@pytest.mark.parametrize("verdict", FAULTS)
def test_every_fault_puts_the_seat_out_and_the_match_goes_on(tiny, verdict):
    record = finish(steps(spec()), choose=faulty(1, 2, verdict))
    assert record.verdicts == ("finished", verdict, "finished")
    assert record.places[1] == 3
    assert {record.places[0], record.places[2]} == {1, 2}
    for move in record.decisions:
        assert move.by_stand_in == (move.seat == 1 and move.number >= 2)
    assert record.outcome.ended_by == "last_round"


def test_the_driver_must_know_its_verdicts(tiny):
    with pytest.raises(ValueError, match="no verdict 'void'; there are: timeout, disconnected"):
        finish(steps(spec()), choose=lambda ask: Fault("void"))


@pytest.mark.parametrize("index", [-1, 99, "0", None, True, 1.0])
def test_what_is_no_index_is_illegal(tiny, index):
    class Odd(First):
        def choose(self, decision):
            return index

    record = play(spec(), [First(), Odd(), First()])
    assert record.verdicts[1] == "illegal"
    assert record.faults[0].detail.startswith(f"answered {index!r}; its choices were 0 to ")
    assert record.faults[0].sent == str(index)


def test_a_stand_in_plays_the_same_whenever_it_is_worked_out(tiny):
    one, two = (finish(steps(spec()), choose=faulty(0, 1, "resigned")) for _ in range(2))
    assert [move.action for move in one.decisions] == [move.action for move in two.decisions]


def test_a_stand_in_does_not_always_play_the_same(tiny):
    firsts = {
        finish(steps(spec(hidden_seed=seed, start=tiny.new(3, 1, 5).to_dict())), choose=faulty(0, 0, "forfeit"))
        .decisions[0]
        .action
        for seed in range(12)
    }
    assert len(firsts) > 1


def test_the_choices_of_a_stand_in_can_be_worked_out_by_anyone():
    """They are part of what a replay proves, so they may never change."""
    assert [stand_in_choice(2, 1, number, 1000) for number in range(4)] == [340, 656, 607, 306]
    assert [stand_in_choice(2, seat, 0, 1000) for seat in range(4)] == [319, 340, 850, 185]


def test_all_may_go_out_and_the_match_still_ends(tiny):
    record = finish(steps(spec()), choose=lambda ask: Fault("disconnected"))
    assert record.verdicts == ("disconnected",) * 3
    assert all(move.by_stand_in for move in record.decisions)
    assert sorted(record.places) == [1, 2, 3]


@pytest.mark.parametrize(
    ("places", "faults", "expected"),
    [
        ((2, 1, 3, 4), {}, (2, 1, 3, 4)),
        ((1, 1, 3), {}, (1, 1, 3)),
        ((1, 2, 3, 4), {0: ("timeout", 50)}, (4, 1, 2, 3)),
        ((1, 2, 2, 4), {0: ("illegal", 0)}, (4, 1, 1, 3)),
        ((1, 2, 3, 4), {0: ("timeout", 50), 1: ("resigned", 20)}, (3, 4, 1, 2)),
        ((1, 2, 3, 4), {0: ("timeout", 20), 1: ("resigned", 50)}, (4, 3, 1, 2)),
        ((1, 2, 3, 4), {0: ("forfeit", 0), 1: ("forfeit", 1)}, (3, 3, 1, 2)),
        ((1, 2, 3), {0: ("forfeit", 2), 1: ("timeout", 0)}, (3, 2, 1)),
        ((1, 2), {0: ("timeout", 5), 1: ("timeout", 9)}, (2, 1)),
        ((1,), {0: ("timeout", 5)}, (1,)),
    ],
)
def test_places_that_count(places, faults, expected):
    assert awarded(places, faults) == expected


def test_notes_are_kept_apart_and_cut_at_a_kilobyte(tiny):
    note = "é" * 600
    record = finish(steps(spec()), choose=lambda ask: Chosen(0, note=note if ask.seat == 1 else "", value=None))
    assert {kept.seat for kept in record.notes} == {1}
    assert record.notes[0].note == "é" * 512
    assert [kept.number for kept in record.notes] == list(range(len(record.notes)))
