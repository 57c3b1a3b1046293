"""Set-up."""

import pytest

import engine
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.board import board
from engine.yokohama.decisions import Decision
from engine.yokohama.setup import boards_in_use
from tests.engine.yokohama.table import GAME, area

KINDS = (
    "copper_mine",
    "silk_factory",
    "tea_plantation",
    "fishing_ground",
    "bank",
    "port",
    "laboratory",
    "employment_agency",
    "chinatown",
    "church",
    "customs",
    "canal",
)
BOARDS = {  # of each kind above, from the set-up table of both rulebooks
    2: (1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0),
    3: (1, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1),
    4: (2, 2, 2, 2, 1, 2, 2, 1, 1, 1, 1, 1),
}


def new(seats=4, seed=1, hidden_seed=None, **options):
    return GAME.new(seats, seed, hidden_seed, options)


every_seat_count = pytest.mark.parametrize("seats", [2, 3, 4])


@every_seat_count
@pytest.mark.rule("Y-SETUP-1")
def test_the_boards_of_each_number_of_players(seats):
    layout = new(seats).board.layout
    assert len(layout) == len(set(layout)) == {2: 10, 3: 14, 4: 18}[seats]
    kinds = [AREAS[number].kind for number in layout]
    assert tuple(kinds.count(kind) for kind in KINDS) == BOARDS[seats]
    ids = {AREAS[number].id for number in layout}
    assert ("port_b" in ids) == (seats > 2)
    assert ("laboratory_b" in ids) == (seats == 4)


@pytest.mark.rule("Y-SETUP-2")
def test_the_layout_is_shuffled_the_canal_too():
    layouts = {new(4, seed).board.layout for seed in range(20)}
    assert len(layouts) == 20
    assert len({layout.index(area("canal")) for layout in layouts}) > 5


@every_seat_count
@pytest.mark.rule("Y-SETUP-2", "Y-SETUP-3")
def test_neighbours_share_an_edge_in_rows_shifted_by_half(seats):
    printed = {
        2: ["1 4", "0 2 4 5", "1 3 5 6", "2 6", "0 1 5 7", "1 2 4 6 7 8", "2 3 5 8", "4 5 8 9", "5 6 7 9", "7 8"],
        3: [
            *("1 5", "0 2 5 6", "1 3 6 7", "2 4 7 8", "3 8", "0 1 6 9", "1 2 5 7 9 10", "2 3 6 8 10 11", "3 4 7 11"),
            *("5 6 10 12", "6 7 9 11 12 13", "7 8 10 13", "9 10 13", "10 11 12"),
        ],
        4: [
            *("1 6", "0 2 6 7", "1 3 7 8", "2 4 8 9", "3 5 9 10", "4 10", "0 1 7 11", "1 2 6 8 11 12"),
            *("2 3 7 9 12 13", "3 4 8 10 13 14", "4 5 9 14", "6 7 12 15", "7 8 11 13 15 16", "8 9 12 14 16 17"),
            *("9 10 13 17", "11 12 16", "12 13 15 17", "13 14 16"),
        ],
    }
    laid = board(boards_in_use(seats), seats)
    for position, near in enumerate(printed[seats]):
        found = {laid.layout.index(other) for other in laid.neighbours[laid.layout[position]]}
        assert found == {int(number) for number in near.split()}


@every_seat_count
@pytest.mark.rule("Y-SETUP-4", "Y-SETUP-5")
def test_a_building_card_and_a_token_on_every_area_but_the_canal(seats):
    state = new(seats)
    for pile in (state.buildings, state.five_powers):
        laid = [pile[number] for number in state.board.land]
        assert -1 not in laid
        assert len(set(laid)) == len(laid)
        assert all(pile[number] == -1 for number in range(len(AREAS)) if number not in state.board.land)
    assert max(state.five_powers) < 20


@every_seat_count
@pytest.mark.rule("Y-SETUP-6", "Y-SETUP-7")
@pytest.mark.parametrize("edition", ["okazu", "synapses2024"])
def test_what_each_player_gets(seats, edition):
    state = new(seats, edition=edition)
    for seat, player in enumerate(state.players):
        assert player.president == -1
        assert (player.assistants, player.shops, player.houses) == (8, 2, 0)
        assert (player.stored_assistants, player.stored_shops, player.stored_houses) == (12, 6, 4)
        assert player.goods == [1, 1, 1, 1]
        assert player.imports == player.vp == 0
        assert player.yen == (3 if seat == 0 else 4)


@pytest.mark.rule("Y-SETUP-7")
def test_seat_0_begins():
    state = new(3)
    assert state.to_act == 0
    while state.turn.decision == Decision.KEEP_ORDER:
        state.apply(state.legal_actions()[0])
    assert (state.to_act, state.round) == (0, 1)


@pytest.mark.rule("Y-SETUP-8")
def test_one_achievement_of_each_pile():
    seen = set()
    for seed in range(30):
        state = new(2, seed)
        assert [TABLES.achievements[card].pile for card in state.achievements] == [0, 1, 2]
        seen.update(state.achievements)
    assert len(seen) == 12


