import pytest

from arena.leagues.round_robin import round_robin

SIZES = [(seats, entries) for seats in (2, 3, 4) for entries in range(4, 41)]


@pytest.mark.parametrize(("seats", "entries"), SIZES)
def test_meetings_seats_and_tables_are_even(seats, entries):
    design = round_robin(entries, seats)
    balance = design.balance()
    assert balance.plays[0] == balance.plays[1]
    assert balance.meetings[0] >= 1 and balance.meetings[1] - balance.meetings[0] <= 1
    assert balance.seats[1] - balance.seats[0] <= (1 if seats == 2 and entries % 2 == 0 else 0)
    assert balance.byes[0] == balance.byes[1]
    if seats == 2:
        assert balance.meetings == (1, 1)
        assert balance.rounds == entries - 1 + entries % 2
    for row in design.rounds:
        seated = [one for table in row for one in table]
        assert len(seated) == len(set(seated)) and set(seated) <= set(range(entries))


@pytest.mark.parametrize(("seats", "entries", "meetings"), [(2, 7, 2), (2, 8, 2), (3, 9, 2), (4, 10, 3), (4, 24, 2)])
def test_more_meetings_are_even_too(seats, entries, meetings):
    balance = round_robin(entries, seats, meetings).balance()
    assert balance.meetings[0] >= meetings and balance.meetings[1] - balance.meetings[0] <= 1
    assert balance.seats[0] == balance.seats[1]


def test_a_projective_plane_is_found_where_one_exists():
    assert round_robin(13, 4).balance().meetings == (1, 1)
    assert round_robin(7, 3).balance().meetings == (1, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_field_of_one_table_plays_it_once_per_meeting_when_sets_are_played(seats):
    assert round_robin(seats, seats, 3, sets=True).rounds == ((tuple(range(seats)),),) * 3


def test_the_figures_are_printed():
    assert round_robin(13, 4).balance().describe() == (
        "13 rounds, 13 tables; each entry plays 4 tables and sits out 9 rounds; each pair meets once; each seat is held once"
    )
    assert (
        round_robin(13, 4).balance().describe(sets=True).endswith("each pair meets once; every table rotates the seats")
    )


@pytest.mark.parametrize(("entries", "seats", "meetings"), [(3, 4, 1), (9, 5, 1), (9, 1, 1), (9, 3, 0), (201, 4, 1)])
def test_what_cannot_be_is_refused(entries, seats, meetings):
    with pytest.raises(ValueError, match=r"entries|tables|meet|too large"):
        round_robin(entries, seats, meetings)
