"""Positions set up by hand, and those that could not be."""

import copy
import json
import random

import pytest

from engine import InvalidPosition
from tests.engine.zaibatsu.table import GAME, ask, legal, play


def first_turn(seats=2, seed=3):
    """A real position at the first turn, every pair taken."""
    state = GAME.new(seats, seed)
    while ask(state) != "turn":
        state.apply(state.legal_actions()[0])
    return state


def edited(change):
    position = first_turn().to_dict()
    change(position)
    return position


def test_a_position_can_be_written_by_hand():
    position = first_turn().to_dict()
    me = position["players"][position["to_act"]]
    me["coal"] = 2
    me["factories"] = [{"tile": "cotton_1b", "machines": 1, "goods": 0}]
    me["machines"], me["reserve_machine"] = 1, False
    position["supply"] = [name for name in position["supply"] if name != "cotton_1a"]
    state = GAME.from_dict(position)
    produce = next(text for text in legal(state) if text.endswith("produce"))
    play(state, produce)
    assert state.players[position["to_act"]].goods == [2]


def player(position):
    return position["players"][1]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("players[1].rnd", lambda p: player(p).update(rnd=14)),
        ("players[1].ships", lambda p: player(p).update(ships=7)),
        ("players[1].cells", lambda p: player(p).update(cells=["red"] * 7)),
        ("players[1].cells[0]", lambda p: player(p).update(cells=["pink"])),
        (
            "players[1].factories",
            lambda p: player(p).update(factories=[{"tile": "cotton_1a", "machines": 0, "goods": 0}] * 7),
        ),
        (
            "players[1].factories[0].tile",
            lambda p: player(p).update(factories=[{"tile": "silk_1a", "machines": 0, "goods": 0}]),
        ),
        (
            "players[1].factories[0].goods",
            lambda p: player(p).update(factories=[{"tile": "cotton_1a", "machines": 0, "goods": 5}]),
        ),
        ("players[1].favours.ship", lambda p: player(p)["favours"].update(ship=4)),
        ("players[1].favours.sake", lambda p: player(p)["favours"].update(sake=1)),
        ("players[1].sake", lambda p: player(p).update(sake=1)),
        ("players", lambda p: p["players"].pop()),
        ("spaces[2].workers", lambda p: p["spaces"][2].update(workers=["red"] * 4)),
        ("markets[3].values[0]", lambda p: p["markets"][3].update(values=[1, 0, 0, 0])),
        ("markets[3].goods[1]", lambda p: p["markets"][3]["goods"].__setitem__(1, "sake")),
        ("regions[0].trains[6]", lambda p: p["regions"][0]["trains"].__setitem__(6, 2)),
        ("destinations[0].name", lambda p: p["destinations"][0].update(name="lisbon")),
        ("supply[0]", lambda p: p["supply"].__setitem__(0, "old_paper")),
        ("bag.red", lambda p: p["bag"].update(red=p["bag"]["red"] + 1)),
        ("pending.waiting[0]", lambda p: p["pending"].update(waiting=["gain_sake_1"])),
        ("to_act", lambda p: p.update(to_act=1 - p["active"])),
        ("ask", lambda p: p.update(ask="service")),
        ("ask", lambda p: p.update(ask="none")),
        ("ask", lambda p: p.update(ask="market_slot")),
        ("round", lambda p: p.update(round=9)),
        ("bag", lambda p: player(p).update(cells=[*player(p)["cells"], "red"])),
        ("destinations[2].expert", lambda p: p["destinations"][2].update(expert=False)),
        ("destinations", lambda p: p["destinations"][2].update(ships=2)),
        ("supply", lambda p: p["supply"].extend(["paper_5a", "paper_5b"])),
        ("players[1].influence", lambda p: player(p).update(influence=[1, 1])),
        ("players[1].influence", lambda p: player(p).update(locked=[])),
        ("players[1].locked[0]", lambda p: player(p).update(locked=[4])),
        ("players[1].machines", lambda p: player(p).update(machines=3)),
        ("players[1].trains", lambda p: player(p).update(trains=3)),
        ("players[1].favours", lambda p: player(p)["favours"].update(ship=1, train=1, rnd=1, mines=1)),
        (
            "players[1].factories",
            lambda p: player(p).update(factories=[{"tile": "old_paper", "machines": 1, "goods": 0}]),
        ),
        ("options", lambda p: p["options"].update(solo_level="hard")),
        ("ask", lambda p: p.update(ask="favour")),
        ("ask", lambda p: p.update(phase="rewards")),
        ("round", lambda p: p.update(phase="draft", ask="start_pair", round=2)),
        ("final", lambda p: p.update(final=True)),
        ("final", lambda p: p.update(final=True, round=8, turns_left=1)),
        ("turns_left", lambda p: p.update(turns_left=1)),
        ("turns_left", lambda p: p.update(round=6)),
        ("pending.slot", lambda p: p["pending"].update(slot=0)),
    ],
)
def test_a_wrong_position_is_refused_by_the_name_of_its_field(field, change):
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_dict(edited(change))
    assert field in str(caught.value)


