"""Board (I-BOARD) and set-up (I-SETUP)."""

import random
from collections import Counter

import pytest

from engine import InvalidOption, InvalidPosition
from engine.iki import board
from engine.iki.data import SEASONS, tables
from tests.engine.iki.table import GAME, PROMO_NAMES, decision, legal, play, player, room, table


@pytest.mark.rule("I-BOARD-1", "I-BOARD-2")
def test_the_street_is_a_ring_of_eight_spaces_with_a_start_zone_outside():
    state = play(table(players={0: {"space": 0, "ikizama": "4"}}), "income")
    assert player(state, 0)["space"] == 4
    state = play(table(players={0: {"space": 7, "ikizama": "4"}}), "income")
    assert player(state, 0)["space"] == 3


@pytest.mark.rule("I-BOARD-3")
def test_each_space_has_a_stall_of_its_own_and_two_rooms():
    assert sorted(board.STALLS[1:]) == sorted(tables().stalls)
    rooms = [room for space in board.SPACE_ROOMS[1:] for room in space]
    assert sorted(rooms) == list(range(16))
    assert all(len(space) == 2 for space in board.SPACE_ROOMS[1:])
    for entry in tables().rooms:
        assert board.ROOM_NUMBER[entry.id] in board.SPACE_ROOMS[entry.space]


@pytest.mark.rule("I-BOARD-4")
def test_four_nagaya_of_four_rooms_from_the_corner_inward():
    assert Counter(entry.nagaya for entry in tables().rooms) == {"nw": 4, "sw": 4, "se": 4, "ne": 4}
    for entry in tables().rooms:
        assert entry.corner == (entry.id[2] == "1")
        assert entry.coloured == (entry.id[2] == "4")
        partner = {"1": "2", "2": "1", "3": "4", "4": "3"}[entry.id[2]]
        assert tables().rooms[board.ROOM_NUMBER[entry.nagaya + partner]].space == entry.space


@pytest.mark.rule("I-BOARD-5")
def test_a_coloured_room_costs_two_mon_more():
    plain = play(table(row={"oil_peddler": 0}), "recruit oil_peddler", "place nw3")
    coloured = play(table(row={"oil_peddler": 0}), "recruit oil_peddler", "place nw4")
    assert player(plain, 0)["mon"] == 6
    assert player(coloured, 0)["mon"] == 4
    rich = {0: {"wood": 1, "koban": 1, "space": 6}}
    built = play(
        table(decision="business", queue=[0, 1], players=rich), "foreman_build", "build travellers_inn", "place nw4"
    )
    assert player(built, 0)["mon"] == 8 - 1 - 2


@pytest.mark.rule("I-BOARD-6")
def test_an_occupied_room_takes_no_second_card():
    state = play(
        table(
            row={"oil_peddler": 0},
            rooms={"nw1": ("salt_peddler", 1, 1), "nw2": ("playhouse", 1)},
        ),
        "recruit oil_peddler",
    )
    assert "place nw1" not in legal(state)
    assert "place nw2" not in legal(state)
    assert len(legal(state)) == 14


@pytest.mark.rule("I-BOARD-7")
def test_five_groups_and_coloured_rooms_are_in_two():
    assert len(board.NAGAYA) == 4
    assert Counter(room for group in (*board.NAGAYA, board.COLOURED_GROUP) for room in group) == {
        room: 2 if board.ROOMS[room].endswith("4") else 1 for room in range(16)
    }


@pytest.mark.rule("I-BOARD-8")
def test_oyakata_may_share_a_space():
    state = play(table(queue=[0, 1], players={0: {"space": 1}, 1: {"space": 2}}), "income")
    assert player(state, 0)["space"] == player(state, 1)["space"] == 2


