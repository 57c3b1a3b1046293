"""No seat learns what it must not know: not from its view, its message, its legal list, nor from what it is told of others.

A position is redrawn for a seat: everything that it may not know becomes something else that could as well be true. Whatever the
seat is shown must stay the same to the byte.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from arena.matches import Ask, Chosen, MatchSpec, steps
from arena.matches.running import events_seen_by
from arena.wire import question
from arena.wire.observations import encoded
from engine import Action, State
from tests.contract.cases import BRIEF, Case, cases, one_per_seat_count, positions, walk

POSITIONS, MATCHES = 100, 1 if BRIEF else 4
"""So many positions in each of so many random matches per seat count: with every seat's eyes, four thousand or more per game."""
EVERY = 4
"""Of the decisions of a match, one in so many is compared in other worlds."""
STEPS = 40
"""For so many decisions two matches are followed side by side."""
REDRAWS = 3
"""Worlds that are tried for one transition; those that show something else are no use."""


def shown(state: State, seat: int) -> tuple[bytes, bytes, list[str]]:
    """What a seat gets: its observation, as the very bytes that go over the wire and as numbers, and its choices if it is to act."""
    legal = [action.text for action in state.legal_actions()] if state.to_act == seat else []
    return encoded(state.game.name, state, seat), state.encode(seat).tobytes(), legal


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_observation_and_choices_tell_nothing_hidden(case: Case):
    rng = random.Random(5)
    for match in range(MATCHES):
        for state in positions(case, 23 + match, POSITIONS):
            for seat in range(case.seats):
                assert shown(state.determinize(seat, rng), seat) == shown(state, seat)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_no_option_tells_anything_hidden(case: Case):
    rng = random.Random(7)
    for state in positions(case, 29, 5):
        for seat in range(case.seats):
            assert shown(state.determinize(seat, rng), seat) == shown(state, seat)


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_score_sheets_tell_nothing_hidden(case: Case):
    """They are shown to everyone while the match goes on."""
    rng = random.Random(3)
    for state in positions(case, 53, POSITIONS):
        assert state.sheets() == state.determinize(None, rng).sheets() != ()


def alike(state: State, action: Action, seat: int) -> Action | None:
    """What the acting seat may do in another world that looks like *action* to *seat*: the same, or another secret."""
    legal = state.legal_actions()
    if action in legal or state.to_act == seat:
        return action if action in legal else None
    public = state.public_text(action)
    return next((one for one in legal if public != action.text and state.public_text(one) == public), None)


def told(state: State, action: Action | None, seat: int) -> tuple[list[str], bytes] | None:
    """The events of an action as a seat sees them, and its observation afterwards; None if it cannot be taken."""
    if action is None:
        return None
    state.record_events()
    state.apply(action)
    return events_seen_by(state.take_events(), seat), shown(state, seat)[0]


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_events_tell_no_more_than_the_view(case: Case):
    """Where a seat sees the same before and after in two worlds, it is told the same in between."""
    rng, compared = random.Random(11), 0
    for number, (state, action) in enumerate(walk(case.new(31), random.Random(31))):
        if number % EVERY:
            continue
        for seat in range(case.seats):
            ours = told(state.clone(), action, seat)
            assert ours is not None
            for _ in range(REDRAWS):
                other = state.determinize(seat, rng)
                theirs = told(other, alike(other, action, seat), seat)
                if theirs is not None and theirs[1] == ours[1]:
                    assert theirs[0] == ours[0], f"seat {seat} is told of {action.text!r}"
                    compared += 1
                    break
    assert compared > 10, "hardly any two worlds looked alike: the test proves nothing"


def worlds(case: Case, state: State, seat: int, rng: random.Random) -> Iterator[tuple[Ask, Ask]]:
    """The decisions of a seat in two matches that go on from positions it cannot tell apart, as long as the others act alike."""
    starts = (state.to_dict(), state.determinize(seat, rng).to_dict())
    ours, theirs = (steps(MatchSpec(case.game, case.seats, start=start)) for start in starts)
    ask, other = next(ours), next(theirs)
    for _ in range(STEPS):
        if ask.seat != other.seat:
            return  # a choice that only something hidden allows
        if ask.seat == seat:
            yield ask, other
        index = rng.randrange(len(ask.legal))
        action = alike(other.state, ask.legal[index], seat)
        if action is None:
            return
        try:
            ask, other = ours.send(Chosen(index)), theirs.send(Chosen(other.legal.index(action)))
        except StopIteration:
            return


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_the_whole_decision_as_it_is_sent_tells_nothing_hidden(case: Case):
    """Number, events, observation and legal list: the bytes of the message, from decision to decision."""
    rng, compared = random.Random(17), 0
    for state in positions(case, 43, 20):
        for seat in range(case.seats):
            for ask, other in worlds(case, state, seat, rng):
                if shown(ask.state, seat)[0] != shown(other.state, seat)[0]:
                    break  # something was revealed, and it is not the same
                assert question("m", ask) == question("m", other)
                compared += 1
    assert compared > 30, "hardly any two worlds looked alike: the test proves nothing"


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain value or list of plain values in a position, by its path; places in a list are told apart."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{number}]")
    else:
        yield path, str(value)


def collapsed(path: str) -> str:
    """The path without places in lists."""
    return "".join(part.split("]")[-1] for part in path.split("["))


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_everything_hidden_really_varies(case: Case):
    rng = random.Random(13)
    values: dict[str, set[str]] = defaultdict(set)
    for state in positions(case, 37, 12):
        whole = dict(leaves(state.to_dict()))
        for seat in range(case.seats):
            hidden = whole.keys() - dict(leaves(state.view(seat))).keys()
            varied = defaultdict(set)
            for world in [state, *(state.determinize(seat, rng) for _ in range(6))]:
                for path, value in leaves(world.to_dict()):
                    if path in hidden:
                        varied[path].add(value)
            for path, found in varied.items():
                values[collapsed(path)] |= {"several"} if len(found) > 1 else {"one"} if found != {"[]"} else set()
    fixed = {path for path, found in values.items() if found == {"one"}}
    assert {path for path, found in values.items() if "several" in found} >= {"seed", "hidden_seed"}
    assert fixed == set(), "these are kept from a seat, but never change: are they hidden at all?"