def four(**options):
    state = GAME.new(4, 3, options={"late_factories": True, "shared_objectives": True, **options})
    while ask(state) != "turn":
        state.apply(state.legal_actions()[0])
    return state


def fewer_seats(change, seats=2):
    """A position of few players, with more than they have room for."""
    position = first_turn(seats).to_dict()
    change(position)
    return position


def a_train_too_far_down(p):
    p["regions"][0]["trains"][3] = 0
    p["players"][0]["trains"] += 1


def three_tokens(p):
    p["markets"][0].update(owners=[0, 0, 0, -1], values=[1, 2, 4, 0])
    for value in (1, 2, 4):
        p["players"][0]["influence"].remove(value)


def a_row_too_many(p):
    p["queue"].append({"workers": [p["bag_order"].pop()]})
    p["bag"][p["queue"][-1]["workers"][0]] -= 1
    p["bag_size"] -= 1


def an_empty_space(p):
    for worker in p["spaces"][2]["workers"]:
        p["bag_returned"].append(worker)
        p["bag"][worker] += 1
        p["bag_size"] += 1
    p["spaces"][2]["workers"] = []


@pytest.mark.rule("Z-TRAIN-1", "Z-ACT-MARKET-5", "Z-SETUP-5", "Z-SHORT-1", "Z-LATE-1", "Z-SHARED-1")
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("regions[0].trains", a_train_too_far_down),
        ("markets[0].owners", three_tokens),
        ("queue", a_row_too_many),
        ("spaces[2].workers", an_empty_space),
        ("supply", lambda p: p["supply"].append("paper_5a")),
        ("shared_objectives", lambda p: p["shared_objectives"].append({"period": 1, "objective": "ship"})),
        ("players[1].reward_points", lambda p: player(p).update(reward_points=4)),
        ("players[1].factory_points", lambda p: player(p).update(factory_points=4)),
        ("players[1].score", lambda p: player(p).update(influence_points=400)),
        ("markets[2].goods", lambda p: p["markets"][2]["goods"].reverse()),
        ("players[1].start_a", lambda p: (player(p).pop("start_a"), player(p).pop("start_b"))),
        ("bag_size", lambda p: p.update(bag_size=3)),
        ("pending.action", lambda p: p["pending"].update(action="rnd", hired="red")),
        ("pending.need", lambda p: p["pending"].update(need=2)),
        ("pending.waiting", lambda p: p["pending"].update(waiting=["gain_silk_3"])),
    ],
)
def test_more_than_the_seats_and_options_allow_is_refused(field, change):
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_dict(fewer_seats(change))
    assert str(caught.value).startswith(f"{field}: ")


