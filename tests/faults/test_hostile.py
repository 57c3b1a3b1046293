"""A short attack on a running arena; `make hostile` makes a long one."""

from tests.faults.hostile import attack


def test_hostile_messages_crash_nothing_and_honest_bots_play_on(tmp_path):
    report = attack(tmp_path, 20_000, quiet_seconds=1.5, most_seconds=120.0, warm_matches=4, waves=2)
    said = "\n".join(report.lines())
    assert report.crashed == [], said
    assert report.blamed == {}, said
    assert report.messages > 2_000, said
    assert report.during > 0, said
