"""Runners that live, and what they offer: written by each of them, read by the site."""

from dataclasses import asdict, dataclass

import orjson
from redis import Redis

from arena.transport import keys


@dataclass(frozen=True, slots=True)
class RunnerLine:
    """One runner."""

    name: str
    sandbox: str
    limits: str
    """What holds the limits."""
    places: int
    runtimes: dict[str, str]
    """Versions by name."""


def show(redis: Redis, line: RunnerLine) -> None:
    """Show a runner for a while."""
    redis.set(keys.runner(line.name), orjson.dumps(asdict(line)), ex=keys.RUNNER_SECONDS)


def hide(redis: Redis, name: str) -> None:
    """Stop showing a runner."""
    redis.delete(keys.runner(name))


def runners(redis: Redis) -> list[RunnerLine]:
    """Those that live, by name."""
    names = sorted(redis.scan_iter(keys.runner("*"), count=1000))
    values = redis.mget(names) if names else []
    return [RunnerLine(**orjson.loads(value)) for value in values if value is not None]
