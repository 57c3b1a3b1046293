"""Frames: every step's view, seen by every audience, equals the engine's; what is said beside it equals the replay."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from arena.errors import NotFound
from arena.matches.running import events_seen_by
from arena.viewer import frames as module
from arena.viewer.audiences import ALL, PUBLIC, audience, audiences
from arena.viewer.changes import applied
from arena.viewer.frames import frames, open_frames
from engine.core.errors import IllegalAction
from tests.arena.seats import First
from tests.arena.viewer.matches import EVERY_TABLE, random_match, replay_of

every_table = pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)


def written(view):
    """As a renderer sees it: the order of the first level says nothing."""
    return json.dumps({key: view[key] for key in sorted(view)})


def states(replay):
    """The first position, and the one after each decision."""
    state = replay.spec.first_state()
    yield state
    for move in replay.decisions:
        state.apply(replay.spec.rules.parse(move.action))
        yield state


@every_table
def test_every_step_of_every_audience_gives_the_engines_view(game, seats):
    replay = random_match(game, seats)
    for eyes in audiences(seats):
        document = json.loads(json.dumps(frames(replay, eyes)))
        view, positions = document["first"], states(replay)
        assert written(view) == written(eyes.view(next(positions)))
        for step, state in zip(document["steps"], positions, strict=True):
            view = applied(view, step["changes"])
            assert written(view) == written(eyes.view(state))


@every_table
def test_points_and_score_sheets_end_as_the_result_does(game, seats):
    replay = random_match(game, seats)
    document = frames(replay, PUBLIC)
    last_sheet = [step["sheet"] for step in document["steps"] if "sheet" in step][-1]
    lines = [dict(zip(document["categories"], row, strict=True)) for row in last_sheet]
    assert lines == replay.outcome["categories"] == document["result"]["categories"]
    assert document["result"]["places"] == list(replay.places)
    assert len(document["opening"]["sheet"]) == seats


@every_table
def test_what_stands_beside_a_step_is_what_the_replay_says(game, seats):
    replay = random_match(game, seats)
    steps = frames(replay, PUBLIC)["steps"]
    for step, move in zip(steps, replay.decisions, strict=True):
        assert f"{step['seat']} {step['action']}" == step["events"][0]
        assert step["events"] == list(move.events)
        assert (step["seat"], step["ms"]) == (move.seat, move.think_ms)
        assert step["words"]
    rounds = [step["round"] for step in steps]
    assert rounds == sorted(rounds) and rounds[0] <= 1 < rounds[-1]
    for before, after in pairwise(steps):
        same = (before["seat"], before["round"]) == (after["seat"], after["round"])
        assert after["turn"] - before["turn"] == (0 if same else 1)


def test_each_audience_reads_secret_moves_as_it_may_know_them(tiny):
    replay = replay_of("tiny", 3)
    seen = {eyes.name: frames(replay, eyes) for eyes in audiences(3)}
    for number, move in enumerate(replay.decisions):
        actions = {name: document["steps"][number]["action"] for name, document in seen.items()}
        assert actions["all"] == actions[f"seat-{move.seat}"] == move.action
        if move.action.startswith("bury"):
            assert {actions["public"], *(actions[f"seat-{seat}"] for seat in range(3) if seat != move.seat)} == {"bury"}
    assert any(move.action.startswith("bury") for move in replay.decisions)


def test_no_seed_is_in_any_frame():
    replay = random_match("yokohama", 2, seed=0xABCDEF0123456789ABCDEF)
    for eyes in audiences(2):
        text = json.dumps(frames(replay, eyes))
        assert "seed" not in text and str(replay.spec.seed) not in text and f"{replay.spec.hidden_seed:x}" not in text


def test_a_seat_never_gets_what_another_holds():
    """Yokohama's order cards: whatever a seat's frames name must have been in its view or named in public by then."""
    replay = random_match("yokohama", 4)
    for eyes in audiences(4)[:-1]:
        known, document = set(), frames(replay, eyes)
        for step, state in zip([{"first": document["first"]}, *document["steps"]], states(replay), strict=True):
            known |= orders_in(eyes.view(state))
            assert orders_in(step) <= known
    hidden = orders_in(replay.spec.first_state().view(0)) - orders_in(replay.spec.first_state().view(1))
    assert hidden and not hidden & orders_in(frames(replay, audience("seat-1", 4))["first"])


def orders_in(value):
    """All order cards that a document names."""
    if isinstance(value, str):
        return {word for word in value.split() if re.fullmatch(r"order_\d+", word)}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(orders_in, inner))


class Quits(First):
    """Plays the first choice, and nonsense from its third decision on."""

    def choose(self, decision):
        return 0 if decision.number < 2 else 10_000


def test_faults_and_stand_ins_are_marked():
    replay = replay_of("iki", 2, [First(), Quits()])
    document = frames(replay, PUBLIC, notices=["Set void."])
    (fault,) = document["faults"]
    assert (fault["seat"], fault["verdict"]) == (1, "illegal")
    stood_in = [number for number, step in enumerate(document["steps"]) if step.get("stand_in")]
    assert stood_in[0] == fault["step"] and {document["steps"][at]["seat"] for at in stood_in} == {1}
    assert document["notices"] == ["Set void."]
    assert document["result"]["verdicts"] == ["finished", "illegal"]


def test_names_are_those_of_today_where_the_arena_gives_them():
    replay = random_match("iki", 2)
    assert frames(replay, PUBLIC)["names"] == ["bot-0", "bot-1"]
    assert frames(replay, PUBLIC, names=["shinobi", ""])["names"] == ["shinobi", ""]


def test_older_rules_are_shown_from_their_events(monkeypatch):
    replay = replace(random_match("yokohama", 2), rules_version=0)
    document = frames(replay, PUBLIC)
    assert document["drawn"] is False and "first" not in document
    assert "have changed since" in document["notices"][0]
    assert [step["action"] for step in document["steps"]] == [
        step["action"] for step in frames(random_match("yokohama", 2), PUBLIC)["steps"]
    ]
    whole = frames(replay, ALL)["steps"]
    assert [step["action"] for step in whole] == [move.action for move in replay.decisions]


def test_a_match_that_does_not_play_again_is_shown_from_its_events(monkeypatch):
    def refuse(self, action):
        raise IllegalAction("not legal here")

    monkeypatch.setattr(module.Recorder, "decide", refuse)
    document = frames(random_match("iki", 2), PUBLIC)
    assert document["drawn"] is False and "not legal here" in document["notices"][0]
    assert len(document["steps"]) == len(random_match("iki", 2).decisions)


@pytest.mark.parametrize("name", ["seat-4", "seat--1", "seat-00", "everyone", "", "SEAT-0", "seat-0 "])
def test_an_unknown_audience_is_named(name):
    with pytest.raises(NotFound, match="there are: public, seat-0, seat-1, all"):
        audience(name, 2)


@every_table
def test_open_frames_show_what_everyone_saw_and_nothing_of_time(game, seats):
    replay = random_match(game, seats)
    document, state = open_frames(replay), replay.spec.first_state()
    state.record_events()
    events = []
    for move in replay.decisions:
        state.apply(replay.spec.rules.parse(move.action))
        events += events_seen_by(state.take_events(), None)
    steps = document["steps"]
    assert [text for step in steps for text in step["events"]] == events
    view = document["first"]
    for step in steps:
        view = applied(view, step["changes"])
    assert written(view) == written(state.view(None))
    assert not any("ms" in step for step in steps)


def test_open_frames_do_not_tell_whether_a_choice_was_forced(tiny):
    """In one match the bot has the choice that only its hidden card allows, and declines; in the other there is nothing to choose."""
    seen = {}
    for seed in range(40):
        replay = replay_of("tiny", 2, [First(), First()], seed=seed)
        had_it = any(move.action in {"tuck", "decline"} for move in replay.decisions)
        seen.setdefault(had_it, [(step["seat"], step["action"] != "") for step in open_frames(replay)["steps"]])
        assert seen[had_it] == [(step["seat"], step["action"] != "") for step in open_frames(replay)["steps"]]
    assert len(seen) == 2 and seen[True] == seen[False]
