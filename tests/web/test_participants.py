"""The class dashboard: who is there, who needs help, and faults in the season, for its organisers only."""

import re

import orjson
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.models import FaultEntry, Match, MatchSeat, Season, TableSet
from arena.seasons.participants import participants
from arena.transport import keys
from tests.web.test_organise import CONTROL, run

PAGE = f"{CONTROL}/participants"


def enter_class(kei, world) -> None:
    """Two students' bots by roster, and a house bot."""
    text = "team,bot,account\nkobo,kobo-one,hanako\ntsuru,crane,taro\n"
    assert run(kei, "roster", file=text, act="import").status_code == 200
    run(kei, "entries", entrant="shinobi")


def row_of(page: str, bot: str) -> str:
    found = re.search(rf'<tr[^>]*>\s*<th scope="row"><a href="/bots/{bot}".*?</tr>', page, re.DOTALL)
    return "" if found is None else re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found.group(0)))


def test_a_row_says_who_is_there_and_who_needs_help(sign_in, world, redis_server):
    kei = sign_in("kei")
    enter_class(kei, world)
    page = kei.get(PAGE).text
    assert "hanako" in row_of(page, "kobo-one") and "never seen" in row_of(page, "kobo-one")
    assert "Never connected" in row_of(page, "kobo-one")
    assert "house bot" in row_of(page, "shinobi") and "connected" in row_of(page, "shinobi")
    with world.database.read() as session:
        rows = participants(session, operator("kei"), "autumn-cup", set()).rows
        crane = next(row.entry.bot_id for row in rows if row.entry.bot == "crane")
    told = {"gateway": "g", "at_once": 1, "games": [], "finishing": False, "version": "2.1", "language": "python"}
    with redis_server.client() as client:
        client.set(keys.presence(crane), orjson.dumps(told))
    only = kei.get(f"{PAGE}?show=help").text
    assert row_of(only, "shinobi") == "", "house bots need no help"
    assert "Not validated" in row_of(only, "crane") and "Never connected" not in row_of(only, "crane")


def test_faults_in_the_season_are_shown_and_no_others(sign_in, world):
    """akis-bot has a fault in a challenge, which is nobody else's business, and one in the club's league."""
    kei = sign_in("kei")
    with world.database.write() as session:
        club = session.scalars(select(Season).where(Season.slug == "club-league")).one()
        seat = session.scalars(
            select(MatchSeat)
            .join(Match)
            .join(TableSet)
            .where(TableSet.season_id == club.id, MatchSeat.bot_id == world.bots["akis-bot"])
            .order_by(MatchSeat.match_id.desc())
        ).first()
        seat.verdict = "timeout"
        session.add(
            FaultEntry(
                match_id=seat.match_id,
                seat=seat.seat,
                bot_id=seat.bot_id,
                decision=3,
                made=7,
                verdict="timeout",
                detail="its bank was empty",
                legal=["hire blue"],
                sent="SENT-TOO-LATE 4",
            )
        )
    where = "/organise/seasons/club-league/participants"
    row = row_of(kei.get(where).text, "akis-bot")
    assert "its time ran out" in row.lower() and "1 fault" in row
    shown = kei.get(f"{where}/faults?bot=akis-bot").text
    assert "SENT-TOO-LATE 4" in shown
    assert "SENT-BY-AKIS-BOT" not in shown, "a fault outside the season"
    assert kei.get(f"{where}/faults?bot=bens-bot").status_code == 404, "not entered"
    for name in ("aki", "ben", "mei"):
        assert sign_in(name).get(where).status_code == 404
        assert sign_in(name).get(f"{where}/faults?bot=akis-bot").status_code == 404
