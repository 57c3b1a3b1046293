"""A rehearsal is a season that counts for nothing; wiped, it leaves nothing behind."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from arena.access.viewers import PUBLIC, Viewer, operator
from arena.db.database import Base, utcnow
from arena.db.models import (
    AuditEntry,
    Champion,
    FaultEntry,
    Match,
    MatchState,
    PrivateNotes,
    RulingKind,
    SeasonState,
    TableSet,
)
from arena.errors import Conflict, NotAllowed, NotFound
from arena.results import claims
from arena.scheduler import seasons
from arena.seasons import lifecycle, rehearsals, rulings, wiping
from arena.seasons.creation import next_season
from arena.seasons.queries import season
from tests.arena.storage.leagues.league_world import FIRST, ROUND_ROBIN, season_file

BOTS = {"ume": 1700, "sakura": 1600, "kiku": 1500}
REHEARSAL = "test-league-rehearsal"
TOP = 'visibility = "public"\ndeadline = 2027-04-08T20:00:00Z'
WINDOW = "[registration]\nopens = 2027-02-01T00:00:00Z\ncloses = 2027-02-28T00:00:00Z\n"


@pytest.fixture
def coming(league):
    """A season that takes entries, two weeks before its first round."""
    league.house(*BOTS)
    league.create(season_file(ROUND_ROBIN + WINDOW, TOP, 'rounds = "weekly"\nday = "monday"\nat = 20:00:00', **BOTS))
    league.open()
    league.now = FIRST - timedelta(days=14)
    return league


def rehearse(league) -> None:
    with league.database.write() as session:
        rehearsals.rehearse_season(session, operator("test"), "test-league", league.now)
    league.slug = REHEARSAL


def wipe(league, slug: str = REHEARSAL) -> bool:
    with league.database.write() as session:
        return wiping.wipe_rehearsal(session, operator("test"), slug, league.now)


def rows(league) -> dict[str, int]:
    with league.database.read() as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
            if table.name != "audit_log"
        }


def test_it_is_played_at_once_and_wiped_without_a_trace(coming):
    before = rows(coming)
    rehearse(coming)
    coming.play_out()
    assert coming.state() is SeasonState.FINISHED
    with coming.database.write() as session:
        match = session.scalars(select(Match).join(TableSet).order_by(Match.id)).first()
        session.add(FaultEntry(match_id=match.id, seat=0, bot_id=match.seats[0].bot_id, decision=0, verdict="timeout"))
        session.merge(PrivateNotes(match_id=match.id, seat=0, notes=[[0, "a note", None]]))
        newest = session.scalar(select(func.max(Match.id)))
        assert session.scalar(select(func.count()).select_from(Champion)) == 0, "nobody wins a rehearsal"
    during = rows(coming)
    assert all(during[name] > before[name] for name in ("matches", "final_tables", "rating_log", "replays", "entries"))
    assert wipe(coming)
    assert rows(coming) == before
    coming.slug = "test-league"
    assert coming.state() is SeasonState.REGISTRATION
    rehearse(coming)
    coming.tick()
    assert min(coming.open_matches()) > newest, "the number of a wiped match comes again"
    with coming.database.read() as session:
        told = session.scalars(
            select(AuditEntry.action).where(AuditEntry.action.in_(("season_rehearsed", "season_wiped")))
        )
        assert list(told) == ["season_rehearsed", "season_wiped", "season_rehearsed"]


def test_a_running_one_is_called_off_and_goes_once_its_bots_know(coming):
    with coming.database.write() as session:
        lifecycle.pause_season(session, operator("test"), "test-league")  # it shall not start meanwhile
    before = rows(coming)
    rehearse(coming)
    coming.tick()
    with coming.database.write() as session:
        claim = claims.claim(session, coming.open_matches()[0], "test")
        rulings.rule(session, operator("test"), REHEARSAL, RulingKind.WITHDRAW, "tried out", bot="kiku")
    coming.now = utcnow()
    assert not wipe(coming), "a match of it is being played"
    with coming.database.write() as session:
        assert session.get_one(Match, claim.match_id).state is MatchState.VOID
        assert claims.held(session, claim.match_id, claim.attempt) is None
    with coming.database.write() as session, pytest.raises(Conflict, match="is being wiped, try again in a minute"):
        rehearsals.rehearse_season(session, operator("test"), "test-league", coming.now)
    coming.pass_time(seconds=30)
    assert rows(coming) != before
    seasons.tick(coming.database, None, coming.now + timedelta(minutes=1))
    assert rows(coming) == before
    with coming.database.read() as session, pytest.raises(NotFound):
        season(session, operator("test"), REHEARSAL)


def test_the_real_season_wipes_it_when_it_starts(coming):
    rehearse(coming)
    coming.play_out()
    coming.slug = "test-league"
    coming.start()
    assert coming.state() is SeasonState.RUNNING
    with coming.database.read() as session, pytest.raises(NotFound):
        season(session, operator("test"), REHEARSAL)


def test_the_public_never_sees_it_and_no_league_has_it(coming):
    rehearse(coming)
    with coming.database.read() as session, pytest.raises(NotFound):
        season(session, PUBLIC, REHEARSAL)
    row = coming.season()
    assert (row.league, row.title, row.deadline) == ("", "Rehearsal of Test league", None)
    coming.play_out()
    with coming.database.write() as session, pytest.raises(Conflict, match="is a rehearsal: no season follows it"):
        next_season(session, operator("test"), REHEARSAL, first=FIRST)


def test_what_cannot_be_rehearsed_or_wiped_says_why(coming):
    with pytest.raises(Conflict, match="test-league is not a rehearsal: only rehearsals can be wiped"):
        wipe(coming, "test-league")
    rehearse(coming)
    for slug, why in (
        ("test-league", "is being rehearsed as test-league-rehearsal"),
        (REHEARSAL, "is a rehearsal itself"),
    ):
        with coming.database.write() as session, pytest.raises(Conflict, match=why):
            rehearsals.rehearse_season(session, operator("test"), slug, coming.now)
    with coming.database.write() as session, pytest.raises(NotAllowed):
        wiping.wipe_rehearsal(session, Viewer(account_id=1, name="mei"), REHEARSAL)
    wipe(coming)
    coming.slug = "test-league"
    coming.start()
    with coming.database.write() as session, pytest.raises(Conflict, match="cannot be rehearsed: it is running"):
        rehearsals.rehearse_season(session, operator("test"), "test-league", coming.now)


def test_too_few_entries_rehearse_nothing(league):
    league.house("ume")
    league.create(season_file(ume=1500))
    before = rows(league)
    with pytest.raises(Conflict, match="test-league-rehearsal cannot start: 1 entries do not fill a table of 2"):
        rehearse(league)
    assert rows(league) == before
