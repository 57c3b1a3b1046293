"""The planning house bots: they play every game, see only what they may, and are as strong as their names say."""

from random import Random

import pytest

import engine
from arena.matches import MatchSpec, ViewDecision, play
from arena.players import LADDER, make
from arena.players.evaluation import evaluation_of
from arena.players.planner import LEVELS, effort_of, efforts
from tests.contract.cases import present

CASES = [(name, seats) for name in present() for seats in engine.game(name).seats]


class Asked:
    """A decision without a match around it."""

    def __init__(self, state, number=3):
        self.game = state.game
        self.seat = state.to_act
        self.legal = state.legal_actions()
        self.number = number
        self.view = state.view(self.seat)
        self._state = state

    def determinize(self, rng):
        return self._state.determinize(self.seat, rng)


def positions(name, seats, count, seed=1):
    """Positions of a match between random players, spread over its first half."""
    rng = Random(f"{name} {seats} {seed}")
    state = engine.game(name).new(seats, seed)
    for number in range(count * 9):
        if state.to_act is None:
            return
        if number % 9 == 8:
            yield state
        state.apply(rng.choice(state.legal_actions()))


def moves(name, seats, text, seed=5, options=None):
    spec = MatchSpec(name, seats, options=options or {}, seed=seed, hidden_seed=seed)
    return play(spec, [make(text, seed + seat) for seat in range(seats)], strict=True)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_level_plays_every_game_at_every_seat_count_to_its_end(name, seats):
    record = moves(name, seats, "easy")
    assert record.outcome is not None
    assert not record.faults


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("yokohama", 2, {"edition": "okazu"}),
        ("iki", 3, {"promos": "all"}),
        ("nippon", 2, {"two_player_row_size": 3, "consolidation_workers": "rows"}),
        ("zaibatsu", 3, {"late_factories": True, "shared_objectives": True, "factory_sides": "random"}),
    ],
)
def test_a_level_plays_with_options(name, seats, options):
    game = engine.game(name)
    known = {key: value for key, value in options.items() if key in game.options}
    from engine.core import options as options_of

    parsed = options_of.parsed(name, game.options, {key: str(value).lower() for key, value in known.items()})
    assert known == options, f"options of {name} were renamed: {list(game.options)}"
    assert not moves(name, seats, "easy", options=dict(options_of.plain(parsed))).faults


@pytest.mark.parametrize("name", present())
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_may_not_know_does_not_change_its_choice(name, level):
    for seats in (2, 4):
        for state in positions(name, seats, 2 if level == "hard" else 4):
            asked = Asked(state)
            choice = make(level, 7).choose(asked)
            # Another full position with the same view: other hands, other decks, other draws to come.
            for seed in range(2):
                other = state.determinize(asked.seat, Random(seed))
                assert other.view(asked.seat) == asked.view
                assert make(level, 7).choose(Asked(other)) == choice
            view = ViewDecision(name, asked.view, [action.text for action in asked.legal], asked.seat, asked.number)
            assert make(level, 7).choose(view) == choice


def test_the_same_seed_plays_the_same_and_another_one_differs():
    texts = [[move.action for move in moves("iki", 2, "easy", seed).decisions] for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_planning_leaves_the_position_untouched():
    for name in present():
        for state in positions(name, 3, 2):
            before = state.digest()
            make("normal", 1).choose(Asked(state))
            assert state.digest() == before


@pytest.mark.parametrize("name", present())
def test_every_feature_has_a_weight_and_shares_add_up(name):
    judge = evaluation_of(name)
    assert len(judge.early) == len(judge.late) == len(judge.features.names) > 10
    assert len(set(judge.features.names)) == len(judge.features.names)
    for seats in (2, 4):
        for state in positions(name, seats, 4):
            for seat in range(seats):
                assert len(judge.features.read(state, seat)) == len(judge.features.names)
            assert 0 <= judge.features.progress(state) <= 1
            shares = judge.shares(state, seats)
            assert sum(shares) == pytest.approx(1)
            assert min(shares) > 0


@pytest.mark.parametrize("name", present())
def test_at_the_end_the_winner_has_the_whole_share(name):
    rng = Random(2)
    state = engine.game(name).new(2, 9)
    while state.to_act is not None:
        state.apply(rng.choice(state.legal_actions()))
    winner = state.outcome().places.index(1)
    assert evaluation_of(name).shares(state, 2)[winner] == pytest.approx(1)


def test_more_of_what_is_good_is_worth_more():
    """The signs of weights that the rules leave no doubt about."""
    position = next(positions("iki", 2, 1)).to_dict()
    poor = engine.game("iki").from_dict(position)
    position["players"][0]["koban"] += 2
    rich = engine.game("iki").from_dict(position)
    judge = evaluation_of("iki")
    assert judge.points(rich, 0) > judge.points(poor, 0)
    assert judge.shares(rich, 2)[0] > judge.shares(poor, 2)[0]


def test_levels_look_at_more_from_one_to_the_next():
    assert set(present()) <= set(efforts())
    for name in present():
        easy, normal, hard = (effort_of(level, name) for level in LEVELS)
        assert easy.blur > normal.blur >= hard.blur
        assert easy.beam <= normal.beam <= hard.beam
        assert hard.finalists * hard.redraws * hard.rounds > normal.finalists * normal.redraws * normal.rounds
    assert LADDER[-3:] == LEVELS


@pytest.mark.parametrize("name", present())
def test_a_planner_beats_random_players(name):
    for seed in (3, 4):
        spec = MatchSpec(name, 2, seed=seed, hidden_seed=seed)
        record = play(spec, [make("normal", seed), make("random", seed)], strict=True)
        assert record.places == (1, 2)


def test_a_game_without_an_evaluation_is_played_by_its_standing(tiny):
    record = play(MatchSpec("tiny", 2, seed=1, hidden_seed=1), [make("normal", 1), make("random", 1)], strict=True)
    assert record.places == (1, 2)
