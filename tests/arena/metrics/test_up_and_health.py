"""Ports of figures under `arena up`, and `arena health`."""

import socket
from contextlib import closing

import pytest

from arena.cli import main
from arena.embedded.checks import PortTaken
from arena.embedded.supervisor import Process
from arena.embedded.up import with_figures
from arena.metrics.server import MetricsServer, Probes
from arena.settings import Settings
from tests.services.servers import quiet_port


@pytest.fixture(autouse=True)
def _clean(monkeypatch):
    import os

    for name in [name for name in os.environ if name.startswith("ARENA_")]:
        monkeypatch.delenv(name)


def parts() -> list[Process]:
    return [Process(name, [], {"A": "b"}) for name in ("gateway", "matches-1")]


def test_arena_up_tells_no_figures_unless_asked():
    assert [part.environment for part in with_figures(parts(), Settings())] == [{"A": "b"}, {"A": "b"}]


def test_arena_up_gives_every_part_a_port_of_its_own(capsys):
    first = quiet_port()
    given = [part.environment["ARENA_METRICS_PORT"] for part in with_figures(parts(), Settings(metrics_port=first))]
    assert given == [str(first), str(first + 1)]
    assert f":{first}/metrics" in capsys.readouterr().out


def test_a_port_that_is_taken_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PortTaken, match="metrics_port"):
            with_figures(parts(), Settings(metrics_port=taken.getsockname()[1]))


@pytest.mark.parametrize(
    ("troubles", "code", "words"), [([], 0, "ready\n"), (["Redis does not answer"], 1, "Redis does not answer\n")]
)
def test_health_asks_a_running_part(troubles, code, words, capsys):
    with closing(MetricsServer("127.0.0.1", 0, Probes(lambda: troubles))) as http:
        assert main(["health", "--port", str(http.port)]) == code
        assert capsys.readouterr().out == words
        assert main(["health", "--live", "--port", str(http.port)]) == 0


def test_health_of_nobody_is_a_sentence(capsys):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        assert main(["health", "--port", str(silent.getsockname()[1])]) == 1
    assert "nobody answers" in capsys.readouterr().out
    assert main(["health"]) == 2
    assert "metrics_port is 0" in capsys.readouterr().err
