"""A seat is told nothing that depends on what it must not know."""

import json
import random

import pytest

from arena.matches import Chosen, MatchSpec, play, steps
from tests.arena.tiny_game import CARDS


def told(start, watcher):
    """All that one seat is told in a match where the others only ever bury their last card."""
    loop = steps(MatchSpec("tiny", 3, start=start))
    heard = []
    try:
        ask = next(loop)
        while True:
            if ask.seat == watcher:
                view = json.dumps(ask.state.view(watcher), sort_keys=True)
                heard.append((ask.number, ask.legal, ask.events_since, ask.clock_ms, view))
                ask = loop.send(Chosen(0))
            else:
                ask = loop.send(Chosen(len(ask.legal) - 1))
    except StopIteration as over:
        return heard, over.value


def hands(start, *given):
    """The same position with other hands for the seats that are not watched."""
    players = [{**player, "hand": hand} for player, hand in zip(start["players"], given, strict=True)]
    return {**start, "players": players}


@pytest.fixture
def worlds(tiny):
    """Two positions that look the same to seat 0: in one of them seat 1 has the 7, which allows it a choice of its own."""
    start = tiny.new(3, 4, 4).to_dict()
    start["shown"] = 1
    start["deck"] = [card for card in range(20, CARDS + 1)]
    return hands(start, [2, 3, 4], [5, 7, 15], [8, 9, 10]), hands(start, [2, 3, 4], [5, 8, 15], [9, 10, 11])


def test_a_choice_that_only_a_hidden_card_allows_does_not_show(worlds):
    with_seven, without = (told(world, 0) for world in worlds)
    assert with_seven[0] == without[0]
    assert len(with_seven[1].decisions) > len(without[1].decisions)


def test_the_owner_of_the_card_is_told(worlds):
    texts = [[action.text for action in legal] for _, legal, *_ in told(worlds[0], 1)[0]]
    assert ["tuck", "decline"] in texts
    heard = [text for _, _, events, *_ in told(worlds[0], 1)[0] for text in events]
    assert "1 tuck" in heard and "1 decline" in heard


def test_the_public_is_told_less_than_anyone(worlds):
    loop = steps(MatchSpec("tiny", 3, start=worlds[0]))
    ask = next(loop)
    for _ in range(6):
        ask = loop.send(Chosen(len(ask.legal) - 1))
    public = ask.log.since(0, None)
    assert "0 bury" in public and "0 draw" in public
    assert not any(text.startswith(("0 bury ", "0 draw ", "1 draw ", "1 decline")) for text in public)
    assert "" not in public
    assert ask.log.since(0, 0) != public


def test_a_redrawn_position_keeps_what_the_seat_knows_and_nothing_else(tiny):
    class Guesses:
        def choose(self, decision):
            states = [decision.determinize(random.Random(seed)) for seed in range(5)]
            assert all(state.view(decision.seat) == decision.view for state in states)
            assert len({str(state.hands) for state in states}) > 1
            assert len({str(state.deck) for state in states}) > 1
            return 0

    play(MatchSpec("tiny", 3, seed=1, hidden_seed=2), [Guesses()] * 3, strict=True)


def test_a_question_asked_stays_the_same_however_late_its_events_are_read(worlds):
    """Drivers may read them only when the bot has redialled."""
    loop = steps(MatchSpec("tiny", 3, start=worlds[0]), keep_events=False)
    asks, at_once = [], []
    other = steps(MatchSpec("tiny", 3, start=worlds[0]))
    ask, twin = next(loop), next(other)
    for _ in range(9):
        asks.append(ask)
        at_once.append(twin.events_since)
        ask, twin = loop.send(Chosen(0)), other.send(Chosen(0))
    assert [late.events_since for late in asks] == at_once
