"""The benchmark of the wire runs, bots in other processes and all. What it measures depends on the machine and is not tested."""

import re

from arena.event_loop import on_loop
from bench import wire


def test_it_prints_the_gateway_beside_a_bare_ping_pong(monkeypatch, capsys):
    monkeypatch.setattr(wire, "SETTINGS", (("iki", 4, 2, 2), ("iki", 50, 2, 25)))
    monkeypatch.setattr(wire, "GAME", "iki")
    on_loop(wire.through_the_gateway(rounds=1, seconds=0.5))
    out = capsys.readouterr().out
    assert re.search(r"iki +4 +2 +\d+ +[\d,]+ +[\d,]+ +\d\.\d\d", out)
    assert "50 bots against 4 (iki): " in out


def test_it_prints_what_an_observation_costs(monkeypatch, capsys):
    monkeypatch.setattr(wire.engine, "games", lambda: ("iki",))
    wire.building(rounds=1)
    assert re.search(r"iki( +[\d.]+){4} +\d+\.\d\d +\d+", capsys.readouterr().out)
