"""What every game promises of play (DESIGN: the engine contract), over every option set and seat count."""

import copy
import pickle
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

import engine
from engine import IllegalAction, InvalidAction, InvalidOption, UnknownGame
from engine.core.actions import NOTATION
from tests.contract.cases import Case, cases, one_per_seat_count, played, positions, present, walk

SEEDS = integers(0, 2**128 - 1)

every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_seat_count = pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
every_game = pytest.mark.parametrize("name", present())


def test_all_four_games_are_here():
    assert present() == engine.games() == ("iki", "nippon", "yokohama", "zaibatsu")


@every_case
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None, derandomize=True)
def test_a_random_match_ends_and_replays_to_the_same_digest(case: Case, seed: int):
    state, actions = played(case, seed)
    again = case.new(seed)
    for text in actions:
        assert again.outcome() is None
        again.apply(again.game.parse(text))
    assert again.to_act is None
    assert again.legal_actions() == ()
    assert again.digest() == state.digest()
    assert again.outcome() == state.outcome()


@every_case
def test_the_outcome_names_scores_places_and_the_reason(case: Case):
    outcome = played(case, 5)[0].outcome()
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.places) == len(outcome.categories) == case.seats
    assert all(list(lines) == list(outcome.categories[0]) for lines in outcome.categories)
    assert min(outcome.places) == 1
    for place in outcome.places:
        assert sum(1 for other in outcome.places if other < place) == place - 1
    best = [s for s, place in zip(outcome.scores, outcome.places, strict=True) if place == 1]
    assert best[0] == max(outcome.scores)
    assert NOTATION.match(outcome.ended_by)


@every_seat_count
def test_a_standing_is_a_whole_number_at_any_time_and_the_score_at_the_end(case: Case):
    for state in positions(case, 45, 8):
        before = state.digest()
        assert all(type(state.standing(seat)) is int for seat in range(case.seats))
        assert state.digest() == before, "looking at the standing changes nothing"
    state, _ = played(case, 45)
    outcome = state.outcome()
    assert outcome is not None
    assert tuple(state.standing(seat) for seat in range(case.seats)) == outcome.scores


@every_case
def test_lists_hold_real_choices_each_once(case: Case):
    for state in positions(case, 11, 60):
        legal = state.legal_actions()
        assert len(legal) > 1
        assert len(set(legal)) == len(legal)
        assert state.legal_actions() is legal


@every_case
def test_every_listed_action_is_accepted_and_leaves_the_original_alone(case: Case):
    for state in positions(case, 12, 12):
        before = state.digest()
        for action in state.legal_actions():
            child = state.clone()
            child.apply(action)
            assert child.digest() != before, f"{action} changed nothing"
        assert state.digest() == before


@every_seat_count
def test_what_is_not_listed_is_refused_and_changes_nothing(case: Case):
    picks = random.Random(3)
    vocabulary = list(engine.game(case.game).vocabulary)
    for state in positions(case, 13, 10):
        before, legal = state.digest(), state.legal_actions()
        for action in picks.sample(vocabulary, 20):
            if action in legal:
                continue
            with pytest.raises(IllegalAction, match=re.escape(action.text)):
                state.apply(action)
            assert state.digest() == before
            assert state.legal_actions() == legal


@every_seat_count
def test_a_finished_match_refuses_everything(case: Case):
    state, _ = played(case, 4)
    with pytest.raises(IllegalAction, match="over"):
        state.apply(next(iter(state.game.vocabulary)))


@every_seat_count
def test_a_clone_plays_the_same_match(case: Case):
    for state in positions(case, 14, 5):
        twin = state.clone()
        for _, action in walk(twin, random.Random(1)):
            assert action is not None
        other = state.clone()
        for _ in walk(other, random.Random(1)):
            pass
        assert twin.digest() == other.digest()


@every_game
def test_every_action_has_one_text_and_reads_back(name: str):
    game = engine.game(name)
    assert len(game.vocabulary) > 20
    for action in game.vocabulary:
        assert str(action) == action.text
        assert game.parse(action.text) is action
        assert pickle.loads(pickle.dumps(action)) is action
        assert copy.deepcopy(action) is action


@every_game
def test_a_text_that_is_no_action_is_refused_with_a_near_one(name: str):
    game = engine.game(name)
    longest = max((action.text for action in game.vocabulary), key=len)
    with pytest.raises(InvalidAction, match="did you mean"):
        game.parse(longest + "x")
    for text in ("", " ", "no_such_verb 7", longest.upper(), longest + " ", "\n"):
        with pytest.raises(InvalidAction):
            game.parse(text)


@every_seat_count
def test_events_tell_every_action_and_change_nothing(case: Case):
    silent, telling = case.new(21), case.new(21)
    telling.record_events()
    picks = random.Random(21)
    for _, action in walk(silent, picks):
        actor = telling.to_act
        telling.apply(action)
        events = telling.take_events()
        assert events[0].seat == actor
        assert events[0].seen_by(actor) == action.text
        assert all(NOTATION.match(event.text) for event in events)
        assert all(event.private is None or NOTATION.match(event.private) for event in events)
        assert telling.clone().events is None
    assert telling.digest() == silent.digest()


def test_an_unknown_game_is_answered_with_those_that_exist():
    with pytest.raises(UnknownGame, match="iki, nippon, yokohama, zaibatsu"):
        engine.game("chess")


@every_game
@pytest.mark.parametrize("seats", [-1, 0, 5, 99, "2", None, True])
def test_a_wrong_number_of_seats_is_refused(name: str, seats: object):
    with pytest.raises(InvalidOption, match=f"{name} is played with"):
        engine.game(name).new(seats, 1)


@every_game
def test_wrong_options_are_refused_by_name(name: str):
    game = engine.game(name)
    with pytest.raises(InvalidOption, match="no option 'colour'"):
        game.new(2, 1, options={"colour": "red"})
    for option in game.options:
        with pytest.raises(InvalidOption, match=f"option {option} of {name} must be"):
            game.new(2, 1, options={option: "nonsense"})


@every_game
@pytest.mark.parametrize("seed", [-1, "7", 1.5, True])
def test_seeds_that_are_none_are_refused_by_name(name: str, seed: object):
    with pytest.raises(InvalidOption, match=r"^seed must be a whole number of at least 0"):
        engine.game(name).new(2, seed)
    with pytest.raises(InvalidOption, match=r"^seed must be"):
        engine.game(name).new(2, seed, hidden_seed=1)
    with pytest.raises(InvalidOption, match=r"^hidden_seed must be a whole number of at least 0"):
        engine.game(name).new(2, 1, hidden_seed=seed)


@every_game
def test_a_text_in_place_of_an_action_is_answered_with_the_way_to_one(name: str):
    state = engine.game(name).new(2, 1)
    before = state.digest()
    for wrong in (state.legal_actions()[0].text, None, 3):
        with pytest.raises(IllegalAction, match=r"is not an action; `game.parse\(text\)`"):
            state.apply(wrong)
    assert state.digest() == before
    for wrong in (None, 3, ["pass"]):
        with pytest.raises(InvalidAction, match="is not an action of"):
            engine.game(name).parse(wrong)
