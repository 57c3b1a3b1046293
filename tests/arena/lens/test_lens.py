"""The lens: what is counted, that it is counted rightly, and that the same command continues where it stopped."""

import json

import pytest

import engine
from arena.cli.__main__ import main
from arena.lens import Order, Seen, counted, lens_of, to_text, use_names, watch
from tests.contract.cases import present


def seen(seed, places, uses, scores=(30, 20)):
    sheets = [{"track": score} for score in scores]
    return Seen(2, seed, 50, list(scores), list(places), sheets, [dict(use) for use in uses])


@pytest.mark.parametrize(
    ("action", "names"),
    [
        ("take black factory", ["take", "take black", "take factory"]),
        ("to bank paying seat_1", ["to", "to bank"]),
        ("ikizama 4", ["ikizama", "ikizama 4"]),
        ("build silk 3", ["build", "build silk"]),
        ("end", ["end"]),
        ("lab_pay tea tea", ["lab_pay", "lab_pay tea"]),
    ],
)
def test_an_action_counts_for_its_verb_and_what_it_names(action, names):
    assert use_names(action) == names


def test_what_winners_do_correlates_with_winning_and_what_nobody_does_is_listed():
    matches = [
        seen(1, (1, 2), ({"build": 3, "end": 1}, {"end": 1})),
        seen(2, (2, 1), ({"end": 1}, {"build": 1, "end": 1}), (10, 40)),
        seen(3, (1, 1), ({"end": 1}, {"end": 1}), (25, 25)),
    ]
    table = counted(matches, ["build", "end", "rob bank"])
    build, end = (next(use for use in table.uses if use.name == name) for name in ("build", "end"))
    assert (build.times, build.used, build.won) == (pytest.approx(0.667), pytest.approx(0.333), 1.0)
    assert build.correlation > 0.6
    assert (end.used, end.won, end.correlation) == (1.0, 0.5, 0.0)
    assert table.never == ["rob", "rob bank"]
    assert (table.score, table.winning_score, table.decisions, table.first_seed) == (25.0, pytest.approx(31.667), 50, 1)
    assert [wins.share for wins in table.wins] == [0.5, 0.5]
    assert table.sheet[0].winners == pytest.approx((30 + 40 + 12.5 + 12.5) / 3, abs=0.01)


def test_a_match_is_watched_from_its_seed_alone():
    order = Order("iki", 2, "greedy", 7)
    match = watch(order)
    assert match == watch(order)
    assert sum(match.uses[0].get(verb, 0) for verb in ("ikizama", "income")) > 0
    assert match.scores == [sum(sheet.values()) for sheet in match.sheets]


def test_the_command_goes_on_where_it_was(tmp_path, capsys):
    words = ["lens", "nippon", "--seats", "2", "--bot", "random", "--results", str(tmp_path), "--json"]
    assert main([*words, "--matches", "2"]) == 0
    capsys.readouterr()
    file = next(tmp_path.iterdir())
    first = file.read_text("utf-8")
    assert main([*words, "--matches", "3"]) == 0
    assert file.read_text("utf-8").startswith(first)
    found = json.loads(capsys.readouterr().out)
    assert found["tables"][0]["matches"] == 3
    assert found["rules_version"] == engine.game("nippon").rules_version


@pytest.mark.parametrize("name", [name for name in present() if lens_of(name)])
def test_the_figures_in_the_package_are_those_of_the_present_rules(name, capsys):
    kept = lens_of(name)
    assert kept is not None
    assert kept.rules_version == engine.game(name).rules_version, f"gather them anew: arena lens {name} --matches …"
    known = {use for action in engine.game(name).vocabulary for use in use_names(action.text)}
    for table in kept.tables:
        assert known.issuperset(use.name for use in table.uses)
        assert known.issuperset(table.never)
    assert main(["lens", name]) == 0
    assert "mean score" in capsys.readouterr().out
    assert json.loads(to_text(kept))["game"] == name
