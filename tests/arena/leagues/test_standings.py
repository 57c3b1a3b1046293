from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from arena.leagues.results import Bye, Played, Ruling, disqualified, ruled, ruled_byes, shared_points
from arena.leagues.standings import crosstable, progress, standings

POINTS = tuple(Fraction(value) for value in (5, 3, 2, 0))


def match(
    number: int, entries: str, places: tuple[int, ...], scores: tuple[int, ...] | None = None, row: int = 1
) -> Played:
    return Played(f"m{number}", row, tuple(entries), places, scores or tuple(50 - place for place in places))


def order(lines) -> str:
    return "".join(line.entry for line in lines)


def duel(*winners: str) -> list[Played]:
    return [match(at, pair, (1, 2)) for at, pair in enumerate(winners)]


TWO = (Fraction(2), Fraction(0))


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2, 3, 4), (5, 3, 2, 0)),
        ((1, 1, 3, 4), (4, 4, 2, 0)),
        ((2, 1, 2, 2), (Fraction(5, 3), 5, Fraction(5, 3), Fraction(5, 3))),
        ((1, 1, 1, 1), (2.5,) * 4),
    ],
)
def test_ties_share_the_points_of_the_places_they_cover(places, expected):
    assert shared_points(places, POINTS) == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=4, max_size=4))
def test_a_match_always_gives_out_all_its_points(raw):
    places = tuple(1 + sum(other < one for other in raw) for one in raw)
    assert sum(shared_points(places, POINTS)) == sum(POINTS)


def test_points_decide_first():
    lines = standings("abcd", [match(1, "abcd", (4, 3, 2, 1))], POINTS)
    assert order(lines) == "dcba"
    assert [line.points for line in lines] == [5, 3, 2, 0]
    assert [line.decided_by for line in lines] == ["", "points", "points", "points"]


def test_head_to_head_comes_next_if_all_tied_have_met():
    lines = standings("abcd", duel("ab", "ac", "bc", "bd", "ca", "cd", "da"), TWO)
    # a, b and c have 4 points each; among them a: 1 + 1/2, b: 1, c: 1/2
    assert order(lines) == "abcd"
    assert lines[1].decided_by == lines[2].decided_by == "head to head"


def test_head_to_head_is_passed_over_when_some_have_not_met():
    lines = standings("abcd", duel("ab", "cd", "db"), TWO)
    assert order(lines)[:3] in {"cad", "acd"} or lines[0].decided_by == ""
    assert all(line.decided_by != "head to head" for line in lines if line.entry in "ac")


def test_strength_of_schedule_prefers_the_harder_opponents():
    # a and c won once each; a beat b who won elsewhere, c beat d who did not.
    lines = standings("abcdef", duel("ab", "cd", "be", "ef"), TWO)
    assert order(lines).index("a") < order(lines).index("c")


def test_mean_place_then_score_margin_then_elo_then_lot():
    level = [match(1, "ab", (1, 1), (50, 50)), match(2, "cd", (1, 1), (60, 60))]
    lines = standings("abcd", level, TWO, elo={"a": 1, "b": 3, "c": 2, "d": 0})
    assert (order(lines), [line.decided_by for line in lines]) == ("bcad", ["", "Elo", "Elo", "Elo"])
    margin = [match(1, "ab", (1, 2), (50, 40)), match(2, "ba", (1, 2), (42, 40))]
    lines = standings("ab", margin, TWO)
    assert (order(lines), lines[1].decided_by) == ("ab", "score margin")
    flat = (Fraction(2), Fraction(1), Fraction(0))
    spread = [match(1, "xyz", (1, 2, 3)), match(2, "xyz", (3, 2, 1))]
    assert {line.points for line in standings("xyz", spread, flat)} == {2}
    assert standings("xyz", spread, flat, seed=1)[1].decided_by == "lot"


def test_mean_place_parts_those_with_equal_points():
    table = tuple(Fraction(value) for value in (3, 3, 0, 0))
    lines = standings(
        "abcd", [match(1, "abcd", (1, 2, 3, 4)), match(2, "abcd", (2, 3, 1, 4)), match(3, "abcd", (3, 1, 2, 4))], table
    )
    assert lines[-1].entry == "d"
    uneven = [match(1, "pqrs", (1, 2, 3, 4)), match(2, "tuvw", (2, 1, 3, 4))]
    lines = standings("ptqu", uneven, table)
    assert {line.points for line in lines} == {3}
    assert order(lines)[:2] in {"pu", "up"} and order(lines)[2:] in {"qt", "tq"}
    assert lines[2].decided_by == "mean place"


