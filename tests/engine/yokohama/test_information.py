"""What a seat may know."""

import json
import random

import pytest

from engine.yokohama.actions import TABLES
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.turns import trigger_end
from tests.engine.yokohama.table import GAME, ORDER, table

SECRET = ("order_deck", "technology_deck", "orders_removed")


def midgame(decisions: int = 150, seats: int = 3):
    state, picks = GAME.new(seats, 11, 12), random.Random(13)
    for _ in range(decisions):
        state.apply(picks.choice(state.legal_actions()))
    return state


@pytest.mark.rule("Y-INFO-1", "Y-GEN-6")
def test_hands_decks_and_what_was_removed_stay_hidden():
    state = midgame()
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert not set(SECRET) & set(view)
        for other, player in enumerate(view["players"]):
            assert ("orders" in player) == ("put_away" in player) == (other == seat)
            assert player["orders_size"] == len(state.players[other].orders)


@pytest.mark.rule("Y-INFO-2", "Y-GEN-6")
def test_a_seat_sees_its_own_cards_and_everything_else():
    state = midgame()
    whole, view = state.to_dict(), state.view(1)
    assert view["players"][1] == whole["players"][1]
    assert (view["order_deck_size"], view["technology_deck_size"]) == (
        len(whole["order_deck"]),
        len(whole["technology_deck"]),
    )
    assert view["orders_removed_size"] == len(whole["orders_removed"])
    for key in ("areas", "ports", "laboratories", "church", "customs", "achievements", "agents_left", "turn", "round"):
        assert view[key] == whole[key]
    for mine, all_ in zip(view["players"], whole["players"], strict=True):
        assert {key: value for key, value in all_.items() if key not in ("orders", "put_away")}.items() <= mine.items()


@pytest.mark.rule("Y-INFO-1", "Y-INFO-3")
def test_views_and_choices_do_not_change_with_what_is_hidden():
    for decisions in (0, 1, 2, 40, 200):
        state = midgame(decisions)
        for seat in range(3):
            seen = json.dumps(state.view(seat))
            for other in range(5):
                redrawn = state.determinize(seat, random.Random(other))
                assert json.dumps(redrawn.view(seat)) == seen
                if state.to_act == seat:
                    assert redrawn.legal_actions() == state.legal_actions()


@pytest.mark.rule("Y-INFO-1")
def test_redrawing_is_the_same_as_filling_the_view():
    for decisions in (0, 1, 2, 40, 200):
        state = midgame(decisions)
        for seat in (None, 0, 1, 2):
            short = state.determinize(seat, random.Random(5))
            long = GAME.from_view(state.view(seat), random.Random(5))
            assert short.to_dict() == long.to_dict()
            assert short.legal_actions() == long.legal_actions()


@pytest.mark.rule("Y-INFO-1")
def test_everything_hidden_varies_when_redrawn():
    state = midgame(60)
    seen = {"hand": set(), "put_away": set(), "removed": set(), "orders": set(), "technologies": set()}
    for number in range(12):
        redrawn = state.determinize(0, random.Random(number))
        seen["hand"].add(redrawn.players[1].orders)
        seen["put_away"].add(redrawn.players[1].put_away)
        seen["removed"].add(redrawn.orders_removed)
        seen["orders"].add(redrawn.order_deck)
        seen["technologies"].add(redrawn.technology_deck)
        assert redrawn.players[0].orders == state.players[0].orders
        assert redrawn.players[0].put_away == state.players[0].put_away
        assert len(redrawn.order_deck) == len(state.order_deck)
        assert len(redrawn.orders_removed) == len(state.orders_removed)
    assert all(len(values) > 1 for values in seen.values()), seen


