"""`make hostile`: a million hostile messages against a running arena, beside honest bots that play on.

The report says what each process's memory did between a tenth of the messages and all of them, what the honest bots still got done, and whether anything
crashed or any honest bot was blamed. The exit code is 1 if a promise was broken.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from arena.storage.models import Match, MatchSeat, MatchState
from tests.services.cluster import Cluster, await_until, cluster

HONEST, ATTACKERS = 4, 6
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


@dataclass(slots=True)
class Report:
    """What an attack did."""

    messages: int = 0
    seconds: float = 0.0
    before: float = 0.0
    """Decisions of honest bots per second without the attack."""
    during: float = 0.0
    after: float = 0.0
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

    def lines(self) -> list[str]:
        """For people."""
        share = self.during / self.before if self.before else 0.0
        return [
            f"{self.messages} hostile messages in {self.seconds:.0f} s",
            f"honest decisions per second: {self.before:.0f} before, {self.during:.0f} during ({share:.0%}), {self.after:.0f} after",
            f"honest matches finished: {self.matches}; blamed: {self.blamed or 'nobody'}",
            f"crashed: {', '.join(self.crashed) or 'nothing'}",
            *(
                f"  {name:16} {first / 1024:7.1f} MB, then {last / 1024:7.1f} MB ({self.grown(name):+.1%})"
                for name, (first, last) in self.memory.items()
            ),
        ]

    def broken(self) -> list[str]:
        """The promises that were not kept."""
        found = [f"{name} crashed" for name in self.crashed] + [
            f"{n} honest seats: {v}" for v, n in self.blamed.items()
        ]
        if self.during < LEAST_THROUGHPUT * self.before:
            found.append("honest bots had less than half of their decisions")
        return found + [
            f"{name} grew by {self.grown(name):.1%}" for name in self.memory if self.grown(name) > MOST_GROWTH
        ]


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

    def __init__(self, arena: Cluster) -> None:
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
        arena.ladder([bot_id for bot_id, _ in hostile], game="iki")
        self.address = arena.start_gateway()
        arena.start_workers()
        self.parts = list(arena.parts)
        for name, token in tokens.items():
            arena.start_bot(name, token, self.address, BOT)
        await_until(lambda: self.made() > 100, "honest bots play", arena)

    def made(self) -> int:
        """Decisions of honest bots so far."""
        files = self.arena.folder.glob("honest-*.py.made")
        return sum(int(file.read_text() or 0) for file in files)

    def rate(self, seconds: float) -> float:
        """Decisions of honest bots per second, over that time."""
        began, at = self.made(), time.monotonic()
        time.sleep(seconds)
        return (self.made() - began) / (time.monotonic() - at)

    def memory(self) -> dict[str, int]:
        """Kilobytes of each part and of Redis."""
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


def attack(folder: Path, messages: int, *, quiet_seconds: float, most_seconds: float) -> Report:
    """An attack on a new arena in that folder, over after *most_seconds* at the latest."""
    report = Report()
    with cluster(folder) as arena:
        stage = Stage(arena)
        report.before = stage.rate(quiet_seconds)
        count = folder / "sent"
        command = [sys.executable, "-m", "tests.faults.attackers", stage.address, str(count), str(messages)]
        part = arena._start("attackers", [*command, *stage.tokens], arena.environment)
        began, decisions = time.monotonic(), stage.made()

        def sent() -> int:
            return int((count.read_text() if count.exists() else "") or 0)

        def is_over(enough: int) -> bool:
            return sent() >= enough or time.monotonic() > began + most_seconds or bool(stage.crashed())

        await_until(lambda: is_over(messages // 10), "a tenth is sent", arena, most_seconds + 60)
        first = stage.memory()
        await_until(lambda: is_over(messages), "everything is sent", arena, most_seconds + 60)
        report.seconds = time.monotonic() - began
        report.messages, report.during = sent(), (stage.made() - decisions) / report.seconds
        last = stage.memory()
        report.memory = {name: (first[name], last[name]) for name in first}
        part.kill()
        report.crashed = stage.crashed()
        report.after = stage.rate(quiet_seconds)
        stage.judged(report)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=20.0, help="after which the attack ends in any case")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="arena-hostile-"))
    print(f"{given.messages} hostile messages; logs in {folder}", flush=True)
    report = attack(folder, given.messages, quiet_seconds=20.0, most_seconds=given.minutes * 60)
    print("\n".join(report.lines()), flush=True)
    broken = report.broken()
    print("every promise was kept" if not broken else f"BROKEN: {'; '.join(broken)}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
