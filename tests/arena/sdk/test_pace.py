"""Time for a decision: a share of the clock that lasts for the whole match."""

import asyncio

import pytest

import engine
from arena import players
from arena.hosting.match import HostedMatch
from arena.matches import Clock, MatchSpec, play
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.decisions import budget_ms, expected_decisions, expected_left
from arena.sdk.endpoints import Endpoint
from tests.arena.seats import First
from tests.arena.streams import LONG, house, on_loop, tiny_spec


@pytest.mark.parametrize("decisions", [10, 66, 400])
@pytest.mark.parametrize(("bank", "increment"), [(10_000, 50), (120_000, 0), (1_000, 2_000)])
def test_a_bot_that_keeps_to_its_budget_never_runs_out_of_time(decisions, bank, increment):
    left = bank
    for number in range(decisions):
        budget = budget_ms(left, increment, expected_left(66, number))
        assert 0 <= budget < left
        assert budget <= left * 5 / 66 + increment, "however long the match lasts, most of the clock is kept"
        left += increment - budget
    assert left > 0


def test_a_match_of_the_expected_length_uses_most_of_the_clock():
    left = 120_000
    for number in range(66):
        left -= budget_ms(left, 0, expected_left(66, number))
    assert left < 0.2 * 120_000


def test_every_game_and_size_has_its_figure():
    for name in engine.games():
        for seats in engine.game(name).seats:
            assert expected_decisions(name, seats) == engine.game(name).typical_decisions[seats] > 0
    assert expected_decisions("iki", 4) < 60 < expected_decisions("nippon", 2) < 70 < expected_decisions("yokohama", 4)
    assert expected_decisions("another", 2) > 0


@pytest.mark.parametrize("game", ["iki", "nippon", "zaibatsu"])
def test_the_figures_are_near_what_is_played(game):
    record = play(MatchSpec(game=game, seats=2, seed=3, hidden_seed=4), [players.make("random", n) for n in (1, 2)])
    made = len(record.decisions) / 2
    assert 0.6 < made / expected_decisions(game, 2) < 1.6


@pytest.mark.usefixtures("tiny")
@on_loop
async def test_a_decision_knows_its_clock():
    seen = []

    class Looks(Bot):
        def choose(self, decision):
            seen.append((decision.increment_ms, decision.expected_left, decision.budget(), decision.clock_ms))
            assert not decision.expired
            assert decision.match.seats == 2
            assert decision.to_dict()["budget_ms"] == decision.budget()
            return 0

    async with house("ann") as place:
        playing = Client(Looks(), Endpoint(place.address, "token-ann"))
        task = asyncio.ensure_future(playing.play())
        await asyncio.wait_for(place.connections.arrived("ann"), LONG)
        match = HostedMatch(tiny_spec(clock=Clock(80_000, 70)), ["ann", First()], place.connections)
        match.start()
        await asyncio.wait_for(match.done, LONG)
        await playing.finish()
        assert await asyncio.wait_for(task, LONG) == 0
    increment, left, budget, clock = seen[0]
    assert (increment, left) == (70, 80)
    assert budget == (clock - 100) // 80 + 70
