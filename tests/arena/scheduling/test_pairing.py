from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from arena.scheduling.pairing import UNCERTAIN, WINDOW, Candidate as Anyone, pair


def Candidate(bot, owner, *more, **named):
    """A candidate of one owner."""
    return Anyone(bot, frozenset({owner}), *more, **named)


def crowd(chance: Random, size: int, owners: int, **more) -> list[Anyone]:
    return [
        Candidate(
            f"bot{at:05d}",
            f"owner{chance.randrange(owners)}",
            chance.gauss(1500, 200),
            chance.uniform(40, 350),
            chance.uniform(0, 100),
            **more,
        )
        for at in range(size)
    ]


HOUSE = [Candidate(f"house{at}", "house", 1300.0 + 100 * at, 40, 0, free=50, house=True) for at in range(4)]


@st.composite
def ladders(draw):
    chance = Random(draw(st.integers(0, 10**6)))
    size, owners = draw(st.integers(0, 60)), draw(st.integers(1, 20))
    people = [
        Candidate(
            one.bot,
            *one.owners,
            one.points,
            one.deviation,
            one.waiting,
            free=chance.randrange(3),
            online=chance.random() < 0.8,
        )
        for one in crowd(chance, size, owners)
    ]
    return people + HOUSE[: draw(st.integers(0, 4))], draw(st.integers(2, 4)), draw(st.sampled_from([None, 1, 3]))


@settings(max_examples=150, deadline=None)
@given(ladders(), st.integers(0, 2**128 - 1))
def test_tables_are_full_of_ready_bots_of_different_owners(case, seed):
    candidates, seats, limit = case
    by_name = {one.bot: one for one in candidates}
    made = pair(candidates, seats, seed=seed, tables=limit).tables
    assert limit is None or len(made) <= limit
    seen = []
    for table in made:
        sat = [by_name[bot] for bot in table]
        assert len(sat) == seats == len(set(table))
        assert all(one.ready for one in sat)
        owners = [owner for one in sat if not one.house for owner in one.owners]
        assert owners and len(owners) == len(set(owners))
        seen += [one.bot for one in sat if not one.house]
    assert len(seen) == len(set(seen))
    for house in HOUSE:
        assert sum(table.count(house.bot) for table in made) <= house.free
    assert pair(candidates, seats, seed=seed, tables=limit).tables == made


@settings(max_examples=100, deadline=None)
@given(ladders(), st.integers(0, 2**128 - 1))
def test_nobody_is_left_who_could_still_open_a_table(case, seed):
    candidates, seats, _ = case
    seated = {bot for table in pair(candidates, seats, seed=seed).tables for bot in table}
    left = {one.owners for one in candidates if one.ready and not one.house and one.bot not in seated}
    assert len(left) < seats


def test_the_most_urgent_sits_first_and_uncertainty_counts_as_waiting():
    known = Candidate("known", "a", 1500, 40, waiting=30)
    unknown = Candidate("unknown", "b", 1500, 350, waiting=0)
    patient = Candidate("patient", "c", 1500, 40, waiting=500)
    third = Candidate("third", "d", 1500, 40, waiting=1)
    tables = pair([known, unknown, patient, third], 2, seed=1, tables=1).tables
    assert tables[0][0] == "patient"
    assert pair([known, unknown, third], 2, seed=1, tables=1).tables[0][0] == "unknown"


def test_opponents_are_near():
    chance = Random(4)
    people = crowd(chance, 400, 400)
    points = {one.bot: one.points for one in people}
    made = pair(people, 2, seed=9).tables
    gaps = [abs(points[a] - points[b]) for a, b in made]
    drawn = [abs(points[chance.choice(people).bot] - points[chance.choice(people).bot]) for _ in range(400)]
    assert sum(gaps) / len(gaps) < 0.3 * sum(drawn) / len(drawn)


def test_bots_met_lately_are_left_for_later():
    me = Candidate("me", "a", 1500, 350, 100, recent={"same": 1})
    others = [Candidate("same", "b", 1500, 40, 0), Candidate("fresh", "c", 1540, 40, 0)]
    assert all(pair([me, *others], 2, seed=seed).tables == (("me", "fresh"),) for seed in range(20))


