"""`make hostile`: a million hostile messages against a running arena, beside honest bots that play on.

The attack comes in waves. Before each wave the pace of the honest bots is measured in peace, and after each beside a control: harmless processes that use as much
processor time as the attackers did in that wave, since they run on the same machine. Medians over the waves count: a machine's own speed drifts, and pairing comes in bursts.
Memory is read twice, after the first wave (a tenth of the messages) and after the last, each time when the attackers are gone and the arena has come to rest. Before
anything is measured the honest bots play some matches: the first ones load rules, statements and connections, in every process. The report also says whether
anything crashed or any honest bot was blamed. The exit code is 1 if a promise was broken.
"""

import argparse
import math
import os
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import func, select

from arena.db.models import Match, MatchSeat, MatchState
from tests.faults.attackers import PLAYERS
from tests.services.cluster import Cluster, await_until, cluster

HONEST, ATTACKERS = 4, 40
BOT = """
import os, random
from arena.sdk import Bot, run

class Honest(Bot):
    matches_at_once = 2
    made = 0
    def choose(self, decision):
        Honest.made += 1
        if Honest.made % 20 == 0:
            with open(os.environ["ARENA_DATA"] + "/" + os.path.basename(__file__) + ".made", "w") as file:
                file.write(str(Honest.made))
        return random.randrange(len(decision.legal))

run(Honest())
"""
MOST_GROWTH = 0.05
LEAST_THROUGHPUT = 0.5
"""Of the honest decisions in peace."""
REST_SECONDS = 10.0
"""Between the end of an attack and the reading of memory: streams that linger and connections are gone by then."""
WARM_MATCHES = 150
"""Honest matches before anything is measured."""
WAVES = 6
"""The first has a tenth of the messages, the others share the rest."""
WARM_SECONDS = 240.0
READINGS = 5
"""Of memory, a second apart; the median counts."""


@dataclass(slots=True)
class Report:
    """What an attack did."""

    messages: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    """Processors that the attackers used."""
    in_peace: list[float] = field(default_factory=list)
    """Decisions of honest bots per second: before each wave, and after the last."""
    under_attack: list[float] = field(default_factory=list)
    """The same in each wave."""
    controls: list[float] = field(default_factory=list)
    """The same after each wave, beside harmless processes that use as much processor time."""
    memory: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Per process: kilobytes after a tenth of the messages, and after all."""
    crashed: list[str] = field(default_factory=list)
    blamed: dict[str, int] = field(default_factory=dict)
    """Verdicts of honest bots other than `finished`."""
    matches: int = 0
    """Of honest bots, finished."""

    def grown(self, name: str) -> float:
        """By which share of it a process's memory grew."""
        first, last = self.memory[name]
        return (last - first) / first

    @property
    def before(self) -> float:
        """The median pace in peace."""
        return statistics.median(self.in_peace)

    @property
    def during(self) -> float:
        """The median pace under attack."""
        return statistics.median(self.under_attack)

    @property
    def control(self) -> float:
        """The median pace beside harmless processes."""
        return statistics.median(self.controls)

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"{self.messages} hostile messages in {self.seconds:.0f} s; the attackers used {self.processor:.2f} processors",
            f"honest decisions per second, medians of {len(self.under_attack)} waves:",
            f"  in peace {self.before:.0f} ({_range(self.in_peace)})",
            f"  under attack {self.during:.0f} ({_range(self.under_attack)}): {_share(self.during, self.before)} of peace, {_share(self.during, self.control)} of the control",
            f"  beside harmless processes that use as much processor time (the control) {self.control:.0f} ({_range(self.controls)})",
            f"honest matches finished: {self.matches}; blamed: {self.blamed or 'nobody'}",
            f"crashed: {', '.join(self.crashed) or 'nothing'}",
            *(
                f"  {name:16} {first / 1024:7.1f} MB, then {last / 1024:7.1f} MB ({self.grown(name):+.1%})"
                for name, (first, last) in self.memory.items()
            ),
        ]

    def broken(self, messages: int) -> list[str]:
        """The promises that were not kept by an attack that was to have *messages*."""
        found = [f"{name} crashed" for name in self.crashed] + [
            f"{n} honest seats: {v}" for v, n in self.blamed.items()
        ]
        if self.messages < messages:
            found.append(f"only {self.messages} of {messages} messages were sent in time")
        if self.during < LEAST_THROUGHPUT * self.before:
            found.append("honest bots had less than half of their pace in peace")
        return found + [
            f"{name} grew by {self.grown(name):.1%}" for name in self.memory if self.grown(name) > MOST_GROWTH
        ]


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else "nothing"


