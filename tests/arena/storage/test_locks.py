"""Two schedulers at once make no more tables than one."""

import threading

from sqlalchemy import func, select

from arena.accounts.teams import add_team
from arena.db.database import alone
from arena.db.models import Team


def test_work_that_is_done_alone_sees_what_the_other_did(database):
    """Without the lock both threads would find no team on PostgreSQL, and one would fail on the name."""
    found, go = [], threading.Barrier(2)

    def work():
        go.wait(60)
        with database.write() as session:
            alone(session, "test")
            if session.scalar(select(func.count()).select_from(Team)) == 0:
                found.append("made")
                add_team(session, "first", "test")
            else:
                found.append("was there")

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["made", "was there"]
