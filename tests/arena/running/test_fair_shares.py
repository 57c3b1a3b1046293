"""One account, whatever it does within the rules, has its share of slots, storage and the scheduler's time, and no more."""

from datetime import timedelta
from time import process_time

import pytest
from sqlalchemy import func, select, update

from arena.access import credentials
from arena.access.credentials import create_bot_token, live_token
from arena.access.viewers import viewer
from arena.accounts import teams
from arena.accounts.commands import create_account
from arena.bots.challenges import MOST_AT_ONCE, MOST_IN_AN_HOUR, MOST_OPEN, Challenge, cancel, challenge
from arena.bots.commands import create_bot, version
from arena.db.database import utcnow
from arena.db.models import Account, Bot, BotVersion, Match, MatchState, Role, SetKind, TableSet, Team, Token
from arena.errors import Conflict, LimitReached
from arena.gateway.bot_records import BotRecords
from arena.gateway.tokens import BotIdentity
from arena.scheduler import ladders
from arena.scheduler.dispatch import Outlets, dispatch
from arena.scheduler.queue import Shares
from arena.seasons.entries import enter
from arena.seasons.withdrawal import leave
from arena.transport import keys
from tests.arena.running.both import address, database, postgres
from tests.arena.running.conftest import show
from tests.arena.storage.history import house_bots, ladder

__all__ = ["address", "database", "postgres"]
SHARES = Shares(16)
"""16 places: 4 for challenges, of which one account has 1; 8 for one person."""


class Arena:
    """Accounts with bots on an open ladder of two seats."""

    def __init__(self, database, redis):
        self.database, self.redis = database, redis
        self.season = ladder(database, house_bots(database, "random", "greedy"), open_ladder=True)
        self.bots = {}

    def account(self, name, bots, *, spread=False):
        """An account; its bots in its own team, or each in a team of its own. All online."""
        with self.database.write() as session:
            account = create_account(session, name, None, Role.AUTHOR, "test")
            own = session.scalars(select(Team).where(Team.name == name)).one()
            who = viewer(session, account.id)
            made = []
            for number in range(bots):
                team = teams.create_team(session, who, f"{name}-{number}") if spread else own
                made.append(create_bot(session, f"{name}-bot-{number}", team, "test"))
                made[-1].validated_at, made[-1].open_to_challenges = utcnow(), True
            self.bots[name] = [bot.id for bot in made]
        for bot_id in self.bots[name]:
            show(self.redis, bot_id, at_once=16)
        return self.who(name)

    def who(self, name):
        with self.database.read() as session:
            return viewer(session, session.scalars(select(Account.id).where(Account.name == name)).one())

    def tick(self, now=None):
        """A pass of the scheduler; the bots of each match it sends."""
        for running in self.running():
            self.redis.set(keys.lease(running), "w 1")
        ladders.tick(self.database, self.redis, now, SHARES)
        sent = dispatch(self.database, self.redis, Outlets(lambda *_: None, lambda _: None), now, shares=SHARES).matches
        with self.database.write() as session:
            session.execute(
                update(Match).where(Match.id.in_(sent)).values(state=MatchState.RUNNING, started_at=utcnow(), attempt=1)
            )
        return list(sent)

    def running(self):
        with self.database.read() as session:
            return list(session.scalars(select(Match.id).where(Match.state == MatchState.RUNNING)))

    def of(self, name, matches):
        """Those of the matches in which a bot of the account sits."""
        with self.database.read() as session:
            found = session.scalars(select(Match).where(Match.id.in_(matches))).all()
            return [one.id for one in found if {seat.bot_id for seat in one.seats} & set(self.bots[name])]


@pytest.fixture
def arena(database, redis):
    return Arena(database, redis)


def test_challenges_of_one_account_leave_the_slots_to_others(arena, database, redis):
    hog, fair = arena.account("hog", 4), arena.account("fair", 2)
    for number in range(2):
        asked = Challenge(f"hog-bot-{number}", ["bot-0"], "nippon", clock="long", matches=MOST_AT_ONCE)
        challenge(database, redis, hog, asked)
    with pytest.raises(LimitReached, match=str(MOST_OPEN)):
        challenge(database, redis, hog, Challenge("hog-bot-2", ["bot-0"], "nippon"))
    challenge(database, redis, fair, Challenge("fair-bot-0", ["bot-0"], "nippon"))
    later = utcnow() + timedelta(minutes=2)
    for _ in range(3):
        arena.tick(later)
    with database.read() as session:
        rows = session.execute(
            select(TableSet.asked_by, func.count())
            .join(Match)
            .where(TableSet.kind == SetKind.CHALLENGE, Match.state == MatchState.RUNNING)
            .group_by(TableSet.asked_by)
        ).all()
    assert dict(rows) == {hog.account_id: SHARES.challenges_each, fair.account_id: 1}


def test_all_challenges_together_leave_rated_play_its_reserve(arena, database, redis):
    for number in range(6):
        who = arena.account(f"author-{number}", 1)
        asked = Challenge(f"author-{number}-bot-0", ["bot-0"], "nippon", clock="long", matches=10)
        challenge(database, redis, who, asked)
    arena.tick(utcnow() + timedelta(minutes=2))
    with database.read() as session:
        kinds = session.scalars(select(TableSet.kind).join(Match).where(Match.state == MatchState.RUNNING)).all()
    assert kinds.count(SetKind.CHALLENGE) == SHARES.challenges
    assert kinds.count(SetKind.RATED) > 0


