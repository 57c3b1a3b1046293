"""The decision model: no dead ends, no loops, nothing left out."""

import random
from itertools import chain

import pytest

from engine.yokohama.actions import BANK_BIT, SEAT_BITS, TO
from engine.yokohama.decisions import Decision
from tests.engine.yokohama.table import GAME, area, table


def random_states(seats: int, seed: int, edition: str = "synapses2024"):
    state, picks = GAME.new(seats, seed, options={"edition": edition}), random.Random(seed)
    while state.to_act is not None:
        yield state
        state.apply(picks.choice(state.legal_actions()))


@pytest.mark.rule("Y-DEC-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_choice_leads_into_a_dead_end(seats):
    for number, state in enumerate(random_states(seats, 21)):
        if number % 7 == 0:
            for action in state.legal_actions():
                tried = state.clone()
                tried.apply(action)
                assert tried.to_act is None or len(tried.legal_actions()) > 1
                assert min(player.yen for player in tried.players) >= 0
                assert min(chain.from_iterable(player.goods for player in tried.players)) >= 0
                assert min(player.imports for player in tried.players) >= 0


@pytest.mark.rule("Y-DEC-4")
@pytest.mark.parametrize("seats", [2, 4])
def test_no_turn_goes_on_for_ever(seats):
    """Whoever always takes the first or the last action ends every turn in a bounded number of decisions."""
    for pick in (0, -1):
        state = GAME.new(seats, 4)
        turn, length = None, 0
        while state.to_act is not None and state.round < 25:
            if state.turn is not turn:
                turn, length = state.turn, 0
            length += 1
            assert length < 60
            state.apply(state.legal_actions()[pick])


@pytest.mark.rule("Y-DEC-4")
def test_a_phase_ends_by_end_phase_only_and_it_is_always_there():
    for state in random_states(3, 22):
        if state.turn.decision == Decision.EXTRA:
            texts = [action.text for action in state.legal_actions()]
            assert texts.count("end_phase") == 1
            assert len(texts) <= 26


@pytest.mark.rule("Y-DEC-5", "Y-DEC-2", "Y-MOVE-4", "Y-MOVE-7")
def test_moves_are_exactly_those_of_a_search_over_all_simple_paths():
    picks = random.Random(7)
    lands = table().state.board.land
    for _ in range(150):
        t = table()
        for seat in (1, 2, 3):
            t.player(seat).president = picks.choice([-1, *lands])
        t.me.president = picks.choice(lands)
        for where in picks.sample(lands, 8):
            t.me.on_area[where] = 1
        t.me.yen = picks.randrange(4)
        found = {text for text in t.move() if text.startswith("to ")}
        assert found == {f"to {where}" for where in by_hand(t)}


def by_hand(t) -> set[str]:
    """Every simple path by brute force; of each area's payments those that contain no other."""
    board, me = t.state.board, t.me
    tolls = {}
    for seat in (1, 2, 3):
        where = t.player(seat).president
        if where >= 0:
            tolls[where] = tolls.get(where, 0) | SEAT_BITS[seat]
    payments: dict[int, set[int]] = {}

    def walk(where: int, path: tuple[int, ...], paid: int) -> None:
        for near in board.neighbours[where]:
            if near in path:
                continue
            if near == board.canal:
                toll = BANK_BIT
            elif me.on_area[near]:
                toll = tolls.get(near, 0)
            else:
                continue
            now = paid | toll
            if now.bit_count() <= me.yen:
                if near != board.canal and near not in tolls:
                    payments.setdefault(near, set()).add(now)
                walk(near, (*path, near), now)

    walk(me.president, (me.president,), 0)
    return {
        TO[where][mask].text.removeprefix("to ")
        for where, masks in payments.items()
        for mask in masks
        if not any(other != mask and other & mask == other for other in masks)
    }


@pytest.mark.rule("Y-DEC-5")
def test_every_set_of_three_areas_can_be_spread_over_in_one_way():
    t = table(2)
    t.place()
    reached: list[tuple[int, ...]] = []

    def go_on(state):
        if state.turn.decision not in (Decision.PLACE, Decision.PLACE_NEXT):
            reached.append(tuple(state.players[0].on_area))
            return
        for action in state.legal_actions():
            if action.verb != "double":
                further = state.clone()
                further.apply(action)
                go_on(further)

    go_on(t.state)
    assert len(reached) == len(set(reached)) == 10 + 45 + 120


@pytest.mark.rule("Y-DEC-6")
def test_lists_are_never_longer_than_said():
    longest = 0
    for seed in (1, 2, 3):
        for state in random_states(4, seed):
            longest = max(longest, len(state.legal_actions()))
            assert len(set(state.legal_actions())) == len(state.legal_actions())
    assert longest == 34


@pytest.mark.rule("Y-DEC-7")
def test_only_the_seat_whose_turn_it_is_decides():
    for state in random_states(4, 23):
        assert state.to_act == state.turn.seat


@pytest.mark.rule("Y-DEC-1", "Y-SETUP-15")
def test_lists_are_sorted_by_verb_and_then_by_place():
    for state in random_states(4, 24):
        verbs = [action.verb for action in state.legal_actions()]
        assert verbs == sorted(verbs)
        order = {where: place for place, where in enumerate(state.board.layout)}
        for verb in ("spread", "double", "agent", "tram", "move_to", "telegram"):
            places = [order[action.value] for action in state.legal_actions() if action.verb == verb]
            assert places == sorted(places)


@pytest.mark.rule("Y-GEN-1")
def test_goods_yen_and_imports_never_run_out():
    t = table()
    t.goods(0, copper=500)
    t.me.imports = 500
    t.token("copper_mine", None)
    t.me.shops = 0
    t.act("copper_mine", 4)
    assert t.me.goods[0] == 503
    for seat in range(1, 4):
        t.player(seat).yen = 500
    t.me.yen = 0
    t.token("bank", None)
    t.act("bank", 4)
    assert t.me.yen == 5


@pytest.mark.rule("Y-GEN-1", "Y-GEN-7")
def test_pieces_are_conserved_in_play():
    """`from_dict` refuses a position in which a piece is lost or made; every turn of random matches passes it."""
    for seats in (2, 3, 4):
        for number, state in enumerate(random_states(seats, 25)):
            if number % 25 == 0:
                GAME.from_dict(state.to_dict())


@pytest.mark.rule("Y-GEN-2")
def test_no_hand_ever_holds_a_fourth_order_and_no_order_is_discarded():
    for state in random_states(4, 26):
        assert all(len(player.orders) <= 3 for player in state.players)
        assert not any(action.text.startswith("discard") for action in state.legal_actions())


@pytest.mark.rule("Y-GEN-5")
def test_an_illegal_action_leaves_the_state_untouched():
    from engine import IllegalAction

    t = table()
    t.me.yen = 0
    t.president(1, "bank")
    t.place()
    before = t.state.digest()
    with pytest.raises(IllegalAction, match="spread bank"):
        t.do("spread bank")
    assert t.state.digest() == before
    assert t.me.on_area[area("bank")] == 0


@pytest.mark.rule("Y-DEC-4")
def test_what_an_action_handed_on_is_gone_when_it_ends():
    """So that equal positions have equal digests, whatever led to them."""
    between = (Decision.EXTRA, Decision.PLACE, Decision.MOVE)
    for seats in (2, 4):
        for state in random_states(seats, 27):
            turn = state.turn
            if turn.decision in between:
                assert (turn.area, turn.spot) == (-1, -1)
                assert (turn.power, turn.placed, turn.slot, turn.left) == (0, 0, 0, 0)
                assert (turn.any_left, turn.warehouse_left, turn.move_left, turn.by_agent) == (0, 0, 0, False)
