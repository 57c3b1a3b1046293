"""Set-up: what lies where before the first turn, and the draft of starting pairs."""

from collections import Counter

import pytest

from engine.zaibatsu.data import BOARD, SIDES, TOKENS
from tests.engine.zaibatsu.table import GAME, again, ask, bare_table, build, legal, play, token_values

SEEDS = range(12)


def drafting(token: str, seats: int = 2):
    """A new match in which the first drafter can take the pair with that A token."""
    for seed in range(400):
        state = GAME.new(seats, seed)
        if f"start_pair {token}" in legal(state):
            return state, state.players[state.to_act]
    raise AssertionError(token)


@pytest.mark.rule("Z-SETUP-1")
def test_eight_of_nine_demand_tiles_lie_turned_at_random():
    turned = set()
    for seed in SEEDS:
        state = GAME.new(2, seed)
        seen = []
        for at in range(8):
            goods = state.demand[4 * at : 4 * at + 4]
            (fits,) = [
                (tile, r)
                for tile, printed in enumerate(BOARD.demand)
                for r in range(4)
                if tuple(printed[(side - r) % 4] for side in range(4)) == goods
            ]
            seen.append(fits[0])
            turned.add(fits[1])
        assert len(set(seen)) == 8
    assert turned == {0, 1, 2, 3}


@pytest.mark.rule("Z-SETUP-2")
def test_the_match_starts_in_round_1_of_five_dark_and_three_light_ones():
    assert GAME.new(2, 1).round == 1
    assert (BOARD.dark_rounds, BOARD.rounds) == (5, 8)


