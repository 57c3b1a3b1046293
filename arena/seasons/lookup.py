"""Finds a season to change it, locked until the transaction ends, and reads its file."""

from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.models import Organiser, Season, SeasonStage, SeasonState
from arena.errors import Conflict, NotAllowed, existing
from arena.leagues import season as described
from arena.leagues.seasonfile import parse


def locked(session: Session, slug: str) -> Season:
    """The season of that name, locked against other changes until this transaction ends; NotFound otherwise."""
    # Without the key: recording a result refers to the season and must not wait for its organisers.
    wanted = select(Season).where(Season.slug == slug).with_for_update(key_share=True)
    return existing(session.scalar(wanted.execution_options(populate_existing=True)), f"there is no season {slug!r}")


def season(session: Session, slug: str) -> Season:
    """The same for a league season; Conflict for ladders that were created without a season file."""
    row = locked(session, slug)
    if row.file is None:
        raise Conflict(f"{slug} is an open-ended ladder without a season file: `arena ladder` changes it")
    return row


def may_run(session: Session, who: Viewer, row: Season) -> bool:
    """Whether this person may change the season and see all of it."""
    return who.admin or (who.account_id is not None and session.get(Organiser, (row.id, who.account_id)) is not None)


def run_by(session: Session, who: Viewer, slug: str, verb: str = "", *states: SeasonState) -> Season:
    """The league season, for its organisers and admins; NotAllowed for anyone else. Every command of organisers begins with it.

    With *verb* and *states*: Conflict, as from `must_be`, unless it is in one of these states.
    """
    row = _allowed(session, who, season(session, slug))
    if states:
        must_be(row, verb, *states)
    return row


def locked_for(session: Session, who: Viewer, slug: str) -> Season:
    """The same for any season, also a ladder."""
    return _allowed(session, who, locked(session, slug))


def _allowed(session: Session, who: Viewer, row: Season) -> Season:
    if not may_run(session, who, row):
        raise NotAllowed(f"you are not an organiser of {row.slug}")
    return row


def plan_of(row: Season) -> described.Season:
    """The season as its file describes it."""
    return _read(row.file or "", row.slug)


@lru_cache(maxsize=128)
def _read(text: str, slug: str) -> described.Season:
    return parse(text, f"the file of season {slug}", kept=True)


def stages(session: Session, row: Season) -> list[SeasonStage]:
    """The season's stages in the order of play."""
    return list(
        session.scalars(select(SeasonStage).where(SeasonStage.season_id == row.id).order_by(SeasonStage.number))
    )


def must_be(row: Season, verb: str, *states: SeasonState) -> None:
    """Conflict, naming the right states, unless the season is in one of them."""
    if row.state not in states:
        right = " or ".join(
            f"in {state.value}" if state is SeasonState.REGISTRATION else state.value for state in states
        )
        raise Conflict(f"{row.slug} cannot be {verb}: it is {row.state.value}, and must be {right}")
