"""Files of frames: read where they are good, made again where they are not, and never more than fit."""

import os

import pytest

from arena.viewer import store as module
from arena.viewer.store import FrameStore


@pytest.fixture
def heard():
    return []


@pytest.fixture
def store(tmp_path, heard):
    return FrameStore(tmp_path / "frames", 1000, heard.append)


def fail():
    raise AssertionError("it is stored: nothing is to be made")


def test_frames_are_made_once(store, heard, tmp_path):
    assert store.get("aa", lambda: b"frames") == b"frames"
    assert store.get("aa", fail) == b"frames"
    assert heard == ["made", "read"]
    assert [path.name for path in (tmp_path / "frames").iterdir()] == ["aa.frames"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data[:-2] + b"!" + data[-1:],
        lambda data: b"\0" + data[1:],
        lambda data: data + b"more",
    ],
)
def test_a_damaged_file_is_made_again_and_counted(store, heard, tmp_path, damage):
    store.get("aa", lambda: b"frames")
    path = tmp_path / "frames" / "aa.frames"
    path.write_bytes(damage(path.read_bytes()))
    assert store.get("aa", lambda: b"frames") == b"frames"
    assert heard == ["made", "damaged", "made"]
    assert store.get("aa", fail) == b"frames"


def test_the_folder_stays_within_its_limit_and_keeps_what_is_read(store, tmp_path, monkeypatch):
    folder = tmp_path / "frames"
    for number in range(9):
        store.get(f"{number:02}", lambda: b"x" * 68)  # 100 bytes with the hash
        os.utime(folder / f"{number:02}.frames", (number, number))
    store.get("00", fail)  # read: it is the newest now
    for number in range(10, 12):
        store.get(f"{number:02}", lambda: b"x" * 68)
    names = {path.stem for path in folder.iterdir()}
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 1000
    assert {"00", "10", "11"} <= names and "01" not in names


def test_what_other_processes_write_counts_too(store, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "COUNT_EVERY", 2)
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(20):
        (folder / f"other-{number:02}.frames").write_bytes(b"x" * 100)
        os.utime(folder / f"other-{number:02}.frames", (number, number))
    store.get("aa", lambda: b"new")
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 1000
    assert (folder / "aa.frames").exists()


def test_a_folder_that_cannot_be_written_keeps_nobody_from_watching(tmp_path, heard):
    (tmp_path / "frames").write_text("a file, not a folder")
    store = FrameStore(tmp_path / "frames", 1000, heard.append)
    assert store.get("aa", lambda: b"frames") == b"frames"
    assert heard == ["made", "unwritable"]
