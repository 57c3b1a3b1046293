"""Two copies of one hosted bot on a machine that other hosted bots load: their Elo must be the same, and hardly a match lost on time.

python -m bench.hosted_twins [--sets 400] [--loads 3] [--minutes 60] [--add-to FILE]

With --add-to a long measurement can be made in several sittings: each adds its sets to the file, and the last one judges all of them.
"""

import argparse
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from math import log, log10
from pathlib import Path
from statistics import fmean

from sqlalchemy import select

from arena.access.viewers import viewer
from arena.accounts.commands import create_account
from arena.archives.reading import inspect
from arena.db.database import utcnow
from arena.db.models import Bot, Match, MatchSeat, MatchState, Role, SetKind, SetState, TableSet
from arena.ratings.intervals import half_width
from arena.submissions import commands
from tests.arena.storage.history import ladder
from tests.services.archives import bot_zip
from tests.services.cluster import Cluster, cluster

TWIN = """
import random, time
from arena.sdk import Bot, run

class Twin(Bot):
    matches_at_once = 8
    def choose(self, decision):
        end = time.thread_time() + 0.001
        while time.thread_time() < end:
            pass
        return random.randrange(len(decision.legal))

run(Twin())
"""
"""A millisecond of processor time for each decision."""
LOAD = """
import random, threading
from arena.sdk import Bot, run

class Load(Bot):
    def choose(self, decision):
        return random.randrange(len(decision.legal))

def spin():
    while True:
        pass

threading.Thread(target=spin, daemon=True).start()
run(Load())
"""
"""Uses its whole processor, all the time."""
CLOCK = "3+0.01"
"""Short, so that time by the wall would lose matches."""
LATE = frozenset({"timeout", "disconnected", "forfeit"})


@dataclass(frozen=True)
class Sitting:
    """What one run of this bench has seen."""

    shares: list[float]
    """Of each finished set: the first twin's share of its matches."""
    matches: int
    late: int
    """Seats that were lost on time."""
    load: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--loads", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--add-to", type=Path)
    given = parser.parse_args()
    before = [Sitting(**one) for one in json.loads(given.add_to.read_text())] if _exists(given.add_to) else []
    sittings = [*before, sit(given, sum(len(one.shares) for one in before))]
    if given.add_to is not None:
        given.add_to.write_text(json.dumps([asdict(one) for one in sittings]))
    report(sittings, given.sets)


def _exists(file: Path | None) -> bool:
    return file is not None and file.exists()


def sit(given: argparse.Namespace, before: int) -> Sitting:
    """An arena with the twins and the load, until there are enough sets or the time is over."""
    with tempfile.TemporaryDirectory(prefix="hosted-twins-") as work, cluster(Path(work)) as running:
        running.start_gateway()
        running.start_workers()
        running.house_team("random")
        twins = [hand_in(running, f"twin-{number}", TWIN) for number in range(2)]
        loads = [hand_in(running, f"load-{number}", LOAD) for number in range(given.loads)]
        ladder(running.database, twins, "iki", 2, clock=CLOCK)
        ladder(running.database, loads, "nippon", 2, clock="long")
        running.start("runner", "runner", runner_places=2 + given.loads)
        wait(running, twins, given, before)
        return seen(running, twins)


def hand_in(running: Cluster, name: str, program: str) -> int:
    with running.database.write() as session:
        account = create_account(session, f"author-of-{name}", None, Role.AUTHOR, "test").id
        commands.submit(session, viewer(session, account), inspect(bot_zip(name, program=program)), quota_megabytes=10)
        bot = session.scalars(select(Bot).where(Bot.name == name)).one()
        bot.validated_at = utcnow()
        return bot.id


def wait(running: Cluster, twins: list[int], given: argparse.Namespace, before: int) -> None:
    deadline, said = time.monotonic() + 60 * given.minutes, 0.0
    while (count := before + len(shares(running, twins))) < given.sets and time.monotonic() < deadline:
        if time.monotonic() - said > 60:
            print(f"{count} of {given.sets} sets, load {os.getloadavg()[0]:.1f}", flush=True)
            said = time.monotonic()
        time.sleep(2)


def shares(running: Cluster, twins: list[int]) -> list[float]:
    """Of each finished set of the twins: the first one's share of its matches."""
    with running.database.read() as session:
        rows = session.execute(
            select(TableSet.id, MatchSeat.bot_id, MatchSeat.place)
            .join(Match, Match.set_id == TableSet.id)
            .join(MatchSeat, MatchSeat.match_id == Match.id)
            .where(TableSet.kind == SetKind.RATED, TableSet.game == "iki", TableSet.state == SetState.DONE)
            .where(Match.state == MatchState.FINISHED, MatchSeat.bot_id.in_(twins))
            .order_by(Match.id)
        ).all()
    places: dict[int, dict[int, list[int]]] = {}
    for set_id, bot_id, place in rows:
        places.setdefault(set_id, {}).setdefault(bot_id, []).append(place)
    return [
        fmean(1.0 if mine < other else 0.5 if mine == other else 0.0 for mine, other in zip(*both, strict=True))
        for both in ([by_bot[bot] for bot in twins] for by_bot in places.values())
    ]


def elo(share: float) -> float:
    return 400 * log10(share / (1 - share))


def seen(running: Cluster, twins: list[int]) -> Sitting:
    with running.database.read() as session:
        rows = select(MatchSeat.verdict).join(Match).join(TableSet)
        verdicts = list(session.scalars(rows.where(TableSet.game == "iki", Match.state == MatchState.FINISHED)))
    late = sum(verdict in LATE for verdict in verdicts)
    return Sitting(shares(running, twins), len(verdicts) // 2, late, os.getloadavg()[0])


def report(sittings: list[Sitting], wanted: int) -> None:
    """Fails unless the twins are alike and hardly a match was lost on time."""
    found = [share for one in sittings for share in one.shares]
    matches, late = sum(one.matches for one in sittings), sum(one.late for one in sittings)
    mean, half = fmean(found), half_width(found)
    slope = 400 / log(10) / (mean * (1 - mean))
    print(f"{len(found)} sets, {matches} matches: {elo(mean):+.1f} Elo, 95 % within {slope * half:.1f}")
    print(f"lost on time: {late} seats, {100 * late / max(1, matches):.2f} % of matches")
    print("load at the end of each sitting:", ", ".join(f"{one.load:.1f}" for one in sittings))
    if len(found) < wanted:
        raise SystemExit(f"{len(found)} of {wanted} sets: not enough to judge")
    assert abs(elo(mean)) < 30, "the twins differ by 30 Elo or more"
    assert abs(mean - 0.5) <= half, "0 is not in the interval"
    assert late < 0.001 * matches, "a tenth of a per cent or more was lost on time"
    print("the twins are alike")


if __name__ == "__main__":
    main()
