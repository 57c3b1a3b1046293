"""Duels: sequential tests on seat-rotated sets, kept in a file, and the commands that use them."""

import json
import sys
from random import Random

import pytest

from arena.cli import main
from arena.local.strength import Duel, Kept, OtherResults, fight, verdict
from arena.local.suites import names, suite
from arena.ratings.intervals import anytime_half_width, half_width
from arena.series import Order, Result


def order(seats=2, games=80, seed=1):
    bots = ("a", *("b",) * (seats - 1))
    return Order(game="iki", seats=seats, options={}, entrants=bots, names=bots, games=games, seed=seed)


class Table:
    """Plays matches by lot: entrant 0 wins with the given chance."""

    def __init__(self, chance, stop_after=None):
        self.chance, self.played, self.stop_after = chance, [], stop_after

    def __call__(self, wanted):
        for pairing in wanted.pairings():
            if self.stop_after is not None and len(self.played) >= self.stop_after:
                raise KeyboardInterrupt
            chance = self.chance if wanted.entrants[0] == "a" else 1 - self.chance
            won = Random(f"{wanted.entrants} {pairing.number}").random() < chance
            self.played.append((wanted.entrants[0], pairing.number))
            wins = (1.0, 0.0) if won else (0.0, 1.0)
            wins += (0.0,) * (wanted.seats - 2)
            yield Result(
                pairing.number, pairing.set_number, (7,) * wanted.seats, (1,) * wanted.seats, wins, 9, 0.5, "end"
            )


def last(duel, table, path):
    *_, final = fight(duel, table, Kept(path, duel))
    return final


def test_a_clear_duel_ends_early_and_an_even_one_undecided(tmp_path):
    table = Table(0.95)
    final = last(Duel(order()), table, tmp_path / "a.jsonl")
    assert final.stronger is True
    assert final.matches == len(table.played) < 40
    assert final.elo > 200
    even = last(Duel(order()), Table(0.5), tmp_path / "b.jsonl")
    assert even.stronger is None
    assert even.matches == 80
    assert last(Duel(order()), Table(0.05), tmp_path / "c.jsonl").stronger is False


def test_a_full_duel_plays_everything(tmp_path):
    final = last(Duel(order(), early=False), Table(0.95), tmp_path / "a.jsonl")
    assert final.matches == 80
    assert final.low > final.share.mean - final.share.error - 0.2


def test_both_ways_round_equal_bots_score_one_half_whatever_a_seat_alone_is_worth(tmp_path):
    duel = Duel(order(seats=4, games=400), both_ways=True)
    table = Table(0.25)
    table.chance = 0.5  # each alone wins half: the bots are equal, though chance says a quarter
    final = last(duel, table, tmp_path / "a.jsonl")
    assert final.chance == 0.5
    assert final.stronger is None
    assert final.matches == 800


def test_an_interrupted_duel_goes_on_where_it_was(tmp_path):
    path = tmp_path / "a.jsonl"
    duel = Duel(order(seats=4, games=40), early=False, batch=3)
    with pytest.raises(KeyboardInterrupt):
        last(duel, Table(0.5, stop_after=14), path)
    table = Table(0.5)
    final = last(duel, table, path)
    # Whole sets are not played again; the third set was cut short after two of its matches.
    assert [number for _, number in table.played] == list(range(12, 40))
    assert final == last(duel, Table(0.5), tmp_path / "b.jsonl")
    assert last(duel, Table(0.5), path) == final
    with pytest.raises(OtherResults):
        Kept(path, Duel(order(seats=4, seed=2)))


def test_more_matches_can_be_asked_for_later(tmp_path):
    path = tmp_path / "a.jsonl"
    assert last(Duel(order(games=20)), Table(0.5), path).matches == 20
    assert last(Duel(order(games=40)), Table(0.5), path).matches == 40


def test_the_interval_holds_at_every_look():
    """Of 400 series of equal bots, looked at after each set, about 5 % may ever exclude the truth."""
    wrong = 0
    for seed in range(400):
        rng = Random(seed)
        sets = []
        for _ in range(100):
            sets.append((rng.random() < 0.5) / 2 + (rng.random() < 0.5) / 2)
            if len(sets) >= 6 and abs(sum(sets) / len(sets) - 0.5) > anytime_half_width(sets, 0.3535):
                wrong += 1
                break
    assert wrong <= 28
    assert half_width(sets) < anytime_half_width(sets, 0.0) < 2 * half_width(sets)


def test_a_verdict_needs_some_sets():
    duel = Duel(order())
    results = list(Table(1.0)(order(games=6)))
    assert verdict(duel, [results]).stronger is None


def run(*arguments):
    return main([str(argument) for argument in arguments])


def test_compare_tells_greedy_from_random_and_keeps_the_results(tmp_path, capsys):
    command = ("compare", "house:greedy", "house:random", "iki", "--results", tmp_path, "--json")
    assert run(*command) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["stronger"] is True
    assert figures["matches"] < 100
    assert run(*command) == 0
    assert json.loads(capsys.readouterr().out) == figures


def test_compare_of_equal_bots_is_undecided(tmp_path, capsys):
    assert run("compare", "house:random", "house:random", "iki", "--results", tmp_path, "--matches", 20) == 1
    assert "Undecided after 20 matches" in capsys.readouterr().out


def test_a_program_that_has_changed_inherits_no_results(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from arena.sdk import Bot, run\n\nclass First(Bot):\n    def choose(self, decision):\n        return 0\n\nrun(First())\n"
    )
    command = (
        "compare",
        f"{sys.executable} {bot}",
        "house:random",
        "iki",
        "--results",
        tmp_path / "kept",
        "--matches",
        2,
    )
    run(*command)
    assert "not played again" not in capsys.readouterr().err
    run(*command)
    assert "2 matches are in" in capsys.readouterr().err
    bot.write_text(bot.read_text("utf-8") + "# changed\n", "utf-8")
    run(*command)
    assert "not played again" not in capsys.readouterr().err


def test_a_house_bot_without_its_prefix_is_not_started_as_a_program(tmp_path, capsys):
    assert run("compare", "greedy", "house:random", "iki", "--results", tmp_path) == 2
    assert "the house bot is house:greedy" in capsys.readouterr().err


def test_rank_house_prints_a_row_for_each_level(tmp_path, capsys):
    levels = ("--levels", "random,greedy", "--matches", 16, "--full")
    run("rank-house", "iki", "--seats", 4, *levels, "--results", tmp_path, "--json")
    (row,) = json.loads(capsys.readouterr().out)
    assert row["bots"] == ["house:greedy", "house:random"]
    assert row["matches"] == 16
    assert row["chance"] == 0.25
    greedy, random = row["thinking"]
    assert greedy > 10 * random > 0
    run("rank-house", "iki", "--seats", 4, *levels, "--results", tmp_path)
    assert f"{greedy:.2f} : {random:.2f} s" in capsys.readouterr().out, "from the kept results"


def test_every_game_has_a_suite_and_eval_cites_it(tmp_path, capsys, monkeypatch):
    import engine

    assert {suite(name).game for name in names()} == set(engine.games())
    monkeypatch.setattr("arena.local.suites.suite", lambda name: replaced(suite(name)))
    assert run("eval", "--bot", "house:random", "--suite", "iki-v1", "--results", tmp_path) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("iki-v1 [")
    assert line.endswith("of 4 matches won: house:random")
    assert run("eval", "--bot", "house:random", "--suite", "chess-v1", "--results", tmp_path) == 2


def replaced(frozen):
    from dataclasses import replace

    return replace(frozen, sets=2, opponent="easy")
