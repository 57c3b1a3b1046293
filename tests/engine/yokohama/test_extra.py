"""Phases A and C: agents, achievements, orders, icons, Spinning Mill, University."""

import pytest

from engine.yokohama.data import tables
from engine.yokohama.decisions import Phase
from tests.engine.yokohama.table import ORDER, area, table

ONE_ENGLISH = (1, 0, 0, 0, 0, 0)


def agent_table():
    t = table()
    t.me.agents = ONE_ENGLISH
    return t


@pytest.mark.rule("Y-AGENT-1", "Y-AGENT-2", "Y-AGENT-3", "Y-ACT-1", "Y-ADD-1")
def test_v13_an_agent_acts_without_the_president():
    t = agent_table()
    t.goods(0)
    t.put(0, "copper_mine", 2)
    t.house(0, "copper_mine")
    t.president(0, "bank")
    t.president(1, "copper_mine")
    before = t.player(1).yen
    assert t.extra() == ["agent copper_mine_1", "end_phase"]
    t.do("agent copper_mine_1")
    assert t.me.goods == [1, 0, 0, 0]
    assert t.player(1).yen == before, "no fee"
    assert t.me.assistants == 8
    assert t.me.agents == (0,) * 6
    assert t.me.agents_used == ONE_ENGLISH
    assert t.decision == "place", "phase A went on and asked nothing more"


@pytest.mark.rule("Y-AGENT-1", "Y-TURN-5")
def test_v13_one_agent_per_turn():
    t = table()
    t.me.agents = (2, 0, 0, 0, 0, 0)
    t.put(0, "copper_mine")
    t.put(0, "bank")
    t.extra()
    t.do("agent copper_mine_1")
    assert t.decision == "place"
    assert t.extra(Phase.C) == ["end_phase"]
    t.seat(1)
    assert t.extra() == ["agent bank", "end_phase"], "the next turn allows another"


@pytest.mark.rule("Y-AGENT-2")
def test_v13_not_where_the_own_president_stands_nor_without_an_assistant():
    t = agent_table()
    t.put(0, "copper_mine")
    t.president(0, "copper_mine")
    assert t.extra() == ["end_phase"]
    t.put(0, "bank")
    assert t.extra() == ["agent bank", "end_phase"]


@pytest.mark.rule("Y-ACT-3", "Y-AGENT-3")
def test_v13_visit_yen_is_paid_for_an_agent_too():
    t = agent_table()
    t.put(0, "bank")
    t.house(2, "bank")
    before = t.player(2).yen
    t.extra()
    t.do("agent bank")
    assert t.player(2).yen == before + 1


@pytest.mark.rule("Y-AGENT-3", "Y-FIVE-1", "Y-BUILD-1")
def test_an_agent_takes_tokens_and_builds_in_its_area():
    t = agent_table()
    t.token("bank", "five_power_01")
    t.put(0, "bank", 5)
    t.president(0, "church")
    t.extra()
    t.do("agent bank")
    assert t.turn.power == 5
    t.do("take", "build shop 1")
    assert t.me.imports == 1
    assert t.state.shops[area("bank")][0] == 0
    assert t.me.assistants == 8
    assert t.turn.phase in (Phase.A, Phase.B)


@pytest.mark.rule("Y-AGENT-4")
def test_an_agent_gained_this_turn_may_be_used():
    t = table()
    t.me.icons = (1, 0, 0, 0, 0)
    t.me.orders = (ORDER["order_01"],)
    t.goods(0, tea=2, fish=2)
    t.put(0, "bank")
    t.extra()
    t.do("order order_01")
    assert t.legal == ["agent bank", "end_phase"]


@pytest.mark.rule("Y-AGENT-5")
def test_with_the_president_in_hand_every_own_area_will_do_and_areas_may_repeat():
    t = agent_table()
    for name in ("bank", "church"):
        t.put(0, name)
    assert t.extra() == ["agent bank", "agent church", "end_phase"]
    t.do("agent bank")
    yen = t.me.yen
    t.do("spread bank", "stop", "to bank")
    assert t.me.yen == yen + 2, "the area of the agent is that of the main action too"


@pytest.mark.rule("Y-AGENT-5")
def test_in_phase_c_the_area_the_president_left():
    t = agent_table()
    t.president(0, "bank")
    t.put(0, "bank")
    t.put(0, "church")
    t.move()
    t.do("take_back", "recall none")
    assert t.turn.phase == Phase.C
    assert t.legal == ["agent bank", "agent church", "end_phase"]


