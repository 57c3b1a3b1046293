"""Views as messages and back, for every game."""

import random
from collections.abc import Iterator

import pytest

import engine
from arena.matches import steps
from arena.v1 import bots_pb2
from arena.v1.observation_pb2 import Observation
from arena.wire import observation, observations, question, view_of
from arena.wire.decisions import decision_id, decision_message, whole_decision
from arena.wire.fields import varint
from arena.wire.observations import TYPED, ViewEncoder, encoded
from engine.core.parts import Part
from engine.core.positions import Reader
from tests.arena.streams import tiny_spec
from tests.contract.cases import Case, cases, one_per_seat_count, positions

POSITIONS = 40
"""Per way to play; each is seen from every seat and from outside."""


def told(view, listed):
    """The view with lists that are left out, though nothing is in them, put in: a message cannot tell these apart."""
    if isinstance(view, list):
        return [told(one, listed) for one in view]
    if not isinstance(view, dict):
        return view
    empty = {key.removesuffix("_size"): [] for key, value in view.items() if key.endswith("_size") and value == 0}
    known = {key: value for key, value in empty.items() if key in listed}
    return {**known, **{key: told(value, listed) for key, value in view.items()}}


def lists_of(descriptor, seen=None):
    """The names of every list in a message."""
    seen = set() if seen is None else seen
    if descriptor.full_name in seen:
        return set()
    seen.add(descriptor.full_name)
    own = {field.name for field in descriptor.fields if field.is_repeated}
    return own.union(*(lists_of(f.message_type, seen) for f in descriptor.fields if f.message_type))


def views(case: Case, wanted: int) -> Iterator[dict]:
    for state in positions(case, 7, wanted):
        for seat in (None, *range(case.seats)):
            yield state.view(seat)


def over_the_wire(game, view):
    return view_of(Observation.FromString(observation(game, view).SerializeToString()))


def test_every_game_has_a_message_of_its_own():
    assert sorted(TYPED) == sorted(engine.games())


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_nothing_of_a_view_is_lost(case):
    listed = lists_of(Observation.DESCRIPTOR.fields_by_name[case.game].message_type)
    for view in views(case, POSITIONS):
        assert told(over_the_wire(case.game, view), listed) == told(view, listed)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_option_fits_into_the_message(case):
    listed = lists_of(Observation.DESCRIPTOR.fields_by_name[case.game].message_type)
    for view in views(case, 3):
        assert told(over_the_wire(case.game, view), listed) == told(view, listed)


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_a_bot_can_rebuild_a_position_to_search_in(case):
    game, rng = engine.game(case.game), random.Random(3)
    for state in positions(case, 11, 20):
        seat = state.to_act
        view = over_the_wire(case.game, state.view(seat))
        rebuilt = game.from_view(view, rng)
        assert rebuilt.to_act == seat
        assert [action.text for action in rebuilt.legal_actions()] == [a.text for a in state.legal_actions()]
        assert rebuilt.view(seat) == state.view(seat)


@pytest.mark.parametrize("case", one_per_seat_count(), ids=str)
def test_pieces_make_the_same_message(case):
    for state in positions(case, 7, 20):
        for seat in (None, *range(case.seats)):
            typed = observation(case.game, state.view(seat))
            assert Observation.FromString(encoded(case.game, state, seat)) == typed


def test_pieces_are_not_kept_for_ever(monkeypatch):
    monkeypatch.setattr(observations, "MOST_KEPT", 3)
    made = []

    def make(number):
        made.append(number)
        return {"yen": number}

    part, take = Part("players", make, key=int, is_item=True), ViewEncoder("nippon")
    for number in (1, 2, 1, 2, 3):
        message = Observation(nippon={"players": [{"yen": number}]}).nippon
        assert take(part, number) == message.SerializeToString()
    assert made == [1, 2, 3]
    for number in range(100):
        take(part, number)
    assert all(len(encoder.kept) <= 3 for encoder in take._encoders.values())


def test_the_same_key_in_two_parts_is_not_taken_for_the_other():
    take, seats = ViewEncoder("nippon"), [{"workers": ["black"]}]
    spaces, rows = (Part(field, lambda groups: groups, key=len) for field in ("spaces", "rows"))
    for _ in range(2):  # the second time with what the first has kept
        assert take(spaces, seats) == Observation(nippon={"spaces": seats}).nippon.SerializeToString()
        assert take(rows, seats) == Observation(nippon={"rows": seats}).nippon.SerializeToString()


def test_a_game_without_a_message_sends_json(tiny):
    state = tiny_spec().first_state()
    sent = observation("tiny", state.view(1))
    assert sent.WhichOneof("game") == "json"
    assert view_of(sent) == state.view(1)
    assert view_of(Observation()) == {}


def test_the_gateway_adds_id_and_clock_to_bytes(tiny):
    ask = next(steps(tiny_spec()))
    asked = question("m1", ask)
    whole = bots_pb2.Decision.FromString(whole_decision(asked, decision_id(asked, 0xDEADBEEF), 123_456, resent=True))
    assert (whole.id.match_id, whole.id.number, whole.id.nonce) == ("m1", 0, 0xDEADBEEF)
    assert (whole.clock_ms, whole.untimed, whole.resent) == (123_456, False, True)
    assert list(whole.legal_actions) == [action.text for action in ask.legal]
    untimed = bots_pb2.Decision.FromString(whole_decision(asked, decision_id(asked, 1), None))
    assert (untimed.clock_ms, untimed.untimed, untimed.resent) == (0, True, False)
    assert bots_pb2.Decision.FromString(whole_decision(asked, decision_id(asked, 1), -5)).clock_ms == 0
    message = bots_pb2.ArenaMessage.FromString(decision_message(asked, decision_id(asked, 1), None))
    assert message.decision == untimed


@pytest.mark.parametrize(("number", "written"), [(0, b"\x00"), (127, b"\x7f"), (128, b"\x80\x01"), (300, b"\xac\x02")])
def test_varints(number, written):
    assert varint(number) == written


def test_a_reader_of_the_view_can_be_used_on_what_came_back(tiny):
    view = view_of(observation("tiny", tiny_spec().first_state().view(0)))
    assert Reader(view).text("game") == "tiny"
