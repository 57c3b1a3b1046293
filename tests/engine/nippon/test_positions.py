"""Positions that cannot be are refused, and the sentence names the field."""

import re

import pytest

from engine import InvalidPosition
from tests.engine.nippon.situations import GAME, do, put_tile, set_player, settled, table, take, texts

NOTHING = {"activations": 0, "free": 0, "used_goods": [], "used_regions": [], "paid_goods": []}
"""A decision for which nothing has been done yet."""


def position(**changes):
    return {**settled(table()).to_dict(), **changes}


def refused(spoilt, field):
    with pytest.raises(InvalidPosition, match="^" + re.escape(field)):
        GAME.from_dict(spoilt)


def edited(path, value):
    """The first position of a match with one field changed, given as `players[0].yen`."""
    whole = position()
    *steps, last = re.findall(r"[a-z_]+|\d+", path)
    inner = whole
    for step in steps:
        inner = inner[int(step) if step.isdigit() else step]
    inner[int(last) if last.isdigit() else last] = value
    return whole


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players[0].yen", -1),
        ("players[1].coal_position", 11),
        ("players[1].money_position", 13),
        ("players[0].knowledge", 7),
        ("players[0].workers", ["red"] * 7),
        ("players[0].workers", ["pink"]),
        ("players[0].contracts", [1, 1]),
        ("players[0].contracts", [8]),
        ("players[0].influence", [7, 7, 7]),
        ("players[0].trains_built", 1),
        ("players[0].rewards", {"sake": 2}),
        ("players[0].rewards", {"ships": 6}),
        ("players[0].score", {"bribes": 2}),
        ("players[0].points", 99),
        ("players[0].factories", [{"good": "silk", "tile": 5, "machine": 0, "goods": 0}]),
        ("players[0].factories", [{"good": "silk", "tile": 1, "machine": 3, "goods": 0}]),
        ("players[0].factories", [{"good": "silk", "tile": 1, "machine": 0, "goods": 5}]),
        ("spaces[2].workers", ["red"] * 4),
        ("rows[0].workers", ["red"] * 3),
        ("bag_size", 3),
        ("marker", 8),
        ("turns", 241),
        ("last_turns", 4),
        ("to_act", 1),
        ("first_player", 2),
        ("extra_multipliers", 5),
        ("rewards[0].left", 3),
        ("rewards[0].front", "sake"),
        ("regions[0].trains", [3, 2]),
        ("regions[0].cities[0].tile", 9),
        ("regions[0].cities[1].tile", 0),
        ("regions[0].cities[0].rotation", 4),
        ("regions[0].cities[0].goods", ["silk"] * 4),
        ("regions[0].cities[0].foreign", [0, 0, 0, 0]),
        ("regions[0].cities[0].owners", [-1, -1, 2, -1]),
        ("factory_piles[0].tiles", [1, 2]),
        ("draw_order", []),
        ("pending.kind", "sleep"),
        ("pending.activations", 1),
        ("pending.free", 1),
        ("options", {"consolidation_workers": "sea"}),
    ],
)
def test_a_field_out_of_range_is_named(field, value):
    refused(edited(field, value), field)


def test_a_tile_has_an_owner_and_a_value():
    refused(edited("regions[0].cities[0].values", [0, 5, 0, 0]), "regions[0].cities[0].owners[1]")


def test_no_factory_is_built_twice():
    silk = {"good": "silk", "tile": 1, "machine": 0, "goods": 0}
    whole = edited("players[0].factories", [silk])
    whole["players"][1]["factories"] = [dict(silk)]
    refused(whole, "players[1].factories")
    refused(edited("players[0].factories", [silk, {**silk, "tile": 2}]), "players[0].factories[1].good")


def test_workers_are_neither_lost_nor_made():
    whole = position()
    whole["bag"]["red"] += 1
    whole["bag_size"] += 1
    refused(whole, "bag")


def test_reward_tiles_are_neither_lost_nor_made():
    whole = position()
    whole["players"][0]["rewards"] = {"ships": 3}
    refused(whole, "rewards")


def test_nobody_has_more_trains_or_influence_tiles_than_there_are():
    state = table(4)
    state.trains[0::4] = [2, 2, 2, 1]
    with pytest.raises(InvalidPosition, match=r"players\[0\]\.trains_built"):
        settled(state)
    whole = position()
    for city in whole["regions"][0]["cities"]:
        city["owners"], city["values"] = [0, -1, -1, -1], [4, 0, 0, 0]
    refused(whole, "players[0].influence")


