"""In rated matches of a ladder nothing that a bot is sent, and no page, names its opponent until the set is over."""

import asyncio

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from arena.access.viewers import PUBLIC
from arena.accounts.teams import add_team
from arena.bots import figures
from arena.bots.commands import create_bot
from arena.db.models import Bot, Match, Round, RoundState, Season, SeasonStage, SetKind, Team
from arena.gateway.agent import GatewayAgent
from arena.replays import SigningKey
from arena.results import claims
from arena.results.queries import Wanted, matches, of_sets
from arena.results.table_sets import LeaguePlace, Table, create_set
from arena.transport.presence import present
from arena.v1.bots_pb2 import ArenaMessage, Choice, Pong, Resign
from arena.worker.runner import MatchRunner
from tests.arena.running.both import *  # noqa: F403  both databases
from tests.arena.storage.history import ladder
from tests.arena.streams import LONG, RawBot, house, on_loop

KEY = SigningKey.new()
NAMES = ("needle-one", "needle-two")


@pytest.fixture
def bots(database):
    with database.write() as session:
        return [create_bot(session, name, add_team(session, f"team-{name}", "test"), "test").id for name in NAMES]


@pytest.fixture
def runner(database, redis, redis_process):
    opened = MatchRunner(database, redis_process.url, KEY, max_seconds=60)
    yield opened
    opened.close()


def new_set(database, bots, kind=SetKind.RATED, stage=None):
    """A set of nippon in a season, or in a round of a league stage of that format; the set and its matches."""
    season_id = ladder(database, bots)
    with database.write() as session:
        league = None
        if stage is not None:
            row = SeasonStage(season_id=season_id, number=0, name="s", format=stage)
            session.add(row)
            session.flush()
            turn = Round(stage_id=row.id, number=1, starts_at=session.get_one(Season, season_id).created_at)
            turn.state = RoundState.RUNNING
            session.add(turn)
            session.flush()
            league = LeaguePlace(turn.id)
        table = Table(kind, "nippon", 2, {}, "blitz", bots, season_id=season_id, league=league)
        made = create_set(session, table)
        ids = session.scalars(select(Match.id).where(Match.set_id == made.id).order_by(Match.rotation)).all()
        return made.id, list(ids)


class Ear(RawBot):
    """Plays the first action, gives up after a few, and keeps every byte it is sent."""

    def __init__(self, address, name):
        super().__init__(address, name)
        self.heard: list[bytes] = []

    async def listen(self, until):
        """Until a message for which *until* holds came; that message."""
        chosen = 0
        while True:
            raw = await asyncio.wait_for(self.call.read(), LONG)
            self.heard.append(raw)
            message = ArenaMessage.FromString(raw)
            match message.WhichOneof("kind"):
                case "decision" if chosen < 3:
                    chosen += 1
                    await self.send(choice=Choice(decision=message.decision.id, index=0))
                case "decision":
                    await self.send(resign=Resign(match_id=message.decision.id.match_id))
                case "ping":
                    await self.send(pong=Pong(nonce=message.ping.nonce))
            if until(message):
                return message

    def names_heard(self, names):
        return {name for name in names for raw in self.heard if name.encode() in raw}


def named(database):
    """What would name either bot: its name, and its team's."""
    with database.read() as session:
        return [*session.scalars(select(Bot.name)), *session.scalars(select(Team.name))]


def is_result(message):
    return message.WhichOneof("kind") == "match_result"


def is_set_result(message):
    return message.WhichOneof("kind") == "set_result"