@pytest.mark.rule("Z-CONS-1", "Z-CONS-A")
def test_a_step_that_does_not_fit_the_question_is_refused():
    """With step 0 the favour would be asked a second time."""
    state, picks = first_turn(), random.Random(2)
    while ask(state) != "favour":
        state.apply(picks.choice(state.legal_actions()))
    position = state.to_dict()
    for step in (0, 2, 7):
        position["pending"]["step"] = step
        with pytest.raises(InvalidPosition, match=r"^pending\.step: expected 1 at 'favour'"):
            GAME.from_dict(position)


def test_the_modules_have_as_many_pieces_as_there_are_players_for():
    position = four().to_dict()
    assert GAME.from_dict(position).to_dict() == position
    dealt = position["shared_objectives"].pop()
    with pytest.raises(InvalidPosition, match=r"^shared_objectives: expected 3 for each period"):
        GAME.from_dict(position)
    position["shared_objectives"].append(dealt)
    position["supply"] = position["supply"][:-1]
    with pytest.raises(InvalidPosition, match=r"^supply: with those built expected 5 late factories, got 4"):
        GAME.from_dict(position)


def test_turns_left_follow_from_the_marker_and_the_active_player():
    state, picks = first_turn(3), random.Random(3)
    while state.round < 6 or ask(state) != "turn":
        state.apply(picks.choice(state.legal_actions()))
    position = state.to_dict()
    position["turns_left"] = position["turns_left"] % 3 + 1
    with pytest.raises(InvalidPosition, match=r"^turns_left: "):
        GAME.from_dict(position)


def test_the_bag_may_be_left_out_and_holds_what_is_nowhere_else():
    whole = first_turn().to_dict()
    short = {key: value for key, value in whole.items() if key not in ("bag", "bag_size")}
    assert GAME.from_dict(short).to_dict() == whole
    moved = copy.deepcopy({key: value for key, value in short.items() if not key.startswith("bag")})
    red = next(space for space in moved["spaces"] if "red" in space["workers"])
    red["workers"].remove("red")
    again = GAME.from_dict(moved).to_dict()
    assert again["bag"]["red"] == whole["bag"]["red"] + 1
    assert again["bag_returned"] == []
    assert GAME.from_dict(moved).to_dict() == again, "the order comes from the hidden seed"
    view = {key: value for key, value in GAME.from_dict(whole).view(0).items() if key not in ("bag", "bag_size")}
    assert GAME.from_view(view, random.Random(1)).view(0) == GAME.from_dict(whole).view(0)
    del whole["bag_order"]
    with pytest.raises(InvalidPosition, match="bag_order: is missing"):
        GAME.from_dict(whole)


def test_a_delivery_under_way_asks_only_what_belongs_to_it():
    rng = random.Random(1)
    state = first_turn()
    while ask(state) != "market_gain":
        state.apply(rng.choice(state.legal_actions()))
    position = state.to_dict()
    assert GAME.from_dict(position).to_dict() == position
    position["ask"] = "white"
    with pytest.raises(InvalidPosition, match=r"pending\.slot"):
        GAME.from_dict(position)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pile", []),
        ("pile_order", ["space_0"]),
        ("goals", ["sake"]),
        ("goals", ["ship"]),
        ("goals", ["ship", "ship"]),
        ("level", 3),
        ("priority", ["red"] * 6),
        ("region_colours", ["red", "red", "blue", "white"]),
        ("trains", 5),
        ("row_1", [8]),
        ("row_1", [3, 2]),
        ("row_3", [5, 6, 7]),
    ],
)
def test_a_wrong_automa_is_refused(field, value):
    position = copy.deepcopy(GAME.new(1, 1).to_dict())
    position["automa"][field] = value
    with pytest.raises(InvalidPosition, match=f"automa.{field}"):
        GAME.from_dict(position)