@every_seat_count
@pytest.mark.rule("Y-SETUP-9")
def test_the_laboratories_are_filled(seats):
    state = new(seats)
    assert len(state.laboratories) == (2 if seats == 4 else 1)
    shown = [card for cards in state.laboratories for card in cards]
    assert -1 not in shown
    assert len(shown) == 6 * len(state.laboratories)
    every = sorted([*shown, *state.technology_deck])
    assert every == sorted(n for n, t in enumerate(TABLES.technologies) for _ in range(t.copies))
    assert len(every) == 30


@every_seat_count
@pytest.mark.rule("Y-SETUP-10", "Y-SETUP-11")
def test_the_ports_are_filled_and_orders_removed_and_dealt(seats):
    state = new(seats)
    assert len(state.ports) == (1 if seats == 2 else 2)
    shown = [card for cards in state.ports for card in cards]
    assert len(shown) == 6 * len(state.ports)
    assert len(state.orders_removed) == {2: 16, 3: 5, 4: 0}[seats]
    assert all(len(player.orders) == 2 for player in state.players)
    dealt = [card for player in state.players for card in player.orders]
    assert sorted([*shown, *state.orders_removed, *dealt, *state.order_deck]) == list(range(36))


@pytest.mark.rule("Y-SETUP-11")
def test_each_keeps_one_order_in_seat_order():
    state = new(3)
    for seat in range(3):
        assert (state.to_act, state.turn.decision) == (seat, Decision.KEEP_ORDER)
        dealt = state.players[seat].orders
        assert [action.text for action in state.legal_actions()] == [f"keep_order {TABLES.orders[c].id}" for c in dealt]
        state.apply(state.legal_actions()[1])
        assert state.players[seat].orders == (dealt[1],)
        assert state.players[seat].put_away == dealt[0]


@pytest.mark.rule("Y-SETUP-12")
def test_neutral_assistants_block_spaces_with_two_players_in_the_2024_edition():
    for seats in (2, 3, 4):
        for edition in ("okazu", "synapses2024"):
            state = new(seats, edition=edition)
            blocked = seats == 2 and edition == "synapses2024"
            assert state.church == [-2 if blocked and space.blocked2p else -1 for space in TABLES.church]
            assert state.customs == [-2 if blocked and space.blocked2p else -1 for space in TABLES.customs]
    assert sum(space.blocked2p for space in TABLES.church) == sum(space.blocked2p for space in TABLES.customs) == 1


@pytest.mark.rule("Y-SETUP-12", "Y-ACT-CHU-2", "Y-ACT-CUS-2")
def test_a_blocked_space_is_occupied():
    from tests.engine.yokohama.table import table

    t = table(2, "synapses2024")
    t.goods(0, copper=1, silk=1, tea=1, fish=1)
    t.me.imports, t.me.yen = 9, 9
    assert "church_space 5" not in t.act("church", 4)
    assert "church_space 6" in t.legal
    assert "customs_space 5" not in t.act("customs", 4)
    assert "customs_space 6" in t.legal


@pytest.mark.rule("Y-SETUP-13")
def test_agents_and_station_start_in_the_supply():
    state = new(4)
    assert state.agents_left == [3, 2, 2, 2, 1]
    assert sum(state.agents_left) == 10
    assert state.station == -1
    assert all(sum(player.agents) == 0 for player in state.players)


@every_seat_count
@pytest.mark.rule("Y-SETUP-14")
def test_what_is_public_comes_from_the_public_seed_and_the_rest_from_the_hidden_one(seats):
    one, other = new(seats, 7, 1), new(seats, 7, 2)
    for field in ("buildings", "five_powers", "achievements", "ports", "laboratories", "objectives"):
        assert getattr(one, field) == getattr(other, field)
    assert one.board is other.board
    assert one.technology_deck != other.technology_deck
    assert one.order_deck != other.order_deck or seats == 4
    assert [p.orders for p in one.players] != [p.orders for p in other.players]
    if seats < 4:
        assert one.orders_removed != other.orders_removed
    elsewhere = new(seats, 8, 1)
    for field in ("buildings", "five_powers", "ports", "laboratories"):
        assert getattr(one, field) != getattr(elsewhere, field)


@pytest.mark.rule("Y-SETUP-14")
def test_one_stream_for_each_purpose():
    """Another number of tokens does not shift the other draws."""
    plain, mixed = new(4, 7, 1, edition="synapses2024"), new(4, 7, 1, edition="synapses2024", mini_expansion_2=True)
    assert plain.five_powers != mixed.five_powers
    for field in ("buildings", "achievements", "ports", "laboratories", "order_deck", "technology_deck"):
        assert getattr(plain, field) == getattr(mixed, field)


@pytest.mark.rule("Y-SETUP-15")
def test_areas_are_listed_by_position_and_slots_from_one():
    state = new(4, 3)
    position = state.to_dict()
    assert [entry["id"] for entry in position["areas"]] == [AREAS[number].id for number in state.board.layout]
    while state.turn.decision == Decision.KEEP_ORDER:
        state.apply(state.legal_actions()[0])
    texts = [action.text for action in state.legal_actions()]
    land = [AREAS[number].id for number in state.board.land]
    assert texts == [f"double {name}" for name in land] + [f"spread {name}" for name in land]
    assert engine.game("yokohama").parse("port_card 1").value == 0
