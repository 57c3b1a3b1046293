"""The coach: judged from what a seat knew, planted blunders found, luck without bias, and the command."""

import json
import tomllib
from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

import engine
from arena.cli import main
from arena.coach import Deal, Draw, Judgement, Question, chance_of, given_at, judge
from arena.coach.judging import NOTHING, Estimate
from arena.coach.luck import redrawn
from arena.coach.report import turning_points
from arena.matches import MatchSpec, play
from arena.players import make
from arena.players.evaluation import Features, LuckFactor, evaluation_of, luck_line, with_weights
from arena.replays import write
from bench.coach import Blunderer, questions_of as asked_in
from tests.contract.cases import present


def questioned(state, played, number=3):
    seat = state.to_act
    legal = tuple(action.text for action in state.legal_actions())
    return Question(state.game.name, number, seat, state.view(seat), legal, played.text)


@cache
def match(name, seats):
    """A match between planning bots: every position with the choice made in it."""
    spec = MatchSpec(name, seats, seed=2, hidden_seed=2)
    record = play(spec, [make("easy", seat) for seat in range(seats)], strict=True)
    state = spec.first_state()
    steps = []
    for move in record.decisions:
        action = state.game.parse(move.action)
        steps.append((state.clone(), action))
        state.apply(action)
    return steps


def positions(name, seats, count):
    """Some of them, spread over the match."""
    steps = match(name, seats)
    every = len(steps) // count
    return steps[every // 2 :: every]


@pytest.mark.parametrize("name", present())
def test_what_the_seat_did_not_know_does_not_change_the_judgement(name):
    for state, action in positions(name, 3, 2):
        judgement = judge(questioned(state, action))
        other = state.determinize(state.to_act, Random(1))
        assert other.to_dict() != state.to_dict()
        assert judge(questioned(other, action)) == judgement


def test_a_planted_blunder_is_the_first_turning_point():
    """The short form of `python -m bench.coach blunders`: one match of IKI, judged around the blunder."""
    blunderer = Blunderer(make("normal", 1), Random(3), 30, longer=2)
    record = play(MatchSpec("iki", 2, seed=5, hidden_seed=5), [blunderer, make("normal", 2)], strict=True)
    planted = [number for number, move in enumerate(record.decisions) if move.seat == 0][blunderer.at]
    near = [asked for asked in asked_in(record) if abs(asked.number - planted) <= 12]
    judged = [judge(asked) for asked in near]
    assert turning_points(judged)[0].number == planted
    assert next(each for each in judged if each.number == planted).flag in ("mistake", "blunder")
    assert sum(bool(each.flag) for each in judged) <= 4


def judged(number, mean, low):
    return Judgement(number, 0, 5, "a", "b", 0.5, Estimate(mean, low, 2 * mean - low), NOTHING)


def test_flags_and_turning_points_are_above_the_noise():
    flags = [
        judged(0, mean, low).flag for mean, low in [(0.3, 0.01), (0.04, 0.03), (0.06, 0.04), (0.12, 0.1), (0.2, 0.1)]
    ]
    assert flags == ["", "", "inaccuracy", "mistake", "blunder"]
    points = turning_points(
        [judged(0, 0.9, 0.0), judged(1, 0.2, 0.1), judged(2, 0.4, 0.1), judged(3, 0.1, 0.05), judged(4, 0.3, 0.2)]
    )
    assert [point.number for point in points] == [2, 4, 1]


@pytest.mark.parametrize("name", present())
def test_hands_stay_and_decks_change_where_chance_is_drawn_again(name):
    for state, action in positions(name, 3, 3):
        other = redrawn(state, Random(1))
        assert [other.view(seat) for seat in range(3)] == [state.view(seat) for seat in range(3)]
        assert other.to_dict() != state.to_dict()
        other.apply(action)  # what is legal does not depend on chance


def test_luck_is_zero_on_average():
    """One moment of IKI in many draws: what chance gave has a mean of zero."""
    state, action = next(step for step in match("iki", 2) if drawn_after(*step))
    gave = []
    for seed in range(24):
        other = redrawn(state, Random(f"another match {seed}"))
        gave.append(chance_of(Draw(seed, other.to_dict(), action.text)).points[0])
    assert stdev(gave) > 0.1
    assert abs(fmean(gave)) < 4 * stdev(gave) / len(gave) ** 0.5


def test_luck_counts_by_the_factors_of_its_stage(monkeypatch):
    state, action = next(step for step in match("iki", 2) if drawn_after(*step))
    draw = Draw(7, state.to_dict(), action.text)
    given = given_at(draw)
    monkeypatch.setattr(evaluation_of("iki"), "luck", (LuckFactor(9.0, 0.5, 0.5), LuckFactor(9.0, 2.0, 0.0)))
    later = 2.0 * (1 - given.progress)
    wanted = [0.5 * once + later * other for once, other in zip(given.at_once, given.later, strict=True)]
    chance = chance_of(draw)
    assert [*chance.points, *chance.shares] == pytest.approx(wanted)
    monkeypatch.setattr(evaluation_of("iki"), "luck", (LuckFactor(1.0, 9.0, 9.0), LuckFactor(0.0, 9.0, 9.0)))
    deal = Deal(match("iki", 2)[0][0].to_dict())
    assert chance_of(deal).points == pytest.approx(given_at(deal).at_once[:2])


def test_a_weight_file_keeps_its_factors_of_luck():
    factors = (LuckFactor(0.25, 0.5, -0.75), LuckFactor(1.0, 0.0, 0.5))
    table = tomllib.loads(f"spread = [20.0, 5.0]\n{luck_line(factors)}\n[weights]\n")
    assert with_weights(Features((), None, None, None, None), table).luck == factors


def drawn_after(state, action):
    chance = chance_of(Draw(0, state.to_dict(), action.text))
    return chance is not None and abs(chance.points[0]) > 0.5


def test_where_nothing_is_drawn_there_is_no_luck():
    state = engine.game("nippon").new(2, 1)
    action = state.legal_actions()[0]
    assert chance_of(Draw(0, state.to_dict(), action.text)) is None
    deal = chance_of(Deal(state.to_dict()))
    assert deal is not None
    assert deal.number == -1


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The end of a match on disk, signed with a key of the test."""
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "key.pem"))
    late = match("iki", 2)[-40][0].to_dict()
    spec = MatchSpec("iki", 2, seed=3, hidden_seed=3, players=("one", "two"), start=late)
    record = play(spec, [make("easy", 1), make("random", 2)], strict=True)
    write(tmp_path / "match.replay.gz", record)
    return str(tmp_path / "match.replay.gz")


def test_the_command_reports_as_table_and_as_json(file, capsys):
    assert main(["coach", file, "--seat", "2", "--json", "--jobs", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["seat"] for each in found["decisions"]} == {1}
    seats = found["seats"]
    assert seats[0]["judged"] == 0 < seats[1]["judged"] == len(found["decisions"])
    assert sum(seats[1]["flags"].values()) == sum(bool(each["flag"]) for each in found["decisions"]) > 0
    assert 1 <= len(found["turning_points"]) <= 3
    assert main(["coach", file, "--seat", "2", "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Turning points:" in shown
    assert f"decision {found['turning_points'][0]}, seat 2 (two)" in shown
    for seat in seats:
        luck = sum(chance["points"][seat["seat"]] for chance in found["chance"])
        assert seat["score_without_luck"] == pytest.approx(seat["score"] - luck)


def test_a_seat_that_is_not_there_is_refused(file, capsys):
    assert main(["coach", file, "--seat", "5"]) == 2
    assert "--seat takes 1 to 2" in capsys.readouterr().err