@pytest.mark.rule("Y-INFO-5", "Y-SETUP-11")
def test_the_choice_of_the_first_order_is_not_shown():
    one = GAME.new(3, 5, 6)
    one.record_events()
    other = one.clone()
    other.record_events()
    one.apply(one.legal_actions()[0])
    other.apply(other.legal_actions()[1])
    for seat in (None, 1, 2):
        assert one.view(seat) == other.view(seat)
    assert one.legal_actions() == other.legal_actions()
    event, twin = one.take_events()[0], other.take_events()[0]
    assert event.seen_by(1) == event.seen_by(None) == twin.seen_by(2) == "keep_order"
    assert event.seen_by(0).startswith("keep_order order_")
    assert event.seen_by(0) != twin.seen_by(0)


@pytest.mark.rule("Y-INFO-5")
def test_the_order_put_away_is_never_shown_not_even_at_the_end():
    state, picks = GAME.new(2, 5, 6), random.Random(1)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
    view = state.view(0)
    assert "put_away" in view["players"][0]
    assert "put_away" not in view["players"][1]
    assert "put_away" not in state.view(None)["players"][0]


@pytest.mark.rule("Y-INFO-3")
def test_taking_an_order_is_a_public_event_but_the_hand_stays_closed():
    t = table()
    t.token("port_a", None)
    t.me.shops = 0
    t.state.record_events()
    t.act("port_a", 1)
    t.do("port_card 1", "stop")
    events = [event.seen_by(2) for event in t.state.take_events()]
    assert events[:2] == ["port_card 1", "stop"]
    assert events[2].startswith("reveal order_")
    assert "orders" not in t.state.view(2)["players"][0]


@pytest.mark.rule("Y-INFO-3", "Y-INFO-1")
def test_whether_an_order_could_have_been_done_does_not_show():
    """The end of a phase is an event whether it was chosen or forced."""
    seen = []
    for order in (ORDER["order_08"], ORDER["order_36"]):
        t = table()
        t.goods(0, copper=1, silk=1)
        t.me.orders = (order,)
        t.extra()
        t.state.record_events()
        t.do("end_phase")
        seen.append([event.seen_by(1) for event in t.state.take_events()])
    assert seen[0] == seen[1] == ["end_phase"]


@pytest.mark.rule("Y-INFO-4")
def test_only_the_two_decks_bring_chance_during_play():
    """The same actions from the same decks lead to the same position, whatever the seeds say."""
    state = midgame(30)
    position = state.to_dict()
    twin = GAME.from_dict({**position, "seed": 999, "hidden_seed": 998})
    picks = random.Random(3)
    while state.to_act is not None:
        action = picks.choice(state.legal_actions())
        state.apply(action)
        twin.apply(action)
    assert twin.view(None) == state.view(None)


@pytest.mark.rule("Y-INFO-4")
def test_refills_come_from_the_deck_in_its_order():
    t = table()
    t.token("port_a", None)
    deck = t.state.order_deck
    t.act("port_a", 1)
    t.do("port_card 1", "stop")
    assert t.state.ports[0][-1] == deck[0]


@pytest.mark.rule("Y-INFO-5")
def test_before_the_choice_a_seat_sees_its_own_two_cards_only():
    state = GAME.new(2, 5, 6)
    assert state.turn.decision == Decision.KEEP_ORDER
    assert len(state.view(0)["players"][0]["orders"]) == 2
    assert "orders" not in state.view(0)["players"][1]
    assert state.view(0)["players"][1]["orders_size"] == 2


@pytest.mark.rule("Y-INFO-4")
def test_a_technology_that_comes_up_is_a_public_event():
    t = table()
    t.token("laboratory_a", None)
    t.me.shops, t.me.yen = 0, 30
    drawn = TABLES.technologies[t.state.technology_deck[0]].id
    t.state.record_events()
    t.act("laboratory_a", 4)
    t.do("lab_card 1")
    if t.decision == "lab_pay":
        t.do("lab_pay 0")
    assert f"reveal {drawn}" in [event.seen_by(None) for event in t.state.take_events()]


@pytest.mark.rule("Y-INFO-4")
def test_the_trigger_of_the_end_is_a_public_event():
    t = table()
    t.state.record_events()
    trigger_end(t.state, "church_full")
    assert [event.seen_by(None) for event in t.state.take_events()] == ["end_triggered church_full"]
