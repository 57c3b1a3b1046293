"""Step 1, placement."""

import pytest

from engine.yokohama.decisions import Decision, Phase
from tests.engine.yokohama.table import area, table


def only(legal: list[str], verb: str) -> list[str]:
    return [text for text in legal if text.startswith(verb)]


@pytest.mark.rule("Y-PLACE-1", "Y-PLACE-2", "Y-PLACE-3")
def test_v1_a_spread_pays_every_president_it_meets():
    t = table()
    t.me.yen = 1
    t.president(1, "employment_agency")
    t.president(2, "laboratory_a")
    t.president(3, "laboratory_a")
    before = [t.player(seat).yen for seat in range(4)]
    t.place()
    t.do("spread copper_mine_1", "spread silk_factory_1", "spread employment_agency")
    assert [t.player(seat).yen for seat in range(4)] == [0, before[1] + 1, before[2], before[3]]
    assert t.me.assistants == 5
    assert sum(t.me.on_area) == 3


@pytest.mark.rule("Y-PLACE-3", "Y-GEN-5")
def test_v1_an_area_whose_fee_cannot_be_paid_is_not_offered():
    t = table()
    t.me.yen = 1
    t.president(2, "laboratory_a")
    t.president(3, "laboratory_a")
    assert "spread laboratory_a" not in t.place()
    t.do("spread bank")
    assert not t.can("spread laboratory_a")
    assert t.can("spread laboratory_b")


@pytest.mark.rule("Y-PLACE-3", "Y-GEN-5")
def test_in_a_spread_the_fee_of_each_area_counts_not_the_least_of_all():
    t = table()
    t.me.yen = 1
    t.president(1, "employment_agency")
    t.president(2, "laboratory_a")
    t.president(3, "laboratory_a")
    t.place()
    t.do("spread bank")
    assert t.can("spread employment_agency")
    assert not t.can("spread laboratory_a"), "two presidents ask 2 yen"


@pytest.mark.rule("Y-PLACE-2", "Y-PLACE-6")
@pytest.mark.parametrize(("yen", "legal"), [(3, False), (4, True)])
def test_v1_a_double_pays_twice_to_each_president(yen, legal):
    t = table()
    t.me.yen = yen
    t.president(2, "laboratory_a")
    t.president(3, "laboratory_a")
    before = t.player(2).yen
    assert ("double laboratory_a" in t.place()) == legal
    assert t.can("spread laboratory_a"), "one assistant costs 2 yen"
    if legal:
        t.do("double laboratory_a")
        assert t.me.yen == 0
        assert t.player(2).yen == t.player(3).yen == before + 2
        assert t.me.on_area[area("laboratory_a")] == 2


@pytest.mark.rule("Y-PLACE-2")
def test_the_own_president_costs_nothing_and_forbids_nothing():
    t = table()
    t.me.yen = 0
    t.president(0, "bank")
    t.place()
    t.do("double bank")
    assert t.me.yen == 0
    assert t.me.on_area[area("bank")] == 2


@pytest.mark.rule("Y-PLACE-1")
def test_a_spread_has_at_most_three_areas_and_a_double_one():
    t = table()
    t.place()
    t.do("spread copper_mine_1", "spread copper_mine_2")
    assert t.decision == "place_next"
    t.do("spread bank")
    assert t.decision == "move"
    again = table()
    again.place()
    again.do("double bank")
    assert again.decision == "move"
    assert again.me.assistants == 6


@pytest.mark.rule("Y-PLACE-4", "Y-ACT-CAN-1")
def test_the_canal_never_holds_an_assistant():
    t = table()
    assert len(t.place()) == 2 * 17
    assert not any("canal" in text for text in t.legal)
    t.do("spread copper_mine_1")
    assert not any("canal" in text for text in t.legal)


@pytest.mark.rule("Y-PLACE-5")
def test_with_one_in_hand_one_is_placed_and_one_may_stop_after_any():
    t = table()
    assert "stop" not in t.place()
    t.do("spread bank", "stop")
    assert t.decision == "move"
    assert t.me.assistants == 7


