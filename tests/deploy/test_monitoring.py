"""Dashboard and alert rules: every query names series and labels that the parts really serve."""

import json
import re
import runpy
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from arena.db.database import Database, upgrade
from arena.metrics import figures
from arena.metrics.server import Probes
from arena.metrics.status import Census
from arena.transport.backup_state import BackupState, note_backups
from tests.services.servers import redis_server

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
RULES = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
PROMETHEUS = {"up": {"job", "instance"}}
"""What Prometheus adds by itself."""
WORDS = {"by", "le", "sum", "rate", "increase", "histogram_quantile"}
ADDED = {"instance", "job", "le"}
"""Labels of every series that is scraped, and of buckets."""


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> dict[str, set[str]]:
    """The series of every part of an arena, with their labels, as /metrics tells them."""
    folder = tmp_path_factory.mktemp("served")
    for counted in (figures.ENDED.labels("iki", "finished"), figures.REQUESTS.labels("home", "200")):
        counted.inc(0)
    for seen in (figures.LASTED.labels("iki"), figures.ANSWERED.labels("home")):
        seen.observe(1)
    figures.DECISIONS.labels("iki").inc(0)
    figures.FAULTS.labels("timeout").inc(0)
    with redis_server(folder / "redis") as server, closing(Database(f"sqlite:///{folder}/arena.db")) as database:
        upgrade(database)
        with server.client() as redis:
            note_backups(redis, BackupState(86400, 1.0))
            census = CollectorRegistry()
            census.register(Census(database, redis, folder))
            pages = [Probes(list, registry).answer("/metrics").body for registry in (*figures.EVERY, census)]
    found: dict[str, set[str]] = {"arena_round_late_seconds": {"season"}}
    for page in pages:
        for family in text_string_to_metric_families(page.decode()):
            for sample in family.samples:
                found.setdefault(sample.name, set()).update(sample.labels)
    return found


def queries() -> list[tuple[str, str]]:
    """Each with the name of its panel or rule."""
    shown = [(panel["title"], one["expr"]) for panel in DASHBOARD["panels"] for one in panel["targets"]]
    return shown + [(rule["alert"], rule["expr"]) for rule in RULES]


def series(expression: str) -> list[tuple[str, set[str]]]:
    """Names and the labels that are asked for in braces."""
    bare = re.sub(r"\[\w+\]", "", expression)
    found = re.findall(r"\b([a-z_]+)\b(?:\{([^}]*)\})?", re.sub(r"\bby \([^)]*\)", "", bare))
    return [
        (name, set(re.findall(r"(\w+)[=!~]+\"", labels)))
        for name, labels in found
        if name not in WORDS and ("arena" in name or "process" in name or name == "up")
    ]


@pytest.mark.parametrize(("name", "expression"), queries(), ids=[name for name, _ in queries()])
def test_every_query_names_what_is_served(served, name, expression):
    known = served | PROMETHEUS
    asked = series(re.sub(r"\"[^\"]*\"", '""', expression))
    assert asked, name
    grouped = {label for part in re.findall(r"\bby \(([^)]*)\)", expression) for label in part.split(", ")}
    for metric, labels in asked:
        assert metric in known, metric
        assert labels | grouped <= known[metric] | ADDED, (metric, labels, grouped)


def test_a_query_for_something_else_would_be_noticed(served):
    assert series('rate(arena_gone_total{verdict="x"}[5m])') == [("arena_gone_total", {"verdict"})]
    assert "arena_gone_total" not in served


@pytest.mark.parametrize("panel", DASHBOARD["panels"], ids=lambda panel: panel["title"])
def test_legends_name_labels_that_are_left(served, panel):
    for one in panel["targets"]:
        names = set(re.findall(r"\{\{(\w+)\}\}", one["legendFormat"]))
        kept = set().union(*(served[metric] for metric, _ in series(one["expr"])))
        assert names <= kept | ADDED, one


def test_the_dashboard_is_what_its_program_writes():
    made = runpy.run_path(str(FOLDER / "make-dashboard"))["dashboard"]()
    assert made == DASHBOARD


def test_panels_do_not_cover_each_other():
    cells = [
        (x, y)
        for panel in DASHBOARD["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


def test_every_alert_says_what_to_do_and_how_urgent_it_is():
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert set(rule["annotations"]) == {"summary", "action"}, rule
        assert rule["labels"]["severity"] in {"page", "warn"}, rule


def test_each_part_tells_only_what_is_its_own(served):
    def names(registry) -> set[str]:
        return {metric.name for metric in registry.collect() if metric.name.startswith("arena_")}

    own = [names(registry) - {"arena_errors"} for registry in (figures.GATEWAY, figures.MATCHES, figures.SITE)]
    assert all(own)
    assert not own[0] & own[1]
    assert not own[0] & own[2]
    assert not own[1] & own[2]
    assert names(figures.OTHERS) == {"arena_errors"}