def _range(rates: list[float]) -> str:
    return f"{min(rates):.0f} to {max(rates):.0f}"


def memory_of(pid: int) -> int:
    """Kilobytes of a process and all of its group that are in memory."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.getpgid(int(folder.name)) == pid:
                    total += int((folder / "statm").read_text().split()[1]) * resource.getpagesize() // 1024
            except (OSError, ProcessLookupError):
                continue
    return total


class Stage:
    """A running arena with honest bots in one ladder and attackers in another."""

    def __init__(self, arena: Cluster, warm_matches: int) -> None:
        self.arena = arena
        self.honest: list[int] = []
        tokens = {}
        for number in range(HONEST):
            bot_id, token = arena.new_bot(f"honest-{number}", validated=True)
            self.honest.append(bot_id)
            tokens[f"honest-{number}"] = token
        hostile = [arena.new_bot(f"hostile-{number}", validated=True) for number in range(ATTACKERS)]
        self.tokens = [token for _, token in hostile]
        arena.ladder(self.honest, game="nippon")
        arena.ladder([bot_id for bot_id, _ in hostile[:PLAYERS]], game="iki")
        self.address = arena.start_gateway()
        arena.start_workers()
        self.parts = list(arena.parts)
        for name, token in tokens.items():
            arena.start_bot(name, token, self.address, BOT)
        await_until(lambda: self.finished() >= warm_matches, "honest bots play", arena, WARM_SECONDS)

    def made(self) -> int:
        """Decisions of honest bots so far."""
        files = self.arena.folder.glob("honest-*.py.made")
        return sum(int(file.read_text() or 0) for file in files)

    def rate(self, seconds: float) -> float:
        """Decisions of honest bots per second, measured for so long."""
        began, at = self.made(), time.monotonic()
        time.sleep(seconds)
        return (self.made() - began) / (time.monotonic() - at)

    def finished(self) -> int:
        """Honest matches that are over."""
        wanted = select(func.count(Match.id.distinct())).join(MatchSeat, MatchSeat.match_id == Match.id)
        with self.arena.database.read() as session:
            honest = wanted.where(MatchSeat.bot_id.in_(self.honest), Match.state == MatchState.FINISHED)
            return session.scalar(honest) or 0

    def memory(self) -> dict[str, int]:
        """Kilobytes of each part and of Redis, some time after an attack."""
        time.sleep(REST_SECONDS)
        readings = []
        for _ in range(READINGS):
            time.sleep(1.0)
            readings.append(self._memory())
        return {name: int(statistics.median(one[name] for one in readings)) for name in readings[0]}

    def _memory(self) -> dict[str, int]:
        pids = {name: self.arena.parts[name].process for name in self.parts}
        found = {name: memory_of(process.pid) for name, process in pids.items() if process is not None}
        redis = self.arena.redis.process
        if redis is not None:
            found["redis"] = int(Path(f"/proc/{redis.pid}/statm").read_text().split()[1]) * 4
        return found

    def crashed(self) -> list[str]:
        """Parts and honest bots that are not alive any more."""
        names = [*self.parts, *(name for name in self.arena.parts if name.startswith("honest"))]
        processes = {name: self.arena.parts[name].process for name in names}
        return [name for name, process in processes.items() if process is None or process.poll() is not None]

    def judged(self, report: Report) -> None:
        """What became of the honest bots' matches."""
        with self.arena.database.read() as session:
            rows = session.execute(
                select(Match.id, MatchSeat.verdict)
                .join(MatchSeat, MatchSeat.match_id == Match.id)
                .where(MatchSeat.bot_id.in_(self.honest), Match.state == MatchState.FINISHED)
            ).all()
        report.matches = len({row.id for row in rows})
        for row in rows:
            if row.verdict != "finished":
                report.blamed[row.verdict] = report.blamed.get(row.verdict, 0) + 1