@pytest.mark.rule("Y-PLACE-5")
def test_with_none_in_hand_the_step_passes():
    t = table()
    t.put(0, "bank", 8)
    t.place()
    assert t.decision == "move"


@pytest.mark.rule("Y-PLACE-6")
def test_a_double_needs_two_assistants_in_hand():
    t = table()
    t.put(0, "bank", 7)
    assert only(t.place(), "double") == []
    assert len(only(t.legal, "spread")) == 17
    t.do("spread church")
    assert t.decision == "move", "the hand is empty"


@pytest.mark.rule("Y-PLACE-6")
def test_a_spread_of_the_last_assistant_still_asks_its_fee():
    t = table()
    t.put(0, "bank", 7)
    t.me.yen = 0
    t.president(1, "church")
    assert "spread church" not in t.place()


@pytest.mark.rule("Y-PLACE-7")
def test_nothing_is_received_while_placing_so_fees_add_up():
    t = table()
    t.owns(0, "stagecoach", "postal_system")
    t.me.yen = 2
    for seat, name in ((1, "bank"), (2, "port_a"), (3, "port_b")):
        t.president(seat, name)
    t.place()
    t.do("spread bank", "spread port_a")
    assert not t.can("spread port_b")
    assert t.can("spread church")


@pytest.mark.rule("Y-DEC-1", "Y-SETUP-15")
def test_a_spread_goes_on_in_rising_order_of_the_layout():
    t = table()
    t.place()
    t.do("spread port_b")
    assert t.legal == [
        "spread laboratory_a",
        "spread laboratory_b",
        "spread employment_agency",
        "spread chinatown",
        "spread church",
        "spread customs",
        "stop",
    ]


@pytest.mark.rule("Y-TECH-12")
def test_newspaper_spreads_over_four_areas():
    t = table()
    t.owns(0, "newspaper")
    t.place()
    t.do("spread copper_mine_1", "spread copper_mine_2", "spread bank")
    assert t.decision == "place_next"
    t.do("spread church")
    assert t.decision == "move"


@pytest.mark.rule("Y-TECH-15")
def test_telegram_places_one_more_beside_a_double():
    t = table()
    t.owns(0, "telegram")
    t.president(1, "port_b")
    t.me.yen = 0
    t.place()
    t.do("double chinatown")
    assert t.decision == "telegram"
    assert t.legal == ["skip", "telegram port_a", "telegram employment_agency"], (
        "not the canal, nor port_b whose fee cannot be paid"
    )
    t.do("telegram port_a")
    assert t.me.on_area[area("port_a")] == 1
    assert t.me.assistants == 5
    assert t.decision == "move"


@pytest.mark.rule("Y-TECH-15")
def test_telegram_pays_the_usual_fee_and_may_be_skipped():
    t = table()
    t.owns(0, "telegram")
    t.president(1, "port_b")
    t.me.yen, before = 1, t.player(1).yen
    t.place()
    t.do("double chinatown", "telegram port_b")
    assert (t.me.yen, t.player(1).yen) == (0, before + 1)
    again = table()
    again.owns(0, "telegram")
    again.place()
    again.do("double chinatown", "skip")
    assert again.me.assistants == 6


@pytest.mark.rule("Y-TECH-15")
def test_telegram_needs_an_assistant_in_hand_and_follows_a_double_only():
    t = table()
    t.owns(0, "telegram")
    t.put(0, "church", 6)
    t.place()
    t.do("double bank")
    assert t.decision == "move"
    again = table()
    again.owns(0, "telegram")
    again.place()
    again.do("spread bank", "stop")
    assert again.decision == "move"


@pytest.mark.rule("Y-GEN-7")
def test_pieces_in_the_warehouse_are_not_placed():
    t = table()
    t.put(0, "bank", 8)
    assert t.me.stored_assistants == 12
    t.ask(Decision.PLACE, Phase.B)
    assert t.decision == "move"
