"""The tables of rules: every decision has its two functions, named after it, every effect its power, and listing changes nothing."""

import random

import pytest

from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.effects import Verb
from engine.zaibatsu.resolve import POWERS, RUN
from engine.zaibatsu.rules import APPLY, GO_ON, LEGAL, NEXT, RULES
from tests.engine.zaibatsu.table import GAME


def test_every_decision_has_its_functions():
    assert list(RULES) == [decision for decision in Decision if decision is not Decision.NONE]
    for decision, (legal, apply) in RULES.items():
        assert (legal.__name__, apply.__name__) == (f"legal_{decision.label}", f"apply_{decision.label}")
        assert (LEGAL[decision], APPLY[decision]) == (legal, apply)


def test_every_phase_but_the_last_goes_on():
    assert [*NEXT, Phase.OVER] == list(Phase)
    assert all(GO_ON[phase] is go_on for phase, go_on in NEXT.items())


def test_every_verb_has_its_power():
    assert list(POWERS) == list(Verb)
    assert all(RUN[verb] is power for verb, power in POWERS.items())


@pytest.mark.parametrize("seats", GAME.seats)
def test_listing_the_legal_actions_changes_nothing(seats):
    state, picks = GAME.new(seats, 5), random.Random(5)
    seen = set()
    while state.to_act is not None:
        before = state.digest()
        legal = RULES[state.decision][0](state)
        assert state.digest() == before
        assert tuple(legal) == state.legal_actions()
        seen.add(state.decision)
        state.apply(picks.choice(state.legal_actions()))
    assert {Decision.TURN, Decision.STEPS, Decision.MARKET_SLOT, Decision.FAVOUR} <= seen