@dataclass(frozen=True, slots=True)
class Wave:
    """One attack, and what honest bots did meanwhile."""

    sent: int
    seconds: float
    processor_seconds: float
    """Of the attackers."""
    decisions: int


class Assault:
    """Attacks on a stage, one after the other."""

    def __init__(self, stage: Stage, most_seconds: float) -> None:
        self.waves: list[Wave] = []
        self._stage = stage
        self._most_seconds = most_seconds

    @property
    def seconds(self) -> float:
        """Of all attacks."""
        return sum(wave.seconds for wave in self.waves)

    def send(self, messages: int) -> Wave:
        """Attack until so many are sent, or the time is up."""
        stage, arena = self._stage, self._stage.arena
        count = arena.folder / "sent"
        count.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.faults.attackers", stage.address, str(count), str(messages)]
        part = arena._start("attackers", [*command, *stage.tokens], arena.environment)
        await_until(count.exists, "the attack begins", arena)
        began, decisions, most = time.monotonic(), stage.made(), self._most_seconds - self.seconds

        def is_over() -> bool:
            return _told(count)[0] >= messages or time.monotonic() > began + most or bool(stage.crashed())

        await_until(is_over, "everything is sent", arena, most + 60)
        sent, processor_seconds = _told(count)
        wave = Wave(int(sent), time.monotonic() - began, processor_seconds, stage.made() - decisions)
        self.waves.append(wave)
        part.kill()
        return wave


def _told(count: Path) -> tuple[float, float]:
    """Messages and seconds of processor time, as the attackers say."""
    sent, seconds = count.read_text().split()
    return float(sent), float(seconds)


def control(stage: Stage, processor: float, seconds: float) -> float:
    """Honest decisions per second beside harmless processes that use so many processors."""
    processes = max(1, math.ceil(processor))
    share = str(processor / processes)
    command = [sys.executable, "-m", "tests.faults.neighbour", share]
    environment = stage.arena.environment
    parts = [stage.arena._start(f"neighbour-{n}", command, environment) for n in range(processes)]
    try:
        return stage.rate(seconds)
    finally:
        for part in parts:
            part.kill()


def attack(
    folder: Path,
    messages: int,
    *,
    quiet_seconds: float,
    most_seconds: float,
    warm_matches: int = WARM_MATCHES,
    waves: int = WAVES,
) -> Report:
    """An attack on a new arena in that folder. *most_seconds* is for all waves together, *quiet_seconds* for each measure in between."""
    report = Report()
    readings: list[dict[str, int]] = []
    with cluster(folder) as arena:
        stage = Stage(arena, warm_matches)
        assault = Assault(stage, most_seconds)
        rest = messages - messages // 10
        for number in range(waves):
            report.in_peace.append(stage.rate(quiet_seconds))
            wave = assault.send(messages // 10 if number == 0 else math.ceil(rest / (waves - 1)))
            report.under_attack.append(wave.decisions / wave.seconds)
            if number in {0, waves - 1}:
                readings.append(stage.memory())
            report.controls.append(control(stage, wave.processor_seconds / wave.seconds, quiet_seconds))
        report.in_peace.append(stage.rate(quiet_seconds))
        report.memory = {name: (readings[0][name], readings[-1][name]) for name in readings[0]}
        report.messages, report.seconds = sum(wave.sent for wave in assault.waves), assault.seconds
        report.processor = sum(wave.processor_seconds for wave in assault.waves) / assault.seconds
        report.crashed = stage.crashed()
        stage.judged(report)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=5.0, help="after which the attack ends in any case")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="arena-hostile-"))
    print(f"{given.messages} hostile messages; logs in {folder}", flush=True)
    report = attack(folder, given.messages, quiet_seconds=8.0, most_seconds=given.minutes * 60)
    print("\n".join(report.lines()), flush=True)
    broken = report.broken(given.messages)
    print("every promise was kept" if not broken else f"BROKEN: {'; '.join(broken)}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
