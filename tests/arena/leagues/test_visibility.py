from datetime import UTC, datetime, timedelta

import pytest

from arena.leagues.season import Stage, frozen, may_see

NOON = datetime(2027, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


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


def test_a_stage_is_frozen_from_its_freeze_until_it_is_revealed():
    stage = Stage("x", "swiss", freeze_at=NOON, reveal=NOON + 3 * HOUR)
    assert [frozen(stage, NOON + at * HOUR) for at in (-1, 0, 2, 3)] == [False, True, True, False]


def test_without_a_reveal_it_stays_frozen():
    assert frozen(Stage("x", "swiss", freeze_at=NOON), NOON + 10**4 * HOUR)
    assert not frozen(Stage("x", "swiss"), NOON)
