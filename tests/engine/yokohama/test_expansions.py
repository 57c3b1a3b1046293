"""Options and the two mini-expansions of the 2024 edition."""

import pytest

from engine import InvalidOption
from engine.yokohama.actions import TABLES
from tests.engine.yokohama.table import GAME, OBJECTIVE, area, table

EDITION = "synapses2024"


def test_the_mini_expansions_need_the_2024_edition():
    for name in ("mini_expansion_1", "mini_expansion_2"):
        with pytest.raises(InvalidOption, match=rf"{name} of yokohama needs edition=synapses2024; got edition=okazu"):
            GAME.new(3, 1, options={name: True})
        GAME.new(3, 1, options={name: True, "edition": EDITION})


def test_other_options_and_seat_counts_are_refused():
    with pytest.raises(InvalidOption, match="okazu, synapses2024"):
        GAME.new(3, 1, options={"edition": "tasty"})
    with pytest.raises(InvalidOption, match="2 to 4"):
        GAME.new(5, 1)
    with pytest.raises(InvalidOption, match="weather"):
        GAME.new(3, 1, options={"weather": True})


def test_the_default_is_the_okazu_edition_without_expansions():
    state = GAME.new(2, 1)
    assert state.edition.id == "okazu"
    assert state.objectives == ()


@pytest.mark.rule("Y-M1-1")
def test_four_of_six_objective_rewards_are_drawn():
    drawn = [
        set(GAME.new(2, seed, options={"edition": EDITION, "mini_expansion_1": True}).objectives) for seed in range(20)
    ]
    assert all(len(tokens) == 4 for tokens in drawn)
    assert set.union(*drawn) == set(range(6))


def third_achievement(tokens: tuple[str, ...]):
    t = table(3, EDITION, m1=True)
    t.state.objectives = tuple(OBJECTIVE[token] for token in tokens)
    t.achievement(0, "a_copper")
    t.achievement(1, "b_yen")
    t.goods(0, copper=5)
    t.me.achieved = 0b100
    t.me.yen = 10
    t.extra()
    return t


@pytest.mark.rule("Y-M1-2")
def test_the_third_achievement_brings_a_token_at_once():
    t = third_achievement(("objective_agent", "objective_flag_america", "objective_flag_france"))
    t.do("achieve a")
    assert t.decision == "extra", "not after the second"
    t.do("achieve b")
    assert t.legal == [
        "objective_reward objective_agent",
        "objective_reward objective_flag_america",
        "objective_reward objective_flag_france",
    ]
    t.do("objective_reward objective_flag_france")
    assert t.me.objective == OBJECTIVE["objective_flag_france"]
    assert len(t.state.objectives) == 2


@pytest.mark.rule("Y-M1-2")
def test_without_the_expansion_or_with_no_token_left_nothing_is_asked():
    t = third_achievement(())
    t.do("achieve a", "achieve b")
    assert t.decision == "place"
    assert t.me.objective == -1


@pytest.mark.rule("Y-M1-3")
def test_a_flag_is_an_icon_of_its_country():
    t = third_achievement(("objective_flag_america", "objective_flag_france"))
    t.me.icons = (1, 1, 0, 0, 0)
    t.do("achieve a", "achieve b", "objective_reward objective_flag_america")
    assert t.me.icons == (1, 2, 0, 0, 0)
    assert t.me.agents == (0, 1, 0, 0, 0, 0), "the pair is checked at once"
    assert t.state.agents_left[1] == 1


@pytest.mark.rule("Y-M1-3", "Y-SCORE-4")
def test_a_flag_counts_for_country_sets():
    t = third_achievement(("objective_flag_america", "objective_flag_france"))
    t.me.icons = (1, 0, 0, 0, 0)
    t.do("achieve a", "achieve b", "objective_reward objective_flag_france")
    from engine.yokohama import scoring

    assert scoring.sheets(t.state)[0]["countries"] == 2


@pytest.mark.rule("Y-M1-4", "Y-M2-3")
def test_the_agent_token_works_once_as_an_agent():
    t = third_achievement(("objective_agent", "objective_flag_france"))
    t.put(0, "bank")
    t.do("achieve a", "achieve b", "objective_reward objective_agent")
    assert t.me.agents == (0, 0, 0, 0, 0, 1)
    assert t.me.icons == (0, 0, 0, 0, 0)
    assert "agent bank" in t.legal
    t.do("agent bank")
    assert t.me.agents == (0,) * 6
    assert t.me.agents_used == (0, 0, 0, 0, 0, 1)


@pytest.mark.rule("Y-M2-1")
def test_the_independent_agents_are_mixed_into_the_tokens():
    seen = set()
    for seed in range(20):
        state = GAME.new(4, seed, options={"edition": EDITION, "mini_expansion_2": True})
        seen.update(state.five_powers)
    assert seen - {-1} == set(range(25))


@pytest.mark.rule("Y-M2-2", "Y-M2-3")
def test_an_independent_token_is_kept_and_works_once_as_an_agent():
    t = table(3, EDITION, m2=True)
    t.token("bank", "five_power_agent_1")
    t.me.shops = 0
    t.put(0, "church")
    before = (t.me.vp, t.me.imports, list(t.me.goods))
    t.act("bank", 4)
    yen = t.me.yen
    t.do("take")
    assert (t.me.vp, t.me.imports, t.me.goods) == (before[0], before[1], before[2]), "it has no other reward"
    assert t.me.yen == yen
    assert t.me.agents == (0, 0, 0, 0, 0, 1)
    assert t.me.five_powers == (20,)
    assert t.state.five_powers[area("bank")] == -1
    assert t.legal == ["agent church", "end_phase"]
    t.do("agent church")
    assert t.me.agents_used == (0, 0, 0, 0, 0, 1)


@pytest.mark.rule("Y-M2-3", "Y-ACH-2")
def test_an_independent_token_counts_once_for_b_tokens_used_or_not():
    t = table(3, EDITION, m2=True)
    t.achievement(1, "b_tokens")
    t.me.five_powers = (0, 1, 2, 20)
    t.me.agents = (0, 0, 0, 0, 0, 1)
    assert "achieve b" not in t.extra()
    t.me.agents, t.me.agents_used = (0,) * 6, (0, 0, 0, 0, 0, 1)
    assert "achieve b" not in t.extra()
    t.me.five_powers = (0, 1, 2, 3, 20)
    assert "achieve b" in t.extra()


@pytest.mark.rule("Y-M2-3")
def test_an_unused_independent_agent_scores_one():
    t = table(3, EDITION, m2=True)
    before = t.state.standing(0)
    t.me.agents = (0, 0, 0, 0, 0, 1)
    assert t.state.standing(0) == before + 1
    t.me.agents, t.me.agents_used = (0,) * 6, (0, 0, 0, 0, 0, 1)
    assert t.state.standing(0) == before


def test_the_independent_tokens_stand_at_the_end_of_the_row():
    assert [token.reward.agent for token in TABLES.five_powers] == [0] * 20 + [1] * 5
