"""Short rounds of every kind of fault on PostgreSQL; `make soak` plays long ones."""

import pytest

from tests.faults.rounds import Plan, play_round

KILLS = (
    "worker killed",
    "gateway killed",
    "gateway drained",
    "bot killed",
    "redis restarted",
    "redis killed",
    "redis lost its tail",
    "database connections dropped",
    "scheduler killed",
    "house worker killed",
)
STALLS = (
    "gateway stalled",
    "worker stalled",
    "scheduler stalled",
    "redis stalled",
    "house process stalled",
    "everything stalled",
)


@pytest.mark.parametrize("kinds", [KILLS, STALLS], ids=["kills", "stalls"])
def test_every_kind_of_fault_once_and_everything_is_whole(tmp_path, kinds):
    report = play_round(tmp_path, Plan(seed=7, bots=4, pause=1.0, stall=(6.2, 6.8), kinds=kinds))
    assert report.faults == dict.fromkeys(kinds, 1)
    assert (report.lost, report.double) == (0, 0)
    assert report.sets_done > 0
    assert report.unearned == [], "no fault of ours is blamed on a bot"
