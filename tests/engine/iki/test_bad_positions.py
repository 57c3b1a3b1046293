"""Positions that could not lie on one table are refused, and the field is named."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine import InvalidPosition
from tests.engine.iki.table import GAME, play, table

ROOMS = {"nw1": ("salt_peddler", 0, 1), "sw1": ("puppeteer", 1, 2), "se1": ("cooper", 1, 1), "ne1": ("playhouse", 2)}


def business() -> dict[str, Any]:
    """Seat 0 does business in month 7."""
    return table(month=7, decision="business", queue=[0, 1], rooms=ROOMS, players={0: {"space": 3}}).to_dict()


def refused(position: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidPosition, match=re.escape(said)):
        GAME.from_dict(position)


def edit(change: Callable[[dict[str, Any]], None], position: dict[str, Any] | None = None) -> dict[str, Any]:
    position = position or business()
    GAME.from_dict(position)  # sound before the change
    change(position)
    return position


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("lost: every card must be in one place; oil_peddler", lambda p: p["lost"].remove("oil_peddler")),
        ("lost: every card must be in one place; geisha", lambda p: p["lost"].append("geisha")),
        ("lost: every card must be in one place; samurai", lambda p: p["lost"].append("samurai")),
        ("players[1].kobun: expected 2", lambda p: p["players"][1].update(kobun=3)),
        ("players[0].saves: expected a whole number from 0 to 0", lambda p: p["players"][0].update(saves=1)),
        ("players[0].fire: expected a whole number from 0 to 10", lambda p: p["players"][0].update(fire=11)),
        ("fire_order: a stronger seat", lambda p: p["players"][3].update(fire=4)),
        ("fire_order: expected every seat once", lambda p: p.update(fire_order=[0, 0, 1, 2])),
        ("pipes: the stack is", lambda p: p["pipes"].reverse()),
        ("pipes: 1 were sold", lambda p: p["pipes"].pop(0)),
        ("tobacco: 0 were sold", lambda p: p["players"][0]["tobacco"].append("tobacco_grey")),
        ("fish_left: there cannot be", lambda p: p["players"][0]["fish"].append("fish_autumn")),
        ("fish_left: there cannot be", lambda p: p["players"][0]["fish"].append("fish_winter")),
        ("queue: names a seat twice", lambda p: p.update(queue=[0, 1, 1])),
        ("queue: the seat to act comes first", lambda p: p.update(queue=[1, 0])),
        ("players[1].ikizama: must be there", lambda p: p["players"][1].pop("ikizama")),
        ("players[2].ikizama: must not be there", lambda p: p["players"][2].update(ikizama="3")),
        ("players: two cylinders", lambda p: p["players"][1].update(ikizama="1")),
        ("queue: players act in the order", lambda p: p["players"][0].update(ikizama="4")),
        ("month: expected a whole number from 1 to 13", lambda p: p.update(month=14)),
        ("season: expected one of autumn", lambda p: p.update(season="winter")),
        ("decision: expected one of", lambda p: p.update(decision="nap")),
        ("decision: New Year is month 13", lambda p: p.update(decision="new_year_space")),
        ("decision: only the player on x", lambda p: p.update(decision="move_x")),
        ("chosen: expected a card", lambda p: p.update(decision="recruit_room")),
        ("chosen: nothing is chosen", lambda p: p.update(chosen="geisha")),
        ("visited: nobody is being traded with", lambda p: p.update(visited="sw1")),
        ("visited: expected the room", lambda p: p.update(decision="swap_first", traded=True)),
        (
            "visited: the artisan in sw1 has another skill",
            lambda p: p.update(decision="train_target", traded=True, visited="sw1"),
        ),
        ("burning: expected while", lambda p: p.update(burning={"tile": "fire_sw", "room": "sw1", "strength": 0})),
        ("fires: expected 2 fires to come", lambda p: p["fires"].pop()),
        ("players[0].space: there is no business", lambda p: p["players"][0].update(space=0)),
        ("rooms[0].level: is missing", lambda p: p["rooms"][0].pop("level")),
        ("rooms[12].level: is not a field here", lambda p: p["rooms"][12].update(level=1)),
        ("rooms[0].owner: is missing", lambda p: p["rooms"][0].pop("owner")),
        ("rooms[1].owner: is not a field here", lambda p: p["rooms"][1].update(owner=1)),
        (
            "starters: starting artisans are chosen",
            lambda p: (p["lost"].remove("cotton_peddler"), p["starters"].append("cotton_peddler")),
        ),
        ("to_act: is missing", lambda p: p.pop("to_act")),
        ("options: option promos", lambda p: p["options"].update(promos=["ninja"])),
        ("decks[2].cards[0]: expected one of", lambda p: p["decks"][2]["cards"].insert(0, "geisha")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_could_not_be_is_refused_by_name(said, change):
    refused(edit(change), said)


def test_the_row_holds_each_card_once_with_at_most_two_mon():
    position = table(row={"book_lender": 2}).to_dict()
    refused({**position, "row": position["row"] * 2}, "row[1].card: book_lender is in the row twice")
    refused({**position, "row": [{"card": "book_lender", "mon": 3}]}, "row[0].mon")


def test_the_player_on_x_has_no_step_a():
    position = table(queue=[2, 0], players={2: {"ikizama": "1"}, 0: {"ikizama": "3"}}).to_dict()
    position["players"][2]["ikizama"] = "x"
    refused(position, "decision: the player on x has no step A")


def test_questions_at_the_end_of_a_month_are_put_to_the_right_seat():
    neutral = play(table(seats=2, decision="business", row={"book_lender": 0, "plasterer": 0}), "end").to_dict()
    refused({**neutral, "to_act": 0}, "to_act: neutral artisans")
    refused({**neutral, "queue": [1]}, "queue: nobody is left")
    mine = {0: {"retired": ["town_fireman"]}}
    fire = table(
        month=8, decision="business", rooms={"sw1": ("salt_peddler", 0, 1)}, players=mine, fires=["fire_sw"] * 2
    )
    fire = play(fire, "end").to_dict()
    refused({**fire, "to_act": 1}, "to_act: expected the owner")
    refused({**fire, "burning": {**fire["burning"], "strength": 4}}, "burning.strength")
    refused({**fire, "burning": {**fire["burning"], "room": "se1"}}, "burning.room")
    rooms = {"sw1": ("oil_peddler", 0, 1), "se1": ("umbrella_maker", 0, 1)}
    starve = play(table(month=3, decision="business", rooms=rooms), "end").to_dict()
    starve["players"][0]["rice"] = 2
    refused(starve, "decision: nobody starves")


def test_new_year_and_setup_have_their_own_decisions():
    new_year = table(month=13, decision="new_year_space", queue=[0, 1]).to_dict()
    refused({**new_year, "decision": "step_a"}, "decision: there is business only")
    start = GAME.new(3, 1).to_dict()
    refused({**start, "queue": [2, 0, 1]}, "queue: starting artisans")
    refused({**start, "decision": "start_room"}, "chosen")


def test_a_decision_without_choices_is_refused():
    position = table(decision="build_pick", queue=[0, 1], players={0: {"space": 6, "wood": 1, "koban": 1}}).to_dict()
    position["players"][0]["koban"] = 0
    refused(position, "decision: there is nothing to choose from")


def test_a_view_with_a_wrong_deck_size_is_refused():
    import random

    view = GAME.new(3, 1).view(None)
    view["decks"][1]["cards_size"] = 12
    with pytest.raises(
        InvalidPosition, match=r"decks\[1\].cards_size: 13 cards of this season are not in sight, got 12"
    ):
        GAME.from_view(view, random.Random(1))


def test_lists_may_be_given_in_any_order():
    position = business()
    shuffled = {**position, "lost": position["lost"][::-1], "buildings": position["buildings"][::-1]}
    assert GAME.from_dict(shuffled).digest() == GAME.from_dict(position).digest()


@pytest.mark.parametrize(("change", "named"), [("decks", r"decks\[2\]\.cards_size"), ("fires", "fires_size")])
def test_a_size_must_not_contradict_its_list(change, named):
    position = GAME.new(3, 5).to_dict()
    if change == "decks":
        position["decks"][2]["cards_size"] += 1
    else:
        position["fires_size"] = 9
    with pytest.raises(InvalidPosition, match=f"^{named}: follows from other fields"):
        GAME.from_dict(position)


@pytest.mark.parametrize("field", ["traded", "cart_used"])
def test_nothing_is_done_before_the_walk(field):
    position = GAME.new(3, 5).to_dict()
    position[field] = True
    with pytest.raises(InvalidPosition, match=f"^{field}: nothing is done before the walk"):
        GAME.from_dict(position)


def test_a_cart_needs_a_card_that_gives_one():
    """I-PH2-3: an extra step comes from a retired card."""
    refused({**business(), "cart_used": True}, "cart_used: the acting player has no retired card")


def test_three_players_have_no_x_on_their_track():
    """I-PH1-2: the space x is for four players."""
    position = table(seats=3, queue=[0, 1], decision="business", players={0: {"space": 3}}).to_dict()
    position["players"][1]["ikizama"] = "x"
    refused(position, "players: the ikizama track has no x")
