"""The benchmark runs, and says what it could not measure. What it measures depends on the machine and is not tested."""

import pytest

from bench import engine as bench, peers


def absent(*_):
    raise ImportError("No module named 'peer'\nand more")


def test_it_prints_every_game_with_costs_and_names_missing_peers(monkeypatch, capsys):
    monkeypatch.setattr(peers, "MAKERS", {"A peer": (absent, ()), "The yardstick": (lambda: lambda rng: 10, ())})
    monkeypatch.setattr(peers, "YARDSTICK", "The yardstick")
    monkeypatch.setattr("sys.argv", ["bench", "--rounds", "1", "--seconds", "0.001", "--game", "iki"])
    bench.main()
    out = capsys.readouterr().out
    assert "| iki, 2 seats " in out
    assert "| The yardstick " in out
    assert "clone, in decisions" in out
    assert "skipped A peer: ImportError: No module named 'peer'\n" in out


def test_an_unknown_game_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["bench", "--no-peers", "--game", "chess"])
    with pytest.raises(SystemExit):
        bench.main()
    assert "there is no game 'chess'" in capsys.readouterr().err
