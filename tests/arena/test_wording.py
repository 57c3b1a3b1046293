"""Numbers with their nouns."""

import pytest

from arena import wording
from arena.cli.series import win_share
from arena.leagues.round_robin import Balance
from arena.series import Figure


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (22, "22nd"),
        (101, "101st"),
        (111, "111th"),
    ],
)
def test_ordinals(number, text):
    assert wording.ordinal(number) == text


def test_one_has_no_plural():
    assert wording.counted(1, "seat") == "1 seat"
    assert wording.counted(0, "match") == "0 matches"
    assert wording.counted(1204, "entry") == "1,204 entries"
    assert [wording.times(number) for number in (0, 1, 2, 3)] == ["never", "once", "twice", "3 times"]
    assert wording.between(1, 1, "table") == "1 table"
    assert wording.between(1, 2, "table") == "1 to 2 tables"


def test_a_plan_speaks_of_one_meeting_as_once():
    figures = Balance(rounds=1, tables=1, plays=(1, 1), meetings=(1, 1), seats=(0, 1), byes=(0, 0))
    assert (
        figures.describe()
        == "1 round, 1 table; each entry plays 1 table; each pair meets once; each seat is held 0 to 1 times"
    )


def test_a_share_stays_between_nothing_and_all():
    assert win_share(Figure(0.375, 1.589)) == "37.5 % (0 to 100)"
    assert win_share(Figure(0.5, None)) == "50.0 %"
