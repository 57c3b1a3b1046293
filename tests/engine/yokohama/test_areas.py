"""Port, Laboratory, Employment Agency, Chinatown."""

import pytest

from engine.yokohama.technologies import NUMBERS
from tests.engine.yokohama.table import ORDER, area, table

COPPER = 0


def slots(legal: list[str], verb: str) -> list[int]:
    return [int(text.split()[1]) for text in legal if text.startswith(verb + " ")]


def quiet(name: str, **options):
    """A table where steps 4 and 5 of that area ask nothing."""
    t = table(**options)
    t.token(name, None)
    t.me.shops = 0
    return t


# Port


@pytest.mark.rule("Y-ACT-PORT-1", "Y-ACT-PORT-2", "Y-ACT-PORT-4")
def test_v6_two_cards_then_the_display_slides_and_fills():
    t = quiet("port_a")
    t.me.yen = 2
    t.me.orders = (t.state.order_deck[-1],)
    shown, deck = list(t.state.ports[0]), t.state.order_deck
    t.act("port_a", 2)
    assert slots(t.legal, "port_card") == [1, 2, 3, 4]
    assert t.can("skip")
    t.do("port_card 1")
    assert t.legal == ["port_second yen", "stop"]
    t.do("port_second yen")
    assert t.legal == ["port_card 2", "port_card 3", "port_card 4"]
    vp = t.me.vp
    t.do("port_card 3")
    assert t.me.yen == 0
    assert t.me.vp == vp
    assert set(t.me.orders) == {deck[-1], shown[0], shown[2]}
    assert t.state.ports[0] == [shown[1], shown[3], shown[4], shown[5], deck[0], deck[1]]
    assert t.state.order_deck == deck[2:]


@pytest.mark.rule("Y-ACT-PORT-1")
@pytest.mark.parametrize(
    ("power", "reach"), [(1, []), (2, [1, 2]), (3, [1, 2, 3, 4]), (4, [1, 2, 3, 4, 5, 6]), (5, [1, 2, 3, 4, 5, 6])]
)
def test_the_power_opens_the_levels_of_the_display(power, reach):
    t = quiet("port_a")
    t.act("port_a", power - 1)
    assert slots(t.legal, "port_card") == reach


@pytest.mark.rule("Y-ACT-PORT-1", "Y-ACT-PORT-7")
def test_each_port_has_its_own_display():
    t = quiet("port_b")
    shown = [list(cards) for cards in t.state.ports]
    t.act("port_b", 1)
    t.do("port_card 2", "stop")
    assert t.me.orders == (shown[1][1],)
    assert t.state.ports[0] == shown[0]
    assert t.state.ports[1][:5] == [card for number, card in enumerate(shown[1]) if number != 1]


@pytest.mark.rule("Y-ACT-PORT-2")
def test_the_second_card_costs_two_yen_or_an_import():
    t = quiet("port_a")
    t.me.yen, t.me.imports = 2, 1
    t.act("port_a", 2)
    t.do("port_card 1")
    assert t.legal == ["port_second import", "port_second yen", "stop"]
    t.do("port_second import", "port_card 2")
    assert (t.me.yen, t.me.imports) == (2, 0)
    t = quiet("port_a")
    t.me.yen, t.me.imports = 1, 0
    t.act("port_a", 2)
    t.do("port_card 1")
    assert len(t.me.orders) == 1
    assert t.decision == "extra" or t.turn.seat == 1, "nothing to pay with: no question"


@pytest.mark.rule("Y-ACT-PORT-2", "Y-ACT-4")
def test_the_port_may_be_left_with_one_card_or_none():
    t = quiet("port_a")
    shown = list(t.state.ports[0])
    t.act("port_a", 2)
    one = t.state.clone()
    t.do("skip")
    assert t.me.orders == ()
    assert t.state.ports[0] == shown
    t.state = one
    t.do("port_card 1", "stop")
    assert t.me.orders == (shown[0],)
    assert t.state.ports[0][:5] == shown[1:]


