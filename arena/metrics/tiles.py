"""The state of the arena at a glance: a tile for each thing that can be well or unwell, for the status page and `arena status`."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from arena.db.database import Word
from arena.metrics.status import PARTS, Status

MOST_USED = 0.9
"""Share of a disk or of Redis' memory above which somebody should look."""
NEARLY_FULL = 0.98
LATE_SECONDS = 300
"""A round is late, not just about to begin."""
QUEUE = 200
"""Messages that wait in one queue, beyond which workers are too few or dead."""
OPTIONAL = {"runner"}
OVERDUE = 1.5
"""A backup that is older than this many intervals did not happen."""


class Health(Word):
    """What a tile says."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing."""

    name: str
    health: Health
    value: str
    about: str
    """A sentence: what is wrong and what to do, or what the value counts."""


def tiles(status: Status, now: float | None = None) -> list[Tile]:
    """All tiles, in the order in which they are shown."""
    return list(_tiles(status, time.time() if now is None else now))


def _tiles(status: Status, now: float) -> Iterator[Tile]:
    yield _parts(status)
    yield _matches(status)
    yield _queues(status)
    yield _rounds(status)
    yield _errors(status)
    yield _backup(status, now)
    yield _disk(status)
    yield Tile("Database", Health.GOOD, size(status.database_bytes), "What is stored, without backups.")
    yield _redis(status)
    yield _version(status)


def _parts(status: Status) -> Tile:
    if not status.redis:
        return Tile("Parts", Health.BAD, "unknown", "Redis does not answer, so it is unknown which processes live.")
    counts = status.count_of_parts()
    missing = [part for part in PARTS if not counts[part] and part not in OPTIONAL]
    value = f"{len(status.parts)} alive"
    if missing:
        return Tile(
            "Parts", Health.BAD, value, f"Not running: {', '.join(missing)}. Start them, or see why they ended."
        )
    return Tile("Parts", Health.GOOD, value, "Every part that an arena needs is running.")


def _matches(status: Status) -> Tile:
    running = status.matches.get("running", 0)
    value = f"{running} under way"
    if status.stuck:
        stuck = ", ".join(map(str, status.stuck[:5]))
        return Tile("Matches", Health.BAD, value, f"Nobody plays {stuck}, although they could be played.")
    return Tile(
        "Matches", Health.GOOD, value, f"{status.matches.get('queued', 0)} waiting for their bots; none is stuck."
    )


def _queues(status: Status) -> Tile:
    if not status.redis:
        return Tile("Queues", Health.BAD, "unknown", "Redis does not answer.")
    waiting = ", ".join(f"{name} {count}" for name, count in status.queues.items())
    longest = max(status.queues.values(), default=0)
    if longest > QUEUE:
        return Tile("Queues", Health.WARN, f"{sum(status.queues.values())} waiting", f"Too few workers: {waiting}.")
    return Tile("Queues", Health.GOOD, f"{sum(status.queues.values())} waiting", f"By queue: {waiting}.")


def _rounds(status: Status) -> Tile:
    late = {slug: seconds for slug, seconds in status.late_rounds.items() if seconds > LATE_SECONDS}
    if late:
        slug = max(late, key=lambda one: late[one])
        return Tile("Rounds", Health.WARN, f"{span(late[slug])} late", f"The next round of {slug} should have begun.")
    return Tile("Rounds", Health.GOOD, "on time", "No round of a league waits past its time.")


def _errors(status: Status) -> Tile:
    if not status.redis:
        return Tile("Errors", Health.BAD, "unknown", "Redis does not answer.")
    count = status.errors.count
    if count:
        return Tile(
            "Errors", Health.WARN, f"{count} in the last hour", "Logged by all parts; the newest are listed below."
        )
    return Tile("Errors", Health.GOOD, "none", "No part has logged an error in the last hour.")


def _backup(status: Status, now: float) -> Tile:
    state = status.backup
    if state is None:
        hint = (
            "None are scheduled. Set backup_every to 86400 for one a day." if status.redis else "Redis does not answer."
        )
        return Tile("Backup", Health.OFF if status.redis else Health.BAD, "none", hint)
    age = state.age(now)
    value = "none yet" if age is None else f"{span(age)} old"
    if state.trouble:
        return Tile("Backup", Health.BAD, value, f"The last try failed: {state.trouble}.")
    if age is not None and age > OVERDUE * state.every:
        return Tile(
            "Backup", Health.BAD, value, f"One is due every {span(state.every)}. Is the control worker running?"
        )
    return Tile("Backup", Health.GOOD, value, f"{state.kept} kept, the newest has {size(state.bytes)}.")


def _disk(status: Status) -> Tile:
    used = 1 - status.disk_free / status.disk_bytes if status.disk_bytes else 0.0
    value, about = f"{size(status.disk_free)} free", f"{used:.0%} of {size(status.disk_bytes)} are used."
    return Tile("Disk", _fill(used), value, about if used < MOST_USED else f"{about} Make room before it is full.")


def _redis(status: Status) -> Tile:
    if not status.redis:
        return Tile("Redis", Health.BAD, "no answer", "Nothing is played until it is back.")
    if not status.redis_limit:
        return Tile("Redis", Health.GOOD, size(status.redis_bytes), "Memory in use; it has no limit.")
    used = status.redis_bytes / status.redis_limit
    return Tile(
        "Redis", _fill(used), size(status.redis_bytes), f"{used:.0%} of the {size(status.redis_limit)} it may use."
    )


def _fill(used: float) -> Health:
    return Health.BAD if used > NEARLY_FULL else Health.WARN if used > MOST_USED else Health.GOOD


def _version(status: Status) -> Tile:
    others = sorted({part.version for part in status.parts} | {status.version})
    if len(others) > 1:
        return Tile("Version", Health.WARN, status.version, f"Parts run different versions: {', '.join(others)}.")
    return Tile("Version", Health.GOOD, status.version, f"Engine: {status.engine}.")


def size(count: float) -> str:
    """Bytes for people: `12.3 MB`."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count / 1000:.0f} kB"


def span(seconds: float) -> str:
    """A time for people, in its largest unit: `3 h`."""
    for unit, factor in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * factor or (unit != "days" and seconds >= factor):
            return f"{seconds / factor:.0f} {unit}"
    return f"{seconds:.0f} s"