def test_the_lot_depends_on_the_seed_and_on_nothing_else():
    seen = {order(standings(group, [], POINTS, seed=seed)) for seed in range(40) for group in ("abc",)}
    assert len(seen) == 6
    for group in permutations("abc"):
        assert order(standings(group, [], POINTS, seed=7)) == order(standings("abc", [], POINTS, seed=7))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_the_order_of_results_has_no_influence_and_places_are_all_different(seed):
    chance = Random(seed)
    results = []
    for number in range(12):
        table = "".join(chance.sample("abcdefgh", 4))
        results.append(
            match(
                number,
                table,
                tuple(chance.choice([(1, 2, 3, 4), (1, 1, 3, 4), (4, 1, 1, 1), (2, 1, 2, 4)])),
                row=number // 2,
            )
        )
    lines = standings("abcdefgh", results, POINTS, seed=3)
    assert [line.place for line in lines] == list(range(1, 9))
    chance.shuffle(results)
    assert standings("hgfedcba", results, POINTS, seed=3) == lines


def test_byes_are_worth_points_but_no_matches():
    lines = standings("abc", duel("ab"), TWO, byes=[Bye("c", 1, matches=2)], bye_points=Fraction(3, 2))
    assert (lines[0].entry, lines[0].points, lines[0].matches) == ("c", 3, 0)


def test_the_crosstable_counts_meetings_and_shares():
    table = crosstable("abc", [match(1, "abc", (1, 2, 2)), match(2, "abc", (2, 1, 3))])
    assert table["a"]["b"] == (2, Fraction(1, 2))
    assert table["b"]["c"] == (2, Fraction(3, 4))


def test_progress_adds_up_round_by_round():
    results = [match(1, "ab", (1, 2), row=1), match(2, "ba", (1, 2), row=2)]
    rows = progress("abc", results, TWO, byes=[Bye("c", 2)], bye_points=Fraction(1))
    assert rows == {"a": [(2, 1), (2, 1)], "b": [(0, 2), (2, 1)], "c": [(0, 2), (1, 3)]}


def test_points_must_be_set_for_every_place():
    with pytest.raises(ValueError, match="points are set for 2 places, but 4 sat down"):
        standings("abcd", [match(1, "abcd", (1, 2, 3, 4))], TWO)


def test_a_void_match_does_not_count():
    assert ruled(duel("ab", "ba"), [Ruling("void", "wrong set-up", match_id="m1")]) == duel("ab")


def test_a_forfeit_places_last_and_moves_the_others_up():
    played = [match(1, "abcd", (1, 2, 2, 4))]
    (after,) = ruled(played, [Ruling("forfeit", "asked for help", match_id="m1", entry="a")])
    assert after.places == (4, 1, 1, 3) and after.forfeited == {"a"}
    assert standings("abcd", [after], POINTS)[0].margin == 0
    assert played[0].places == (1, 2, 2, 4)


def test_a_disqualified_entry_is_last_everywhere_and_has_no_line():
    rulings = [Ruling("disqualify", "two bots of one author", entry="a")]
    results = ruled([match(1, "abcd", (1, 2, 3, 4)), match(2, "bacd", (2, 1, 3, 4))], rulings)
    assert [result.places for result in results] == [(4, 1, 2, 3), (1, 4, 2, 3)]
    lines = standings(sorted(set("abcd") - disqualified(rulings)), results, POINTS)
    assert order(lines) == "bcd"
    assert ruled_byes([Bye("a", 1), Bye("b", 1)], rulings) == [Bye("b", 1)]


def test_a_withdrawal_keeps_what_was_played():
    assert ruled(duel("ab"), [Ruling("withdraw", "the author asked for it", entry="a")]) == duel("ab")


@pytest.mark.parametrize(
    ("ruling", "message"),
    [
        ({"kind": "pardon", "reason": "x"}, "unknown ruling 'pardon'"),
        ({"kind": "void", "reason": " ", "match_id": "m"}, "public reason"),
        ({"kind": "void", "reason": "x"}, "names a match and no entry"),
        ({"kind": "forfeit", "reason": "x", "match_id": "m"}, "names a match and an entry"),
        ({"kind": "disqualify", "reason": "x", "match_id": "m", "entry": "a"}, "names an entry and no match"),
    ],
)
def test_rulings_that_say_too_little_or_too_much_are_refused(ruling, message):
    with pytest.raises(ValueError, match=message):
        Ruling(**ruling)


def test_a_bot_that_forfeits_everything_is_never_above_one_that_lost_honestly():
    """Matches with a forfeit have no margin: +0.0 was better than any honest loss."""
    played = [match(1, "ax", (1, 2), (60, 20)), replace(match(2, "ay", (1, 2), (60, 5)), forfeited=frozenset("y"))]
    lines = standings("axy", played, TWO)
    assert order(lines) == "axy"
    assert (lines[2].decided_by, lines[2].forfeits, lines[1].forfeits) == ("forfeits", 1, 0)


def test_to_forfeit_what_is_lost_anyway_does_not_help():
    lost = [match(1, "ax", (1, 2), (60, 20)), match(2, "xa", (2, 1), (20, 60))]
    honest = [match(3, "ay", (1, 2), (60, 20)), match(4, "ya", (2, 1), (20, 60))]
    resigned = [lost[0], replace(lost[1], forfeited=frozenset("x"))]
    assert order(standings("axy", resigned + honest, TWO))[-1] == "x"
