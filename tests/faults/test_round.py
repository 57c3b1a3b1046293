"""A short round of every kind of fault on PostgreSQL; `make soak` plays long ones."""

from tests.faults.rounds import play_round


def test_every_kind_of_fault_once_and_everything_is_whole(tmp_path):
    report = play_round(tmp_path, seconds=0, seed=7, bots=4, pause=1.5)
    assert report.faults.total() == 10
    assert set(report.faults.values()) == {1}
    assert (report.lost, report.double) == (0, 0)
    assert report.sets_done > 0
    assert set(report.verdicts) <= {"finished", "disconnected"}, "no fault of ours is blamed on a bot as its own"