def test_a_space_without_workers_is_no_start_of_a_turn():
    state = table(4)
    state.spaces[3] = 0
    with pytest.raises(InvalidPosition, match=r"^spaces\[3\].workers"):
        settled(state)
    state.marker, state.last_turns, state.turns = 7, 4, 160
    state.rows = [0] * 5
    assert not any(text.endswith(("train", "ship")) for text in texts(settled(state))), "on gold it may stay empty"


@pytest.mark.parametrize(
    "pending",
    [
        {"kind": "steps", "track": "coal"},
        {"kind": "factory"},
        {"kind": "machine"},
        {"kind": "place", "piece": "train"},
        {"kind": "produce"},
        {"kind": "contract"},
        {"kind": "contract_good", "contract": 0},
        {"kind": "market_slot"},
        {"kind": "market_count", "city": 0, "slot": "north"},
        {"kind": "market_return", "city": 0, "slot": "north"},
        {"kind": "reward"},
        {"kind": "end"},
    ],
    ids=lambda pending: pending["kind"],
)
def test_a_decision_that_nobody_could_have_come_to_is_refused(pending):
    whole = edited("players[0].yen", 0)
    refused({**whole, "pending": {**NOTHING, **pending}}, "pending.kind")


def test_fields_of_another_decision_are_refused():
    refused(edited("pending.track", "coal"), "pending.track")
    refused(position(pending={**NOTHING, "kind": "steps"}), "pending.track")
    refused(position(pending={**NOTHING, "kind": "goods_to"}), "pending.free")
    refused(edited("pending.used_goods", ["silk"]), "pending.used_goods")
    refused(edited("pending.used_regions", [2]), "pending.used_regions")
    refused(edited("pending.paid_goods", ["silk"]), "pending.paid_goods")


def test_fields_that_follow_from_others_may_be_left_out():
    state = table(3)
    set_player(state.players[0], goods={"silk": 3}, workers=["red"])
    put_tile(state, 3, 0, 1, 5)
    whole = settled(state).to_dict()
    lean = {
        key: value for key, value in whole.items() if key not in {"to_act", "draw_order", "factory_piles", "bag_size"}
    }
    for player in lean["players"]:
        for key in ("points", "influence", "trains_built", "ships_built", "coal_income", "yen_income", "knowledge"):
            del player[key]
    for region in lean["regions"]:
        for city in region["cities"]:
            del city["goods"], city["foreign"]
    assert GAME.from_dict(lean).to_dict() == settled(state).to_dict()


def test_a_decision_in_the_middle_of_an_action_round_trips():
    state = table()
    set_player(state.players[0], goods={"silk": 2, "paper": 2, "bento": 2, "lenses": 2}, yen=40)
    for actions in (
        ("export", "contract 4", "pay silk"),
        ("train", "place 1"),
        ("market", "market 0 north"),
        ("machine", "machine silk"),
    ):
        there = do(take(settled(state), actions[0]), *actions[1:])
        again = GAME.from_dict(there.to_dict())
        assert again.legal_actions() == there.legal_actions()
        assert again.to_dict() == there.to_dict()


def test_the_end_has_a_reason_and_nobody_to_act():
    state = GAME.new(2, 1)
    while state.to_act is not None:
        state.apply(state.legal_actions()[-1])
    whole = state.to_dict()
    assert "to_act" not in whole
    refused({**whole, "to_act": 0}, "to_act")
    refused({**whole, "ended_by": "boredom"}, "ended_by")


@pytest.mark.rule("N-ACT-MARKET-3")
def test_a_city_holds_no_more_tiles_than_the_players_may_place():
    position = GAME.new(2, 7).to_dict()
    city = position["regions"][1]["cities"][0]
    city["owners"], city["values"] = [0, 1, 0, -1], [1, 2, 3, 0]
    for player in position["players"]:
        del player["influence"]
    with pytest.raises(
        InvalidPosition, match=r"^regions\[1\]\.cities\[0\]\.owners: expected at most 2 tiles with 2 players"
    ):
        GAME.from_dict(position)
    city["owners"][2], city["values"][2] = -1, 0
    GAME.from_dict(position)
