"""Steps 3 to 6: power, visit yen, five-power bonus, construction, recovery; production and Bank."""

import pytest

from engine.yokohama.actions import AREAS
from engine.yokohama.decisions import Decision
from tests.engine.yokohama.table import area, table

COPPER, SILK, TEA, FISH = range(4)


def acted(name: str, assistants: int, seats: int = 4, edition: str = "okazu"):
    """After the effect of an action with that many assistants and the president; no token, nothing to build."""
    t = table(seats, edition)
    t.goods(0)
    t.me.shops = 0
    t.token(name, None)
    t.act(name, assistants)
    return t


@pytest.mark.rule("Y-ACT-2", "Y-ACT-PROD-1", "Y-REC-1", "Y-ACT-1")
def test_v3_president_three_assistants_and_a_shop_make_power_five():
    t = table()
    t.goods(0)
    t.put(0, "silk_factory", 3)
    t.shop(0, "silk_factory")
    t.me.shops = 0
    t.act("silk_factory")
    assert t.turn.power == 5
    assert t.me.goods[SILK] == 4
    t.do("skip")
    assert t.me.assistants == 8
    assert t.me.on_area[area("silk_factory")] == 0
    assert t.me.president == area("silk_factory"), "the president stays"


@pytest.mark.rule("Y-ACT-2")
def test_v3_power_is_never_above_five():
    t = table()
    t.goods(0)
    t.put(0, "silk_factory", 3)
    t.shop(0, "silk_factory")
    t.house(0, "silk_factory")
    t.station("silk_factory")
    t.act("silk_factory")
    assert t.turn.power == 5
    assert t.me.goods[SILK] == 4


@pytest.mark.rule("Y-ACT-2")
@pytest.mark.parametrize("piece", ["shop", "house", "station"])
def test_shop_trading_house_and_station_give_one_power_each(piece):
    t = table()
    t.goods(0)
    t.put(0, "tea_plantation")
    if piece == "shop":
        t.shop(0, "tea_plantation")
    elif piece == "house":
        t.house(0, "tea_plantation")
    else:
        t.station("tea_plantation")
    t.act("tea_plantation")
    assert t.me.goods[TEA] == 3


@pytest.mark.rule("Y-ACT-2")
def test_pieces_of_others_give_no_power():
    t = table()
    t.goods(0)
    t.put(1, "tea_plantation", 3)
    t.shop(1, "tea_plantation")
    t.house(2, "tea_plantation")
    t.president(3, "tea_plantation")
    t.act("tea_plantation", 1)
    assert t.me.goods[TEA] == 2


@pytest.mark.rule("Y-ACT-2", "Y-ACT-4")
def test_power_is_fixed_at_the_start_of_the_action():
    t = table()
    t.me.imports = 4
    t.me.shops = 1
    t.token("customs", None)
    t.act("customs", 4)
    t.do("customs_space 1", "take_from area")
    assert t.decision == "build", "the assistant that left does not weaken the action"
    assert t.turn.power == 5


@pytest.mark.rule("Y-ACT-PROD-1")
@pytest.mark.parametrize(
    ("name", "good", "gains"),
    [
        ("copper_mine", COPPER, (0, 0, 1, 2, 3)),
        ("silk_factory", SILK, (0, 1, 2, 3, 4)),
        ("tea_plantation", TEA, (1, 2, 3, 4, 5)),
        ("fishing_ground", FISH, (1, 2, 3, 4, 5)),
    ],
)
def test_production_by_power(name, good, gains):
    for power, gain in enumerate(gains, 1):
        for number in ("_1", "_2"):
            t = acted(name + number, power - 1)
            assert t.me.goods[good] == gain
            assert sum(t.me.goods) == gain


@pytest.mark.rule("Y-ACT-BANK-1")
@pytest.mark.parametrize("power", [1, 2, 3, 4, 5])
def test_the_bank_gives_its_power_in_yen(power):
    t = table()
    t.me.yen, t.me.shops = 0, 0
    t.token("bank", None)
    t.act("bank", power - 1)
    assert t.me.yen == power


@pytest.mark.rule("Y-ACT-CAN-1", "Y-ACH-3")
def test_the_canal_has_no_action_and_is_neither_production_nor_commercial():
    canal = AREAS[area("canal")]
    assert not canal.production
    assert not canal.commercial
    t = table()
    assert t.state.buildings[area("canal")] == -1
    assert t.state.five_powers[area("canal")] == -1


@pytest.mark.rule("Y-ACT-3")
def test_the_owner_of_a_trading_house_gets_a_yen_for_every_visit():
    t = table()
    t.house(2, "copper_mine")
    before = [t.player(seat).yen for seat in range(4)]
    t.act("copper_mine", 1)
    assert [t.player(seat).yen for seat in range(4)] == [before[0], before[1], before[2] + 1, before[3]]


@pytest.mark.rule("Y-ACT-3")
def test_the_own_trading_house_pays_nothing():
    t = table()
    t.house(0, "copper_mine")
    before = t.me.yen
    t.act("copper_mine", 1)
    assert t.me.yen == before


