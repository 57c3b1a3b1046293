"""What a worker process keeps open between tasks: database, Redis, the signing key, and its running matches."""

import threading
from functools import cache

from redis import Redis

from arena.db.database import Database
from arena.metrics import figures, server
from arena.metrics.pulse import Pulse, start_pulse
from arena.metrics.status import Census
from arena.replays import SigningKey, local_key
from arena.scheduler.backups import BackupKeeper
from arena.scheduler.dumps import DumpKeeper
from arena.scheduler.show_tables import ShowTables
from arena.settings import Settings, load
from arena.webhooks.delivery import Courier
from arena.webhooks.mail import Mailer
from arena.worker.runner import MatchRunner

_lock = threading.Lock()
CONTROL = "worker-control"


@cache
def settings() -> Settings:
    """The process's settings."""
    return load()


@cache
def database() -> Database:
    """The process's connections to the database."""
    return Database(settings().database_address)


@cache
def redis() -> Redis:
    """The process's connections to Redis, for everything but running matches."""
    return Redis.from_url(settings().redis_address)


@cache
def key() -> SigningKey:
    """The key that signs replays."""
    return local_key(settings().signing_key_path)


@cache
def _runner() -> MatchRunner:
    known = settings()
    return MatchRunner(
        database(),
        known.redis_address,
        key(),
        max_seconds=known.match_max_seconds,
        house=known.house_processes,
        site_address=known.site_address,
        links=known.links_path,
    )


def runner() -> MatchRunner:
    """The matches this process plays; created once, however many task threads ask."""
    with _lock:
        return _runner()


def serve_metrics(process: str) -> None:
    """Serve figures and health if the settings ask for it; the control worker adds those of the whole arena."""
    if settings().metrics_port and process == CONTROL:
        figures.CONTROL.register(Census(database(), redis(), settings().data))
    server.start(settings(), process)


_pulses: list[Pulse] = []


def show_life(process: str) -> None:
    """Show in Redis that this process lives, and report its errors."""
    _pulses.append(start_pulse(settings(), process))


@cache
def _keeper() -> BackupKeeper:
    return BackupKeeper(database(), redis(), settings())


def start_backups(process: str) -> None:
    """Make scheduled backups in a thread of the control worker."""
    if process == CONTROL:
        _keeper().start()


@cache
def _dumps() -> DumpKeeper:
    return DumpKeeper(database(), settings())


def start_dumps(process: str) -> None:
    """Make monthly dumps in a thread of the control worker."""
    if process == CONTROL:
        _dumps().start()


@cache
def _show_tables() -> ShowTables:
    return ShowTables(redis(), pace=settings().show_pace_seconds)


def start_show_tables(process: str) -> None:
    """Play the show tables in the control worker, if the settings ask for it."""
    if settings().show_tables and process == CONTROL:
        _show_tables().start()


@cache
def _courier() -> Courier:
    known = settings()
    return Courier(
        database(),
        known.site_address,
        retry_seconds=known.webhook_retry_seconds,
        private=known.webhook_private,
        mailer=Mailer(known, redis()) if known.smtp_host else None,
    )


def start_courier(process: str) -> None:
    """Deliver webhooks and e-mail from the control worker: its ticks never wait for a receiver."""
    if process == CONTROL:
        _courier().start()


def forget() -> None:
    """Open everything again when it is next needed (after a fork)."""
    for opened in (database, redis, _runner):
        opened.cache_clear()


def hand_over() -> None:
    """Give back what runs: others go on with it."""
    if _runner.cache_info().currsize:
        _runner().close()


def close() -> None:
    """Hand over what runs, and close."""
    hand_over()
    if _show_tables.cache_info().currsize:
        _show_tables().stop()
    if _courier.cache_info().currsize:
        _courier().stop()
    if _keeper.cache_info().currsize:
        _keeper().stop()
    if _dumps.cache_info().currsize:
        _dumps().stop()
    while _pulses:
        _pulses.pop().stop()
    if database.cache_info().currsize:
        database().close()
