"""Live frames: all of them together are the public frames of the match, and none tells what a seat could have done."""

import pytest

from arena.matches import Chosen, MatchSpec, steps
from arena.viewer.frames import open_frames
from arena.viewer.live import LiveCourse, ending_of
from tests.arena.seats import First, Picks
from tests.arena.viewer.matches import EVERY_TABLE, random_match, replay_of


def followed(spec, pick, every=1):
    """What is shown at each question of a match, then the rest with its end."""
    loop, course = steps(spec), LiveCourse(spec)
    shown = []
    try:
        ask = next(loop)
        while True:
            if len(ask.log) % every == 0:
                shown.append((ask.seat, course.catch_up(ask.log.moves, ask.seat)))
            ask = loop.send(Chosen(pick(ask), think_ms=2))
    except StopIteration as over:
        record = over.value
    shown.append((None, course.catch_up(record.decisions, None)))
    return course, shown, record


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
@pytest.mark.parametrize("every", [1, 7])
def test_the_frames_of_a_live_match_are_those_of_its_replay(game, seats, every):
    replay = random_match(game, seats)
    actions = iter(replay.decisions)
    course, shown, record = followed(
        replay.spec, lambda ask: [action.text for action in ask.legal].index(next(actions).action), every
    )
    expected = open_frames(replay)
    live = [{key: value for key, value in step.items() if key != "used"} for _, frames in shown for step in frames]
    assert live == expected["steps"]
    assert {key: course.head[key] for key in ("first", "opening", "categories", "options", "clock")} == {
        key: expected[key] for key in ("first", "opening", "categories", "options", "clock")
    }
    assert course.head["names"] == [f"Seat {seat + 1}" for seat in range(seats)]
    assert ending_of(record)["result"] == expected["result"]


def test_a_turn_is_shown_when_it_is_over(tiny):
    rng = Picks(3).rng
    _, shown, record = followed(MatchSpec("tiny", 3, seed=1, hidden_seed=2), lambda ask: rng.randrange(len(ask.legal)))
    for to_act, frames in shown[:-1]:
        assert to_act not in {step["seat"] for step in frames}
    last = [step for _, frames in shown for step in frames if "used" in step][-1]
    assert last["used"] == [2 * sum(move.seat == seat for move in record.decisions) for seat in range(3)]


def test_a_match_for_one_seat_is_shown_at_once():
    _, shown, _ = followed(MatchSpec("zaibatsu", 1, seed=1, hidden_seed=2), lambda ask: 0)
    assert all(frames for _, frames in shown[1:])


def test_what_is_shown_does_not_depend_on_a_choice_that_only_a_hidden_card_allows(tiny):
    """In some worlds a bot may tuck away its 7 and declines, in others there is nothing to decide: nobody can tell."""
    seen = {}
    for seed in range(60):
        replay = replay_of("tiny", 2, [First(), First()], seed=seed)
        had_it = any(move.action in {"tuck", "decline"} for move in replay.decisions)
        # The seat that holds the 7 declines, so that both worlds look alike.
        _, shown, _ = followed(replay.spec, lambda ask: len(ask.legal) - 1 if ask.legal[-1].text == "decline" else 0)
        by_turn = [[(step["seat"], len(step["events"])) for step in frames] for _, frames in shown if frames]
        assert seen.setdefault(had_it, by_turn) == by_turn
    assert set(seen) == {True, False} and seen[True] == seen[False]