def test_house_bots_fill_only_after_a_while_and_nearest_first():
    def lonely(waiting: float) -> Anyone:
        return Candidate("me", "a", 1450, 350, waiting)

    assert pair([lonely(0), *HOUSE], 3, seed=1, fill_after=5).tables == ()
    (table,) = pair([lonely(5), *HOUSE], 3, seed=1, fill_after=5).tables
    assert sorted(table) == ["house1", "house2", "me"]


def test_a_bot_that_is_alone_with_the_house_meets_all_of_it():
    met = Counter()
    for seed in range(150):
        me = Candidate("me", "a", 1610, 40, 100, recent=met)
        ((_, other),) = pair([me, *HOUSE], 2, seed=seed).tables
        met[other] += 1
    assert all(met[house.bot] >= 12 for house in HOUSE), met
    assert met["house3"] == max(met.values()), "the nearest most often"


def test_a_person_of_several_teams_is_never_twice_at_a_table():
    def of(bot, *owners):
        return Anyone(bot, frozenset(owners), 1500, 350, 100)

    mine = [of("one", "team 1", "account 1"), of("two", "team 2", "account 1", "account 2")]
    assert pair(mine, 2, seed=1).tables == ()
    other = of("three", "team 3", "account 3")
    for seed in range(20):
        ((first, second),) = pair([*mine, other], 2, seed=seed).tables
        assert "three" in {first, second}
    friend = of("four", "team 4", "account 2")
    assert pair([*mine, friend], 3, seed=1).tables == (), "the second shares a person with each of the others"


def test_a_bot_that_rests_opens_no_table_and_can_be_invited():
    rests = Candidate("rests", "a", 1500, 40, 500, rest=30)
    assert pair([rests, *HOUSE], 2, seed=1).tables == ()
    asks = Candidate("asks", "b", 1500, 350, 0)
    assert pair([rests, asks], 2, seed=1).tables == (("asks", "rests"),)


def test_opponents_behind_a_long_row_of_one_owner_are_found():
    row = [Candidate(f"mine{at}", "mine", 1500 + at, 40, 0) for at in range(4 * WINDOW)]
    me = Candidate("me", "mine", 1500, 350, 100)
    far = Candidate("far", "other", 2600, 40, 0)
    assert pair([*row, me, far], 2, seed=1).tables == (("me", "far"),)


def longest_wait(people: list[Anyone], seats: int, tables: int, ticks: int, tick: float) -> float:
    """Play a ladder in which every set lasts no time, and return the longest wait anyone had."""
    waiting = {one.bot: 0.0 for one in people if not one.house}
    longest = 0.0
    for number in range(ticks):
        now = [
            one if one.house else Candidate(one.bot, *one.owners, one.points, one.deviation, waiting[one.bot])
            for one in people
        ]
        seated = {bot for table in pair(now, seats, seed=number, tables=tables, fill_after=0).tables for bot in table}
        longest = max(longest, *waiting.values())
        waiting = {bot: 0.0 if bot in seated else wait + tick for bot, wait in waiting.items()}
    return longest


@pytest.mark.parametrize(("seats", "owners", "house"), [(2, 40, 0), (4, 40, 0), (4, 6, 0), (4, 2, 4), (2, 1, 1)])
@pytest.mark.parametrize("tick", [2.0, 30.0])
def test_nobody_waits_longer_than_the_bound_even_with_one_table_per_tick(seats, owners, house, tick):
    people = [
        # One outsider whom nobody is near, and who is well known: the worst off.
        Candidate("outsider", "alone", 4000, 40, 0),
        *(Candidate(f"bot{at}", f"owner{at % owners}", 1500 + at, 350 if at % 2 else 40, 0) for at in range(30)),
        *HOUSE[:house],
    ]
    bound = UNCERTAIN + tick * 31
    assert longest_wait(people, seats, 1, 200, tick) <= bound


@pytest.mark.parametrize("owners", [1, 2, 100, 10**6])
def test_the_looks_grow_in_proportion_to_the_bots(owners):
    for size in (100, 1000, 4000):
        looks = pair(crowd(Random(size), size, owners), 4, seed=1).looks
        assert looks <= (WINDOW + 8) * size


def test_one_seat_is_no_rated_table():
    with pytest.raises(ValueError, match="two seats"):
        pair([], 1, seed=1)
