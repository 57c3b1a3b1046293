"""The table of decisions: complete, named alike, and listing choices changes nothing."""

import random

import pytest

from engine.yokohama import state as states
from engine.yokohama.decisions import Decision
from engine.yokohama.rules import LEGAL, RULES
from tests.engine.yokohama.table import GAME

SHARED = {Decision.CHURCH_FROM, Decision.CUSTOMS_FROM}
"""These have one list of choices."""
ASK_NOTHING = {Decision.TURN_START, Decision.ORDER_DONE, Decision.OVER}


def test_the_table_has_every_decision_in_order():
    assert list(RULES) == list(Decision)


@pytest.mark.parametrize("decision", [decision for decision in Decision if decision not in ASK_NOTHING])
def test_functions_are_named_for_their_decision(decision):
    rule = RULES[decision]
    assert rule.apply.__name__ == f"apply_{decision.label}"
    if decision not in SHARED:
        assert rule.legal.__name__ == f"legal_{decision.label}"
    assert rule.pass_.__name__ in (f"pass_{decision.label}", "_never_passed")


@pytest.mark.plain_engine
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_listing_choices_changes_nothing(seats, monkeypatch):
    """Also for decisions that are passed because they have no choice."""
    seen = set()

    def watched(decision, legal):
        def listing(state):
            before, turn = state.to_dict(), state.turn
            choices = legal(state)
            assert (state.to_dict(), state.turn) == (before, turn), decision
            assert list(legal(state)) == list(choices)
            seen.add(decision)
            return choices

        return listing

    monkeypatch.setattr(states, "LEGAL", tuple(map(watched, Decision, LEGAL)))
    options = {"edition": "synapses2024", "mini_expansion_1": True, "mini_expansion_2": True}
    rng = random.Random(seats)
    for seed in range(4):
        state = GAME.new(seats, seed, seed, options)
        while state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
    assert len(seen) > 24