@pytest.mark.rule("Y-FIVE-1", "Y-FIVE-3", "Y-TURN-3")
def test_v4_taking_the_token_gives_its_reward_and_keeps_it():
    t = table()
    t.me.shops = 0
    t.token("silk_factory", "five_power_01")
    t.act("silk_factory", 4)
    assert t.legal == ["skip", "take"]
    t.do("take")
    assert t.me.imports == 1
    assert t.me.five_powers == (0,)
    assert t.state.five_powers[area("silk_factory")] == -1
    assert t.decision != "five_power"


@pytest.mark.rule("Y-FIVE-2", "Y-TURN-3")
def test_v4_a_declined_token_stays_and_a_taken_one_is_not_replaced():
    t = table()
    t.me.shops = 0
    t.token("silk_factory", "five_power_01")
    t.act("silk_factory", 4)
    t.do("skip")
    assert t.me.imports == 0
    assert t.state.five_powers[area("silk_factory")] == 0
    again = table()
    again.me.shops = 0
    again.token("silk_factory", "five_power_01")
    again.act("silk_factory", 4)
    again.do("take")
    again.act("silk_factory", 4)
    assert again.decision != "five_power"


@pytest.mark.rule("Y-FIVE-1")
def test_v4_power_four_offers_no_token():
    t = table()
    t.token("silk_factory", "five_power_01")
    t.act("silk_factory", 3)
    assert t.decision == "build"


@pytest.mark.rule("Y-FIVE-3")
def test_kept_tokens_score_nothing_at_the_end():
    t = table()
    before = t.state.standing(0)
    t.me.five_powers = (0, 4)
    assert t.state.standing(0) == before


def at_build(assistants: int = 3):
    t = table()
    t.token("silk_factory", None)
    t.building("silk_factory", "building_02")
    return t, lambda: t.act("silk_factory", assistants)


@pytest.mark.rule("Y-BUILD-1", "Y-BUILD-2", "Y-BUILD-3", "Y-TURN-3")
def test_v5_with_a_shop_there_only_the_trading_house_is_left():
    t, act = at_build(2)
    t.shop(0, "silk_factory", 2)
    t.me.shops, t.me.houses, t.me.stored_houses = 1, 1, 3
    assert act() == ["build none", "build trading_house"]
    vp = t.me.vp
    t.do("build trading_house")
    assert t.me.vp == vp + 9
    assert t.me.houses == 0
    assert t.state.houses[area("silk_factory")] == 0
    assert t.me.built_houses == 1


@pytest.mark.rule("Y-TECH-13")
def test_v5_electrical_light_adds_three():
    t, act = at_build()
    t.owns(0, "electrical_light")
    t.me.houses, t.me.stored_houses = 1, 3
    act()
    vp = t.me.vp
    t.do("build trading_house")
    assert t.me.vp == vp + 12


@pytest.mark.rule("Y-TECH-1", "Y-TECH-13")
def test_gaslight_adds_two_for_a_shop_and_each_light_for_its_own_piece():
    t, act = at_build()
    t.owns(0, "gaslight")
    act()
    vp = t.me.vp
    t.do("build shop 1")
    assert t.me.vp == vp + 5 + 2
    t, act = at_build()
    t.owns(0, "gaslight")
    t.me.houses, t.me.stored_houses = 1, 3
    act()
    vp = t.me.vp
    t.do("build trading_house")
    assert t.me.vp == vp + 9
    t, act = at_build()
    t.owns(0, "electrical_light")
    act()
    vp = t.me.vp
    t.do("build shop 1")
    assert t.me.vp == vp + 5


@pytest.mark.rule("Y-BUILD-3")
def test_v5_one_trading_house_per_area_for_all_players():
    t, act = at_build()
    t.house(1, "silk_factory")
    t.me.shops, t.me.houses, t.me.stored_houses = 0, 1, 3
    act()
    assert t.decision not in ("build", "five_power")


@pytest.mark.rule("Y-BUILD-1")
def test_v5_without_pieces_in_hand_the_step_passes():
    t, act = at_build()
    t.me.shops = 0
    act()
    assert t.decision == "extra"


@pytest.mark.rule("Y-BUILD-1")
def test_construction_needs_power_four():
    t, act = at_build(2)
    act()
    assert t.decision == "extra"
    t, act = at_build(3)
    assert act() == ["build none", "build shop 1", "build shop 2", "build shop 3", "build shop 4"]


@pytest.mark.rule("Y-BUILD-2")
def test_a_shop_takes_an_empty_space_and_its_reward():
    t, act = at_build()
    t.shop(1, "silk_factory", 1)
    t.shop(2, "silk_factory", 3)
    assert act() == ["build none", "build shop 2", "build shop 4"]
    copper, vp = t.me.goods[COPPER], t.me.vp
    t.do("build shop 2")
    assert (t.me.goods[COPPER], t.me.vp) == (copper + 1, vp + 1)
    assert t.state.shops[area("silk_factory")] == (1, 0, 2, -1)
    assert t.me.shops == 1
    assert t.me.built_shops == 1