@pytest.mark.rule("Y-ACT-PORT-3", "Y-GEN-2")
def test_a_fourth_card_cannot_be_taken():
    t = quiet("port_a")
    t.me.orders = t.state.order_deck[-2:]
    t.act("port_a", 2)
    t.do("port_card 1")
    assert len(t.me.orders) == 3
    assert t.decision not in ("port_second", "port_second_card")
    t.me.completed = t.state.order_deck[:6]
    t.me.orders = t.state.order_deck[-2:]
    assert slots(t.act("port_a", 2), "port_card") == [1, 2, 3, 4], "completed orders do not count"


@pytest.mark.rule("Y-ACT-PORT-5")
def test_v6_power_five_scores_three_even_with_a_full_hand():
    t = quiet("port_a")
    t.me.orders = t.state.order_deck[-3:]
    vp = t.me.vp
    t.act("port_a", 4)
    assert t.me.vp == vp + 3
    assert len(t.me.orders) == 3
    assert t.decision == "extra"


@pytest.mark.rule("Y-ACT-PORT-5")
def test_power_four_scores_nothing_and_taking_a_card_scores_no_more():
    t = quiet("port_a")
    vp = t.me.vp
    t.act("port_a", 3)
    assert t.me.vp == vp
    t.act("port_a", 4)
    t.do("port_card 1", "stop")
    assert t.me.vp == vp + 3


@pytest.mark.rule("Y-ACT-PORT-4", "Y-ACT-PORT-6", "Y-END-1")
@pytest.mark.parametrize(("deck", "triggered"), [(1, True), (2, False), (0, True)])
def test_v19_an_empty_slot_after_filling_triggers_the_end(deck, triggered):
    t = quiet("port_a")
    t.me.yen = 2
    t.state.order_deck = t.state.order_deck[:deck]
    t.act("port_a", 2)
    t.do("port_card 1", "port_second yen", "port_card 2")
    assert bool(t.state.last_round) == triggered
    assert t.state.end_trigger == ("orders_exhausted" if triggered else "")
    assert t.state.ports[0].count(-1) == 2 - deck


@pytest.mark.rule("Y-ACT-PORT-6", "Y-ACT-PORT-7")
def test_an_action_without_a_card_checks_nothing():
    t = quiet("port_a")
    t.state.order_deck = ()
    t.state.ports[0][5] = -1
    t.act("port_a", 4)
    assert slots(t.legal, "port_card") == [1, 2, 3, 4, 5], "a slot without a card cannot be chosen"
    t.do("skip")
    assert not t.state.last_round


@pytest.mark.rule("Y-ACT-PORT-7")
def test_levels_belong_to_slots_not_cards():
    t = quiet("port_a")
    shown = list(t.state.ports[0])
    t.act("port_a", 1)
    t.do("port_card 1", "stop")
    t.player(1).orders = ()
    t.act("port_a", 1)
    assert slots(t.legal, "port_card") == [1, 2]
    assert t.state.ports[0][1] == shown[2], "a card of the middle level has slid into reach"


# Laboratory


def laboratory(assistants: int, *cards: str, **options):
    """The display of Laboratory A begins with these cards; the rest are owned by nobody's business."""
    t = quiet("laboratory_a", **options)
    for slot, card in enumerate(cards):
        t.state.laboratories[0][slot] = NUMBERS[card]
    for slot in range(len(cards), 6):
        t.state.laboratories[0][slot] = -1
    return t, lambda: t.act("laboratory_a", assistants)


@pytest.mark.rule("Y-ACT-LAB-2", "Y-ACT-LAB-5")
@pytest.mark.parametrize(
    ("yen", "imports", "pays"),
    [(2, 0, ["lab_pay 0"]), (1, 0, None), (0, 1, ["lab_pay 1"]), (2, 1, ["lab_pay 0", "lab_pay 1"])],
)
def test_v7_the_tram_in_the_third_slot_costs_six(yen, imports, pays):
    t, act = laboratory(3, "gaslight", "ball", "tram")
    t.shop(0, "laboratory_a")
    t.me.yen, t.me.imports = yen, imports
    assert ("lab_card 3" in act()) == (pays is not None)
    if pays:
        from engine.yokohama.decisions import Decision

        t.turn.slot = 2
        assert t.ask(Decision.LAB_PAY) == pays
        t.do(pays[-1])
        assert (t.me.yen, t.me.imports) == ((yen, imports - 1) if pays[-1] == "lab_pay 1" else (yen - 2, imports))
        assert t.me.technologies == (NUMBERS["tram"],)


