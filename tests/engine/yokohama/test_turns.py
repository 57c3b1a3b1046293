"""Turns, rounds, the end of the match, the round limit."""

import pytest

from engine.yokohama.actions import TABLES
from engine.yokohama.decisions import Phase
from tests.engine.yokohama.table import area, table


def place_and_stop(t):
    """The main action of whoever is to act, as short as can be."""
    t.do("spread bank") if t.can("spread bank") else t.do(t.legal[-1])
    t.do("stop", "take_back", "recall all")


@pytest.mark.rule("Y-TURN-1", "Y-SETUP-7")
def test_turns_go_round_in_seat_order():
    t = table(3)
    t.extra()
    t.do("end_phase")
    seats = []
    for _ in range(7):
        seats.append((t.state.round, t.turn.seat))
        place_and_stop(t)
    assert seats == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)]


@pytest.mark.rule("Y-TURN-1", "Y-TURN-3")
def test_a_turn_is_phase_a_main_action_phase_c():
    t = table()
    t.owns(0, "spinning_mill")
    t.goods(0, silk=1)
    t.put(0, "bank")
    t.extra()
    assert t.turn.phase == Phase.A
    t.do("end_phase")
    assert t.turn.phase == Phase.B
    t.do("spread bank", "stop", "to bank")
    assert (t.decision, t.turn.phase) == ("extra", Phase.C)
    t.do("end_phase")
    assert t.turn.seat == 1


@pytest.mark.rule("Y-TURN-4")
def test_after_a_take_back_there_is_no_area_action():
    t = table()
    t.president(0, "bank")
    t.put(0, "church", 4)
    yen = t.me.yen
    t.move()
    t.do("take_back", "recall none")
    assert t.me.yen == yen
    assert t.me.on_area[area("church")] == 4
    assert t.turn.seat == 1