@on_loop
async def test_a_bot_cannot_tell_its_opponent_from_what_it_is_sent(database, redis, redis_process, runner, bots):
    _, ids = new_set(database, bots)
    client = Redis.from_url(redis_process.url)
    async with house(*map(str, bots)) as place:
        agent = GatewayAgent(place.connections, client, "g")
        await agent.start()
        async with Ear(place.address, str(bots[0])) as one, Ear(place.address, str(bots[1])) as two:
            for ear in (one, two):
                await ear.hello(matches_at_once=2)
            async with asyncio.timeout(LONG):
                while len(present(redis, bots)) < 2:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            first = asyncio.create_task(asyncio.to_thread(runner.play, ids[0]))
            results = await asyncio.gather(*(ear.listen(is_result) for ear in (one, two)))
            assert await first == "finished"
            for ear, result in zip((one, two), results, strict=True):
                heard = [ArenaMessage.FromString(raw) for raw in ear.heard]
                [started] = [message.match_started for message in heard if message.HasField("match_started")]
                assert (list(started.players), list(result.match_result.players)) == ([], [])
                assert ear.names_heard(named(database)) == set(), "nothing names anybody while the set goes on"
                for told in (started, result.match_result):
                    assert (told.season, told.kind) == ("nippon-2", "rated")
                assert dict(started.options) == dict(result.match_result.options)
            second = asyncio.create_task(asyncio.to_thread(runner.play, ids[1]))
            ends = await asyncio.gather(*(ear.listen(is_set_result) for ear in (one, two)))
            assert await second == "finished"
            for ear, end in zip((one, two), ends, strict=True):
                over = end.set_result
                assert (over.season, over.kind, over.game) == ("nippon-2", "rated", "nippon")
                told = {int(match.match_id): tuple(match.players) for match in over.matches}
                assert told == {ids[0]: NAMES, ids[1]: NAMES[::-1]}
                last = [ArenaMessage.FromString(raw).match_result for raw in ear.heard][-2]
                assert tuple(last.players) == NAMES[::-1]
                assert over.HasField("rating_change")
                assert (last.rating, last.rating_change) == (over.rating, over.rating_change)
                news = (await ear.listen(lambda message: message.HasField("notice"))).notice.text
                assert news.startswith("Set rated in nippon-2: ")
        await agent.stop()
    await client.aclose()


def about(database, match_id):
    with database.write() as session:
        return claims.claim(session, match_id, "w").about


@pytest.mark.parametrize(
    ("kind", "stage", "anonymous"),
    [
        (SetKind.RATED, None, True),
        (SetKind.RATED, "ladder", True),
        (SetKind.RATED, "round_robin", False),
        (SetKind.CHALLENGE, None, False),
        (SetKind.VALIDATION, None, False),
    ],
)
def test_names_are_told_from_the_start_where_the_pairing_is_public(database, bots, kind, stage, anonymous):
    _, ids = new_set(database, bots, kind, stage)
    assert about(database, ids[0]).anonymous is anonymous


@pytest.mark.parametrize("hidden", ["season", "stage"])
def test_a_pairing_that_is_not_public_is_not_told(database, bots, hidden):
    _, ids = new_set(database, bots, stage="round_robin")
    with database.write() as session:
        for row in session.scalars(select(Season if hidden == "season" else SeasonStage)):
            row.visibility = "members"
    assert about(database, ids[0]).anonymous


def seen(database, set_id, bot_id):
    """The names the public sees: on the set's matches, and on the bot's own list."""
    with database.read() as session:
        lines = of_sets(session, PUBLIC, [set_id])[set_id]
        listed = matches(session, PUBLIC, Wanted(bot_id=bot_id)).rows
        newest = matches(session, PUBLIC, Wanted(named=True)).rows
        rows = session.execute(
            figures._recent(None), {"bot": bot_id, "season": session.scalars(select(Season.id)).one()}
        )
        return {seat.bot for line in lines for seat in line.seats}, [len(listed), len(newest), len(rows.all())]


def test_a_void_match_and_a_finished_rotation_name_nobody_while_the_set_goes_on(database, runner, bots):
    set_id, ids = new_set(database, bots)
    with database.write() as session:
        claim = claims.claim(session, ids[0], "w")
        again = claims.void(session, claim.match_id, claim.attempt, "a fault of ours")
    assert seen(database, set_id, bots[0]) == ({""}, [0, 0, 0]), "void, and played again by the same bots"
    assert runner.play(again, without=bots) == "finished"
    assert seen(database, set_id, bots[0]) == ({""}, [0, 0, 0]), "one rotation is over, the other is not"
    assert runner.play(ids[1], without=bots) == "finished"
    assert seen(database, set_id, bots[0]) == ({*NAMES}, [3, 3, 2])


def test_a_league_round_names_its_players_throughout(database, bots):
    set_id, _ = new_set(database, bots, stage="swiss")
    assert seen(database, set_id, bots[0])[0] == {*NAMES}
