from datetime import UTC, datetime, timedelta

import pytest

from arena.leagues.season import Stage
from arena.leagues.visibility import frozen, may_see, shown

NOON = datetime(2027, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ENDED = [NOON - HOUR, NOON, NOON + HOUR]


def seen(stage: Stage, role: str, now: datetime) -> int:
    return len(shown(stage, role, now, ENDED, lambda moment: moment))


@pytest.mark.parametrize(
    ("visibility", "roles"),
    [
        ("public", ["visitor", "member", "organiser"]),
        ("members", ["member", "organiser"]),
        ("organisers", ["organiser"]),
    ],
)
def test_each_visibility_lets_its_roles_in(visibility, roles):
    assert [role for role in ("visitor", "member", "organiser") if may_see(visibility, role)] == roles
    stage = Stage("x", "swiss", visibility=visibility)
    assert [seen(stage, role, NOON) for role in ("visitor", "member", "organiser")].count(3) == len(roles)


def test_a_frozen_table_stands_still_for_all_but_the_organisers_until_it_is_revealed():
    stage = Stage("x", "swiss", freeze_at=NOON, reveal=NOON + 3 * HOUR)
    assert [seen(stage, "visitor", NOON + at * HOUR) for at in (-1, 0, 2, 3)] == [3, 1, 1, 3]
    assert seen(stage, "member", NOON + HOUR) == 1
    assert seen(stage, "organiser", NOON + HOUR) == 3


def test_without_a_reveal_it_stays_frozen():
    assert frozen(Stage("x", "swiss", freeze_at=NOON), NOON + 10**4 * HOUR)
    assert not frozen(Stage("x", "swiss"), NOON)
