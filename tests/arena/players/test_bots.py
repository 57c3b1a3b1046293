"""What the house bots choose."""

from random import Random

import pytest

from arena.matches import MatchSpec, play
from arena.players import make
from arena.players.greedy import Greedy
from tests.arena.tiny_game import GAME


class Asked:
    """A decision without a match around it; notes how often the hidden parts were drawn anew."""

    def __init__(self, state):
        self.seat = state.to_act
        self.legal = state.legal_actions()
        self.redraws = 0
        self._state = state

    def determinize(self, rng):
        self.redraws += 1
        return self._state.determinize(self.seat, rng)


def position(hand):
    state = GAME.new(2, 1)
    state.hands[0] = hand
    state._cached = None
    return state


def matches(texts, games):
    for number in range(games):
        spec = MatchSpec("tiny", 2, seed=number, hidden_seed=number)
        turned = number % 2
        players = [make(texts[(seat + turned) % 2], 2 * number + seat) for seat in range(2)]
        record = play(spec, players, strict=True)
        yield record.scores[turned], record


def test_greedy_takes_the_action_that_leaves_the_most_points():
    asked = Asked(position([3, 7, 24]))
    assert {asked.legal[Greedy(seed, ahead=0).choose(asked)].text for seed in range(20)} == {"play 24"}


def test_greedy_plays_on_before_it_counts():
    # Playing the 24 counts 24 at once. Two own choices later (tuck or not, then another card) it is more, or as much.
    state = position([7, 23, 24])
    now = {Greedy(seed, ahead=0)._worth(state, GAME.parse("play 24"), 0) for seed in range(20)}
    later = {Greedy(seed, ahead=2)._worth(state, GAME.parse("play 24"), 0) for seed in range(20)}
    assert now == {24}
    assert min(later) > 24
    assert len(later) > 5


def test_greedy_sees_the_end_of_the_match():
    asked = Asked(position([3, 7, 24]))
    assert Greedy(1, ahead=200).choose(asked) in range(6)


def test_equal_actions_are_drawn_by_lot():
    asked = Asked(position([5, 11, 11]))
    assert {Greedy(seed, ahead=0).choose(asked) for seed in range(40)} == {1, 2}


def test_noise_one_never_looks_ahead_and_noise_zero_always_does():
    asked = Asked(position([3, 7, 24]))
    noisy = Greedy(5, noise=1.0)
    assert {noisy.choose(asked) for _ in range(200)} == set(range(6))
    assert asked.redraws == 0
    Greedy(5, redraws=3).choose(asked)
    assert asked.redraws == 3


def test_noise_makes_a_family_of_strengths(tiny):
    def mean(text):
        return sum(score for score, _ in matches((text, "random"), 120)) / 120

    assert mean("greedy:ahead=0") > mean("greedy:ahead=0:noise=0.5") + 3 > mean("random") + 6


@pytest.mark.parametrize("text", ["random", "greedy", "greedy:noise=0.4:redraws=2"])
def test_the_same_seed_plays_the_same(tiny, text):
    once = [[move.action for move in record.decisions] for _, record in matches((text, text), 3)]
    again = [[move.action for move in record.decisions] for _, record in matches((text, text), 3)]
    assert once == again


def test_random_takes_every_action_equally_often():
    asked = Asked(position([1, 2, 3]))
    player = make("random", 3)
    counts = [0] * 6
    for _ in range(6000):
        counts[player.choose(asked)] += 1
    assert min(counts) > 850
    assert max(counts) < 1150


def test_greedy_does_not_touch_the_match(tiny):
    state = GAME.new(2, 4)
    before = state.digest()
    Greedy(1).choose(Asked(state))
    assert state.digest() == before
    assert Random(1).random() == pytest.approx(0.13436424411240122)  # our bots rely on this promise of Python's
