import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import elo, logfile
from arena.ratings.log import Compensated, Joined, Ladder, SetRated, replay
from arena.ratings.results import RatingError, SetResult


def busy(seed: int, steps: int = 40):
    """A ladder after random joins, sets, new versions and rulings, with its log."""
    chance, ladder, log, rated = Random(seed), Ladder(), [], []
    log += [ladder.join(bot) for bot in ("a", "b", "c")]
    for step in range(steps):
        match chance.randrange(8):
            case 0 if len(ladder.standings) < 8:
                log.append(ladder.join(f"late{step}", points=1000 * chance.randrange(1200, 1800)))
            case 1:
                log.append(ladder.new_version(chance.choice(sorted(ladder.standings)), f"v{step}"))
            case 2 if rated:
                log.append(ladder.take_back(rated.pop(chance.randrange(len(rated))), "the platform was at fault"))
            case _:
                table = tuple(chance.sample(sorted(ladder.standings), chance.randrange(2, 4)))
                rows = tuple(tuple(chance.randrange(1, 4) for _ in table) for _ in table)
                log.append(ladder.rate(SetResult(f"s{step}", table, rows)))
                rated.append(f"s{step}")
    return ladder, log


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_the_log_alone_gives_the_same_ladder_also_through_json(seed):
    ladder, log = busy(seed)
    assert replay(log).standings == ladder.standings
    lines = [json.dumps(logfile.to_dict(entry)) for entry in log]
    again = [logfile.from_dict(json.loads(line)) for line in lines]
    assert again == log
    assert replay(again).standings == ladder.standings


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_points_are_conserved_through_sets_versions_and_rulings(seed):
    ladder, log = busy(seed)
    brought = sum(entry.points for entry in log if isinstance(entry, Joined))
    assert sum(standing.points for standing in ladder.standings.values()) == brought


def two() -> Ladder:
    ladder = Ladder()
    ladder.join("a")
    ladder.join("b")
    return ladder


WON = SetResult("s1", ("a", "b"), ((1, 2), (1, 2)))


def test_a_ruling_takes_back_what_a_set_moved_and_counts():
    ladder = two()
    ladder.rate(WON)
    ladder.rate(SetResult("s2", ("a", "b"), ((2, 1),)))
    before = ladder.standings["a"].points
    entry = ladder.take_back("s1", "table stopped by the arena")
    assert entry == Compensated(4, 2, "table stopped by the arena", {"a": -16_000, "b": 16_000})
    assert ladder.standings["a"].points == before - 16_000
    assert (ladder.standings["a"].sets, ladder.standings["a"].matches) == (1, 1)


def test_a_set_is_rated_once_and_again_only_after_a_ruling():
    ladder = two()
    ladder.rate(WON)
    with pytest.raises(RatingError, match="set s1 was rated by entry 2"):
        ladder.rate(WON)
    ladder.take_back("s1", "played again")
    ladder.rate(replace(WON, places=((2, 1), (1, 2))))
    assert ladder.standings["a"].points == elo.START


def test_what_is_not_rated_cannot_be_taken_back():
    ladder = two()
    ladder.rate(WON)
    ladder.take_back("s1", "once")
    for set_id in ("s1", "never"):
        with pytest.raises(RatingError, match="nothing to take back"):
            ladder.take_back(set_id, "twice")


def test_a_new_version_keeps_its_points_with_a_wider_deviation():
    ladder = two()
    for number in range(40):
        ladder.rate(SetResult(f"s{number}", ("a", "b"), ((1, 2), (2, 1))))
    before = replace(ladder.standings["a"])
    ladder.new_version("a", "2")
    after = ladder.standings["a"]
    assert (after.points, after.version, after.sets) == (before.points, "2", before.sets)
    assert after.deviation > before.deviation


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda log: [log[0], *log[2:]], "entry 2 stands where 1 was expected"),
        (
            lambda log: [*log[:2], replace(log[2], changes={"a": 1, "b": -1}), *log[3:]],
            "entry 2: its changes do not follow",
        ),
        (
            lambda log: [*log[:2], replace(log[2], result=replace(WON, places=((2, 1),))), *log[3:]],
            "entry 2: its changes",
        ),
        (
            lambda log: [*log[:3], replace(log[3], changes={"a": 0, "b": 0})],
            "entry 3: its changes are not the opposite",
        ),
        (lambda log: [*log[:3], replace(log[3], undoes=0)], "entry 0 is no rated set"),
        (lambda log: [*log, replace(log[3], number=4)], "was taken back before"),
        (lambda log: [log[0], SetRated(1, WON, 32, {})], "bot b has not joined"),
        (lambda log: [log[0], replace(log[0], number=1)], "bot a joined before"),
    ],
)
def test_a_log_that_was_edited_is_refused_at_the_entry(spoil, message):
    ladder = Ladder()
    log = [ladder.join("a"), ladder.join("b"), ladder.rate(WON), ladder.take_back("s1", "why")]
    assert replay(log).standings == ladder.standings
    with pytest.raises(RatingError, match=message):
        replay(spoil(log))


def test_unknown_or_broken_lines_are_named():
    with pytest.raises(RatingError, match="entry 3: unknown kind 'gift'"):
        logfile.from_dict({"kind": "gift", "number": 3})
    with pytest.raises(RatingError, match="entry 5: KeyError\\('bot'\\)"):
        logfile.from_dict({"kind": "joined", "number": 5})