def test_one_person_with_many_bots_has_half_of_the_slots_and_others_play_at_once(arena):
    arena.account("hog", 20)
    later = utcnow() + timedelta(seconds=10)  # house bots fill tables by now
    for step in range(4):
        arena.tick(later + timedelta(seconds=10 * step))
    assert len(arena.of("hog", arena.running())) == SHARES.person
    arena.account("fair", 1)
    arena.account("kind", 1)
    sent = arena.tick(later + timedelta(seconds=60)) + arena.tick(later + timedelta(seconds=61))
    assert arena.of("fair", sent)
    with arena.database.read() as session:
        sets = session.scalar(select(func.count()).select_from(TableSet).where(TableSet.house_only.is_(False)))
    assert sets <= SHARES.person + 3, "nor does it fill the queue"


def test_a_person_of_many_teams_has_no_more_and_never_meets_itself(arena):
    arena.account("hog", 9, spread=True)
    for step in range(4):
        arena.tick(utcnow() + timedelta(seconds=10 * (step + 1)))
    running = arena.running()
    assert len(arena.of("hog", running)) == SHARES.person
    with arena.database.read() as session:
        for match in session.scalars(select(Match)):
            assert len({seat.bot_id for seat in match.seats} & set(arena.bots["hog"])) <= 1


def test_storage_grows_by_what_is_played_and_not_by_what_is_said(arena, database, redis):
    hog = arena.account("hog", 1)
    (bot_id,) = arena.bots["hog"]
    with database.write() as session:
        for number in range(500):
            version(session, bot_id, f"v{number}")
        assert session.scalar(select(func.count()).select_from(BotVersion)) == 1
        account = session.get_one(Account, hog.account_id)
        for _ in range(credentials.MOST_AUTHOR_TOKENS):
            credentials.create_author_token(session, account, "", "test")
        with pytest.raises(Conflict, match="revoke one first"):
            credentials.create_author_token(session, account, "", "test")
    asked = 0
    with pytest.raises(LimitReached, match="in an hour"):
        while asked <= MOST_IN_AN_HOUR:
            asked += len(challenge(database, redis, hog, Challenge("hog-bot-0", ["bot-0"], "nippon", matches=50)))
            cancel(database, hog)
    assert asked == MOST_IN_AN_HOUR


def test_a_long_queue_of_one_takes_little_of_the_schedulers_time(arena, database, redis):
    """Measured on the same machine in the same minute: a pass with a hog against a pass without one."""
    arena.account("fair", 2)
    arena.tick(utcnow() + timedelta(seconds=10))
    alone = _seconds(arena)
    hog = arena.account("hog", 20)
    for number in range(2):
        challenge(database, redis, hog, Challenge(f"hog-bot-{number}", ["bot-0"], "nippon", matches=MOST_AT_ONCE))
    for step in range(3):
        arena.tick(utcnow() + timedelta(seconds=100 + step))
    assert _seconds(arena) < 20 * alone + 0.5


def _seconds(arena):
    best = 1e9
    for _ in range(3):
        start = process_time()
        arena.tick(utcnow() + timedelta(seconds=200))
        best = min(best, process_time() - start)
    return best


def test_bots_of_a_disabled_account_are_shut_out(arena, database, redis):
    arena.account("gone", 1)
    arena.account("fair", 1)
    (bot_id,) = arena.bots["gone"]
    with database.write() as session:
        token = create_bot_token(session, session.get_one(Bot, bot_id), "", "test")
        assert live_token(session, token, "bot") is not None
        session.scalars(select(Account).where(Account.name == "gone")).one().disabled_at = utcnow()
    with database.read() as session:
        assert live_token(session, token, "bot") is None
        token_id = session.scalars(select(Token.id).where(Token.bot_id == bot_id)).one()
    records = BotRecords(database)
    identity = BotIdentity(str(bot_id), "gone", token_id)
    assert records.revoked([identity]) == [str(bot_id)], "a session that is open ends"
    for step in range(3):
        arena.tick(utcnow() + timedelta(seconds=10 * (step + 1)))
    assert arena.of("gone", arena.running()) == []
    assert arena.of("fair", arena.running()) != []


def test_a_bot_plays_on_while_one_of_its_team_is_not_disabled(arena, database):
    who = arena.account("aki", 1)
    with database.write() as session:
        ben = create_account(session, "ben", None, Role.AUTHOR, "test")
        teams.invite(session, who, "aki", "ben")
        teams.accept_invitation(session, viewer(session, ben.id), "aki")
        session.get_one(Account, who.account_id).disabled_at = utcnow()
    for step in range(3):
        arena.tick(utcnow() + timedelta(seconds=10 * (step + 1)))
    assert arena.of("aki", arena.running()) != []


def test_leaving_a_ladder_drops_what_nobody_has_begun_and_keeps_what_has(arena, database):
    who = arena.account("aki", 1)
    arena.account("ben", 1)
    arena.tick()
    begun = arena.running()
    with database.write() as session:
        enter(session, who, "nippon-2", "aki-bot-0")
    ladders.tick(database, arena.redis, utcnow() + timedelta(seconds=10), SHARES)
    with database.write() as session:
        assert session.scalar(select(func.count()).select_from(TableSet).where(TableSet.state == "open")) >= 2
        leave(session, who, "nippon-2", "aki-bot-0")
    with database.read() as session:
        dropped = session.scalars(select(TableSet).where(TableSet.state == "void")).all()
        assert dropped
        assert {one.void_reason for one in dropped} == {"aki-bot-0 left; nobody had begun"}
        assert all(session.get_one(Match, match_id).state is MatchState.RUNNING for match_id in begun)
