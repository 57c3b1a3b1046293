"""A bot's place in its leagues: that of the league's tables, not of its rating."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from arena.storage.leagues.finals import WHOLE_SEASON
from arena.storage.models import FinalLine, SeasonState
from arena.storage.pages.bots import Entered
from arena.storage.pages.league import places_in
from arena.storage.pages.viewers import Viewer


def in_leagues(session: Session, who: Viewer, lines: Sequence[Entered]) -> list[Entered]:
    """The lines with the places of leagues that have begun, as the viewer may know them.

    One statement for all that are finished and hide nothing; for each of the others those of its tables.
    """
    over = [line.id for line in lines if _is_over(line)]
    final = _final(session, over) if over else {}
    return [_placed(session, who, line, final) if line.league and line.rank is not None else line for line in lines]


def _is_over(line: Entered) -> bool:
    return line.league and line.season_state == SeasonState.FINISHED.value and line.interval != 0


def _placed(session: Session, who: Viewer, line: Entered, final: dict[int, int]) -> Entered:
    if line.id in final:
        return replace(line, rank=final[line.id])
    places = places_in(session, who, line.season_id)
    return line if places is None else replace(line, rank=places.get(line.id, len(places) + 1))


def _final(session: Session, entries: Sequence[int]) -> dict[int, int]:
    """Per entry its place in the order of its whole season, the highest division first."""
    mine, above = aliased(FinalLine), aliased(FinalLine)
    rows = session.execute(
        select(mine.entry_id, func.count())
        .join(
            above,
            and_(
                above.season_id == mine.season_id,
                above.stage == mine.stage,
                or_(above.division < mine.division, and_(above.division == mine.division, above.place <= mine.place)),
            ),
        )
        .where(mine.entry_id.in_(entries), mine.stage == WHOLE_SEASON)
        .group_by(mine.entry_id)
    )
    return {row[0]: row[1] for row in rows}
