"""A season of hosted bots in several languages, to its final table, while one crashes in every third match and the runner is killed twice.

python -m tests.e2e.hosted_season [--bots 8] [--places 8]
"""

import argparse
import collections
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import func, select

from arena.access.credentials import create_author_token
from arena.access.viewers import operator
from arena.accounts.commands import create_account
from arena.db.models import Bot, HostedRun, Match, MatchSeat, MatchState, Role, Season, SeasonState, SetKind, TableSet
from arena.seasons import creation, entries, lifecycle, start as starting
from arena.seasons.tables import season_tables
from tests.services import hosted_programs
from tests.services.cluster import Cluster, await_until, cluster
from tests.services.hosted_programs import folder

CRASHES = """
import os, random, sys
from arena.sdk import Bot, run

class Third(Bot):
    def choose(self, decision):
        if int(decision.match_id) % 3 == 0 and decision.clock_ms == 60_000:
            os._exit(9)
        return random.randrange(len(decision.legal))

run(Third())
"""
"""It ends at the first decision of every third match: then its clock is full. When it is asked again it is not."""
SEASON = """
name = "Hosted cup"
game = "iki"
seats = 2
clock = "standard"
hosting = "hosted"
tables_at_once = 4
[schedule]
first = 2020-01-01T00:00:00Z
rounds = "asap"
[[stage]]
format = "round_robin"
[entry_rules]
versions = "locked"
"""
SLUG = "hosted-cup"
PATIENCE = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--places", type=int, default=8)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hosted-season-") as work, cluster(Path(work)) as running:
        address = running.start_gateway()
        running.start_workers()
        running.house_team("random", "random")
        languages = [one for one in hosted_programs.SOURCES if not hosted_programs.missing(one)]
        for number in range(given.bots):
            language = "python" if number == 0 else languages[number % len(languages)]
            hand_in(running, address, f"bot-{number}", language, CRASHES if number == 0 else "")
        runner = start_runner(running, 0, given.places)
        await_until(lambda: validated(running) == given.bots, "all bots are validated", running, PATIENCE)
        print(f"{given.bots} bots in {', '.join(languages)} are handed in and validated", flush=True)
        play(running, given, runner)
        report(running)


def hand_in(running: Cluster, address: str, name: str, language: str, source: str) -> None:
    """By `arena submit`, as an author does it."""
    with running.database.write() as session:
        account = create_account(session, f"author-of-{name}", None, Role.AUTHOR, "test")
        token = create_author_token(session, account, "", "test")
    made = folder(running.folder / "bots", name, language, source)
    given = {**running.environment, "ARENA_ENDPOINT": address, "ARENA_TOKEN": token}
    subprocess.run([sys.executable, "-m", "arena.cli", "submit", str(made)], check=True, env=given, stdout=sys.stderr)


def start_runner(running: Cluster, number: int, places: int):
    settings = {"runner_places": places, "runner_turn_seconds": 10}
    return running.start(f"runner-{number}", "runner", **settings)


def validated(running: Cluster) -> int:
    with running.database.read() as session:
        found = select(func.count()).select_from(Bot).where(Bot.house.is_(None), Bot.validated_at.is_not(None))
        return session.scalar(found) or 0


def play(running: Cluster, given: argparse.Namespace, runner) -> None:
    """The season, with two deaths of the runner at a third and two thirds of its matches."""
    began = time.monotonic()
    who = operator("test")
    with running.database.write() as session:
        creation.create_season(session, who, SEASON, slug=SLUG)
        lifecycle.open_season(session, who, SLUG)
        for number in range(given.bots):
            entries.enter(session, who, SLUG, f"bot-{number}")
        starting.start_season(session, who, SLUG)
    whole = given.bots * (given.bots - 1)
    for number, part in ((1, whole // 3), (2, 2 * whole // 3)):
        await_until(lambda part=part: finished(running) >= part, f"{part} matches", running, PATIENCE)
        os.kill(runner.process.pid, signal.SIGKILL)
        print(f"runner killed after {finished(running)} of {whole} matches", flush=True)
        runner = start_runner(running, number, given.places)
    await_until(lambda: is_over(running), "the final table", running, PATIENCE)
    print(f"season over after {time.monotonic() - began:.0f} s", flush=True)


def finished(running: Cluster) -> int:
    with running.database.read() as session:
        rated = select(func.count()).select_from(Match).join(TableSet, TableSet.id == Match.set_id)
        return session.scalar(rated.where(TableSet.kind == SetKind.RATED, Match.state == MatchState.FINISHED)) or 0


def is_over(running: Cluster) -> bool:
    with running.database.read() as session:
        return session.scalar(select(Season.state).where(Season.slug == SLUG)) is SeasonState.FINISHED


def report(running: Cluster) -> None:
    """The table, and that nothing was lost."""
    with running.database.read() as session:
        season = session.scalars(select(Season.id).where(Season.slug == SLUG)).one()
        for line in season_tables(session, season)[0]:
            print(f"{line.place:2}. {line.bot}")
        states = collections.Counter(
            session.scalars(select(Match.state).join(TableSet).where(TableSet.season_id == season))
        )
        verdicts = collections.Counter(
            session.scalars(
                select(MatchSeat.verdict)
                .join(Match)
                .join(TableSet)
                .where(TableSet.season_id == season, Match.state == MatchState.FINISHED)
            )
        )
        reasons = collections.Counter(session.scalars(select(HostedRun.reason)))
    print("matches:", {state.value: count for state, count in states.items()})
    print("verdicts:", dict(verdicts))
    print("runs ended:", dict(reasons))
    lost = sum(count for verdict, count in verdicts.items() if verdict != "finished")
    assert set(states) <= {MatchState.FINISHED, MatchState.VOID}, "a match is left"
    assert not lost, f"{lost} seats were lost"
    print("nothing was lost")


if __name__ == "__main__":
    main()