@pytest.mark.rule("Y-DEC-1")
def test_the_first_unused_agent_is_turned_down():
    t = table()
    t.me.agents = (0, 0, 1, 0, 1, 1)
    t.put(0, "bank")
    t.extra()
    t.do("agent bank")
    assert t.me.agents == (0, 0, 0, 0, 1, 1)
    assert t.me.agents_used == (0, 0, 1, 0, 0, 0)


@pytest.mark.rule("Y-ADD-1", "Y-TURN-1")
def test_both_phases_offer_the_same_again_and_again():
    for phase in (Phase.A, Phase.C):
        t = table()
        t.achievement(0, "a_tea")
        t.achievement(1, "b_yen")
        t.me.orders = (ORDER["order_09"], ORDER["order_10"])
        t.goods(0, tea=11, fish=4, silk=1)
        t.me.yen = 10
        t.owns(0, "spinning_mill", "university")
        t.me.agents = ONE_ENGLISH
        t.put(0, "bank")
        legal = t.extra(phase)
        assert legal == [
            "achieve a",
            "achieve b",
            "agent bank",
            "end_phase",
            "mill",
            "order order_09",
            "order order_10",
            "university",
        ]
        t.do("order order_10", "stop", "achieve a", "order order_09", "stop", "achieve b", "university", "mill")
        assert t.legal == ["agent bank", "end_phase"]


@pytest.mark.rule("Y-ACH-1")
def test_v14_an_achievement_scores_less_for_those_who_come_later():
    t = table()
    t.achievement(0, "a_copper")
    t.goods(0, copper=5)
    t.extra()
    t.do("achieve a")
    assert t.me.vp == 9
    assert t.state.achievers[0] == (0,)
    t = table()
    t.achievement(0, "a_copper")
    t.state.achievers[0] = (1, 2)
    t.goods(0, copper=5)
    t.extra()
    t.do("achieve a")
    assert t.me.vp == 6
    assert t.me.goods[0] == 5, "nothing is paid"
    assert t.me.assistants == 7
    assert t.state.achievers[0] == (1, 2, 0)
    assert "achieve a" not in t.extra()


@pytest.mark.rule("Y-ACH-1", "Y-GEN-7")
def test_v14_an_achievement_needs_an_assistant_in_hand():
    t = table()
    t.achievement(0, "a_copper")
    t.goods(0, copper=5)
    t.put(0, "bank", 8)
    assert t.extra() == ["end_phase"]


def fulfils(t, pile, name, **fields):
    t.achievement(pile, name)
    for field, value in fields.items():
        setattr(t.me, field, value)
    return f"achieve {'abc'[pile]}" in t.extra()


@pytest.mark.rule("Y-ACH-2")
@pytest.mark.parametrize(
    ("name", "good", "number"), [("a_copper", 0, 5), ("a_silk", 1, 6), ("a_tea", 2, 7), ("a_fish", 3, 7)]
)
def test_pile_a_asks_for_goods(name, good, number):
    for held in (number - 1, number, number + 1):
        goods = [0, 0, 0, 0]
        goods[good] = held
        assert fulfils(table(), 0, name, goods=goods) == (held >= number)


@pytest.mark.rule("Y-ACH-2")
def test_pile_b_asks_for_yen_tokens_orders_technologies():
    assert not fulfils(table(), 1, "b_yen", yen=9)
    assert fulfils(table(), 1, "b_yen", yen=10)
    assert not fulfils(table(), 1, "b_orders", completed=(0, 1, 2, 3))
    assert fulfils(table(), 1, "b_orders", completed=(0, 1, 2, 3, 4))
    assert not fulfils(table(), 1, "b_tech", technologies=(0, 1, 2))
    assert fulfils(table(), 1, "b_tech", technologies=(0, 1, 2, 3))


@pytest.mark.rule("Y-ACH-2", "Y-FIVE-3")
def test_b_tokens_counts_five_power_tokens_and_agents_used_or_not():
    two, one = (1, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0)
    assert fulfils(table(), 1, "b_tokens", five_powers=(1, 2), agents=two, agents_used=one)
    assert not fulfils(table(), 1, "b_tokens", five_powers=(1,), agents=two, agents_used=one)
    assert not fulfils(table(), 1, "b_tokens", five_powers=(1, 2), agents=two)
    assert not fulfils(table(), 1, "b_tokens", five_powers=(1, 2), agents_used=one)


