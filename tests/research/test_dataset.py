"""`arena dataset`: what was decided can be read back, and nothing else is told."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from pyarrow import parquet

import engine
from arena import replays
from arena.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replays of two games."""
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "key.pem"))
    saved = tmp_path / "replays"
    assert main(["play", "iki", "--seats", "2", "--games", "2", "--seed", "5", "--save", str(saved)]) == 0
    assert main(["play", "nippon", "--seats", "3", "--games", "1", "--seed", "5", "--save", str(saved)]) == 0
    return saved


def test_decisions_are_those_of_the_replays(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "data"
    assert main(["dataset", str(out), str(folder)]) == 0
    assert "of 2 matches" in capsys.readouterr().out
    assert sorted(path.name for path in out.iterdir()) == [
        "README.md",
        "SHA256SUMS",
        "iki-2.parquet",
        "nippon-3.parquet",
    ]
    for line in (out / "SHA256SUMS").read_text().splitlines():
        checksum, name = line.split()
        assert sha256((out / name).read_bytes()).hexdigest() == checksum
    table, game = parquet.read_table(out / "iki-2.parquet"), engine.game("iki")
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert (metadata["game"], metadata["seats"], metadata["rules_version"]) == ("iki", "2", str(game.rules_version))
    assert sum(field["length"] for field in json.loads(metadata["layout"])) == game.layout(2).length
    rows = iter(table.to_pylist())
    for path in sorted(folder.glob("iki*")):
        replay = replays.read(path)
        for number, (move, state) in enumerate(zip(replay.decisions, replays.positions(replay), strict=False)):
            row = next(rows)
            assert (row["number"], row["seat"], game.action(row["action"]).text) == (number, move.seat, move.action)
            assert row["observation"] == list(state.encode(move.seat))
            assert row["legal"] == [n for n, legal in enumerate(state.legal_mask()) if legal]
            assert (row["score"], row["place"]) == (replay.scores[move.seat], replay.places[move.seat])
    assert next(rows, None) is None
    assert "| iki-2.parquet | 2 |" in (out / "README.md").read_text()


def test_what_cannot_be_written_is_refused(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "data"
    assert main(["dataset", str(out), str(folder), "--game", "iki", "--matches", "1"]) == 0
    assert "of 1 matches" in capsys.readouterr().out
    assert main(["dataset", str(out), str(folder)]) != 0
    assert "is not empty" in capsys.readouterr().err
    assert main(["dataset", str(tmp_path / "other"), str(folder), "--game", "zaibatsu"]) != 0
    assert "none of the replays could be used" in capsys.readouterr().err