def test_a_token_of_the_automa_is_in_its_row_or_on_the_board_not_both():
    position = GAME.new(1, 1).to_dict()
    position["markets"][0].update(owners=[1, -1, -1, -1], values=[1, 0, 0, 0])
    with pytest.raises(InvalidPosition, match=r"automa\.row_1"):
        GAME.from_dict(position)
    position["automa"]["row_1"] = [2, 3]
    GAME.from_dict(position)


def test_riches_do_not_buy_what_cannot_be_bought():
    """A factory that never produces, and a factory further off than silk can raise R&D."""
    position = first_turn().to_dict()
    me = position["players"][position["to_act"]]
    me["coal"], me["stored_coal"], me["silk"], me["money"] = 9999, 9999, 9999, 99
    me["factories"] = [{"tile": "old_paper", "machines": 0, "goods": 0}]
    me["machines"], me["reserve_machine"], me["rnd"] = 0, False, 0
    state = GAME.from_dict(position)
    assert not [text for text in legal(state) if text.endswith("produce")]
    play(state, next(text for text in legal(state) if text.endswith("factory")))
    assert {text.split()[1].split("_")[0] for text in legal(state)} <= {"cotton", "paper", "bento", "lenses"}


def test_a_view_hides_only_the_order_of_bag_and_pile():
    state = GAME.new(1, 4)
    whole, view = state.to_dict(), state.view(0)
    assert set(whole) - set(view) == {"seed", "hidden_seed", "bag_order", "bag_returned"}
    assert set(whole["automa"]) - set(view["automa"]) == {"pile_order"}
    assert view == state.view(None)


def test_redrawn_positions_differ_in_the_order_of_the_bag():
    state = GAME.new(4, 4)
    rng = random.Random(1)
    orders = {tuple(state.determinize(0, rng).bag) for _ in range(5)}
    assert len(orders) == 5
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(state.bag))}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_short_way_to_a_redrawn_position_gives_what_the_view_gives(seats):
    state, picks = GAME.new(seats, 6), random.Random(6)
    while state.to_act is not None:
        short = state.determinize(state.to_act, random.Random(9))
        assert short.to_dict() == GAME.from_view(state.view(state.to_act), random.Random(9)).to_dict()
        assert short.legal_actions() == state.legal_actions()
        for _ in range(10):
            if state.to_act is not None:
                state.apply(picks.choice(state.legal_actions()))


def test_pieces_are_conserved_through_random_matches():
    for seed in range(8):
        seats = 1 + seed % 4
        state = GAME.new(seats, seed, options={"factory_sides": "random"})
        picks = random.Random(seed)
        per_colour = 8 - state.limits.workers_removed
        while state.to_act is not None:
            workers = [c for group in (*state.spaces, *state.queue, state.bag, state.returned) for c in group]
            cells = [worker for player in state.players for worker in player.cells]
            workers += [worker for worker in cells if worker < 6]
            assert sorted(workers) == [colour for colour in range(6) for _ in range(per_colour)]
            assert sum(worker >= 6 for worker in cells) == 6 - state.experts.bit_count()
            for seat, player in enumerate(state.players):
                placed = sum(1 for token in state.board if (token >> 3) - 1 == seat)
                assert placed + sum(player.tokens) + player.locked.bit_count() == 10
                assert state.rails.count(seat) == player.built[2]
                assert sum(player.fitted) + player.reserve_machine == player.built[1]
                assert (
                    min(player.money, player.coal, player.silk, player.iron, player.stored_coal, *player.goods, 0) == 0
                )
                assert max([0, *player.goods]) <= 4
            state.apply(picks.choice(state.legal_actions()))


def test_a_position_in_the_middle_of_an_action_comes_back_whole():
    state, picks = first_turn(), random.Random(5)
    while ask(state) != "train_slot":
        actions = state.legal_actions()
        state.apply(actions[int(picks.random() * len(actions))])  # the same on every Python
    again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again.legal_actions() == state.legal_actions()
    assert again.digest() == state.digest()