@pytest.mark.rule("Y-ACT-LAB-2")
def test_excess_power_is_lost_and_buys_nothing():
    t, act = laboratory(4, "university")
    t.me.yen, t.me.imports = 3, 1
    act()
    t.do("lab_card 1")
    assert t.me.technologies == (NUMBERS["university"],)
    assert (t.me.yen, t.me.imports) == (3, 1)


@pytest.mark.rule("Y-ACT-LAB-2")
def test_surcharges_of_the_slots():
    costs = []
    for slot in range(6):
        cards = ["gaslight"] * 0
        t, act = laboratory(4, *cards)
        t.state.laboratories[0][slot] = NUMBERS["tram"]  # value 5, power 5
        t.me.yen = 0
        for imports in range(4):
            t.me.imports = imports
            if f"lab_card {slot + 1}" in act():
                costs.append(imports)
                break
    assert costs == [0, 0, 1, 1, 1, 2]


@pytest.mark.rule("Y-ACT-LAB-1", "Y-GEN-3")
def test_a_name_owned_already_is_not_offered_and_the_action_may_be_skipped():
    t, act = laboratory(4, "gaslight", "ball")
    t.owns(0, "gaslight")
    assert act() == ["lab_card 2", "skip"]
    t.do("skip")
    assert t.decision != "lab_card"
    assert t.me.technologies == (NUMBERS["gaslight"],)
    assert t.state.laboratories[0][:2] == [NUMBERS["gaslight"], NUMBERS["ball"]]


@pytest.mark.rule("Y-ACT-LAB-1")
def test_each_laboratory_has_its_own_display():
    t = quiet("laboratory_b")
    shown = [list(cards) for cards in t.state.laboratories]
    t.me.yen = 30
    t.act("laboratory_b", 4)
    t.do("lab_card 1")
    if t.decision == "lab_pay":
        t.do("lab_pay 0")
    assert t.me.technologies == (shown[1][0],)
    assert t.state.laboratories[0] == shown[0]


@pytest.mark.rule("Y-ACT-LAB-3")
@pytest.mark.parametrize(
    ("edition", "owned", "extra"),
    [("okazu", 3, 0), ("synapses2024", 3, 1), ("okazu", 4, 1), ("synapses2024", 4, 1), ("synapses2024", 2, 0)],
)
def test_v8_many_technologies_cost_more_and_power_does_not_help(edition, owned, extra):
    names = ("gaslight", "spinning_mill", "stagecoach", "winery")[:owned]
    for yen, imports, paid in ((1, 0, None), (2, 0, (0, 0)), (0, 1, (0, 0))):
        t, act = laboratory(4, "telephone", edition=edition)  # value 4 at power 5
        t.owns(0, *names)
        t.me.yen, t.me.imports = yen, imports
        assert ("lab_card 1" in act()) == (extra == 0 or paid is not None)
        if t.can("lab_card 1"):
            t.do("lab_card 1")
            assert (t.me.yen, t.me.imports) == (paid if extra else (yen, imports))


@pytest.mark.rule("Y-ACT-LAB-4")
def test_the_display_slides_left_and_the_last_slot_is_filled():
    t = quiet("laboratory_a")
    t.me.yen = 30
    shown, deck = list(t.state.laboratories[0]), t.state.technology_deck
    t.act("laboratory_a", 4)
    t.do("lab_card 2")
    if t.decision == "lab_pay":
        t.do("lab_pay 0")
    assert t.state.laboratories[0] == [shown[0], *shown[2:], deck[0]]
    assert t.state.technology_deck == deck[1:]


@pytest.mark.rule("Y-ACT-LAB-4")
def test_an_empty_technology_deck_leaves_the_slot_empty_and_does_not_end_the_game():
    t, act = laboratory(4, "university", "ball")
    t.state.technology_deck = ()
    act()
    t.do("lab_card 1")
    assert t.state.laboratories[0] == [NUMBERS["ball"], -1, -1, -1, -1, -1]
    assert not t.state.last_round


@pytest.mark.rule("Y-ACT-LAB-4", "Y-ICON-1")
def test_a_technology_brings_its_country():
    t, act = laboratory(4, "university")
    t.me.icons = (0, 0, 0, 1, 0)
    act()
    t.do("lab_card 1")
    assert t.me.icons == (0, 0, 0, 2, 0)
    assert t.me.agents == (0, 0, 0, 1, 0, 0)


