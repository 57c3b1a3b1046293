"""Positions: what cannot be is refused, and the field is named."""

import copy
import random
from typing import Any

import pytest

from engine import InvalidPosition
from engine.yokohama.decisions import Decision
from tests.engine.yokohama.table import GAME, table


def position(decisions: int = 60) -> dict[str, Any]:
    """After so many decisions, and then at the next movement."""
    state, picks = GAME.new(3, 2, 3), random.Random(4)
    while decisions > 0 or state.turn.decision != Decision.MOVE:
        state.apply(picks.choice(state.legal_actions()))
        decisions -= 1
    return state.to_dict()


def changed(change) -> dict[str, Any]:
    spoilt = copy.deepcopy(position())
    change(spoilt)
    return spoilt


def canal(p):
    return next(number for number, entry in enumerate(p["areas"]) if entry["id"] == "canal")


def put_on_canal(p):
    p["areas"][canal(p)]["assistants"][0] = 1


def building_on_canal(p):
    p["areas"][canal(p)]["building"] = "building_01"


def token_on_canal(p):
    p["areas"][canal(p)]["five_power"] = p["areas"][canal(p) - 1]["five_power"] or "five_power_20"


def two_shops(p):
    p["areas"][canal(p) - 1]["shops"] = [0, 0, -1, -1]


def same_area_twice(p):
    p["areas"][0]["id"] = p["areas"][1]["id"]


def same_building_twice(p):
    land = [entry for entry in p["areas"] if entry["id"] != "canal"]
    land[0]["building"] = land[1]["building"]


def order_twice(p):
    p["players"][0]["orders"] = [p["order_deck"][0]]


def order_lost(p):
    p["order_deck"] = p["order_deck"][1:]


def technology_lost(p):
    p["technology_deck"] = p["technology_deck"][1:]


def technology_of_a_name_twice(p):
    twice = next(card for card in p["technology_deck"] if p["technology_deck"].count(card) == 2)
    p["technology_deck"] = [card for card in p["technology_deck"] if card != twice]
    p["players"][0]["technologies"] = [*p["players"][0]["technologies"], twice, twice]


def token_twice(p):
    tokens = [entry for entry in p["areas"] if entry["five_power"]]
    tokens[0]["five_power"] = tokens[1]["five_power"]


def wrong_last_round(p):
    p["end_trigger"], p["last_round"] = "shops_built", p["round"] + 2


def half_an_end(p):
    p["last_round"] = p["round"]


def four_orders(p):
    p["players"][0]["orders"] = p["order_deck"][:4]
    p["order_deck"] = p["order_deck"][4:]


def another_to_act(p):
    p["to_act"] = (p["to_act"] + 1) % 3


def lost_reward(p):
    p["turn"]["step"], p["turn"]["any_left"], p["turn"]["after"] = "any_good", 1, "place"


