"""What the greedy bot counts is what the game scores."""

from random import Random

import pytest

import engine
from arena import series
from arena.matches import MatchSpec, play
from arena.players import make
from tests.contract.cases import present

CASES = [(name, seats) for name in present() for seats in engine.game(name).seats]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_at_the_end_standings_are_the_scores(name, seats):
    rng = Random(seats)
    for seed in range(3):
        state = engine.game(name).new(seats, seed)
        seen = set()
        while state.to_act is not None:
            seen.add(state.standing(state.to_act))
            state.apply(rng.choice(state.legal_actions()))
        outcome = state.outcome()
        assert outcome is not None
        assert tuple(state.standing(seat) for seat in range(seats)) == outcome.scores
        assert len(seen) > 5, "standings say nothing before the end"


@pytest.mark.parametrize("name", present())
def test_a_standing_changes_nothing(name):
    rng = Random(5)
    state = engine.game(name).new(2, 5)
    for _ in range(60):
        if state.to_act is None:
            break
        before = state.digest()
        state.standing(0), state.standing(1)
        assert state.digest() == before
        state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_position_can_be_redrawn_for_the_seat_to_act(name, seats):
    rng = Random(seats)
    for seed in range(2):
        state = engine.game(name).new(seats, seed)
        while state.to_act is not None:
            redrawn = state.determinize(state.to_act, rng)
            assert redrawn.to_act == state.to_act
            assert redrawn.legal_actions() == state.legal_actions()
            state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", present())
def test_greedy_beats_random_in_every_game(name):
    """Four sets of two matches from fixed seeds; in each game greedy has a lead of four standard errors and more."""
    lead = 0
    for pairing in series.pairings(8, 2, 1):
        texts = [("greedy:redraws=2", "random")[entrant] for entrant in pairing.entrants]
        players = [make(text, pairing.number) for text in texts]
        record = play(MatchSpec(name, 2, {}, pairing.seed, pairing.hidden_seed), players, strict=True)
        scores = dict(zip(texts, record.scores, strict=True))
        lead += scores["greedy:redraws=2"] - scores["random"]
    assert lead > 0