@pytest.mark.rule("I-SETUP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players(seats):
    assert len(GAME.new(seats, 1).to_dict()["players"]) == seats
    for wrong in (1, 5):
        with pytest.raises(InvalidOption):
            GAME.new(wrong, 1)


@pytest.mark.rule("I-SETUP-2", "I-XP-6")
def test_nobody_starts_with_the_ability_of_a_retired_card():
    state = GAME.new(4, 3)
    while decision(state) != "step_a":
        play(state, legal(state)[-1])
    seat = state.to_act
    card = next(text.split()[1] for text in legal(state) if text.startswith("recruit"))
    play(state, f"recruit {card}", "place nw2")
    cost = next(artisan.cost for artisan in tables().artisans if artisan.id == card)
    assert player(state, seat)["mon"] == 8 - cost, "the printed price"
    assert "cart" not in legal(state)
    assert player(state, seat)["saves"] == 0


@pytest.mark.rule("I-SETUP-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_player_starts_with(seats):
    state = GAME.new(seats, 3)
    while decision(state) != "ikizama":
        state.apply(state.legal_actions()[0])
    for seat in range(seats):
        got = player(state, seat)
        assert {key: got[key] for key in ("mon", "rice", "sandal", "wood", "koban", "iki")} == {
            "mon": 8,
            "rice": 1,
            "sandal": 1,
            "wood": 0,
            "koban": 0,
            "iki": 0,
        }
        assert (got["kobun"], got["fire"], got["space"]) == (3, 0, 0)


@pytest.mark.rule("I-SETUP-3")
def test_fire_markers_are_stacked_in_seat_order():
    assert GAME.new(4, 9).to_dict()["fire_order"] == [0, 1, 2, 3]


@pytest.mark.rule("I-SETUP-4")
def test_every_season_has_its_own_shuffled_deck():
    one, two = (GAME.new(3, 5, hidden).to_dict() for hidden in (1, 2))
    assert [deck["cards_size"] for deck in one["decks"]] == [9, 13, 13, 13]
    for season, deck, other in zip(SEASONS, one["decks"], two["decks"], strict=True):
        seasons = {card.season for card in tables().artisans if card.id in deck["cards"]}
        assert seasons == {season}
        assert deck["cards"] != other["cards"]
        assert sorted(deck["cards"]) == sorted(other["cards"])


@pytest.mark.rule("I-SETUP-5", "I-SETUP-6", "I-SETUP-7")
def test_what_lies_on_the_table_at_the_start():
    start = GAME.new(4, 11).to_dict()
    assert len(start["buildings"]) == 6
    assert (start["season"], start["fish_left"]) == ("spring", 2)
    assert start["pipes"] == ["pipe_grey", "pipe_yellow", "pipe_orange", "pipe_violet"]
    assert start["tobacco"] == ["tobacco_grey", "tobacco_yellow", "tobacco_orange", "tobacco_violet"]
    assert [entry["mon"] for entry in start["row"]] == [0, 0, 0, 0]
    spring = {card.id for card in tables().artisans if card.season == "spring"}
    assert {entry["card"] for entry in start["row"]} <= spring


@pytest.mark.rule("I-SETUP-8")
def test_starting_artisans_are_placed_last_seat_first_in_corners():
    state = GAME.new(3, 2)
    assert state.to_act == 2
    assert legal(state) == [f"starter {name}_peddler" for name in ("salt", "boiled_egg", "cotton", "eyeglass")]
    play(state, "starter cotton_peddler")
    assert legal(state) == ["place nw1", "place sw1", "place se1", "place ne1"]
    play(state, "place se1")
    assert state.to_act == 1
    assert "starter cotton_peddler" not in legal(state)
    play(state, "starter salt_peddler")
    assert "place se1" not in legal(state)
    play(state, "place nw1")
    assert state.to_act == 0
    play(state, "starter eyeglass_peddler", "place ne1")
    assert room(state, "se1") == {"room": "se1", "card": "cotton_peddler", "owner": 2, "level": 1}
    assert player(state, 2)["mon"] == 8
    assert state.to_dict()["lost"] == ["boiled_egg_peddler"]
    assert decision(state) == "ikizama"


@pytest.mark.rule("I-SETUP-8")
def test_the_last_of_four_takes_what_is_left():
    state = GAME.new(4, 2)
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    assert decision(state) == "ikizama"
    assert room(state, "ne1")["owner"] == 0
    assert state.to_dict()["lost"] == []


@pytest.mark.rule("I-SETUP-9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ikizama_track_has_x_with_four_players_only(seats):
    state = table(seats=seats, decision="ikizama", queue=range(seats))
    assert legal(state) == [f"ikizama {space}" for space in (*("x" * (seats == 4)), 1, 2, 3, 4)]
    if seats < 4:
        with pytest.raises(InvalidPosition, match="no x"):
            table(seats=seats, decision="business", players={0: {"ikizama": "x"}})


@pytest.mark.rule("I-SETUP-10", "I-2P-1")
def test_coloured_rooms_are_closed_with_two_players():
    rooms = {"nw1": ("salt_peddler", 0, 1)}
    two = play(table(seats=2, row={"oil_peddler": 0}, rooms=rooms), "recruit oil_peddler")
    three = play(table(seats=3, row={"oil_peddler": 0}, rooms=rooms), "recruit oil_peddler")
    assert not [text for text in legal(two) if text.endswith("4")]
    assert len([text for text in legal(three) if text.endswith("4")]) == 4
    with pytest.raises(InvalidPosition, match=r"rooms\[3\].card: coloured"):
        table(seats=2, rooms={"nw4": ("salt_peddler", 0, 1)})


@pytest.mark.rule("I-SETUP-11")
def test_limited_things_run_out_and_the_rest_does_not():
    sold = {1: {"pipes": ["pipe_grey", "pipe_yellow", "pipe_orange", "pipe_violet"]}}
    assert "buy_pipe" not in legal(table(decision="business", players={0: {"space": 4}, **sold}))
    assert "buy_fish" not in legal(table(decision="business", players={0: {"space": 5}}, fish_left=0))
    rich = {0: {"space": 8, "sandal": 500}}
    assert player(play(table(decision="business", queue=[0, 1], players=rich), "buy_sandals"), 0)["sandal"] == 502


@pytest.mark.rule("I-SETUP-12")
@pytest.mark.parametrize("promos", [(), ("samurai",), ("cloth_dyer", "croupier"), PROMO_NAMES])
def test_promo_cards_join_the_decks_of_their_seasons(promos):
    start = GAME.new(3, 4, options={"promos": promos}).to_dict()
    decks = {deck["season"]: set(deck["cards"]) for deck in start["decks"]}
    decks["spring"] |= {entry["card"] for entry in start["row"]}
    for card in tables().artisans:
        if card.promo:
            assert (card.id in decks[card.season]) == (card.id in promos)
    assert sum(len(cards) for cards in decks.values()) == 52 + len(promos)


@pytest.mark.rule("I-SETUP-12", "I-SETUP-4")
def test_a_promo_match_plays_to_the_end_and_promo_cards_turn_up():
    seen = set()
    for seed in range(6):
        state, picks = GAME.new(4, seed, options={"promos": PROMO_NAMES}), random.Random(seed)
        assert [deck["cards_size"] for deck in state.to_dict()["decks"]] == [11, 15, 15, 15]
        while state.to_act is not None:
            seen |= {entry["card"] for entry in state.view(None)["row"]}
            state.apply(picks.choice(state.legal_actions()))
    assert set(PROMO_NAMES) <= seen


def test_unknown_and_repeated_promo_names_are_refused():
    with pytest.raises(InvalidOption, match="promos"):
        GAME.new(2, 1, options={"promos": ["ninja"]})
    with pytest.raises(InvalidOption, match="twice"):
        GAME.new(2, 1, options={"promos": ["samurai", "samurai"]})