@pytest.mark.rule("Y-ACH-2", "Y-ACH-3")
@pytest.mark.parametrize(
    ("name", "areas", "met"),
    [
        ("c_4p", "copper_mine_1 copper_mine_2 silk_factory_1 tea_plantation_1", True),
        ("c_4p", "copper_mine_1 fishing_ground_2 silk_factory_1 bank", False),
        ("c_4c", "bank port_a laboratory_a church", True),
        ("c_4c", "chinatown customs employment_agency port_b", True),
        ("c_4c", "chinatown customs employment_agency tea_plantation_2", False),
        ("c_3p2c", "copper_mine_1 copper_mine_2 fishing_ground_1 bank church", True),
        ("c_3p2c", "copper_mine_1 copper_mine_2 port_a bank church", False),
        ("c_2p3c", "copper_mine_1 copper_mine_2 port_a bank church", True),
        ("c_2p3c", "copper_mine_1 laboratory_b port_a bank church", False),
    ],
)
def test_pile_c_asks_for_areas_with_buildings(name, areas, met):
    t = table()
    for number, where in enumerate(areas.split()):
        if number % 2:
            t.shop(0, where)
        else:
            t.house(0, where)
    assert fulfils(t, 2, name) == met


@pytest.mark.rule("Y-ACH-2")
def test_an_area_with_shop_and_trading_house_counts_once():
    t = table()
    for where in ("bank", "church", "port_a"):
        t.shop(0, where)
    t.house(0, "bank")
    assert not fulfils(t, 2, "c_4c")
    t.shop(0, "customs")
    assert fulfils(t, 2, "c_4c")


@pytest.mark.rule("Y-ACH-2")
@pytest.mark.parametrize("piece", ["shop", "house"])
def test_building_counts_for_pile_c(piece):
    """The real step, not the helper, marks the area."""
    t = table()
    t.token("bank", None)
    for where in ("church", "port_a", "customs"):
        t.shop(0, where)
    t.me.houses, t.me.stored_houses = 1, 3
    t.act("bank", 4)
    t.do("build shop 1" if piece == "shop" else "build trading_house")
    assert fulfils(t, 2, "c_4c")


@pytest.mark.rule("Y-ORD-1", "Y-ICON-1", "Y-TECH-7")
def test_v15_an_order_is_paid_rewarded_and_brings_an_agent():
    t = table()
    t.owns(0, "ball")
    t.me.icons = (1, 0, 1, 0, 0)
    t.me.orders = (ORDER["order_01"], ORDER["order_36"])
    t.goods(0, tea=2, fish=2)
    assert t.extra() == ["end_phase", "order order_01"]
    t.do("order order_01")
    assert t.me.goods == [0, 0, 0, 0]
    assert t.me.vp == 7
    assert t.me.imports == 1
    assert t.me.completed == (0,)
    assert t.me.orders == (ORDER["order_36"],)
    assert t.me.icons == (2, 0, 1, 0, 0)
    assert t.me.agents == ONE_ENGLISH
    assert t.state.agents_left == [2, 2, 2, 2, 1]


@pytest.mark.rule("Y-ICON-1", "Y-GEN-1")
def test_v15_an_empty_supply_gives_no_agent_and_only_even_numbers_do():
    for number, left, gained in ((1, 0, 0), (2, 3, 0), (3, 3, 1), (3, 0, 0), (0, 3, 0)):
        t = table()
        t.me.icons = (number, 0, 0, 0, 0)
        t.state.agents_left[0] = left
        t.me.orders = (ORDER["order_01"],)
        t.goods(0, tea=2, fish=2)
        t.extra()
        t.do("order order_01")
        assert t.me.agents[0] == gained
        assert t.state.agents_left[0] == left - gained


@pytest.mark.rule("Y-ORD-1", "Y-GEN-5")
@pytest.mark.parametrize("short", [0, 1, 2, 3])
def test_every_good_of_an_order_must_be_there(short):
    t = table()
    t.me.orders = (ORDER["order_36"],)
    goods = [2, 2, 2, 2]
    t.me.goods = list(goods)
    assert "order order_36" in t.extra()
    goods[short] -= 1
    t.me.goods = goods
    assert "order order_36" not in t.extra()


@pytest.mark.rule("Y-TECH-7", "Y-TECH-8")
def test_ball_and_language_school_reward_an_order():
    t = table()
    t.owns(0, "language_school")
    t.me.orders = (ORDER["order_08"],)
    t.goods(0, copper=1, silk=1)
    yen = t.me.yen
    t.extra()
    t.do("order order_08")
    assert (t.me.yen, t.me.vp) == (yen + 1, 7)


