"""Other libraries' own tests of their environments, unmodified, on every game: at its largest table and alone, in `make test-all` at every table."""

import re
import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import ismcts, mcts
from pettingzoo.test import api_test, render_test, seed_test

import engine
from arena.errors import Invalid
from arena.research import openspiel, rewards
from arena.research.gymnasium import ILLEGAL, SeatEnv
from arena.research.pettingzoo import env, raw_env
from engine import IllegalAction, InvalidAction, Outcome
from tests.contract.cases import THOROUGH, Case, one_per_seat_count, present

every_table = pytest.mark.parametrize(
    "case",
    [case for case in one_per_seat_count() if THOROUGH or case.seats in (1, engine.game(case.game).seats[-1])],
    ids=str,
)


@pytest.fixture(autouse=True)
def _their_warnings():
    """They warn where an observation is a dictionary or an environment has no render mode, which is no fault."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_table
def test_pettingzoo_api(case: Case):
    api_test(env(case.game, case.seats), num_cycles=60)


@every_table
def test_pettingzoo_seeds(case: Case):
    seed_test(lambda: env(case.game, case.seats), num_cycles=40)


@pytest.mark.parametrize("name", present())
def test_pettingzoo_rendering(name: str):
    render_test(lambda **settings: env(name, 2, **settings))
    assert raw_env(name, 2).render() is None


@every_table
def test_a_match_through_pettingzoo_is_one_of_the_engine(case: Case):
    table, rng = env(case.game, case.seats, reward="place"), Random(3)
    table.reset(seed=7)
    given = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        given[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if over else int(rng.choice(legal)))
    outcome = table.unwrapped.state_now.outcome()
    assert list(given.values()) == pytest.approx(rewards.place(outcome))


def test_an_illegal_action_is_refused_bare_and_ends_the_match_checked():
    bare = raw_env("iki", 2)
    bare.reset(seed=1)
    illegal = int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        bare.step(illegal)
    checked = env("iki", 2)
    checked.reset(seed=1)
    loser = checked.agent_selection
    checked.step(illegal)
    assert checked.rewards[loser] == -1
    assert all(checked.terminations.values())
    given = dict.fromkeys(checked.agents, 0.0)
    for agent in checked.agent_iter():
        given[agent] += checked.last()[1]
        checked.step(None)
    assert given == {agent: -1.0 if agent == loser else 0.0 for agent in checked.possible_agents}
    checked.reset(seed=1)
    with pytest.raises(InvalidAction, match="has actions 0 to"):
        checked.step(100_000)


def test_nothing_can_be_done_before_a_reset():
    table = env("iki", 2)
    with pytest.raises(ResetNeeded):
        table.step(0)
    with pytest.raises(ResetNeeded):
        table.observe("seat_0")


@every_table
def test_gymnasium_checks(case: Case):
    check_env(SeatEnv(case.game, case.seats, opponents=("random",)), skip_render_check=True)


def test_a_seat_against_house_bots_plays_whole_matches():
    table = SeatEnv("iki", 3, opponents=("random", "greedy:ahead=0"), reward="margin", render_mode="ansi")
    rng, seats = Random(1), set()
    for match in range(3):
        observation, info = table.reset(seed=match)
        over = False
        while not over:
            assert info["seat"] == table.seat
            legal = np.flatnonzero(observation["action_mask"])
            observation, reward, over, _, info = table.step(int(rng.choice(legal)))
        assert reward == pytest.approx(rewards.margin(table.state.outcome())[table.seat])
        assert "mon" in table.render()
        seats.add(table.seat)
    assert len(seats) > 1
    observation, _ = table.reset(seed=9)
    _, reward, over, _, info = table.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert (reward, over) == (ILLEGAL, True)
    assert info["illegal"]


@every_table
def test_openspiel_random_simulation(case: Case):
    game = pyspiel.load_game(f"python_meiji_{case.game}(players={case.seats})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_api_of_every_game():
    names = "|".join(f"python_meiji_{name}" for name in present())
    code = (
        "import sys, runpy, arena.research.openspiel;"
        f"sys.argv = ['api_test', '--test_only_games=^({names})$'];"
        "runpy.run_module('open_spiel.integration_tests.api_test', run_name='__main__', alter_sys=True)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    ran = re.search(r"Ran (\d+) tests", done.stderr)
    assert ran is not None and int(ran[1]) > 0, done.stderr[-4000:]


@every_table
def test_openspiel_information_set_mcts(case: Case):
    if case.seats == 1:
        pytest.skip("OpenSpiel's search is for two seats or more")
    game = pyspiel.load_game(f"python_meiji_{case.game}(players={case.seats})")
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=3,
        random_state=np.random.RandomState(2),
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    state, rng = game.new_initial_state(), Random(4)
    while state.is_chance_node():
        state.apply_action(rng.randrange(openspiel.FACES))
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_resampled_state_looks_the_same_and_hides_other_things():
    game = pyspiel.load_game("python_meiji_yokohama(players=3)")
    state = game.new_initial_state()
    for _ in range(openspiel.DRAWS):
        state.apply_action(5)
    player = state.current_player()
    other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.observation_string(player) == state.observation_string(player)
    assert other.position.to_dict() != state.position.to_dict()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.position.digest() != state.position.digest()


def outcome(*scores: int, places: tuple[int, ...], won: bool | None = None) -> Outcome:
    return Outcome(tuple({"points": score} for score in scores), places, "end", won=won)


def test_rewards():
    match = outcome(90, 120, 120, 40, places=(3, 1, 1, 4))
    assert rewards.win(match) == [0, 0.5, 0.5, 0]
    assert rewards.place(match) == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])
    assert rewards.margin(match) == [-0.3, 0, 0, -0.8]
    solo = outcome(150, places=(1,), won=False)
    assert (rewards.win(solo), rewards.place(solo), rewards.margin(solo)) == ([0.0], [-1.0], [1.5])
    with pytest.raises(Invalid, match="there are: win, place, margin"):
        rewards.reward_of("glory")
