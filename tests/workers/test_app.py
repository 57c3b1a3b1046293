"""The Celery application: what it accepts, and which queue a task goes to."""

import json
import os
import subprocess
import sys

import pytest
from kombu import Connection
from kombu.exceptions import ContentDisallowed
from kombu.serialization import dumps, loads

from arena.settings import Settings
from workers.app import make


@pytest.fixture
def app(tmp_path):
    made = make(Settings(data=tmp_path, redis_url="redis://localhost:1/0"))
    made.set_current()
    return made


def test_only_json_is_accepted(app):
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.result_backend is None
    with Connection("memory://") as connection:
        consumer = app.amqp.TaskConsumer(connection.default_channel)
    assert consumer.accept == {"application/json"}
    kind, encoding, body = dumps({"id": 7}, serializer="pickle")
    with pytest.raises(ContentDisallowed):
        loads(body, kind, encoding, accept=consumer.accept)


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("play_match", "matches"),
        ("play_house_set", "house"),
        ("coach_match", "house"),
        ("tick", "control"),
        ("sweep", "control"),
        ("tidy", "control"),
    ],
)
def test_every_task_has_its_queue(app, task, queue):
    route = app.amqp.router.route({}, f"workers.tasks.{task}")
    assert route["queue"].name == queue


def test_beat_ticks_as_often_as_the_settings_say_and_tidies_once_a_day(tmp_path):
    schedule = make(Settings(data=tmp_path, tick_seconds=0.5)).conf.beat_schedule
    assert schedule["tick"]["schedule"] == 0.5
    assert schedule["tidy"]["schedule"].hour == {4}
    assert {entry["task"] for entry in schedule.values()} == {
        f"workers.tasks.{name}" for name in ("tick", "sweep", "tidy")
    }


def test_no_task_is_without_a_queue(app):
    import workers.tasks

    names = {name for name in app.tasks if name.startswith("workers.")}
    assert workers.tasks.play_match.name in names
    assert names == set(app.conf.task_routes)


def test_the_visibility_timeout_is_above_the_longest_match(app):
    assert app.conf.broker_transport_options["visibility_timeout"] > Settings().match_max_seconds


def test_logs_of_a_worker_are_json_lines_if_asked(tmp_path):
    code = (
        "import logging, workers.app as w\n"
        "w.app.log.setup(loglevel='INFO')\n"
        "logging.getLogger('arena.transport').info('match %s began', 7, extra={'match': 7})\n"
    )
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    environment = {**clean, "ARENA_DATA": str(tmp_path), "ARENA_LOG_JSON": "true", "ARENA_PART": "worker-matches"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    line = json.loads(done.stderr.splitlines()[-1])
    assert (line["part"], line["match"], line["message"]) == ("worker-matches", "7", "match 7 began")
