"""The Celery application: JSON only, on Redis, with settings that were measured (docs/architecture.md).

Celery delivers messages and nothing more. That no match is lost, doubled or stuck is arena.scheduler's and arena.worker's job: tasks take ids,
claim in the database, and may be delivered twice or never without harm.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import (
    beat_init,
    setup_logging,
    worker_process_init,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)

from arena.logs import configure
from arena.settings import Settings, load
from workers import context

TASKS = "workers.tasks"
VISIBILITY_SECONDS = 4 * 3600
"""Above the longest task: Redis redelivers what is not acknowledged by then, and a live worker would start it again."""


def make(settings: Settings) -> Celery:
    """The application for these settings."""
    app = Celery("arena", broker=_broker(settings.redis_address), include=[TASKS])
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,  # results are in the database
        task_acks_late=False,  # the scheduler sends again what a dead worker had; redelivery would only come later
        worker_prefetch_multiplier=1,  # a waiting match must not sit behind a running one
        broker_transport_options=_transport(settings.redis_address),
        broker_connection_retry_on_startup=True,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,  # matches go on while Redis does not answer
        task_routes={
            "workers.tasks.play_match": {"queue": "matches"},
            "workers.tasks.play_house_set": {"queue": "house"},
            "workers.tasks.coach_match": {"queue": "house"},
            "workers.tasks.tick": {"queue": "control"},
            "workers.tasks.sweep": {"queue": "control"},
            "workers.tasks.tidy": {"queue": "control"},
        },
        beat_schedule={
            "tick": {
                "task": "workers.tasks.tick",
                "schedule": settings.tick_seconds,
                # A tick that could not run in time is useless: the next one does its work.
                "options": {"expires": max(5.0, settings.tick_seconds * 3), "ignore_result": True},
            },
            "sweep": {"task": "workers.tasks.sweep", "schedule": 60.0, "options": {"expires": 60.0}},
            "tidy": {"task": "workers.tasks.tidy", "schedule": crontab(hour=4, minute=17)},
        },
        beat_schedule_filename=str(settings.data / "beat-schedule"),
        timezone="UTC",
    )
    return app


def _broker(address: str) -> str:
    return address.replace("unix://", "redis+socket://", 1)


def _transport(address: str) -> dict[str, Any]:
    return {
        "visibility_timeout": VISIBILITY_SECONDS,
        "global_keyprefix": "celery:",
        "socket_keepalive": not address.startswith("unix"),
        "health_check_interval": 10,
    }


app = make(load())


@setup_logging.connect
def _log(**_: Any) -> None:
    configure(load(), os.environ.get("ARENA_PART", "worker"))  # Celery then leaves logging alone


@worker_ready.connect
@beat_init.connect
def _serve_metrics(**_: Any) -> None:
    context.serve_metrics(os.environ.get("ARENA_PART", "worker"))
    context.show_life(os.environ.get("ARENA_PART", "worker"))


@worker_ready.connect
def _show(**_: Any) -> None:
    context.start_show_tables(os.environ.get("ARENA_PART", "worker"))
    context.start_courier(os.environ.get("ARENA_PART", "worker"))
    context.start_backups(os.environ.get("ARENA_PART", "worker"))
    context.start_dumps(os.environ.get("ARENA_PART", "worker"))


@worker_process_init.connect
def _child(**_: Any) -> None:
    context.forget()  # a forked child must not use its parent's connections


@worker_shutting_down.connect
def _hand_over(**_: Any) -> None:
    context.hand_over()  # before Celery waits for its tasks: a match may take an hour


@worker_shutdown.connect
def _stop(**_: Any) -> None:
    context.close()
