"""A league season goes on by itself while its workers and beat are killed in its middle: every round once, every table whole."""

from datetime import timedelta
from itertools import pairwise

from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.database import utcnow
from arena.db.models import (
    AuditEntry,
    Champion,
    Entry,
    FinalLine,
    Match,
    MatchSeat,
    MatchState,
    Round,
    Season,
    SeasonState,
    SetState,
    TableSet,
)
from arena.seasons import creation, start
from arena.transport.presence import present
from tests.faults.audit import assert_whole
from tests.services.cluster import Cluster, await_until, cluster

# Thinks a little, so that a round is long enough to be hit in the middle.
BOT = """
import random, time
from arena.sdk import Bot, run

class Slow(Bot):
    version = "{version}"
    def choose(self, decision):
        time.sleep(0.01)
        return random.randrange(len(decision.legal))

run(Slow())
"""
SEASON = """
name = "Club league"
league = "club"
game = "nippon"
seats = 2
clock = "long"
wait_minutes = 0
[schedule]
first = {first}
[entry_rules]
versions = "locked"
[[stage]]
name = "League"
format = "round_robin"
[[entry]]
bot = "kaede"
[[entry]]
bot = "momiji"
[[entry]]
bot = "kumo"
[[entry]]
bot = "house-0"
"""
PARTS = ("worker-matches", "worker-house", "worker-control", "beat")


def connected(arena: Cluster, bot_id: int, version: str) -> bool:
    with arena.redis.client() as redis:
        here = present(redis, [bot_id])
    return bot_id in here and here[bot_id].version == version


def season(arena: Cluster) -> Season:
    with arena.database.read() as session:
        found = session.scalars(select(Season)).one()
        session.expunge(found)
        return found


def running_with_outsiders(arena: Cluster) -> list[int]:
    with arena.database.read() as session:
        ids = session.scalars(
            select(Match.id).join(TableSet).where(Match.state == MatchState.RUNNING, TableSet.house_only.is_(False))
        ).all()
    with arena.redis.client() as redis:
        return [match_id for match_id in ids if (redis.llen(f"arena:journal:{match_id}") or 0) > 5]


def begun(arena: Cluster) -> None:
    """Four entries; kumo comes back with another version than the one it is locked to."""
    arena.house_team("random")
    address = arena.start_gateway()
    bots = {name: arena.new_bot(name, validated=True) for name in ("kaede", "momiji", "kumo")}
    for name, (bot_id, token) in bots.items():
        arena.start_bot(name, token, address, BOT.format(version="1"))
        await_until(lambda bot_id=bot_id: connected(arena, bot_id, "1"), f"{name} is here", arena)
    first = (utcnow() - timedelta(minutes=1)).isoformat(timespec="seconds")
    with arena.database.write() as session:
        creation.create_season(session, operator("test"), SEASON.format(first=first), slug="club")
        start.start_season(session, operator("test"), "club")
    arena.parts["kumo"].kill()
    arena.start_bot("kumo", bots["kumo"][1], address, BOT.format(version="2"))
    await_until(lambda: connected(arena, bots["kumo"][0], "2"), "kumo is here again", arena)


def test_workers_and_beat_die_in_mid_season_and_it_ends_with_a_whole_table(tmp_path):
    with cluster(tmp_path) as arena:
        begun(arena)
        arena.start_workers()
        for _ in range(2):
            await_until(lambda: running_with_outsiders(arena), "a match runs", arena)
            for name in PARTS:
                arena.parts[name].kill()
            assert season(arena).state is SeasonState.RUNNING
            arena.start_workers()
        await_until(lambda: season(arena).state is SeasonState.FINISHED, "the season is finished", arena)
        assert_whole(arena)
        assert_every_round_once(arena)
        assert_every_pair_once(arena)
        assert_locked_out(arena)


def assert_every_round_once(arena: Cluster) -> None:
    with arena.database.read() as session:
        actions = session.scalars(
            select(AuditEntry.action).where(AuditEntry.actor == "arena").order_by(AuditEntry.id)
        ).all()
        rounds = session.execute(select(Round.started_at, Round.ended_at).order_by(Round.number)).all()
    assert actions == [*["round_started", "round_done"] * 3, "stage_done", "season_finished"]
    assert all(before.ended_at <= after.started_at for before, after in pairwise(rounds))


def assert_every_pair_once(arena: Cluster) -> None:
    with arena.database.read() as session:
        sets = session.scalars(select(TableSet)).all()
        tables = [frozenset(seat.bot_id for seat in made.matches[0].seats) for made in sets]
        assert {made.state for made in sets} == {SetState.DONE}
        assert len(tables) == len(set(tables)) == 6
        assert len(session.scalars(select(FinalLine).where(FinalLine.stage == -1)).all()) == 4
        assert len(session.scalars(select(Champion)).all()) == 1


def assert_locked_out(arena: Cluster) -> None:
    with arena.database.read() as session:
        verdicts = session.execute(
            select(Entry.version, MatchSeat.verdict)
            .join(Match, Match.id == MatchSeat.match_id)
            .join(Entry, Entry.bot_id == MatchSeat.bot_id)
            .join(Entry.bot)
            .where(Match.state == MatchState.FINISHED, Entry.bot.property.mapper.class_.name == "kumo")
        ).all()
    assert verdicts == [("1", "forfeit")] * 6
