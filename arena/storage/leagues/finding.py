"""Finding a season for a change: locked until the change is kept, and with its file read."""

from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues import season as described
from arena.leagues.seasonfile import parse
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Season, SeasonStage, SeasonState


def season(session: Session, slug: str) -> Season:
    """The league season of that name, locked against other changes until this transaction ends."""
    # Not the key: whoever records a result refers to the season, and must not wait for its organisers.
    wanted = select(Season).where(Season.slug == slug).with_for_update(key_share=True)
    found = session.scalar(wanted.execution_options(populate_existing=True))
    if found is None:
        raise NotFound(f"there is no season {slug!r}")
    if found.file is None:
        raise Conflict(f"{slug} is an open-ended ladder without a season file: `arena ladder` changes it")
    return found


def plan_of(row: Season) -> described.Season:
    """What the season's file says."""
    return _read(row.file or "", row.slug)


@lru_cache(maxsize=64)
def _read(text: str, slug: str) -> described.Season:
    return parse(text, f"the file of season {slug}", kept=True)


def stages(session: Session, row: Season) -> list[SeasonStage]:
    """The season's stages in the order of play."""
    return list(
        session.scalars(select(SeasonStage).where(SeasonStage.season_id == row.id).order_by(SeasonStage.number))
    )


def must_be(row: Season, verb: str, *states: SeasonState) -> None:
    """Conflict, with what would be right, unless the season is in one of the states."""
    if row.state not in states:
        right = " or ".join(f"in {one.value}" if one is SeasonState.REGISTRATION else one.value for one in states)
        raise Conflict(f"{row.slug} cannot be {verb}: it is {row.state.value}, and must be {right}")