@pytest.mark.rule("Y-BUILD-1")
def test_not_both_in_one_action():
    t, act = at_build()
    t.me.houses, t.me.stored_houses = 1, 3
    act()
    t.do("build shop 1")
    assert t.decision == "place" or t.turn.seat == 1


@pytest.mark.rule("Y-BUILD-1")
def test_a_piece_hired_in_the_same_action_may_be_built():
    t = table()
    t.token("employment_agency", None)
    t.me.shops, t.me.yen = 0, 2
    t.act("employment_agency", 3)
    t.do("hire shop", "stop")
    assert t.decision == "build"


@pytest.mark.rule("Y-BUILD-4")
def test_building_costs_only_the_piece_and_one_player_may_own_both():
    t, act = at_build()
    t.me.yen, t.me.imports = 5, 2
    act()
    goods = list(t.me.goods)
    t.do("build shop 1")
    assert (t.me.yen, t.me.imports, t.me.goods) == (5, 2, goods)
    t.me.houses, t.me.stored_houses = 1, 3
    act()
    t.do("skip") if t.can("skip") else None
    t.do("build trading_house")
    assert t.state.shops[area("silk_factory")][0] == 0
    assert t.state.houses[area("silk_factory")] == 0


@pytest.mark.rule("Y-TURN-3", "Y-BUILD-1")
def test_construction_may_be_passed():
    t, act = at_build()
    act()
    t.do("build none")
    assert t.me.shops == 2
    assert t.state.shops[area("silk_factory")] == (-1,) * 4


@pytest.mark.rule("Y-REC-1")
def test_only_the_assistants_of_the_action_area_return():
    t = table()
    t.put(0, "bank", 2)
    t.put(1, "copper_mine", 2)
    t.act("copper_mine", 1)
    assert t.me.on_area[area("copper_mine")] == 0
    assert t.me.on_area[area("bank")] == 2
    assert t.me.assistants == 6
    assert t.player(1).on_area[area("copper_mine")] == 2


@pytest.mark.rule("Y-REC-2", "Y-REW-4")
def test_assistants_moved_in_return_and_those_that_left_do_not():
    t = table()
    t.token("copper_mine", "five_power_20")
    t.me.shops = 0
    t.put(0, "bank")
    t.act("copper_mine", 4)
    t.do("take", "move_from bank", "move_to copper_mine_1", "move_from copper_mine_1", "move_to church", "decline")
    assert t.me.on_area[area("copper_mine")] == 0
    assert t.me.on_area[area("church")] == 1
    assert t.me.on_area[area("bank")] == 0
    assert t.me.assistants == 7


@pytest.mark.rule("Y-TECH-16")
def test_telephone_leaves_one_or_none_in_the_action_area():
    t = table()
    t.owns(0, "telephone")
    t.act("copper_mine", 2)
    assert t.legal == ["telephone leave", "telephone recover"]
    one = t.state.clone()
    t.do("telephone leave")
    assert t.me.on_area[area("copper_mine")] == 1
    assert t.me.assistants == 7
    t.state = one
    t.do("telephone recover")
    assert t.me.on_area[area("copper_mine")] == 0
    assert t.me.assistants == 8


@pytest.mark.rule("Y-TECH-16")
def test_telephone_works_for_an_agent_and_asks_only_with_an_assistant_there():
    t = table()
    t.owns(0, "telephone")
    t.me.agents = (1, 0, 0, 0, 0, 0)
    t.put(0, "copper_mine")
    t.extra()
    t.do("agent copper_mine_1")
    assert t.legal == ["telephone leave", "telephone recover"]
    again = table()
    again.owns(0, "telephone")
    again.act("copper_mine", 0)
    assert again.decision == "extra"


@pytest.mark.rule("Y-ACT-4")
def test_an_unused_action_still_counts_with_its_power():
    t = table()
    t.token("employment_agency", "five_power_01")
    t.act("employment_agency", 4)
    t.do("stop")
    assert t.decision == "five_power"
    t.do("skip")
    assert t.decision == "build"


@pytest.mark.rule("Y-TURN-3")
def test_the_steps_come_in_the_printed_order():
    assert (
        Decision.PLACE < Decision.MOVE < Decision.PORT_CARD < Decision.FIVE_POWER < Decision.BUILD < Decision.RECOVERY
    )
    t = table()
    t.owns(0, "telephone")
    t.token("bank", "five_power_01")
    t.put(0, "bank", 3)
    met = [t.decision]
    t.extra()
    for text in ("end_phase", "spread bank", "stop", "to bank", "skip", "build none", "telephone recover"):
        met.append(t.decision)
        t.do(text)
    assert met[1:] == ["extra", "place", "place_next", "move", "five_power", "build", "recovery"]


@pytest.mark.rule("Y-BUILD-2", "Y-ACT-2")
def test_a_shop_once_built_adds_power_and_forbids_a_second():
    t, act = at_build()
    act()
    t.do("build shop 1")
    t.act("silk_factory", 3)
    assert t.turn.power == 0, "nothing to build: the action is over"
    t.me.houses, t.me.stored_houses = 1, 3
    t.act("silk_factory", 3)
    assert t.turn.power == 5
    assert t.legal == ["build none", "build trading_house"]
