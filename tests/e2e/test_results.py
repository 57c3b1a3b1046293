"""What an author reads in the terminal of a bot on a ladder, and what Ctrl-C does there."""

import re
import signal

from sqlalchemy import select, update

from arena.db.models import Bot, Match, MatchSeat, MatchState, SetState, TableSet, Token
from arena.transport import keys
from tests.services.cluster import await_until, cluster

ONE_AT_A_TIME = """
import time
from arena.sdk import Bot, run

class Slow(Bot):
    def choose(self, decision):
        time.sleep(0.01)  # so that a match lasts long enough to be caught in the middle
        return 0

run(Slow())
"""
LINE = r"nippon \d+: place [12] of 2, \d+ points"


def sets_of(running, bot_id):
    """The sets of a bot: their states, and those of their matches in the order of the rotations."""
    rows = (
        select(TableSet.id, TableSet.state, Match.state)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(MatchSeat.bot_id == bot_id)
        .order_by(Match.id)
    )
    found = {}
    with running.database.read() as session:
        for set_id, state, match in session.execute(rows):
            found.setdefault(set_id, (state, []))[1].append(match)
    return list(found.values())


def test_results_come_with_rating_and_page_and_ctrl_c_finishes_the_set(tmp_path):
    with cluster(tmp_path) as running:
        bot_id, token = running.new_bot("kaede", validated=True)
        running.ladder([bot_id, *running.house_team("random")])
        address = running.start_gateway()
        running.start_workers()
        bot = running.start_bot("kaede", token, address, ONE_AT_A_TIME)
        await_until(lambda: bot.log.exists() and ", rating " in bot.log.read_text(), "a set is rated", running)
        between = [MatchState.RUNNING, MatchState.QUEUED]
        await_until(lambda: any(ms == between for _, ms in sets_of(running, bot_id)), "a set has begun", running)
        bot.signal(signal.SIGINT)
        assert bot.process.wait(240) == 0, running.logs()
        await_until(lambda: all(s is SetState.DONE for s, _ in sets_of(running, bot_id)), "all sets are over", running)
        with running.database.read() as session:
            verdicts = set(session.scalars(select(MatchSeat.verdict).where(MatchSeat.bot_id == bot_id)))
        said = bot.log.read_text()
        assert verdicts == {"finished"}, said
        lines = [
            line for line in said.splitlines() if re.match(r"nippon \d", line)
        ]  # a line for each match, not for sets
        assert len(lines) == 2 * len(sets_of(running, bot_id)) >= 4
        page = r"http://[\w.]+:\d+/matches/\d+"
        for number, line in enumerate(lines):
            rated = r", rating \d+ \([+-]\d+\)" if number % 2 else ""  # a set is rated with its second match
            assert re.fullmatch(f"{LINE}{rated}, {page}", line), line


def test_a_gateway_writes_down_that_a_bot_was_connected(tmp_path):
    with cluster(tmp_path) as running, running.redis.client() as redis:
        bot_id, token = running.new_bot("kaede", validated=True)
        running.start_bot("kaede", token, running.start_gateway(), ONE_AT_A_TIME)
        await_until(lambda: redis.exists(keys.presence(bot_id)), "the bot is connected", running)
        with running.database.write() as session:  # what its hello wrote
            session.execute(update(Bot).values(last_seen_at=None))
            session.execute(update(Token).values(last_used_at=None))

        def seen() -> bool:
            with running.database.read() as session:
                moments = session.execute(select(Bot.last_seen_at, Token.last_used_at).join(Token)).one()
            return None not in moments

        await_until(seen, "the gateway has written down that it is there", running)
