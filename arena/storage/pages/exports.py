"""Whole seasons in pieces, each read in a moment of its own: a download of minutes holds no transaction open."""

from collections.abc import Iterator

from sqlalchemy import select

from arena.storage.database import Database
from arena.storage.models import Match, MatchState, ReplayFile, SetKind, SetState, TableSet
from arena.storage.pages.matches import MatchLine, Wanted, matches
from arena.storage.pages.paging import MOST
from arena.storage.pages.ruled import Ruled, as_ruled
from arena.storage.pages.viewers import Viewer, visible_sets

REPLAYS = 25
"""Replays of one piece: some hundred kilobytes."""


def results(
    database: Database, who: Viewer, *, season_id: int | None = None, bot_id: int | None = None, team: int | None = None
) -> Iterator[list[tuple[MatchLine, Ruled | None]]]:
    """Finished matches of a season or a bot whose players may be told, with the rulings on them, the newest first."""
    before = None
    while True:
        wanted = Wanted(
            season_id=season_id,
            bot_id=bot_id,
            bot_team=team,
            states=(MatchState.FINISHED,),
            named=True,
            before=before,
            limit=MOST,
        )
        with database.read() as session:
            piece = matches(session, who, wanted)
            made = as_ruled(session, piece)
        if piece:
            yield [(line, made.get(line.id)) for line in piece]
        if len(piece) < MOST:
            return
        before = piece[-1].id


def replays(database: Database, who: Viewer, season_id: int) -> Iterator[list[tuple[int, int, bytes]]]:
    """Replays of a season that are open, by match: its number, when it ended (seconds since 1970), and the packed replay."""
    after = 0
    while True:
        with database.read() as session:
            rows = session.execute(
                select(Match.id, Match.finished_at, ReplayFile.body)
                .join(TableSet, TableSet.id == Match.set_id)
                .join(ReplayFile, ReplayFile.match_id == Match.id)
                .where(
                    TableSet.season_id == season_id,
                    TableSet.kind == SetKind.RATED,
                    TableSet.state == SetState.DONE,
                    Match.id > after,
                    visible_sets(who),
                )
                .order_by(Match.id)
                .limit(REPLAYS)
            ).all()
        if not rows:
            return
        yield [(row.id, int(row.finished_at.timestamp()) if row.finished_at else 0, row.body) for row in rows]
        after = rows[-1].id