@pytest.mark.rule("Y-ORD-1", "Y-TECH-8")
def test_the_reward_comes_before_the_triggers():
    t = table()
    t.owns(0, "language_school")
    t.me.orders = (ORDER["order_09"],)
    t.goods(0, fish=4)
    t.me.yen = 1
    t.extra()
    t.do("order order_09")
    assert t.decision == "warehouse"
    assert t.legal == ["hire assistant", "stop"], "the yen of Language School is not there yet"
    t.do("stop")
    assert t.me.yen == 2


@pytest.mark.rule("Y-ORD-1")
def test_every_order_asks_and_gives_what_its_card_says():
    for number, order in enumerate(tables().orders):
        t = table()
        t.me.orders = (number,)
        t.me.goods = list(order.goods)
        yen = t.me.yen
        t.extra()
        t.do(f"order {order.id}")
        while t.decision in ("warehouse", "move_from"):
            t.do("stop" if t.can("stop") else "decline")
        assert t.me.goods == [0, 0, 0, 0]
        assert (t.me.vp, t.me.yen - yen, t.me.imports) == (order.reward.vp, order.reward.yen, order.reward.imports)
        assert t.me.icons[order.country] == 1


@pytest.mark.rule("Y-TECH-4", "Y-TURN-5")
def test_spinning_mill_turns_a_silk_into_two_yen_once_a_turn():
    t = table()
    t.owns(0, "spinning_mill")
    t.goods(0, silk=2)
    yen = t.me.yen
    assert t.extra() == ["end_phase", "mill"]
    t.do("mill")
    assert (t.me.goods[1], t.me.yen) == (1, yen + 2)
    assert t.extra(Phase.C) == ["end_phase"]
    t.seat(1)
    assert t.extra() == ["end_phase", "mill"]
    t.goods(0)
    assert t.extra() == ["end_phase"]


@pytest.mark.rule("Y-TECH-4", "Y-TECH-14")
def test_mill_and_university_are_offered_before_steps_four_and_five_only_where_those_ask():
    t = table()
    t.owns(0, "spinning_mill", "university")
    t.goods(0)
    t.me.yen = 0
    t.token("silk_factory", "five_power_01")
    t.act("silk_factory", 4)
    assert t.legal == ["mill", "skip", "take"], "silk gained this turn may be used"
    t.do("mill")
    assert t.legal == ["skip", "take", "university"]
    t.do("skip")
    assert t.legal[-1] == "university"
    t.do("university")
    assert t.decision == "build"
    assert "university" not in t.legal
    t = table()
    t.owns(0, "spinning_mill", "university")
    t.me.shops = 0
    t.token("silk_factory", None)
    t.act("silk_factory", 4)
    assert t.decision == "extra"
    assert {"mill", "university"} <= set(t.legal)


@pytest.mark.rule("Y-TECH-14", "Y-TURN-5")
def test_university_calls_an_assistant_for_one_yen_once_a_turn():
    t = table()
    t.owns(0, "university")
    yen = t.me.yen
    assert t.extra() == ["end_phase", "university"]
    t.do("university")
    assert (t.me.yen, t.me.assistants, t.me.stored_assistants) == (yen - 1, 9, 11)
    assert t.extra(Phase.C) == ["end_phase"]
    t.seat(1)
    t.me.yen = 1
    assert t.extra() == ["end_phase", "university"]
    t.me.yen = 0
    assert t.extra() == ["end_phase"]
    t.me.yen, t.me.stored_assistants = 5, 0
    assert t.extra() == ["end_phase"]


@pytest.mark.rule("Y-TECH-4", "Y-TECH-14")
def test_without_the_card_neither_is_offered():
    t = table()
    t.goods(0, silk=3)
    assert t.extra() == ["end_phase"]
    t.act("silk_factory", 4)
    assert t.legal == ["skip", "take"]


@pytest.mark.rule("Y-TECH-4")
def test_the_mill_before_construction_can_pay_for_a_piece_of_the_reward():
    t = table()
    t.owns(0, "spinning_mill")
    t.goods(0, silk=1)
    t.me.yen = 0
    t.token("tea_plantation", None)
    t.building("tea_plantation", "building_01")
    t.act("tea_plantation", 3)
    assert t.legal[-1] == "mill"
    t.do("mill")
    assert t.decision == "build"
    t.do("build shop 3")
    assert t.can("hire shop")