@pytest.mark.rule("Y-TECH-6")
def test_exposition_scores_ten_at_once():
    t, act = laboratory(4, "exposition")
    t.me.imports = 2
    act()
    vp = t.me.vp
    t.do("lab_card 1")
    if t.decision == "lab_pay":
        t.do("lab_pay 2")
    assert t.me.vp == vp + 10


@pytest.mark.rule("Y-TECH-9", "Y-TECH-19", "Y-ACT-LAB-5")
def test_letterpress_and_patent_reward_the_next_technology_but_not_themselves():
    t, act = laboratory(4, "letterpress_printing", "patent_system", "ball")
    act()
    yen, vp = t.me.yen, t.me.vp
    t.do("lab_card 1")
    assert (t.me.yen, t.me.vp) == (yen, vp)
    t.me.assistants, t.me.on_area[area("laboratory_a")] = 4, 4
    act()
    t.do("lab_card 1")
    assert (t.me.yen, t.me.vp) == (yen + 1, vp)
    act()
    t.do("lab_card 1")
    assert (t.me.yen, t.me.vp) == (yen + 2, vp + 2)


@pytest.mark.rule("Y-ACT-LAB-5")
def test_the_yen_of_letterpress_comes_after_the_payment():
    t, act = laboratory(4, "tram")
    t.state.laboratories[0] = [-1, -1, NUMBERS["tram"], -1, -1, -1]
    t.owns(0, "letterpress_printing")
    t.me.yen = 1
    act()
    assert t.decision == "extra" or not t.can("lab_card 3")


@pytest.mark.rule("Y-TECH-2", "Y-ACT-LAB-4")
def test_station_puts_its_token_on_any_area_but_the_canal():
    t, act = laboratory(4, "station", "ball")
    t.owns(0, "patent_system")
    act()
    vp = t.me.vp
    t.do("lab_card 1")
    assert t.decision == "station_area"
    assert t.me.vp == vp, "the immediate effect comes before the triggers"
    assert len(t.legal) == 17
    t.do("station_area bank")
    assert t.state.station == area("bank")
    assert t.me.vp == vp + 2
    assert t.me.icons[0] == 1
    assert t.state.laboratories[0][0] == NUMBERS["ball"]


# Employment Agency


@pytest.mark.rule("Y-ACT-EMP-1", "Y-ACT-EMP-2")
def test_v9_prices_of_shops_and_trading_houses():
    t = quiet("employment_agency")
    t.me.yen = 11
    t.act("employment_agency", 3)
    t.do("hire trading_house")
    assert t.me.yen == 7
    t.do("hire trading_house")
    assert t.me.yen == 2
    assert t.legal == ["hire assistant", "hire shop", "stop"], "the third trading house costs 6"
    t.do("hire shop")
    assert t.me.yen == 0
    assert (t.me.houses, t.me.shops) == (2, 1)
    assert (t.me.stored_houses, t.me.stored_shops) == (2, 5)
    assert t.decision != "hire"


@pytest.mark.rule("Y-ACT-EMP-2")
@pytest.mark.parametrize(("stored", "price"), [(4, 4), (3, 5), (2, 6), (1, 7)])
def test_each_trading_house_is_dearer(stored, price):
    for yen in (price - 1, price):
        t = quiet("employment_agency")
        t.me.stored_houses, t.me.yen = stored, yen
        t.act("employment_agency", 1)
        assert t.can("hire trading_house") == (yen == price)
    t.do("hire trading_house")
    assert t.me.yen == 0


