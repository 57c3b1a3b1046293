"""Moves of IKI in words: every kind of action, with what it cost and gave."""

import random

import pytest

import engine
from arena.narration import sentence
from arena.narration.iki import NARRATORS
from engine.iki.actions import VOCABULARY

GAME = engine.game("iki")
PROMOS = {"promos": list(GAME.options["promos"].names)}


def steps(seats, seed, options=None):
    """Of a random match: each action with the views before and after it."""
    state, picks = GAME.new(seats, seed, options=options or {}), random.Random(seed)
    before = state.view(None)
    while state.to_act is not None:
        action = picks.choice(state.legal_actions())
        state.apply(action)
        after = state.view(None)
        yield action.text, before, after
        before = after


def view(decision="business", space=2, seats=4, **fields):
    """As much of a view as a sentence reads: seat 0 acts, every room is empty."""
    player = {"space": space, "retired": []}
    rooms = [{"room": room["room"]} for room in GAME.new(2, 1).view(None)["rooms"]]
    return {
        "decision": decision,
        "to_act": 0,
        "players": [dict(player) for _ in range(seats)],
        "rooms": rooms,
        **fields,
    }


def with_card(position, room, card, **holder):
    for entry in position["rooms"]:
        if entry["room"] == room:
            entry.update(card=card, **holder)
    return position


def said(action, before, after=None):
    return sentence("iki", action, before, after or before)


@pytest.mark.parametrize("options", [{}, PROMOS], ids=["base", "promos"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_random_matches_has_a_sentence(seats, options):
    for seed in range(10):
        for action, before, after in steps(seats, seed, options):
            words = said(action, before, after)
            assert words, action
            assert "_" not in words
            assert words[0].islower()


def test_every_kind_of_action_has_a_narrator():
    verbs = {action.text.partition(" ")[0] for action in VOCABULARY}
    assert verbs == set(NARRATORS)


def test_recruiting_names_price_fire_and_where_the_walk_leads():
    before = view("recruit_room", space=7, chosen="carpenter", row=[{"card": "carpenter", "mon": 1}])
    assert said("place nw4", before, view(space=1)) == (
        "recruits the Carpenter into NW4 for 7 mon, +1 fire strength, and walks to the pawnbroker"
        ", past the start: a level for every artisan employed"
    )


def test_a_retired_broker_makes_recruiting_cheaper():
    before = view("recruit_room", chosen="book_lender", row=[{"card": "book_lender", "mon": 0}])
    before["players"][0]["retired"] = ["employment_broker"]
    assert said("place nw3", before, view(space=3)).startswith(
        "recruits the Book Lender into NW3 for nothing, and walks"
    )


def test_a_card_with_mon_on_it_says_so():
    before = view("step_a", row=[{"card": "book_lender", "mon": 2}])
    assert said("recruit book_lender", before) == "picks the Book Lender to recruit, with 2 mon on it"


@pytest.mark.parametrize(
    ("level", "owner", "becomes"),
    [(1, 1, "; it rises to level 2"), (3, 1, "; it retires"), (2, 0, ""), (None, None, "; it leaves the street")],
)
def test_a_trade_says_what_it_gives_and_what_becomes_of_the_artisan(level, owner, becomes):
    holder = {} if owner is None else {"owner": owner, "level": level}
    before = with_card(view(), "nw1", "eyeglass_peddler", **holder)
    assert said("trade nw1", before) == f"trades with the Eyeglass Peddler in NW1: 2 mon for 3 iki{becomes}"


def test_special_skills():
    before = with_card(view(), "nw2", "kabuki_actor", owner=0, level=1)
    assert said("trade nw2", before).endswith(": +4 iki, and 2 mon for every other player")
    before = with_card(view(), "nw2", "clockmaker", owner=1, level=1)
    assert said("trade nw2", before) == "asks the Clockmaker in NW2 to train an artisan"
    before = with_card(view("train_target"), "nw2", "clockmaker", owner=0, level=3)
    assert said("train nw2", before) == "trains the Clockmaker in NW2 for 2 mon: it retires"
    before = with_card(with_card(view("swap_second", swap_room="nw1"), "nw1", "puppeteer"), "se3", "geisha")
    assert said("with se3", before) == "swaps the Puppeteer in NW1 with the Geisha in SE3"


@pytest.mark.parametrize(
    ("helped", "room", "price"),
    [({}, "nw1", "3 wood, 1 koban and 1 mon"), ({"visited": "se1"}, "nw4", "2 wood, 1 koban and 2 mon")],
)
def test_building_at_the_foreman_or_with_an_artisan(helped, room, price):
    before = view("build_room", chosen="playhouse", **helped)
    assert said(f"place {room}", before) == f"builds the Playhouse in {room.upper()} for {price}"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("buy_sandals", "buys 2 sandals for 2 mon"),
        ("pawn_sandal", "pawns 1 sandal for 4 mon"),
        ("buy_koban", "buys 1 koban for 6 mon"),
        ("watch", "keeps watch at the fire tower: +1 fire strength"),
        ("foreman_build", "asks the foreman to build"),
        ("buy_pipe", "buys the orange pipe for 5 mon: +2 fire strength"),
        ("buy_tobacco", "buys the violet tobacco box for 9 mon"),
        ("buy_fish", "buys a summer fish (Katsuo) for 5 mon"),
    ],
)
def test_stalls(action, words):
    before = view(space=3, season="summer", pipes=["pipe_orange", "pipe_violet"], tobacco=["tobacco_violet"])
    assert said(action, before) == words


def test_fire_and_hunger():
    before = with_card(view("fire_save", burning={"tile": "fire_nw", "room": "nw2", "strength": 7}), "nw2", "cooper")
    assert said("burn", before) == "lets the Cooper in NW2 burn"
    assert said("save", before) == "saves the Cooper in NW2 from the fire"
    assert said("starve nw2", before) == "has no rice for the Cooper in NW2, which leaves"


def test_walking_on():
    before = view("move_extra", space=8)
    assert said("sandal", before, view(space=1)).startswith("pays 1 sandal and walks to the pawnbroker, past the start")
    assert said("cart", view("move_extra", space=2), view(space=3)) == "takes the ox cart and walks to the fire tower"
    assert said("stop", before) == "stays at the sandal seller"
    assert said("visit 5", before) == "goes to the fish market for New Year"
    assert said("ikizama x", before).startswith("takes X on the ikizama track: first to act")
