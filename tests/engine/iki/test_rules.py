"""The table of decisions: complete, named alike, and listing choices changes nothing."""

import random

import pytest

import engine
from engine.iki import state as states
from engine.iki.decisions import Decision
from engine.iki.rules import LEGAL, RULES


def test_the_table_has_every_decision_in_order():
    assert [*RULES, Decision.OVER] == list(Decision)


@pytest.mark.parametrize("decision", RULES)
def test_functions_are_named_for_their_decision(decision):
    assert RULES[decision][0].__name__ == f"legal_{decision.label}"
    assert RULES[decision][1].__name__ == f"apply_{decision.label}"


@pytest.mark.plain_engine
def test_listing_choices_changes_nothing(monkeypatch):
    seen = set()

    def watched(decision, legal):
        def listing(state):
            before = state.to_dict()
            choices = legal(state)
            assert state.to_dict() == before, decision
            assert list(legal(state)) == list(choices)
            seen.add(decision)
            return choices

        return listing

    monkeypatch.setattr(states, "LEGAL", tuple(map(watched, Decision, LEGAL)))
    rng = random.Random(1)
    for seed in range(12):
        state = engine.game("iki").new(2 + seed % 3, seed, seed)
        while state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
    assert len(seen) > 14
