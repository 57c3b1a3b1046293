"""What must be true after any fault: nothing lost, nothing counted twice, ratings as recomputed, replays that verify."""

from collections import Counter

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.db.models import Match, MatchState, RatingEntry, ReplayFile, Season, SetKind, SetState, TableSet
from arena.ladders.rating import recompute
from arena.replays import loads, verify
from tests.services.cluster import Cluster


def finished_sets(cluster: Cluster, *, external: bool = True) -> int:
    """How many rated sets are done; those with external bots only, or all."""
    wanted = (
        select(func.count())
        .select_from(TableSet)
        .where(TableSet.state == SetState.DONE, TableSet.kind == SetKind.RATED)
    )
    with cluster.database.read() as session:
        return session.scalar(wanted.where(TableSet.house_only.is_(False)) if external else wanted) or 0


def assert_whole(cluster: Cluster) -> None:
    """Every done set has each rotation finished exactly once, and everything that follows from it."""
    with cluster.database.read() as session:
        for table_set in session.scalars(select(TableSet).where(TableSet.state == SetState.DONE)):
            _assert_set_whole(session, table_set)
        for match_id, body in session.execute(select(ReplayFile.match_id, ReplayFile.body)):
            verify(loads(body), commitment=session.get_one(Match, match_id).commitment)
        for season in session.scalars(select(Season)):
            assert list(recompute(session, season)) == []


def _assert_set_whole(session: Session, table_set: TableSet) -> None:
    finished = Counter(match.rotation for match in table_set.matches if match.state is MatchState.FINISHED)
    wanted = (
        range(table_set.seats) if table_set.kind is SetKind.RATED else {match.rotation for match in table_set.matches}
    )
    assert finished == Counter(wanted), f"set {table_set.id}: {finished}"
    assert all(match.state in {MatchState.FINISHED, MatchState.VOID} for match in table_set.matches)
    if table_set.kind is SetKind.RATED:
        lines = session.scalars(select(RatingEntry).where(RatingEntry.set_id == table_set.id)).all()
        assert len(lines) == table_set.seats
        assert table_set.seats == 1 or sum(line.change for line in lines) == 0
