"""Tiles: what is well, what is not, and what they say about it."""

import pytest

from arena.metrics.status import PARTS, Status
from arena.metrics.tiles import Health, Tile, size, span, tiles
from arena.transport.backup_state import BackupState
from arena.transport.parts import Errors, Part

NOW = 1_800_000_000.0
DAY = 86400.0


def part(role: str, version: str = "1.0") -> Part:
    return Part(f"{role}-1", role, "here", version, "plain", NOW - 60)


def well(**changed) -> Status:
    status = Status(redis=True, version="1.0", parts=[part(role) for role in PARTS if role != "runner"])
    status.disk_bytes, status.disk_free = 100_000_000_000, 60_000_000_000
    status.backup = BackupState(DAY, NOW - 3 * 3600, 12_000_000, 4)
    for name, value in changed.items():
        setattr(status, name, value)
    return status


def tile(status: Status, name: str) -> Tile:
    return next(one for one in tiles(status, NOW) if one.name == name)


def test_an_arena_that_is_well_has_nothing_but_good_tiles():
    assert {one.name: one.health for one in tiles(well(), NOW) if one.health is not Health.GOOD} == {}
    assert tile(well(), "Backup").value == "3 h old"
    assert tile(well(), "Disk") == Tile("Disk", Health.GOOD, "60.0 GB free", "40% of 100.0 GB are used.")


@pytest.mark.parametrize(
    ("changed", "name", "health", "words"),
    [
        ({"parts": [part("web")]}, "Parts", Health.BAD, "gateway, worker-matches, worker-house, worker-control, beat"),
        ({"stuck": [7, 9]}, "Matches", Health.BAD, "Nobody plays 7, 9"),
        ({"queues": {"matches": 201, "house": 0}}, "Queues", Health.WARN, "matches 201"),
        ({"late_rounds": {"cup": 299.0, "club": 7300.0}}, "Rounds", Health.WARN, "next round of club"),
        ({"errors": Errors(3)}, "Errors", Health.WARN, "listed below"),
        ({"backup": None}, "Backup", Health.OFF, "backup_every"),
        ({"backup": BackupState(DAY, NOW - 2 * DAY, 1, 1)}, "Backup", Health.BAD, "control worker"),
        ({"backup": BackupState(DAY, NOW - 60, 1, 1, "the disk is full")}, "Backup", Health.BAD, "the disk is full"),
        ({"backup": BackupState(DAY, None, 0, 0, "no space")}, "Backup", Health.BAD, "no space"),
        ({"disk_free": 9_000_000_000}, "Disk", Health.WARN, "Make room"),
        ({"disk_free": 1_000_000_000}, "Disk", Health.BAD, "99%"),
        ({"redis_bytes": 95, "redis_limit": 100}, "Redis", Health.WARN, "95%"),
        ({"redis": False}, "Redis", Health.BAD, "Nothing is played"),
        ({"redis": False}, "Parts", Health.BAD, "it is unknown"),
        ({"parts": [part("web", "2.0")]}, "Version", Health.WARN, "1.0, 2.0"),
    ],
)
def test_what_is_unwell_is_named_with_what_to_do(changed, name, health, words):
    found = tile(well(**changed), name)
    assert (found.health, words in found.about) == (health, True), found


def test_a_round_that_is_a_little_late_is_on_time():
    assert tile(well(late_rounds={"cup": 299.0}), "Rounds").health is Health.GOOD


def test_sizes_and_spans_are_read_at_a_glance():
    assert [size(n) for n in (0, 999_499, 1_500_000, 2e9, 3e12)] == ["0 kB", "999 kB", "1.5 MB", "2.0 GB", "3.0 TB"]
    assert [span(n) for n in (5, 60, 3599, 3600, 172_799, 172_800)] == [
        "5 s",
        "1 min",
        "60 min",
        "1 h",
        "48 h",
        "2 days",
    ]
