"""The engine's quick answers against slow ones: legal lists against plain_rules, kept figures against fresh ones."""

import random

import pytest

from tests.engine.nippon.plain_rules import legal_texts
from tests.engine.nippon.situations import GAME


def eager(state, picks):
    """Mostly random, but fond of factories, production and what needs goods, so that rare decisions come up."""
    legal = state.legal_actions()
    wanted = [a for a in legal if a.text.endswith((" factory", " produce", " export", " market")) or a.text[0] in "bp"]
    return picks.choice(wanted if wanted and picks.random() < 0.7 else legal)


def walk(seats, seed, **options):
    """Every position of a match."""
    state, picks = GAME.new(seats, seed, options=options), random.Random(seed)
    while state.to_act is not None:
        yield state
        state.apply(eager(state, picks))


@pytest.mark.parametrize("rule", ["bag", "rows"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_list_is_what_the_plain_rules_say(seats, rule):
    kinds = set()
    for seed in range(2):
        for state in walk(seats, seed, consolidation_workers=rule):
            view = state.view(state.to_act)
            kinds.add(view["pending"]["kind"])
            assert sorted(action.text for action in state.legal_actions()) == legal_texts(view), view["pending"]
    assert {"turn", "factory", "produce", "contract", "market_slot", "reward", "achievement", "place"} <= kinds


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_figures_kept_up_to_date_are_those_worked_out_anew(seats):
    for state in walk(seats, 11):
        fresh = GAME.from_dict(state.to_dict())
        assert fresh.needs == state.needs
        assert fresh.weakest == state.weakest
        assert fresh.open_regions == state.open_regions
        assert fresh.piles == state.piles
        for player, other in zip(state.players, fresh.players, strict=True):
            assert (player.stock, player.influence) == (other.stock, other.influence)
            assert (player.trains, player.ships, player.perks) == (other.trains, other.ships, other.perks)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_budgets_never_run_below_nothing_and_cells_never_over(seats):
    for state in walk(seats, 12):
        for player in state.players:
            assert min(player.yen, player.coal, player.blueprints, player.reserve, *player.goods) >= 0
            assert max(player.goods) <= 4
            assert len(player.workers) <= 6


@pytest.mark.parametrize("seats", [2, 4])
def test_other_draws_to_come_are_those_of_a_filled_view(seats):
    for number, state in enumerate(walk(seats, 13)):
        if number % 10 == 0:
            quick = state.determinize(0, random.Random(number))
            slow = GAME.from_view(state.view(0), random.Random(number))
            assert quick.to_dict() == slow.to_dict()
            assert quick.legal_actions() == slow.legal_actions() == state.legal_actions()
            assert quick.to_dict()["hidden_seed"] != state.to_dict()["hidden_seed"]