@pytest.mark.rule("Y-ACT-EMP-1")
@pytest.mark.parametrize(("power", "pieces"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_the_power_less_one_in_pieces_and_assistants_are_free(power, pieces):
    t = quiet("employment_agency")
    t.me.yen = 0
    t.act("employment_agency", power - 1)
    hired = 0
    while t.decision == "hire":
        assert t.legal == ["hire assistant", "stop"]
        t.do("hire assistant")
        hired += 1
    assert hired == pieces
    assert t.me.stored_assistants == 12 - pieces
    assert t.me.assistants == 8 + pieces


@pytest.mark.rule("Y-ACT-EMP-1", "Y-ACT-4")
def test_the_agency_may_be_left_early_and_an_empty_warehouse_gives_nothing():
    t = quiet("employment_agency")
    t.act("employment_agency", 4)
    t.do("hire assistant", "stop")
    assert t.me.stored_assistants == 11
    t.me.stored_assistants = t.me.stored_shops = t.me.stored_houses = 0
    t.me.yen = 50
    t.act("employment_agency", 4)
    assert t.decision == "extra"


# Chinatown


@pytest.mark.rule("Y-ACT-CHI-1")
def test_v10_sell_copper_and_buy_an_import():
    t = quiet("chinatown")
    t.goods(0, copper=2)
    t.me.yen = 0
    t.act("chinatown", 2)
    t.do("sell copper", "sell copper")
    assert t.me.yen == 4
    t.do("buy import")
    assert (t.me.goods, t.me.yen, t.me.imports) == ([0, 0, 0, 0], 0, 1)
    assert t.decision != "exchange"


@pytest.mark.rule("Y-ACT-CHI-1")
def test_v10_imports_cannot_be_sold():
    t = quiet("chinatown")
    t.goods(0)
    t.me.yen, t.me.imports = 0, 1
    assert t.act("chinatown", 2) == ["stop"]


@pytest.mark.rule("Y-ACT-CHI-1")
@pytest.mark.parametrize(("good", "rate"), [("copper", 2), ("silk", 2), ("tea", 1), ("fish", 1)])
def test_goods_are_bought_and_sold_at_one_rate(good, rate):
    t = quiet("chinatown")
    t.goods(0)
    t.me.yen = rate - 1
    assert f"buy {good}" not in t.act("chinatown", 1)
    t.me.yen = rate
    t.act("chinatown", 1)
    t.do(f"buy {good}")
    assert t.me.yen == 0
    assert sum(t.me.goods) == 1
    t.do(f"sell {good}")
    assert t.me.yen == rate
    assert sum(t.me.goods) == 0


@pytest.mark.rule("Y-ACT-CHI-1")
@pytest.mark.parametrize("power", [1, 2, 3, 4, 5])
def test_as_many_exchanges_as_the_power(power):
    t = quiet("chinatown")
    t.me.yen = 50
    t.act("chinatown", power - 1)
    made = 0
    while t.decision == "exchange":
        t.do("buy tea")
        made += 1
    assert made == power


@pytest.mark.rule("Y-ACT-CHI-1", "Y-ACT-4")
def test_the_list_of_exchanges_and_the_way_out():
    t = quiet("chinatown")
    t.goods(0, copper=1, silk=1, tea=1, fish=1)
    t.me.yen = 4
    assert t.act("chinatown", 4) == [
        "buy copper",
        "buy silk",
        "buy tea",
        "buy fish",
        "buy import",
        "sell copper",
        "sell silk",
        "sell tea",
        "sell fish",
        "stop",
    ]
    t.do("stop")
    assert t.me.yen == 4
    t.me.yen = 3
    assert "buy import" not in t.act("chinatown", 4)


@pytest.mark.rule("Y-TECH-3")
def test_v16_mining_technology_adds_a_copper_to_each_gain():
    t = quiet("copper_mine")
    t.owns(0, "mining_technology")
    t.goods(0)
    t.act("copper_mine", 3)
    assert t.me.goods[COPPER] == 3
    t.goods(0)
    t.act("copper_mine", 1)
    assert t.me.goods[COPPER] == 0, "no gain, no bonus"
    t.token("chinatown", None)
    t.me.yen = 4
    t.act("chinatown", 1)
    t.do("buy copper", "buy copper")
    assert (t.me.yen, t.me.goods[COPPER]) == (0, 4)


@pytest.mark.rule("Y-TECH-3")
def test_mining_technology_adds_to_tokens_and_buildings_and_to_copper_only():
    t = table()
    t.owns(0, "mining_technology")
    t.goods(0)
    t.me.shops = 1
    t.token("tea_plantation", "five_power_11")
    t.building("tea_plantation", "building_02")
    t.act("tea_plantation", 4)
    assert t.me.goods == [0, 0, 5, 0]
    t.do("take")
    assert t.me.goods[COPPER] == 3
    t.do("build shop 2")
    assert t.me.goods[COPPER] == 5


def test_orders_of_the_helper_exist():
    assert ORDER["order_01"] == 0