@pytest.mark.rule("Y-TURN-2", "Y-TECH-18")
@pytest.mark.parametrize(("yen", "then"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_system_of_stock_fills_up_to_two_yen_at_the_start_of_the_turn(yen, then):
    t = table()
    t.owns(0, "system_of_stock")
    t.me.yen = yen
    t.begin_turn()
    assert t.me.yen == then
    t.me.yen = 0
    t.extra(Phase.C)
    assert t.me.yen == 0, "not again later in the turn"


@pytest.mark.rule("Y-TECH-18")
def test_without_system_of_stock_nothing_comes():
    t = table()
    t.me.yen = 0
    t.begin_turn()
    assert t.me.yen == 0


def trigger_with_houses(t, seat):
    """That seat builds its fourth trading house in the Bank."""
    player = t.player(seat)
    for name in ("church", "customs", "port_a"):
        t.house(seat, name)
    player.houses, player.stored_houses = 1, 0
    player.shops = 0
    t.token("bank", None)
    t.act("bank", 4, seat)
    t.do("build trading_house")


def rounds_until_over(t):
    """(round, seat) of every turn still begun."""
    begun = []
    while t.state.to_act is not None:
        begun.append((t.state.round, t.turn.seat))
        t.end_turns()
    return begun


@pytest.mark.rule("Y-END-1", "Y-END-2")
def test_v19_the_round_is_finished_and_one_more_is_played():
    t = table()
    t.state.round = 9
    trigger_with_houses(t, 2)
    assert t.state.end_trigger == "trading_houses_built"
    assert t.state.last_round == 10
    assert rounds_until_over(t) == [(9, 3), (10, 0), (10, 1), (10, 2), (10, 3)]
    assert t.state.outcome().ended_by == "trading_houses_built"


@pytest.mark.rule("Y-END-3", "Y-END-2")
def test_v19_a_trigger_in_the_last_seats_turn_still_leaves_a_full_round():
    t = table()
    t.state.round = 9
    trigger_with_houses(t, 3)
    assert rounds_until_over(t) == [(10, 0), (10, 1), (10, 2), (10, 3)]


@pytest.mark.rule("Y-END-3", "Y-END-2")
def test_v19_a_trigger_inside_the_last_round_adds_nothing():
    t = table()
    t.state.round, t.state.last_round, t.state.end_trigger = 10, 10, "shops_built"
    trigger_with_houses(t, 2)
    assert (t.state.last_round, t.state.end_trigger) == (10, "shops_built")
    assert rounds_until_over(t) == [(10, 3)]


@pytest.mark.rule("Y-END-3")
def test_a_trigger_never_cuts_the_turn_short():
    t = table()
    t.owns(0, "spinning_mill")
    t.goods(0, silk=1)
    trigger_with_houses(t, 0)
    assert t.turn.seat == 0
    assert t.can("mill"), "phase C follows as ever"


@pytest.mark.rule("Y-END-1")
@pytest.mark.parametrize(("built", "triggered"), [(6, False), (7, True)])
def test_the_eighth_shop_triggers_the_end(built, triggered):
    t = table()
    names = ("copper_mine_1", "copper_mine_2", "silk_factory_1", "silk_factory_2", "church", "customs", "port_a")
    for name in names[:built]:
        t.shop(0, name)
    t.me.shops, t.me.stored_shops = 1, 7 - built
    t.token("bank", None)
    t.act("bank", 4)
    t.do("build shop 1")
    assert (t.state.end_trigger == "shops_built") == triggered


@pytest.mark.rule("Y-END-1")
def test_the_third_trading_house_triggers_nothing():
    t = table()
    for name in ("church", "customs"):
        t.house(0, name)
    t.me.houses, t.me.stored_houses, t.me.shops = 1, 1, 0
    t.token("bank", None)
    t.act("bank", 4)
    t.do("build trading_house")
    assert not t.state.last_round


@pytest.mark.rule("Y-END-1", "Y-SETUP-12")
@pytest.mark.parametrize(
    ("edition", "seats", "number"),
    [
        ("okazu", 2, 4),
        ("okazu", 3, 5),
        ("okazu", 4, 6),
        ("synapses2024", 2, 4),
        ("synapses2024", 3, 5),
        ("synapses2024", 4, 6),
    ],
)
@pytest.mark.parametrize("board", ["church", "customs"])
def test_v19_assistants_on_church_and_customs_trigger_the_end(edition, seats, number, board):
    """In the 2024 edition with two players the neutral assistant is the fifth."""
    for before in (number - 2, number - 1):
        t = table(seats, edition)
        spaces = getattr(t.state, board)
        free = [space for space in range(1, 8) if spaces[space] == -1]
        for space in free[:before]:
            spaces[space] = 1
        t.token(board, None)
        t.me.shops = 0
        t.me.imports = 9
        t.act(board, 4)
        t.do(f"{board}_space 1", "take_from hand")
        assert (t.state.end_trigger == f"{board}_full") == (before == number - 1)


@pytest.mark.rule("Y-ARENA-1")
def test_without_a_trigger_the_match_ends_after_the_last_round_of_the_house_rule():
    t = table()
    assert TABLES.limits.max_rounds == 60
    t.state.round = 59
    assert rounds_until_over(t) == [(59, 0), (59, 1), (59, 2), (59, 3), (60, 0), (60, 1), (60, 2), (60, 3)]
    assert t.state.outcome().ended_by == "round_limit"
    assert t.decision == "over"
    assert t.state.legal_actions() == ()


@pytest.mark.rule("Y-ARENA-1")
def test_a_trigger_in_the_last_round_of_the_house_rule_still_gives_one_more():
    t = table()
    t.state.round = 60
    trigger_with_houses(t, 3)
    assert rounds_until_over(t) == [(61, 0), (61, 1), (61, 2), (61, 3)]
    assert t.state.outcome().ended_by == "trading_houses_built"


@pytest.mark.rule("Y-TURN-5")
def test_limits_of_a_turn_are_new_in_the_next():
    t = table(2)
    t.turn.agent_used = t.turn.mill_used = t.turn.university_used = True
    t.turn.church_paid = 63
    t.end_turns(2)
    assert t.turn.seat == 0
    assert not (t.turn.agent_used or t.turn.mill_used or t.turn.university_used or t.turn.church_paid)