def set_field(*path):
    *parents, key, value = path

    def change(p):
        place = p
        for part in parents:
            place = place[part]
        place[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (put_on_canal, r"areas\[\d+\]\.assistants"),
        (building_on_canal, r"areas\[\d+\]\.building"),
        (token_on_canal, r"areas\[\d+\]\.id"),
        (two_shops, r"areas\[\d+\]\.shops"),
        (same_area_twice, "areas: .* twice"),
        (same_building_twice, "areas: building_.* twice"),
        (token_twice, "areas: five_power_.* twice"),
        (order_twice, "order_deck: .*order_"),
        (order_lost, "order_deck: .*order_"),
        (four_orders, r"players\[0\]\.orders"),
        (technology_lost, "technology_deck: "),
        (technology_of_a_name_twice, r"players\[0\]\.technologies"),
        (wrong_last_round, "last_round"),
        (half_an_end, "last_round"),
        (set_field("players", 1, "assistants", 30), r"players\[1\]\.assistants: the player has 20"),
        (set_field("players", 1, "shops", 9), r"players\[1\]\.shops: the player has 8"),
        (set_field("players", 1, "trading_houses", 3), r"players\[1\]\.trading_houses: the player has 4"),
        (set_field("players", 2, "yen", -1), r"players\[2\]\.yen: expected a whole number of at least 0, got -1"),
        (set_field("players", 2, "yen", "x"), r"players\[2\]\.yen: expected a whole number, got 'x'"),
        (set_field("players", 2, "sake", 1), r"players\[2\]\.sake: is not a field here"),
        (set_field("players", 0, "president", "laboratory_b"), r"players\[0\]\.president: laboratory_b is not in use"),
        (set_field("players", 0, "president", "canal"), r"players\[0\]\.president"),
        (set_field("players", 0, "agents", {"independent": 1}), r"players\[0\]\.agents"),
        (set_field("players", 0, "agents", {"spain": 1}), r"players\[0\]\.agents\.spain"),
        (set_field("agents_left", "england", 9), "agents_left: there are 3 agents of england"),
        (set_field("station", "laboratory_b"), "station: laboratory_b is not in use"),
        (set_field("church", 4, -2), r"church\[4\]: there is no neutral assistant"),
        (set_field("customs", 0, 3), r"customs\[0\]"),
        (set_field("achievements", 0, "seats", [1, 1]), r"achievements\[0\]\.seats"),
        (set_field("achievements", 0, "id", "b_yen"), r"achievements\[0\]\.id"),
        (set_field("objective_rewards", ["objective_agent"]), "objective_rewards: expected 0"),
        (set_field("round", 0), "round"),
        (another_to_act, "to_act"),
        (set_field("turn", "step", "place_next"), r"turn\.spot"),
        (set_field("turn", "step", "hire"), r"turn\.area"),
        (set_field("turn", "step", "build"), r"turn\.area"),
        (set_field("turn", "area", "bank"), r"turn\.area"),
        (lost_reward, r"turn\.after"),
        (set_field("turn", "step", "order_done"), r"turn\.step: order_done asks nothing"),
        (set_field("turn", "step", "lab_card"), r"turn\.area"),
        (set_field("turn", "step", "recall"), r"turn\.spot"),
        (set_field("turn", "step", "over"), r"turn\.step"),
        (set_field("turn", "area", "laboratory_b"), r"turn\.area"),
        (set_field("turn", "phase", "d"), r"turn\.phase"),
        (set_field("options", "mini_expansion_1", True), "options: .*mini_expansion_1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_name(change, named):
    GAME.from_dict(position())
    with pytest.raises(InvalidPosition, match=named):
        GAME.from_dict(changed(change))


def full_church(p):
    for space in [space for space in range(8) if p["church"][space] < 0][:5]:
        p["church"][space] = space % 3
        p["players"][space % 3]["warehouse_assistants"] -= 1


def four_houses(p):
    for entry in [entry for entry in p["areas"] if entry["id"] != "canal" and entry["trading_house"] < 0][:4]:
        entry["trading_house"] = 0
    p["players"][0]["trading_houses"] = p["players"][0]["warehouse_trading_houses"] = 0


def card_gone(p):
    p["players"][0]["completed"].append(p["ports"][0]["cards"].pop())
    p["ports"][0]["cards"].append("")


def deck_gone(p):
    card_gone(p)
    p["players"][0]["completed"] += p["order_deck"]
    p["order_deck"], p["order_deck_size"] = [], 0


def called_for_nothing(p):
    p["end_trigger"], p["last_round"] = "customs_full", p["round"] + 1


@pytest.mark.rule("Y-END-1", "Y-END-2", "Y-ACT-PORT-6")
@pytest.mark.parametrize(
    ("change", "named"),
    [
        (full_church, "end_trigger: expected church_full: it has come about"),
        (four_houses, "end_trigger: expected trading_houses_built"),
        (card_gone, r"ports\[0\]\.cards: a slot stays empty only if the deck is"),
        (deck_gone, "end_trigger: expected orders_exhausted"),
        (called_for_nothing, "end_trigger: customs_full has not come about"),
        (set_field("round", 61), "round: the match is over after round 60"),
    ],
)
def test_the_end_is_called_exactly_if_something_has_called_it(change, named):
    with pytest.raises(InvalidPosition, match=named):
        GAME.from_dict(changed(change))


def gap_before_a_card(p):
    deck_gone(p)
    p["ports"][0]["cards"].reverse()


def one_removed_order_more(p):
    p["orders_removed"].append(p["order_deck"].pop())
    p["orders_removed_size"], p["order_deck_size"] = len(p["orders_removed"]), len(p["order_deck"])


def nothing_put_away(p):
    p["order_deck"].append(p["players"][0]["put_away"])
    p["players"][0]["put_away"], p["order_deck_size"] = "", len(p["order_deck"])


@pytest.mark.rule("Y-ACT-PORT-4", "Y-SETUP-10", "Y-SETUP-11")
@pytest.mark.parametrize(
    ("change", "named"),
    [
        (gap_before_a_card, r"ports\[0\]\.cards: cards lie to the left"),
        (one_removed_order_more, "orders_removed: expected 5 with 3 players"),
        (nothing_put_away, r"players\[0\]\.put_away: is empty until"),
    ],
)
def test_displays_and_orders_that_were_put_away_are_checked(change, named):
    with pytest.raises(InvalidPosition, match=named):
        GAME.from_dict(changed(change))


@pytest.mark.rule("Y-SETUP-11")
def test_a_player_who_is_still_to_choose_holds_two_orders():
    start = GAME.new(3, 2, 3).to_dict()
    last = start["players"][-1]
    last["orders"], last["orders_size"], kept = last["orders"][:1], 1, last["orders"][1]
    start["order_deck"], start["order_deck_size"] = [*start["order_deck"], kept], start["order_deck_size"] + 1
    with pytest.raises(InvalidPosition, match=r"players\[2\]\.orders: expected 2 while orders are kept"):
        GAME.from_dict(start)


@pytest.mark.rule("Y-ACT-PORT-4")
def test_a_port_has_a_gap_between_its_first_card_and_the_refill():
    state, picks = GAME.new(3, 2, 3), random.Random(4)
    while state.turn.decision != Decision.PORT_SECOND:
        state.apply(picks.choice(state.legal_actions()))
    taken = state.to_dict()
    port = next(port for port in taken["ports"] if "" in port["cards"])
    port["cards"][port["cards"].index("")] = taken["order_deck"].pop()
    taken["order_deck_size"] -= 1
    with pytest.raises(InvalidPosition, match=r"ports\[\d\]\.cards: one was just taken"):
        GAME.from_dict(taken)


@pytest.mark.rule("Y-END-2")
def test_a_match_ends_with_the_turn_of_the_last_seat():
    state, picks = GAME.new(3, 2, 3), random.Random(4)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
    over = state.to_dict()
    GAME.from_dict(copy.deepcopy(over))
    over["turn"]["seat"] = 0
    with pytest.raises(InvalidPosition, match="round: the match ends with the last seat's turn"):
        GAME.from_dict(over)


@pytest.mark.parametrize("change", [full_church, deck_gone])
def test_with_its_trigger_the_end_comes_one_round_later(change):
    ending = changed(change)
    ending["end_trigger"] = "church_full" if change is full_church else "orders_exhausted"
    ending["last_round"] = ending["round"] + 1
    state, picks = GAME.from_dict(ending), random.Random(1)
    while state.to_act is not None:
        state.apply(picks.choice(state.legal_actions()))
    assert (state.round, state.outcome().ended_by) == (ending["round"] + 1, ending["end_trigger"])


def at(step: str) -> dict[str, Any]:
    """A position at that step, of players who can afford things."""
    for seed in range(40):
        state, picks = GAME.new(3, seed), random.Random(seed)
        for player in state.players:
            player.yen, player.goods, player.imports = 60, [9] * 4, 9
        for _ in range(600):
            if state.to_act is None:
                break
            if state.turn.decision.label == step:
                return state.to_dict()
            state.apply(picks.choice(state.legal_actions()))
    raise AssertionError(step)


@pytest.mark.rule("Y-ACT-2")
@pytest.mark.parametrize("step", ["hire", "exchange", "lab_card", "port_card", "customs_space"])
@pytest.mark.parametrize("field", ["power", "left"])
def test_power_and_what_is_left_of_it_follow_from_the_pieces(step, field):
    whole = at(step)
    assert GAME.from_dict(whole).to_dict() == whole
    whole["turn"][field] = 5 if whole["turn"][field] < 5 else 1
    with pytest.raises(InvalidPosition, match=r"turn\.(power|left): expected"):
        GAME.from_dict(whole)


@pytest.mark.parametrize(
    ("field", "value"),
    [("any_left", 2), ("warehouse_left", 1), ("placed", 2), ("slot", 3), ("phase", "c"), ("spot", "bank")],
)
def test_what_the_step_does_not_use_holds_its_starting_value(field, value):
    with pytest.raises(InvalidPosition, match=rf"turn\.{field}: "):
        GAME.from_dict(changed(set_field("turn", field, value)))


@pytest.mark.parametrize("field", ["order_deck_size", "technology_deck_size", "orders_removed_size"])
def test_a_size_must_not_contradict_its_list(field):
    with pytest.raises(InvalidPosition, match=f"{field}: follows from other fields"):
        GAME.from_dict(changed(set_field(field, 77)))
    with pytest.raises(InvalidPosition, match=r"players\[1\]\.orders_size: follows"):
        GAME.from_dict(changed(set_field("players", 1, "orders_size", 2 + 7)))


def test_a_token_of_the_second_expansion_needs_it():
    spoilt = position(0)
    next(entry for entry in spoilt["areas"] if entry["five_power"])["five_power"] = "five_power_agent_1"
    with pytest.raises(InvalidPosition, match="five_power_agent_1 needs mini_expansion_2"):
        GAME.from_dict(spoilt)


def test_neutral_assistants_must_be_there_with_two_players_in_2024():
    spoilt = GAME.new(2, 1, options={"edition": "synapses2024"}).to_dict()
    spoilt["church"][4] = -1
    with pytest.raises(InvalidPosition, match=r"church\[4\]: there is a neutral assistant"):
        GAME.from_dict(spoilt)


def test_a_person_can_edit_a_position():
    edited = position(0)
    edited["players"][0]["yen"] = 42
    edited["players"][0]["copper"] = 7
    state = GAME.from_dict(edited)
    assert state.players[0].yen == 42
    assert state.view(0)["players"][0]["copper"] == 7


def test_every_field_of_a_position_changes_the_digest():
    t = table()
    digests = {t.state.digest()}
    t.me.vp += 1
    digests.add(t.state.digest())
    t.turn.mill_used = True
    digests.add(t.state.digest())
    t.state.order_deck = t.state.order_deck[::-1]
    digests.add(t.state.digest())
    assert len(digests) == 4


def test_a_clone_shares_nothing_that_changes():
    state, picks = GAME.new(4, 2), random.Random(4)
    for number in range(400):
        if number % 20 == 0:
            before = state.digest()
            copy_of = state.clone()
            for _ in range(15):
                if copy_of.to_act is not None:
                    copy_of.apply(picks.choice(copy_of.legal_actions()))
            assert state.digest() == before
        state.apply(picks.choice(state.legal_actions()))
