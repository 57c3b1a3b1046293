"""The runner's loop: which bots are wanted, which of them are ours, which stop. Any number of runners share the bots by leases in Redis."""

import logging
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from secrets import token_hex

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from arena.db.database import Database
from arena.errors import ArenaError, Invalid
from arena.metrics.pulse import start_pulse
from arena.metrics.server import start as start_metrics
from arena.runner import hosted
from arena.runner.hosted import HostedBot
from arena.runner.meters import Meters
from arena.runner.relay import Relay
from arena.sandbox import cgroups, roots
from arena.sandbox.check import usable
from arena.sandbox.limits import USUAL
from arena.sandbox.runtimes import runtimes
from arena.settings import Settings
from arena.submissions import runs
from arena.submissions.runs import Wanted
from arena.transport import carried, keys, runners
from arena.transport.presence import FORGET
from arena.transport.runners import RunnerLine

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
LEASE_SECONDS = 15
LEAST_TURN_SECONDS = 5.0
"""How long a bot that does not play keeps its place at least when another has an older match to play."""
REFUSED_SECONDS = 60.0
"""How long a bot whose files or sandbox could not be made is left alone."""


class Runner:
    """One runner."""

    def __init__(self, settings: Settings) -> None:
        roots.check_hidden((settings.data, settings.signing_key_path, settings.backup_path))
        self._sandbox, found = usable(settings.runner_sandbox)
        for layer in found:
            log.info("%s: %s", layer.name, layer.words)
        self._settings = settings
        self.name = f"{socket.gethostname()}-{os.getpid()}-{token_hex(3)}"
        self._database = Database(settings.database_address)
        self._redis: Redis = Redis.from_url(settings.redis_address, socket_connect_timeout=3, socket_timeout=5)
        self._relay = Relay(_gateway(settings), self._note_connection)
        hosted.remove_left_over()
        cgroups.remove_left_over()
        self._bots: dict[int, HostedBot] = {}
        self._refused: dict[int, float] = {}
        self._dropped_at: dict[int, float] = {}
        self._stopping = threading.Event()
        held = next((layer.words for layer in found if layer.name == "limits"), "")
        self._line = RunnerLine(self.name, self._sandbox, held, settings.runner_places, runtimes(self._sandbox))
        self._shown_at = -keys.RUNNER_SECONDS * 1.0
        self._meters = Meters(self._redis, lambda: list(self._bots.values()))

    def run(self) -> None:
        """Until SIGTERM."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stopping.set())
        metrics = start_metrics(self._settings, "runner")
        pulse = start_pulse(self._settings, "runner")
        log.info("runner %s hosts bots by %s", self.name, self._sandbox)
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                self.look()
        finally:
            if metrics is not None:
                metrics.close()
            pulse.stop()
            self.close()

    def close(self) -> None:
        """Stop every program."""
        self._meters.close()
        for bot_id in list(self._bots):
            self._drop(bot_id, "the runner stopped")
        self._relay.close()
        with suppress(RedisError):
            runners.hide(self._redis, self.name)
        self._redis.close()
        self._database.close()

    def _note_connection(self, bot_id: int, name: object) -> None:
        """Tell gateways whose connection that is. From another thread."""
        try:
            carried.note(self._redis, bot_id, name)
        except RedisError as error:
            log.warning("Redis does not answer, a connection is carried without a name: %s", error)

    def look(self) -> None:
        """One pass. A database or Redis that does not answer changes nothing: programs go on."""
        try:
            self._show()
            with self._database.read() as session:
                wanted = {one.bot_id: one for one in runs.wanted(session)}
                busy = runs.playing(session, list(self._bots))
            self._stop_others(wanted, busy)
            self._make_room(wanted, busy)
            self._take(wanted)
            for bot_id, bot in list(self._bots.items()):
                self._tick(bot_id, bot)
        except (SQLAlchemyError, RedisError) as error:
            log.warning("the arena's database or Redis does not answer: %s", error)

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._shown_at > keys.RUNNER_SECONDS / 3:
            runners.show(self._redis, self._line)
            self._shown_at = now

    def _stop_others(self, wanted: dict[int, Wanted], busy: set[int]) -> None:
        """Stop bots with another active version, bots of another runner, and those that were idle for long. Matches are played to the end."""
        now = time.monotonic()
        for bot_id, bot in list(self._bots.items()):
            there = wanted.get(bot_id)
            if there is not None and there.demanded:
                bot.idle_since = None
            elif bot.idle_since is None:
                bot.idle_since = now
            if not self._renew(bot_id):
                self._drop(bot_id, "another runner has taken the bot")
            elif there is None or there.submission_id != bot.wanted.submission_id:
                if bot_id not in busy or there is None:
                    self._drop(bot_id, "another version is active" if there is not None else "no version is active")
            elif now - bot.taken_at > USUAL.run_seconds * (1.5 if bot_id in busy else 1):
                self._drop(bot_id, f"it had run for {USUAL.run_seconds // 3600} hours; it starts again")
            elif bot.idle_since is not None and now - bot.idle_since > self._settings.runner_idle_seconds:
                self._drop(bot_id, "idle")

    def _make_room(self, wanted: dict[int, Wanted], busy: set[int]) -> None:
        """If all places are taken and a bot waits: one that does not play gives way, if its match is later or it has had its turn."""
        waiting = self._waiting(wanted)
        if len(self._bots) < self._settings.runner_places or not waiting:
            return
        now, next_match = time.monotonic(), waiting[0].first_match
        for bot_id, bot in sorted(self._bots.items(), key=lambda item: item[1].taken_at):
            own, had = wanted[bot_id].first_match if bot_id in wanted else None, now - bot.taken_at
            is_later = next_match is not None and (own is None or own > next_match) and had > LEAST_TURN_SECONDS
            if bot_id not in busy and (is_later or (own is None and had > self._settings.runner_turn_seconds)):
                self._drop(bot_id, "another bot has its turn")
                return

    def _waiting(self, wanted: dict[int, Wanted]) -> list[Wanted]:
        """Bots with something to play that no runner has: by their matches, then those that have not run for longest."""
        now = time.monotonic()
        free = [
            one
            for bot_id, one in wanted.items()
            if one.demanded and bot_id not in self._bots and self._refused.get(bot_id, 0.0) <= now
        ]
        free.sort(key=lambda one: (one.first_match is None, one.first_match or self._dropped_at.get(one.bot_id, 0.0)))
        held = self._redis.mget([lease(one.bot_id) for one in free]) if free else []
        return [one for one, holder in zip(free, held, strict=True) if holder is None]

    def _take(self, wanted: dict[int, Wanted]) -> None:
        for one in self._waiting(wanted):
            bot_id = one.bot_id
            if len(self._bots) >= self._settings.runner_places:
                return
            if self._redis.set(lease(bot_id), self.name, nx=True, ex=LEASE_SECONDS):
                try:
                    self._bots[bot_id] = HostedBot(self._database, self._relay, self.name, self._sandbox, one)
                except (ArenaError, OSError) as error:
                    self._refuse(bot_id, one.bot, error)

    def _tick(self, bot_id: int, bot: HostedBot) -> None:
        try:
            bot.tick()
        except (ArenaError, OSError) as error:
            self._refuse(bot_id, bot.wanted.bot, error)

    def _refuse(self, bot_id: int, name: str, error: Exception) -> None:
        log.warning("%s cannot be run: %s", name, error)
        self._refused[bot_id] = time.monotonic() + REFUSED_SECONDS
        self._drop(bot_id, str(error))

    def _renew(self, bot_id: int) -> bool:
        """Keep the lease. One that ran out while we could not renew it is taken again, if nobody has it."""
        holder = self._redis.get(lease(bot_id))
        if holder is not None and bytes(holder).decode() != self.name:  # type: ignore[arg-type]
            return False
        self._redis.set(lease(bot_id), self.name, ex=LEASE_SECONDS)
        return True

    def _drop(self, bot_id: int, reason: str) -> None:
        bot = self._bots.pop(bot_id, None)
        self._dropped_at[bot_id] = time.monotonic()
        if bot is not None:
            log.info("%s stops: %s", bot.wanted.bot, reason)
            try:
                bot.close(reason)
            except SQLAlchemyError as error:
                log.warning("its end could not be noted: %s", error)
        try:
            self._redis.eval(FORGET, 1, lease(bot_id), self.name)
        except RedisError as error:
            log.warning("its lease is left to expire: %s", error)


def _gateway(settings: Settings) -> str:
    """Where gateways let hosted bots in."""
    given = settings.runner_gateway or settings.hosted_address
    if not given.startswith("unix:") and not given.rpartition(":")[2].isdigit():
        raise Invalid(f"runner_gateway must be host:port or unix:PATH; got {given!r}")
    return given


def lease(bot_id: int) -> str:
    """The key in Redis that names the runner of a bot."""
    return f"arena:hosted:{bot_id}"