@pytest.mark.rule("Z-SETUP-3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_destination_has_its_expert_and_a_token_per_player(seats):
    state = GAME.new(seats, 1)
    assert state.experts == 0b111111
    assert state.ships_at == [0] * 6
    assert state.limits.upgrade_tokens == seats
    assert sorted(BOARD.destination_colour) == list(range(6))


@pytest.mark.rule("Z-SETUP-4", "Z-SETUP-5")
@pytest.mark.parametrize(("seats", "workers", "rows"), [(1, 36, 2), (2, 36, 2), (3, 42, 3), (4, 48, 5)])
def test_the_bag_fills_the_spaces_and_the_queue(seats, workers, rows):
    state = GAME.new(seats, 4)
    assert [len(space) for space in state.spaces] == [3] * 5
    assert [len(row) for row in state.queue] == [3] * rows
    everyone = Counter([c for group in (*state.spaces, *state.queue) for c in group] + list(state.bag))
    assert everyone == {colour: workers // 6 for colour in range(6)}


@pytest.mark.rule("Z-SETUP-6")
@pytest.mark.parametrize(("seats", "each"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_some_tiles_of_each_type_lie_with_side_a(seats, each):
    for seed in SEEDS:
        sides = [SIDES[tile] for tile in GAME.new(seats, seed).supply]
        assert Counter(side.good for side in sides) == dict.fromkeys(range(6), each)
        assert all(side.name.endswith("a") and 1 <= side.number <= 4 for side in sides)


@pytest.mark.rule("Z-SETUP-6")
def test_random_sides_show_both_but_never_one_tile_twice():
    shown = Counter()
    for seed in SEEDS:
        names = [SIDES[tile].name for tile in GAME.new(3, seed, options={"factory_sides": "random"}).supply]
        assert len({name[:-1] for name in names}) == 18
        shown.update(name[-1] for name in names)
    assert min(shown["a"], shown["b"]) > 60


@pytest.mark.rule("Z-SETUP-7")
def test_a_player_starts_with_full_rows_pawns_at_0_and_three_locked_tokens():
    state, _ = drafting("coal_store")
    play(state, "start_pair coal_store")
    for player in state.players:
        assert player.built == [0, 0, 0]
        assert token_values(player) == [1, 2, 3, 4, 5, 6, 7]
        assert [value for value in range(8) if player.locked >> value & 1] == [3, 5, 7]
        assert player.contracts == 0
        assert player.favours == (0,) * 8
    assert BOARD.favours_per_level == 3


@pytest.mark.rule("Z-SETUP-8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pairs_are_drafted_from_the_last_player_backwards(seats):
    firsts = set()
    for seed in SEEDS:
        state = GAME.new(seats, seed)
        firsts.add(state.marker)
        takers = []
        assert len(state.pairs) == seats + 1
        while ask(state) != "turn":
            if ask(state) == "start_pair":
                takers.append(state.to_act)
            state.apply(state.legal_actions()[0])
        assert takers == [(state.marker - 1 - step) % seats for step in range(seats)]
        assert state.to_act == state.marker
        assert state.pairs == ()
        assert len({player.start for player in state.players}) == seats
    assert firsts == set(range(seats))


@pytest.mark.rule("Z-SETUP-8")
def test_a_pair_gives_the_points_of_a_and_the_gains_of_b():
    state, player = drafting("factory_discount")
    (b,) = [b for a, b in state.pairs if TOKENS.start_a[a].name == "factory_discount"]
    play(state, "start_pair factory_discount")
    gains = dict(TOKENS.start_b[b])
    assert player.score == 6
    assert [player.money, player.tracks[0], player.tracks[2]] == [gains.get(w, 0) for w in ("money", "rnd", "finance")]
    assert player.discount == 2


@pytest.mark.rule("Z-SETUP-9", "Z-SETUP-10")
def test_a_machine_in_reserve_goes_onto_the_first_factory_built_and_has_left_its_place():
    state, player = drafting("machine")
    play(state, "start_pair machine")
    assert (player.reserve_machine, player.built[1], player.score) == (1, 1, 6)
    state = bare_table()
    player = state.players[0]
    player.reserve_machine, player.built[1] = 1, 1
    player.iron = 3
    play(state, "hire blue ship", "ship berlin iron")
    assert player.tracks[2] == 1, "the first ship frees the bonus of column 1"
    player.money, player.tracks[0], state.supply = 6, 1, (0,)
    play(again(state), "hire blue factory")
    assert player.fitted == [1]
    assert player.reserve_machine == 0
    assert player.built[1] == 1


@pytest.mark.rule("Z-SETUP-9")
def test_goods_in_reserve_go_into_the_first_factory_built():
    state, player = drafting("goods")
    play(state, "start_pair goods")
    assert player.reserve_goods == 2
    state = bare_table()
    player = state.players[0]
    player.reserve_goods, player.money, player.tracks[0] = 2, 12, 1
    play(state, "hire blue factory", legal_factory(state))
    assert player.goods == [2]
    assert player.reserve_goods == 0


def legal_factory(state):
    names = [
        name
        for name in (SIDES[tile].name for tile in state.supply)
        if name in ("cotton_1a", "cotton_2a", "cotton_3a", "cotton_4a")
    ]
    return f"factory {names[0]}"


@pytest.mark.rule("Z-SETUP-9")
def test_the_ship_and_the_train_of_a_pair_are_free_and_cannot_be_declined():
    state, player = drafting("ship")
    play(state, "start_pair ship")
    assert legal(state) == [f"ship {name}" for name in BOARD.destinations]
    play(state, "ship paris")
    assert (player.cells, player.upgrades, player.built) == ([6 + 3], 1 << 3, [1, 0, 0])
    assert player.score == 8
    state, player = drafting("train")
    play(state, "start_pair train")
    assert legal(state) == [f"train {region}" for region in range(4)]
    before = dict.fromkeys(("coal", "silk", "iron", "money"), 0)
    play(state, "train 1", "slot 1")
    (b,) = [player.start[1]]
    expected = {**before, **{w: n for w, n in TOKENS.start_b[b] if w in before}}
    expected["silk"] += 1
    assert {what: getattr(player, what) for what in before} == expected
    assert player.score == 10


@pytest.mark.rule("Z-SETUP-9", "Z-SETUP-11", "Z-SETUP-10")
def test_the_old_factory_holds_goods_counts_and_never_produces():
    state, player = drafting("old_factory")
    play(state, "start_pair old_factory")
    assert legal(state) == ["old_factory paper", "old_factory cotton"]
    play(state, "old_factory cotton")
    assert [SIDES[tile].name for tile in player.tiles] == ["old_cotton"]
    assert player.goods == [1]
    state = bare_table()
    player = state.players[0]
    build(player, "old_cotton", goods=1)
    player.money, player.coal, player.reserve_machine, player.built[1] = 30, 30, 1, 1
    offered = legal(state)
    assert not any(text.endswith(("produce", "machine")) for text in offered)
    assert "hire blue invest" in offered, "its good can be spent"
    assert player.reserve_machine == 1, "it is placed, not built"
    assert SIDES[player.tiles[0]].level == 1


@pytest.mark.rule("Z-SETUP-9")
def test_a_worker_of_any_colour_in_the_bag_goes_into_cell_1():
    state, player = drafting("worker")
    colours = {BOARD.colours[colour] for colour in state.bag}
    bag = Counter(state.bag)
    play(state, "start_pair worker")
    assert {text.split()[1] for text in legal(state)} == colours
    text = legal(state)[-1]
    play(state, text)
    colour = BOARD.colours.index(text.split()[1])
    assert player.cells == [colour]
    assert bag - Counter(state.bag) == {colour: 1}


@pytest.mark.rule("Z-SETUP-9")
def test_stored_coal_is_spent_as_coal_after_the_reserve():
    state, player = drafting("coal_store")
    play(state, "start_pair coal_store")
    assert player.stored_coal == 3
    state = bare_table()
    player = state.players[0]
    build(player, "cotton_1a")
    player.coal, player.stored_coal = 1, 3
    play(state, "hire black produce")
    assert (player.coal, player.stored_coal, player.goods) == (0, 2, [1])


@pytest.mark.rule("Z-SETUP-9")
def test_the_discount_makes_the_factory_action_cheaper():
    state = bare_table()
    player = state.players[0]
    player.discount, player.money, player.tracks[0] = 2, 4, 1
    play(state, "hire white factory", legal_factory(state))
    assert player.money == 0
