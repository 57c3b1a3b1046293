"""Every side of every factory, by name (Z-FAC-1 to Z-FAC-17)."""

from collections.abc import Callable

import pytest

from engine.zaibatsu.data import SIDES
from engine.zaibatsu.terms import TILE_NUMBER
from tests.engine.zaibatsu.table import (
    CATEGORIES,
    again,
    ask,
    bare_table,
    build,
    lay,
    legal,
    play,
    put,
    workers,
)

TESTED: dict[str, Callable[[], None]] = {}


def side(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Note which side a test is about."""

    def keep(test: Callable[[], None]) -> Callable[[], None]:
        TESTED[name] = test
        return test

    return keep


def built(name: str, *, finance: int = 0, **fields: int):
    """The factory action has just built this side; the fields are what the player had besides its price."""
    state = bare_table()
    player = state.players[0]
    state.supply = (TILE_NUMBER[name],)
    player.tracks = [5, 0, finance]
    player.money = 6 + fields.pop("money", 0)
    for field, value in fields.items():
        setattr(player, field, value)
    play(state, "hire blue factory")
    assert player.tiles[-1] == TILE_NUMBER[name]
    return state, player


def modifying(name: str, *others: str, goods: int = 0):
    """A player who owns this side (and others), with plenty of money, coal and iron."""
    state = bare_table()
    player = state.players[0]
    build(player, name, *others, goods=goods)
    player.money, player.coal, player.iron = 20, 20, 20
    return state, player


@side("cotton_1a")
def test_cotton_1a_two_research():
    _, player = built("cotton_1a")
    assert player.tracks == [7, 0, 0]
    assert player.silk == 2, "the red service on the way"


@side("cotton_1b")
def test_cotton_1b_two_money_and_one_research():
    _, player = built("cotton_1b")
    assert (player.money, player.tracks[0]) == (2, 6)


@side("cotton_2a")
def test_cotton_2a_three_silk():
    assert built("cotton_2a")[1].silk == 3


@side("cotton_2b")
@pytest.mark.rule("Z-FAC-17")
def test_cotton_2b_red_or_white_service():
    state, player = built("cotton_2b")
    assert legal(state) == ["service red", "service white"]
    play(state, "service red")
    assert player.silk == 2


@side("cotton_3a")
def test_cotton_3a_one_research_more():
    state, player = modifying("cotton_3a")
    play(state, "hire blue rnd", "steps 1", "modifier cotton_3a")
    assert player.tracks[0] == 2


@side("cotton_3b")
def test_cotton_3b_two_silk_with_research():
    state, player = modifying("cotton_3b")
    play(state, "hire blue rnd", "steps 1", "modifier cotton_3b")
    assert player.silk == 2


def machine_on(name: str, other: str = "paper_2a"):
    """Build on another tile first: the modifier waits for a machine on its own (Z-FAC-12)."""
    state, player = modifying(name, other)
    play(state, "hire blue machine", f"machine {other}")
    assert f"modifier {name}" not in legal(state)
    play(state, f"machine {name}", f"modifier {name}")
    return state, player


@side("cotton_4a")
@pytest.mark.rule("Z-FAC-12")
def test_cotton_4a_two_research_for_a_machine_here():
    assert machine_on("cotton_4a")[1].tracks[0] == 2


@side("cotton_4b")
@pytest.mark.rule("Z-FAC-11")
def test_cotton_4b_one_good_more_here():
    state, player = modifying("cotton_4b", "paper_2a")
    play(state, "hire blue produce", "produce paper_2a")
    assert "modifier cotton_4b" not in legal(state)
    play(state, "produce cotton_4b", "modifier cotton_4b")
    assert player.goods == [2, 1]


@side("paper_1a")
def test_paper_1a_three_iron_and_one_finance():
    _, player = built("paper_1a")
    assert (player.iron, player.tracks[2]) == (3, 1)


@side("paper_1b")
def test_paper_1b_two_finance():
    assert built("paper_1b")[1].tracks[2] == 2


@side("paper_2a")
def test_paper_2a_five_money():
    assert built("paper_2a")[1].money == 5


@side("paper_2b")
@pytest.mark.rule("Z-SERV-3")
def test_paper_2b_the_service_of_the_hired_worker():
    assert built("paper_2b")[1].money == 3, "a blue worker was hired"


@side("paper_3a")
@pytest.mark.rule("Z-FAC-1")
def test_paper_3a_two_finance_once_for_contracts():
    state, player = modifying("paper_3a", "cotton_1a", goods=2)
    play(state, "hire blue invest", "invest paper", "use finance")
    assert "modifier paper_3a" not in legal(state), "no contract yet"
    play(state, "invest cotton", "use contract_black", "modifier paper_3a")
    assert player.tracks[2] == 4


@side("paper_3b")
@pytest.mark.rule("Z-FAC-2", "Z-CONS-B")
def test_paper_3b_keeps_three_of_coal_and_money():
    for kept, money in ((0, 3), (2, 1), (3, 0)):
        state, player = modifying("paper_3b")
        player.cells = workers("grey")
        play(state, "consolidate")
        assert legal(state) == ["keep 0", "keep 1", "keep 2", "keep 3"]
        play(state, f"keep {kept}")
        assert player.coal == kept + 2, "kept, and income"
        assert player.money == money + 12 - 3, "kept, income, wages"
    state, player = modifying("paper_3b")
    player.cells, player.coal, player.money = workers("grey"), 0, 2
    play(state, "consolidate")
    assert player.money == 2 + 12 - 3


@side("paper_4a")
def test_paper_4a_two_iron_when_it_produced():
    state, player = modifying("paper_4a", "paper_2a")
    play(state, "hire blue produce", "produce paper_2a")
    assert "modifier paper_4a" not in legal(state)
    play(state, "produce paper_4a", "modifier paper_4a")
    assert player.iron == 22


@side("paper_4b")
@pytest.mark.rule("Z-FAC-11")
def test_paper_4b_one_iron_per_production_so_far():
    state, player = modifying("paper_4b", "paper_2a", "cotton_1a")
    play(state, "hire blue produce", "produce paper_2a", "produce paper_4b", "modifier paper_4b", "produce cotton_1a")
    assert player.iron == 22


@side("bento_1a")
def test_bento_1a_three_mines():
    _, player = built("bento_1a")
    assert (player.tracks[1], player.iron) == (3, 2)


@side("bento_1b")
@pytest.mark.rule("Z-FAC-3")
def test_bento_1b_two_mines_and_two_more_for_finance():
    state, player = built("bento_1b", finance=2)
    assert player.tracks == [5, 2, 2]
    assert legal(state) == ["yes", "no"]
    play(state, "yes")
    assert player.tracks == [5, 4, 0]
    state, player = built("bento_1b", finance=2)
    play(state, "no")
    assert player.tracks == [5, 2, 2]
    state, player = built("bento_1b", finance=1)
    assert state.to_act == 1, "Finance must be at 2 or more"


@side("bento_2a")
def test_bento_2a_four_coal():
    assert built("bento_2a")[1].coal == 4


@side("bento_2b")
@pytest.mark.rule("Z-FAC-4")
def test_bento_2b_three_stored_coal():
    state, player = built("bento_2b")
    assert (player.coal, player.stored_coal) == (0, 3)
    player.coal = 5
    play(again(state), "consolidate")
    assert player.stored_coal == 3
    assert player.coal == 2


@side("bento_3a")
def test_bento_3a_one_mines_and_one_iron():
    state, player = modifying("bento_3a")
    play(state, "hire blue mines", "steps 1", "modifier bento_3a")
    assert (player.tracks[1], player.iron) == (2, 21)


@side("bento_3b")
def test_bento_3b_two_iron_with_mines():
    state, player = modifying("bento_3b")
    play(state, "hire blue mines", "steps 1", "modifier bento_3b")
    assert player.iron == 22


@side("bento_4a")
def test_bento_4a_three_mines_for_a_machine_here():
    assert machine_on("bento_4a")[1].tracks[1] == 3


@side("bento_4b")
@pytest.mark.rule("Z-FAC-5", "Z-TURN-6")
def test_bento_4b_one_production_without_coal():
    state, player = modifying("bento_4b", "cotton_3a", "paper_4b")
    player.coal = 0
    play(state, "hire blue produce")
    assert legal(state) == ["produce_free bento_4b", "produce_free cotton_3a", "produce_free paper_4b"]
    player.coal = 2
    assert "produce cotton_3a" in legal(state)
    play(state, "produce_free bento_4b")
    assert (player.coal, player.goods) == (2, [1, 0, 0])
    assert legal(state) == ["produce cotton_3a", "produce paper_4b", "stop"], "the modifier of the action is used"


@side("lenses_1a")
def test_lenses_1a_a_train_and_one_finance():
    state, player = built("lenses_1a")
    play(state, "resolve build_train", "train 0", "slot 1")
    assert (player.coal, player.tracks[2], player.built[2]) == (1, 1, 1)


@side("lenses_1b")
@pytest.mark.rule("Z-FAC-6")
def test_lenses_1b_the_slot_bonus_twice():
    state, player = built("lenses_1b")
    play(state, "train 3", "slot 0")
    assert player.money == 4


@side("lenses_2a")
@pytest.mark.rule("Z-FAC-7")
def test_lenses_2a_a_second_train_for_money_and_iron():
    state, player = built("lenses_2a", money=5, iron=1)
    play(state, "train 1", "slot 2")
    assert legal(state) == ["yes", "no"]
    play(state, "yes")
    assert legal(state) == ["train 0", "train 2", "train 3"], "another region, and no way back"
    play(state, "train 0", "slot 2")
    assert (player.money, player.iron, player.built[2]) == (0, 0, 2)
    state, player = built("lenses_2a", money=4, iron=1)
    play(state, "train 1", "slot 2")
    assert state.to_act == 1, "not payable"
    state, player = built("lenses_2a", money=5, iron=1)
    play(state, "stop")
    assert state.to_act == 1, "no first train, no second"


@side("lenses_2b")
@pytest.mark.rule("Z-FAC-7", "Z-FAC-17")
def test_lenses_2b_a_second_train_for_finance_and_iron_that_the_first_may_earn():
    state, player = built("lenses_2b", finance=2)
    play(state, "train 1", "slot 0")  # 1 iron
    assert ask(state) == "order"
    play(state, "resolve gain_iron_1", "yes", "train 2", "slot 2")
    assert (player.tracks[2], player.iron, player.built[2]) == (0, 0, 2)


@side("lenses_3a")
@pytest.mark.rule("Z-FAC-8")
def test_lenses_3a_the_bonus_of_a_region_built_in():
    state, player = modifying("lenses_3a")
    play(state, "hire blue train", "train 2 iron", "slot 2", "train 3 iron", "slot 2", "modifier lenses_3a")
    assert legal(state) == ["region 2", "region 3"]
    play(state, "region 2")
    assert player.coal == 22
    assert player.score == 0


@side("lenses_3b")
@pytest.mark.rule("Z-SERV-3")
def test_lenses_3b_the_service_of_the_hired_worker():
    state, player = modifying("lenses_3b")
    play(state, "hire black train", "train 2 iron", "slot 2", "modifier lenses_3b")
    assert player.coal == 22


@side("lenses_4a")
def test_lenses_4a_a_train_for_a_machine_here():
    state, player = machine_on("lenses_4a")
    play(state, "train 0", "slot 2")
    assert player.built[2] == 1


def investing(name: str, *, with_contracts: int):
    state, player = modifying(name, "cotton_1a", "paper_1a", goods=3)
    play(state, "hire blue invest", "invest cotton", "use contract_black")
    if with_contracts == 2:
        assert f"modifier {name}" not in legal(state), "one contract is not enough"
        play(state, "invest paper", "use contract_red")
    play(state, f"modifier {name}")
    return state, player


@side("lenses_4b")
@pytest.mark.rule("Z-FAC-13")
def test_lenses_4b_a_train_after_two_contracts():
    state, player = investing("lenses_4b", with_contracts=2)
    play(state, "train 0", "slot 2")
    assert player.built[2] == 1


@side("bulbs_1a")
@pytest.mark.rule("Z-FAC-9")
def test_bulbs_1a_three_goods_to_different_factories():
    state = bare_table()
    player = state.players[0]
    build(player, "old_paper", "cotton_1a", "bento_1a")
    state.supply, player.money, player.tracks[0] = (TILE_NUMBER["bulbs_1a"],), 6, 5
    play(state, "hire blue factory")
    assert legal(state) == [
        "goods_to old_paper",
        "goods_to cotton_1a",
        "goods_to bento_1a",
        "goods_to bulbs_1a",
        "stop",
    ]
    play(state, "goods_to bulbs_1a", "goods_to old_paper")
    assert legal(state) == ["goods_to cotton_1a", "goods_to bento_1a", "stop"]
    play(state, "goods_to cotton_1a")
    assert player.goods == [1, 1, 0, 1]
    assert state.to_act == 1


@side("bulbs_1b")
def test_bulbs_1b_two_goods_here():
    assert built("bulbs_1b")[1].goods == [2]


@side("bulbs_2a")
@pytest.mark.rule("Z-FAC-10")
def test_bulbs_2a_two_machines_in_different_factories():
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a", machines=1)
    player.built = [2, 1, 2]
    state.supply, player.money, player.tracks[0] = (TILE_NUMBER["bulbs_2a"],), 6, 5
    play(state, "hire blue factory")
    assert legal(state) == ["machine bulbs_2a", "stop"], "the second place of cotton 1A costs an iron"
    play(state, "machine bulbs_2a")  # column 2: red service above, grey below; the second machine joins them
    assert set(legal(state)) == {
        "resolve service_red",
        "resolve service_grey",
        "resolve build_machine_other_factory",
    }
    play(state, "resolve service_grey", "resolve build_machine_other_factory")
    assert legal(state) == ["machine cotton_1a", "stop"]
    play(state, "machine cotton_1a")
    assert player.fitted == [2, 1]
    assert player.iron == 1


@side("bulbs_2b")
@pytest.mark.rule("Z-FAC-10")
def test_bulbs_2b_a_machine_and_a_production_there():
    state, player = built("bulbs_2b", coal=4)
    play(state, "machine bulbs_2b", "yes")
    assert (player.goods, player.coal, player.fitted) == ([2], 0, [1])
    state, player = built("bulbs_2b", coal=3)
    play(state, "machine bulbs_2b")
    assert state.to_act == 1, "the coal of its level is missing"


@side("bulbs_3a")
@pytest.mark.rule("Z-FAC-11")
def test_bulbs_3a_two_goods_more_here():
    state, player = modifying("bulbs_3a", "cotton_1a")
    play(state, "hire blue produce", "produce cotton_1a")
    assert "modifier bulbs_3a" not in legal(state)
    play(state, "produce bulbs_3a", "modifier bulbs_3a")
    assert player.goods == [3, 1]


@side("bulbs_3b")
@pytest.mark.rule("Z-FAC-11")
def test_bulbs_3b_one_good_for_each_producer_so_far():
    state, player = modifying("bulbs_3b", "cotton_1a", "paper_1a")
    player.goods[1] = 4
    play(state, "hire blue produce", "produce cotton_1a", "produce bulbs_3b", "modifier bulbs_3b", "produce paper_1a")
    assert player.goods == [2, 4, 1]


@side("bulbs_4a")
def test_bulbs_4a_four_money_for_a_machine_here():
    assert machine_on("bulbs_4a")[1].money == 14


@side("bulbs_4b")
@pytest.mark.rule("Z-FAC-13")
def test_bulbs_4b_a_machine_after_a_contract():
    state, player = investing("bulbs_4b", with_contracts=1)
    play(state, "machine paper_1a")
    assert player.fitted == [0, 0, 1]
    assert player.money == 20


@side("clocks_1a")
def test_clocks_1a_a_ship_and_three_finance():
    state, player = built("clocks_1a")
    play(state, "resolve build_ship", "ship paris")
    assert (player.built[0], player.tracks[2]) == (1, 3)


@side("clocks_1b")
@pytest.mark.rule("Z-DEC-1", "Z-FAC-17")
def test_clocks_1b_a_piece_of_any_kind_and_two_finance():
    state, player = built("clocks_1b")
    play(state, "resolve build_ship_or_machine_or_train")
    assert legal(state) == ["build ship", "build machine", "build train", "stop"]
    play(state, "build train")
    assert legal(state) == ["train 0", "train 1", "train 2", "train 3"], "no stop after the kind is picked"
    play(state, "train 0", "slot 2")
    assert (player.built, player.tracks[2]) == ([0, 0, 1], 2)
    state, player = built("clocks_1b", cells=workers(*["red"] * 5))
    play(state, "resolve build_ship_or_machine_or_train")
    assert legal(state) == ["build machine", "build train", "stop"], "no cell for an expert"
    state, player = built("clocks_1b", built=[0, 6, 0])
    play(state, "resolve build_ship_or_machine_or_train")
    assert legal(state) == ["build ship", "build train", "stop"], "no machine left"
    state, player = built("clocks_1b", built=[0, 0, 6])
    play(state, "resolve build_ship_or_machine_or_train")
    assert legal(state) == ["build ship", "build machine", "stop"], "no train left"


def second_ship(name: str, **fields: int):
    state, player = built(name, **fields)
    play(state, "ship paris", "yes")
    assert "ship paris" not in legal(state), "another destination"
    assert "stop" not in legal(state)
    play(state, "ship berlin")
    assert player.built[0] == 2
    return player


@side("clocks_2a")
@pytest.mark.rule("Z-FAC-7")
def test_clocks_2a_a_second_ship_for_one_iron():
    assert second_ship("clocks_2a", iron=1).iron == 0
    state, _ = built("clocks_2a")
    play(state, "ship paris")
    assert state.to_act == 1


@side("clocks_2b")
@pytest.mark.rule("Z-SERV-3", "Z-FAC-17")
def test_clocks_2b_the_service_of_the_expert():
    state, player = built("clocks_2b")
    play(state, "ship paris")
    assert player.score == 4, "upgraded already"
    state, player = built("clocks_2b")
    play(state, "stop")
    assert (player.score, state.to_act) == (0, 1), "no ship, no service"
    state, player = built("clocks_2b", built=[0, 1, 0])
    play(state, "ship berlin")
    assert legal(state) == ["resolve track_finance_1", "resolve service_expert"], "beside the bonus the ship freed"
    play(state, "resolve service_expert", "white split")
    assert player.tracks == [6, 1, 1]


@pytest.mark.rule("Z-GEN-3", "Z-SERV-3")
def test_the_expert_of_any_colour_but_white_needs_no_order():
    state, player = built("clocks_2b", built=[0, 1, 0])
    play(state, "ship paris")
    assert (player.score, player.tracks[2], state.to_act) == (4, 1, 1), "points and a step only add up"


@side("clocks_3a")
@pytest.mark.rule("Z-FAC-7")
def test_clocks_3a_a_second_ship_for_two_money():
    assert second_ship("clocks_3a", money=1, silk=1).silk == 0


@side("clocks_3b")
@pytest.mark.rule("Z-FAC-7")
def test_clocks_3b_a_second_ship_for_two_finance():
    assert second_ship("clocks_3b", finance=3).tracks[2] == 1


@side("clocks_4a")
def test_clocks_4a_a_ship_and_two_finance_for_a_machine_here():
    state, player = machine_on("clocks_4a")
    play(state, "resolve build_ship", "ship paris")
    assert player.built[0] == 1
    assert player.tracks[2] == 3, "two, and one for column 1"


@side("clocks_4b")
@pytest.mark.rule("Z-FAC-13")
def test_clocks_4b_a_ship_after_a_contract():
    state, player = investing("clocks_4b", with_contracts=1)
    play(state, "ship paris")
    assert player.built[0] == 1


def favouring(name: str, objective: str) -> None:
    """Level 1 gives nothing, 2 the yellow service once, 3 twice (Z-FAC-14)."""
    for level, points in ((0, 0), (1, 0), (2, 2), (3, 4)):
        favours = [0] * 8
        favours[CATEGORIES.index(objective)] = level
        assert built(name, favours=tuple(favours))[1].score == points


@side("cotton_5a")
@pytest.mark.rule("Z-FAC-14")
def test_cotton_5a_services_by_the_favour_on_research():
    favouring("cotton_5a", "rnd")


@side("cotton_5b")
@pytest.mark.rule("Z-FAC-16")
def test_cotton_5b_points_for_types_of_factory():
    state = bare_table()
    player = state.players[0]
    build(player, "old_paper", "paper_1a", "bulbs_1a")
    state.supply, player.money, player.tracks[0] = (TILE_NUMBER["cotton_5b"],), 6, 5
    play(state, "hire blue factory")
    assert player.score == player.factory_points == 6, "paper, bulbs, and this one"


@side("paper_5a")
@pytest.mark.rule("Z-FAC-14")
def test_paper_5a_services_by_the_favour_on_finance():
    favouring("paper_5a", "finance")


@side("paper_5b")
@pytest.mark.rule("Z-FAC-14")
def test_paper_5b_services_by_the_favour_on_contracts():
    favouring("paper_5b", "contract")


@side("bento_5a")
@pytest.mark.rule("Z-FAC-15")
def test_bento_5a_every_service_reached_on_mines():
    state = bare_table()
    player = state.players[0]
    state.supply, player.money, player.tracks = (TILE_NUMBER["bento_5a"],), 6, [5, 13, 0]
    play(state, "hire blue factory")
    assert set(legal(state)) == {
        "resolve service_grey",
        "resolve service_black",
        "resolve service_yellow",
        "resolve service_any",
    }
    play(state, "resolve service_any", "service red")
    assert (player.iron, player.coal, player.score, player.silk) == (2, 2, 2, 2)
    state = bare_table()
    player = state.players[0]
    state.supply, player.money, player.tracks = (TILE_NUMBER["bento_5a"],), 6, [5, 8, 0]
    play(state, "hire blue factory")
    assert (player.iron, player.coal, player.tokens[5]) == (2, 0, 1), "services only, up to the pawn"


@side("bento_5b")
@pytest.mark.rule("Z-FAC-14")
def test_bento_5b_services_by_the_favour_on_mines():
    favouring("bento_5b", "mines")


@side("lenses_5a")
@pytest.mark.rule("Z-FAC-16", "Z-SCORE-1")
def test_lenses_5a_own_trains_count_three():
    from engine.zaibatsu import influence

    state = bare_table(4)
    put(state, 0, 0, 1)
    lay(state, 0, 0, 0, 0, 1)
    assert influence.of(state, 0, 0) == 7
    build(state.players[0], "lenses_5a")
    assert influence.of(state, 0, 0) == 10
    put(state, 1, 1, 1)
    assert influence.of(state, 1, 0) == 3, "only the owner's"


@side("lenses_5b")
@pytest.mark.rule("Z-FAC-14")
def test_lenses_5b_services_by_the_favour_on_trains():
    favouring("lenses_5b", "train")


@side("bulbs_5a")
@pytest.mark.rule("Z-FAC-16")
def test_bulbs_5a_two_money_per_machine_at_most_eight():
    for machines, money in ((0, 0), (3, 6), (6, 8)):
        assert built("bulbs_5a", built=[0, machines, 0])[1].money == money


@side("bulbs_5b")
@pytest.mark.rule("Z-FAC-16")
def test_bulbs_5b_points_for_thresholds_of_the_rows():
    for pieces, points in (([2, 2, 2], 0), ([3, 2, 5], 6), ([5, 6, 6], 12)):
        player = built("bulbs_5b", built=list(pieces))[1]
        assert player.score == player.factory_points == points


@side("clocks_5a")
@pytest.mark.rule("Z-FAC-16")
def test_clocks_5a_points_for_low_thresholds_of_all_six():
    state = bare_table()
    player = state.players[0]
    state.supply, player.money = (TILE_NUMBER["clocks_5a"],), 6
    player.tracks, player.built = [7, 6, 8], [3, 5, 2]
    play(state, "hire blue factory")
    assert player.score == player.factory_points == 8


@side("clocks_5b")
@pytest.mark.rule("Z-FAC-16")
def test_clocks_5b_points_for_thresholds_of_the_tracks():
    state = bare_table()
    player = state.players[0]
    state.supply, player.money = (TILE_NUMBER["clocks_5b"],), 6
    player.tracks = [12, 7, 7]
    play(state, "hire blue factory")
    assert player.score == player.factory_points == 6


def test_every_side_has_its_test():
    assert sorted(TESTED) == sorted(side.name for side in SIDES if side.number > 0)
    for name, test in TESTED.items():
        assert test.__name__.startswith(f"test_{name}_")


@pytest.mark.rule("Z-FAC-17")
def test_a_may_that_cannot_be_paid_when_it_is_resolved_does_nothing():
    state, player = built("lenses_2b", finance=2)
    play(state, "train 1", "slot 0", "resolve may_lenses_2b")
    assert (player.iron, player.built[2]) == (1, 1)
    assert state.to_act == 1


@pytest.mark.rule("Z-FAC-17", "Z-SERV-3")
def test_the_service_of_a_white_worker_asks_for_the_track():
    state = bare_table()
    player = state.players[0]
    state.supply, player.money, player.tracks[0] = (TILE_NUMBER["paper_2b"],), 6, 5
    play(state, "hire white factory")
    assert ask(state) == "white"
