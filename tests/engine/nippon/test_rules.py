"""The table of rules: every decision has its two functions, named after it, and listing changes nothing."""

import random

import pytest

from engine.nippon.decisions import Decision
from engine.nippon.rules import APPLY, LEGAL, RULES
from tests.engine.nippon.situations import GAME


def test_every_decision_has_its_functions():
    assert list(RULES) == [decision for decision in Decision if decision is not Decision.OVER]
    for decision, (legal, apply) in RULES.items():
        assert (legal.__name__, apply.__name__) == (f"legal_{decision.label}", f"apply_{decision.label}")
        assert (LEGAL[decision], APPLY[decision]) == (legal, apply)


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
    assert {Decision.TURN, Decision.MARKET_SLOT, Decision.REWARD} <= seen
