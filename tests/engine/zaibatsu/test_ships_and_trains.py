"""Ships, trains and the bonuses between the rows (Z-ACT-SHIP, Z-SHIP, Z-ACT-TRAIN, Z-TRAIN, Z-ROW)."""

import pytest

from engine.zaibatsu.data import BOARD
from tests.engine.zaibatsu.table import BLUE, GREY, RED, WHITE, again, bare_table, build, lay, legal, play, workers

NEW_YORK, SAN_FRANCISCO, WASHINGTON, LONDON, PARIS, BERLIN = range(6)


@pytest.mark.rule("Z-ACT-SHIP-1", "Z-ROW-1", "Z-SERV-1", "Z-GEN-11", "Z-SHIP-1")
def test_vz_6_three_ships():
    state = bare_table()
    player = state.players[0]
    player.built, player.iron, player.money = [0, 2, 0], 7, 2
    state.experts ^= 1 << NEW_YORK
    play(state, "hire blue ship")
    assert not any("new_york" in text for text in legal(state))
    play(state, "ship berlin iron")
    assert player.cells == [BLUE, 6 + WHITE]
    assert player.upgrades == 1 << WHITE
    assert player.tracks[2] == 1
    play(state, "ship san_francisco iron")
    assert player.cells == [BLUE, 6 + WHITE, 6 + RED]
    assert player.silk == 3
    play(state, "ship london money")
    assert player.cells[-1] == 6 + GREY
    assert (player.iron, player.money, player.silk) == (0, 0, 0)
    assert player.built == [3, 2, 0]
    assert player.tracks == [0, 0, 1], "no bonus in column 3: its machine is still there"
    assert state.to_act == 1


@pytest.mark.rule("Z-SHIP-1")
def test_vz_7_the_expert_needs_a_cell():
    state = bare_table()
    player = state.players[0]
    player.iron = 9
    player.cells = workers(*["red"] * 5)
    assert "hire blue ship" not in legal(state)
    player.cells = workers(*["red"] * 4)
    play(state, "hire blue ship", "ship berlin iron")
    assert player.built[0] == 1
    assert state.to_act == 1, "exactly one ship"


@pytest.mark.rule("Z-ACT-SHIP-1")
def test_ships_cost_three_iron_or_five_money_and_one_iron():
    state = bare_table()
    player = state.players[0]
    player.iron, player.money = 2, 4
    assert "hire blue ship" not in legal(state)
    player.money = 5
    play(state, "hire blue ship")
    assert legal(state) == [f"ship {name} money" for name in BOARD.destinations]
    play(state, "ship paris money")
    assert (player.iron, player.money) == (1, 0)


@pytest.mark.rule("Z-SHIP-1")
@pytest.mark.parametrize(("seats", "limit"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_a_destination_takes_a_limited_number_of_ships(seats, limit):
    state = bare_table(seats)
    state.players[0].iron = 3
    state.ships_at[PARIS] = limit
    state.ships_at[LONDON] = limit - 1
    play(state, "hire blue ship")
    assert "ship paris iron" not in legal(state)
    assert "ship london iron" in legal(state)


@pytest.mark.rule("Z-SHIP-1")
def test_a_second_own_ship_upgrades_nothing_more():
    state = bare_table()
    player = state.players[0]
    player.iron, player.upgrades, player.built[0], state.ships_at[PARIS] = 3, 1 << 3, 1, 1
    play(state, "hire blue ship", "ship paris iron")
    assert player.upgrades == 1 << 3
    assert state.ships_at[PARIS] == 2
    assert not state.experts >> PARIS & 1


@pytest.mark.rule("Z-ACT-TRAIN-1", "Z-TRAIN-1")
def test_vz_8_two_trains():
    state = bare_table()
    player = state.players[0]
    player.iron, player.money = 3, 5
    play(state, "hire blue train", "train 1 iron", "slot 0")
    assert player.iron == 1
    assert legal(state) == ["train 0 money", "train 2 money", "train 3 money", "stop"]
    play(state, "train 0 money", "slot 0")
    assert (player.iron, player.money, player.silk) == (0, 0, 1)
    assert state.to_act == 1, "a third is not offered"
    assert (state.rails[7], state.rails[0]) == (0, 0)


@pytest.mark.rule("Z-TRAIN-1")
@pytest.mark.parametrize(("seats", "limit"), [(1, 3), (2, 3), (3, 5), (4, 7)])
def test_a_region_has_room_for_a_limited_number_of_trains(seats, limit):
    state = bare_table(seats)
    state.players[0].iron = 3
    lay(state, 2, *[0] * limit)
    state.players[0].built[2] = 0
    play(state, "hire blue train")
    assert [text for text in legal(state) if text.endswith("iron")] == ["train 0 iron", "train 1 iron", "train 3 iron"]
    play(state, "train 3 iron")
    kinds = {BOARD.regions[3].train_slots[slot] for slot in range(limit)}
    assert len(legal(state)) == len(kinds), "equal bonuses are one choice, closed slots none"


@pytest.mark.rule("Z-TRAIN-1")
def test_without_a_train_in_the_row_none_is_laid():
    state = bare_table()
    state.players[0].iron = 9
    state.players[0].built[2] = 6
    assert "hire blue train" not in legal(state)


@pytest.mark.rule("Z-ROW-1")
def test_a_column_bonus_is_gained_when_both_its_places_are_empty_whichever_empties_last():
    state = bare_table()
    player = state.players[0]
    player.built = [1, 0, 1]
    build(player, "cotton_1a")
    player.money = 5
    play(state, "hire blue machine")  # empties machine place 1: Finance 1 above, black service below
    assert (player.tracks[2], player.coal) == (1, 2)
    player.iron = 3
    play(again(state), "hire blue train", "train 0 iron", "slot 2")  # train place 2, machine place 2 is full
    assert (player.tracks[2], player.coal, player.iron) == (1, 2, 0)


@pytest.mark.rule("Z-ROW-1", "Z-GEN-6")
@pytest.mark.parametrize("column", range(6))
def test_every_column_has_its_two_bonuses(column):
    state = bare_table()
    player = state.players[0]
    player.built = [column + 1, column, column + 1]
    build(player, "cotton_1a")
    player.money = 5
    play(state, "hire blue machine")
    texts = (BOARD.ship_machine_bonus[column], BOARD.machine_train_bonus[column])
    gained = [player.tracks[2], player.silk, player.coal, player.iron, player.score]
    if any(text.endswith(("white", "any")) for text in texts):
        assert state.to_act == 0, "a choice is open"
    else:
        value = {
            "track:finance:1": 1,
            "service:red": 2,
            "service:black": 2,
            "service:grey": 2,
            "service:yellow": 2,
            "service:blue": 3,
        }
        assert sum(gained) + player.money == sum(value[text] for text in texts)


@pytest.mark.rule("Z-ACT-TRAIN-1", "Z-TURN-4")
def test_three_trains_in_three_regions_and_no_fourth():
    state = bare_table()
    player = state.players[0]
    player.iron = 30
    play(state, "hire blue train")
    for built, region in enumerate((2, 0, 3), 1):
        assert [text for text in legal(state) if text.startswith(f"train {region}")]
        play(state, f"train {region} iron")
        while legal(state)[0].startswith("slot"):
            play(state, legal(state)[0])
        assert player.built[2] == built
    assert state.to_act == 1, "three activations end the action"
