"""Late factories and shared objectives (Z-LATE, Z-SHARED, Z-MOD)."""

import pytest

from engine import InvalidOption
from engine.zaibatsu import influence
from engine.zaibatsu.data import SIDES
from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.phases import rounds
from engine.zaibatsu.state import go_on
from tests.engine.zaibatsu.table import GAME, OBJECTIVES, bare_table, build, legal, play, put


@pytest.mark.rule("Z-LATE-1")
@pytest.mark.parametrize(("seats", "number"), [(2, 3), (3, 4), (4, 5)])
def test_late_factories_join_the_supply_with_a_random_side(seats, number):
    sides = set()
    for seed in range(10):
        state = GAME.new(seats, seed, options={"late_factories": True})
        late = [SIDES[tile] for tile in state.supply if SIDES[tile].number == 5]
        assert len({side.good for side in late}) == len(late) == number
        sides.update(side.name[-1] for side in late)
    assert sides == {"a", "b"}
    assert not any(SIDES[tile].number == 5 for tile in GAME.new(seats, 1).supply)


@pytest.mark.rule("Z-LATE-1")
def test_a_late_factory_is_built_like_others():
    state = bare_table()
    player = state.players[0]
    state.supply = tuple(n for n, side in enumerate(SIDES) if side.name == "bento_5b")
    player.money, player.tracks[0] = 6, 2
    assert "hire blue factory" not in legal(state), "level 2 needs research 4"
    player.tracks[0] = 3
    play(state, "hire blue factory")
    assert state.supply == ()
    player.coal = 3


@pytest.mark.rule("Z-SHARED-1")
@pytest.mark.parametrize(("seats", "number"), [(2, 1), (3, 2), (4, 3)])
def test_shared_objectives_are_dealt_to_each_period(seats, number):
    state = GAME.new(seats, 2, options={"shared_objectives": True})
    assert [len(dealt) for dealt in state.objectives] == [number] * 3
    dealt = [objective for period in state.objectives for objective in period]
    assert len(set(dealt)) == 3 * number
    assert GAME.new(seats, 2).objectives == ((), (), ())


def rewarding(round_number: int, *names: str, seats: int = 3):
    """The end of a round that closes a period with these objectives; seat 0 has just played."""
    state = bare_table(seats)
    state.round, state.turns_left = round_number, 1
    dealt = [(), (), ()]
    dealt[rounds.PERIOD[round_number - 1] - 1] = tuple(OBJECTIVES.index(name) for name in names)
    state.objectives = tuple(dealt)
    return state


def close(state):
    state.decision = Decision.NONE
    rounds.end_round(state)
    go_on(state)
    state.skip_forced()


@pytest.mark.rule("Z-SHARED-2")
def test_every_leader_chooses_a_reward_in_turn_order_from_the_next_player():
    state = rewarding(2, "ship")
    for player, ships in zip(state.players, (2, 1, 2), strict=True):
        player.built[0] = ships
    close(state)
    assert (state.to_act, state.active) == (2, 0)
    assert legal(state) == ["reward points_4", "reward service_any", "reward track_finance_2"]
    play(state, "reward points_4")
    assert (state.players[2].score, state.players[2].reward_points) == (4, 4)
    assert state.to_act == 0
    play(state, "reward track_finance_2")
    assert state.players[0].tracks[2] == 2
    assert state.round == 3
    assert state.to_act == 1


@pytest.mark.rule("Z-SHARED-2")
def test_a_reward_may_ask_its_owner_further_questions():
    state = rewarding(4, "train")
    state.players[1].built[2] = 1
    close(state)
    assert legal(state) == ["reward points_6", "reward service_any_times_2", "reward track_finance_3"]
    play(state, "reward service_any_times_2", "service red", "service white", "white mines")
    assert (state.players[1].silk, state.players[1].tracks[1]) == (2, 1)
    assert state.round == 5


@pytest.mark.rule("Z-SHARED-2")
def test_period_3_has_a_fixed_reward_and_a_leader_needs_more_than_nothing():
    state = rewarding(8, "machine", "contract")
    state.players[1].built[1] = 1
    close(state)
    assert [player.reward_points for player in state.players] == [0, 8, 0]


@pytest.mark.rule("Z-SHARED-2", "Z-SETUP-11")
@pytest.mark.parametrize("name", OBJECTIVES)
def test_what_each_objective_measures(name):
    state = bare_table(3)
    player = state.players[1]
    player.built, player.tracks, player.contracts = [1, 2, 3], [4, 5, 6], 0b1011
    build(player, "old_paper", "cotton_1a", "cotton_2a", "cotton_3a", "cotton_4a")
    for slot in range(7):
        put(state, slot, 1, 1)
    expected = {
        "ship": 1,
        "machine": 2,
        "train": 3,
        "rnd": 4,
        "mines": 5,
        "finance": 6,
        "factory": 5,
        "contract": 3,
        "influence": 7,
    }
    objective = OBJECTIVES.index(name)
    assert influence.measure(state, 1, objective) == expected[name]
    assert influence.measure(state, 0, objective) == 0


@pytest.mark.rule("Z-SHARED-2")
def test_leaders_of_all_objectives_are_settled_before_the_first_reward():
    state = rewarding(2, "ship", "finance")
    state.players[1].built[0] = 1
    state.players[2].tracks[2] = 1
    close(state)
    play(state, "reward track_finance_2")
    assert state.to_act == 2, "seat 1 passes seat 2 on Finance too late"


@pytest.mark.rule("Z-MOD-1")
def test_both_modules_together_are_allowed():
    state = GAME.new(4, 1, options={"late_factories": True, "shared_objectives": True})
    assert len(state.supply) == 24 + 5
    assert sum(len(dealt) for dealt in state.objectives) == 9


@pytest.mark.rule("Z-SOLO-1")
@pytest.mark.parametrize("module", ["late_factories", "shared_objectives"])
def test_a_solo_game_has_no_modules(module):
    with pytest.raises(InvalidOption, match=module):
        GAME.new(1, 1, options={module: True})


def test_a_solo_level_needs_a_solo_game():
    with pytest.raises(InvalidOption, match="solo_level"):
        GAME.new(2, 1, options={"solo_level": "hard"})
