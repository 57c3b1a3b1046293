"""Clocks, verdicts and deadlines; time is the test's own."""

from itertools import product

import pytest

import engine
from arena.matches import PRESETS, Chosen, Clock, Fault, InvalidSpec, MatchSpec, Overdue, play, preset, steps
from arena.matches.clocks import RESERVE_SECONDS, longest_seconds, maximum_seconds
from tests.arena.seats import First, Ticks, finish


def spec(**changes):
    return MatchSpec(**{"game": "tiny", "seats": 3, "seed": 1, "hidden_seed": 2, **changes})


def test_a_decision_costs_its_time_and_earns_the_increment(tiny):
    loop = steps(spec(clock=Clock(1000, 50)))
    ask = next(loop)
    assert ask.clock_ms == 1000
    first = ask.seat
    ask = loop.send(Chosen(0, think_ms=300))
    while ask.seat != first:
        ask = loop.send(Chosen(0, think_ms=1))
    assert ask.clock_ms == 1000 - 300 + 50


def test_a_seat_may_use_its_time_up_to_the_last_millisecond(tiny):
    loop = steps(spec(clock=Clock(1000, 50)))
    first = next(loop).seat
    ask = loop.send(Chosen(0, think_ms=1000))
    while ask.seat != first:
        ask = loop.send(Chosen(0))
    assert ask.clock_ms == 50


def test_an_answer_after_its_time_is_a_timeout_whoever_brings_it(tiny):
    loop = steps(spec(clock=Clock(1000, 50)))
    asked = next(loop)
    record = finish(loop, loop.send(Chosen(1, think_ms=1001)))
    fault = record.faults[0]
    assert (fault.seat, fault.verdict, fault.number, fault.made) == (asked.seat, "timeout", 0, 0)
    assert fault.detail == "thought for 1001 ms with 1000 ms on its clock"
    assert fault.sent == asked.legal[1].text
    assert fault.legal == tuple(action.text for action in asked.legal)
    assert record.clock_left_ms[asked.seat] == 0
    assert record.decisions[0].by_stand_in


def test_time_never_runs_backwards(tiny):
    record = finish(steps(spec(clock=Clock(1000, 0))), choose=lambda ask: Chosen(0, think_ms=-5))
    assert {move.think_ms for move in record.decisions} == {0}
    assert record.clock_left_ms == (1000,) * 3


def test_without_a_clock_nobody_is_late(tiny):
    record = finish(steps(spec()), choose=lambda ask: Chosen(0, think_ms=10**9))
    assert record.verdicts == ("finished",) * 3
    assert record.clock_left_ms == (None,) * 3


def test_players_in_this_process_are_timed_by_the_given_clock(tiny):
    record = play(spec(clock=Clock(10_000, 0)), [First()] * 3, now=Ticks(7))
    assert {move.think_ms for move in record.decisions} <= {6, 7}
    slow = play(spec(clock=Clock(10, 0)), [First()] * 3, now=Ticks(7))
    assert slow.verdicts == ("timeout",) * 3


def test_a_match_has_a_maximum_of_its_own(tiny):
    now = Ticks()
    loop = steps(spec(), now=now, max_seconds=60)
    ask = next(loop)
    assert ask.deadline == 60
    now.ms = 59_999
    loop.send(Chosen(0))
    now.ms = 60_000
    with pytest.raises(Overdue, match="longer than its maximum of 60 s"):
        loop.send(Chosen(0))


def test_stand_ins_do_not_outlive_the_maximum(tiny):
    with pytest.raises(Overdue):
        finish(steps(spec(), now=Ticks(1000), max_seconds=3), choose=lambda ask: Fault("resigned"))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_known_by_name(name):
    assert preset(name).name == name


def test_other_clocks_are_named_by_their_figures():
    assert preset("90+0.5") == Clock(90_000, 500)
    assert Clock(90_000, 500).name == "90+0.5"
    assert Clock(1500, 0).longest_ms(10) == 1500
    assert Clock(1500, 20).longest_ms(10) == 1700
    assert preset("none").longest_ms(10) is None


@pytest.mark.parametrize("name", ["bullet", "", "90", "90+", "-1+1", "1e3+1", "90+0.5 ", "٣+1"])
def test_a_clock_that_does_not_exist_is_refused_with_those_that_do(name):
    with pytest.raises(InvalidSpec, match="blitz, standard, long, slow, none, or bank"):
        preset(name)


@pytest.mark.parametrize("figures", [(0, 0), (-1, 0), (1, -1), (10**9, 0), (1, 10**9)])
def test_a_clock_that_cannot_be_is_refused(figures):
    with pytest.raises(InvalidSpec, match="clock: "):
        Clock(*figures)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"seed": -1}, "seed must be from 0"),
        ({"hidden_seed": 1 << 128}, "hidden_seed must be from 0"),
        ({"players": ("a", "b")}, "3 seats need 3 names; got 2"),
        ({"players": ("a", "b", "c\n")}, "printable"),
        ({"match_id": "x" * 201}, "at most 200"),
    ],
)
def test_a_match_that_cannot_be_is_refused(changes, why):
    with pytest.raises(InvalidSpec, match=why):
        spec(**changes)


USUAL = 7200.0


@pytest.mark.parametrize(("game", "clock"), [*product(engine.games(), sorted(PRESETS.keys() - {"slow"}))])
def test_the_usual_maximum_is_enough_for_every_preset_but_slow(game, clock):
    assert maximum_seconds(game, 4, preset(clock), USUAL) == USUAL


@pytest.mark.parametrize("clock", ["7200+0", "60+60", "86399+0", "3000+1", "slow"])
def test_a_longer_clock_has_a_longer_maximum(clock):
    longest = longest_seconds("yokohama", 4, preset(clock))
    assert maximum_seconds("yokohama", 4, preset(clock), USUAL) >= longest + RESERVE_SECONDS
