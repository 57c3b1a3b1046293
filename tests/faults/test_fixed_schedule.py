"""A fixed schedule under faults: every match ends in the very position that it ends in when nothing goes wrong.

Bots choose by the number of the decision alone, so a match follows from its seeds. Faults hit it in the middle: a worker, a gateway and a bot
are killed, a gateway is drained, Redis is restarted cleanly and with a lost tail, PostgreSQL's connections are dropped.
"""

from zlib import crc32

import pytest
from sqlalchemy import select

from arena.db.models import Match, MatchState, SetKind, SetState, TableSet
from arena.matches import play
from arena.results import claims
from arena.results.table_sets import Table, create_set
from arena.worker.house_bots import bot_seed, choose
from tests.arena.storage.conftest import new_postgres_database
from tests.faults.audit import assert_whole
from tests.faults.rounds import drop_connections, left_behind
from tests.services.cluster import Cluster, await_until, cluster
from tests.services.servers import postgres_server

BOTS = ("kaede", "momiji", "sakura")
SETS = 3
BOT = """
import time
from zlib import crc32
from arena.sdk import Bot, run

class Steady(Bot):
    matches_at_once = 2
    def choose(self, decision):
        time.sleep(0.01)
        return crc32(f"{decision.seat}/{decision.number}".encode()) % len(decision.legal)

run(Steady())
"""


class Steady:
    """The same bot in this process."""

    def choose(self, decision):
        return crc32(f"{decision.seat}/{decision.number}".encode()) % len(decision.legal)


class Guest:
    """A house bot of a mixed match in this process."""

    def __init__(self, text, seed):
        self._text, self._seed = text, seed

    def choose(self, decision):
        asked = (decision.game.name, decision.view, decision.texts, decision.seat, decision.number)
        return choose(self._text, self._seed, *asked)


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    with postgres_server() as server:
        address = new_postgres_database(server)
        with cluster(tmp_path_factory.mktemp("arena"), address) as running:
            yield running


def schedule(arena: Cluster, house: int, bots: list[int]) -> list[int]:
    """Sets of three seats: two external bots and a house bot each; their ids."""
    with arena.database.write() as session:
        pairs = [(bots[number % 3], bots[(number + 1) % 3]) for number in range(SETS)]
        tables = [Table(SetKind.CHALLENGE, "iki", 3, {}, "long", [*pair, house]) for pair in pairs]
        return [create_set(session, table).id for table in tables]


def in_the_middle(arena: Cluster) -> list[int]:
    with arena.database.read() as session:
        running = session.scalars(select(Match.id).where(Match.state == MatchState.RUNNING)).all()
    with arena.redis.client() as redis:
        return [match_id for match_id in running if redis.llen(f"arena:journal:{match_id}") > 3]


def finished(arena: Cluster) -> int:
    with arena.database.read() as session:
        return len(session.scalars(select(Match.id).where(Match.state == MatchState.FINISHED)).all())


def without_faults(match: Match) -> str:
    """The digest at the end of the same match, played here in one go."""
    spec = claims.spec_of(match)
    players = [
        Steady() if seat.bot.house is None else Guest(seat.bot.house, bot_seed(spec, number))
        for number, seat in enumerate(match.seats)
    ]
    return play(spec, players).digest


def test_every_kind_of_fault_leaves_the_digests_as_they_are(arena):
    (house,) = arena.house_team("greedy:noise=0.5")
    made = [arena.new_bot(name, validated=True) for name in BOTS]
    addresses = [arena.start_gateway(name) for name in ("gateway-1", "gateway-2")]
    arena.start_workers()
    arena.start("worker-matches-2", "worker", "matches")
    for number, (name, (_, token)) in enumerate(zip(BOTS, made, strict=True)):
        arena.start_bot(name, token, addresses[number % 2], BOT)
    set_ids = schedule(arena, house, [bot_id for bot_id, _ in made])
    faults = {
        "worker": lambda: again(arena, "worker-matches"),
        "gateway killed": lambda: again(arena, "gateway-1"),
        "gateway drained": lambda: (arena.parts["gateway-2"].stop(), arena.parts["gateway-2"].start()),
        "bot": lambda: again(arena, BOTS[0]),
        "redis restarted": lambda: (arena.redis.stop(), arena.redis.start()),
        "redis lost its tail": arena.redis.lose_tail,
        "connections": lambda: drop_connections(arena.database_url),
        "other worker": lambda: again(arena, "worker-matches-2"),
    }
    hit = {}
    for name, strike in faults.items():
        before = await_until(lambda: in_the_middle(arena) or finished(arena) == 3 * SETS, "a match runs", arena)
        hit[name] = before if isinstance(before, list) else []
        strike()
    done = select(TableSet.id).where(TableSet.id.in_(set_ids), TableSet.state != SetState.OPEN)

    def all_done() -> bool:
        with arena.database.read() as session:
            return len(session.scalars(done).all()) == SETS

    await_until(all_done, "every set is done", arena, 420)
    assert sum(map(bool, hit.values())) >= 4, f"faults hit nothing: {hit}"
    with arena.database.read() as session:
        for set_id in set_ids:
            table_set = session.get_one(TableSet, set_id)
            assert table_set.state is SetState.DONE
            over = [match for match in table_set.matches if match.state is MatchState.FINISHED]
            assert sorted(match.rotation for match in over) == [0, 1, 2], "each rotation once"
            for match in over:
                assert [seat.verdict for seat in match.seats] == ["finished"] * 3, "no fault of ours is a bot's"
                assert match.digest == without_faults(match)
    assert_whole(arena)
    for name in BOTS:
        arena.parts[name].stop()
    await_until(lambda: not left_behind(arena, presence=True), "nothing is left in Redis", arena)


def again(arena: Cluster, name: str) -> None:
    arena.parts[name].kill()
    arena.parts[name].start()
