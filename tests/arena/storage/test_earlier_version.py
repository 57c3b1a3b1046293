"""What version 0.1.0 left behind still opens: its database file, and a backup that it wrote, in databases of both kinds.

The files in `earlier/` were written by the program of 0.1.0, before the redesign: 7 matches in a ladder, a league and a challenge. Their tables
are at version 0005; every later migration finds them full.
"""

import gzip
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.backup import Archive, restore
from arena.db.database import Database, newest, require_newest, upgrade
from arena.db.models import Match, MatchState, ReplayFile, Season
from arena.ladders.rating import recompute_all
from arena.replays import loads, verify
from arena.results.match import match_detail
from arena.seasons.lifecycle import pause_season
from arena.seasons.queries import control, seasons
from tests.arena.storage.conftest import new_postgres_database

EARLIER = Path(__file__).parent / "earlier"
ADMIN = operator("test")


@pytest.fixture(params=["file", "backup, SQLite", "backup, PostgreSQL"])
def opened(request, tmp_path):
    is_postgres = request.param.endswith("PostgreSQL")
    address = (
        new_postgres_database(request.getfixturevalue("postgres")) if is_postgres else f"sqlite:///{tmp_path}/arena.db"
    )
    database = Database(address)
    if request.param == "file":
        (tmp_path / "arena.db").write_bytes(gzip.decompress((EARLIER / "arena-0.1.0.db.gz").read_bytes()))
        assert upgrade(database) == ("0005", newest())
    else:
        with closing(Archive(EARLIER / "arena-0.1.0.backup.zip")) as archive:
            archive.verify()
            assert archive.manifest.revision == "0005"
            restore(archive, database)
    yield database
    database.close()


def test_its_matches_are_read_and_their_replays_verify(opened):
    require_newest(opened)
    with opened.read() as session:
        ids = session.scalars(select(Match.id).order_by(Match.id)).all()
        details = [match_detail(session, ADMIN, match_id) for match_id in ids]
        replays = [loads(body) for body in session.scalars(select(ReplayFile.body))]
    assert len(details) == 7
    finished = [detail for detail in details if detail.line.state is MatchState.FINISHED]
    assert [verify(replay) for replay in replays]
    assert len(replays) == len(finished) == 6


def test_its_ratings_follow_from_their_log(opened):
    with opened.read() as session:
        assert [check.differences for check in recompute_all(session) if check.differences] == []


def test_its_seasons_can_be_run_on(opened):
    with opened.write() as session:
        (league,) = session.scalars(select(Season.slug).where(Season.file.is_not(None), Season.slug == "autumn-cup"))
        assert len(seasons(session, ADMIN)) == 4
        assert control(session, ADMIN, league).file
        assert pause_season(session, ADMIN, league).paused
