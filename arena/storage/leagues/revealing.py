"""The ceremony: organisers end a freeze by hand."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, NotFound
from arena.storage.models import Season, SeasonStage


def reveal(
    session: Session, slug: str, actor: str, *, stage: int | None = None, now: datetime | None = None
) -> list[SeasonStage]:
    """Show all of a season's frozen stages, or one of them (from 0), to everyone it is for. Conflict if none is frozen."""
    moment = now or utcnow()
    season_id = session.scalar(select(Season.id).where(Season.slug == slug))
    if season_id is None:
        raise NotFound(f"there is no season {slug!r}")
    stages = session.scalars(
        select(SeasonStage).where(SeasonStage.season_id == season_id).order_by(SeasonStage.number).with_for_update()
    ).all()
    if stage is not None and stage not in {one.number for one in stages}:
        raise NotFound(f"{slug} has no stage {stage + 1}")
    frozen = [one for one in stages if stage in {None, one.number} and _stands_still(one, moment)]
    if not frozen:
        coming = [f"{one.name} from {one.freeze_at:%Y-%m-%d %H:%M} UTC on" for one in stages if _will(one, moment)]
        raise Conflict(f"nothing of {slug} is frozen now" + (f"; frozen will be {', '.join(coming)}" if coming else ""))
    for one in frozen:
        one.reveal_at = moment
        log(session, actor, "stage_revealed", f"season:{slug}", stage=one.name)
    session.flush()
    return frozen


def _stands_still(stage: SeasonStage, now: datetime) -> bool:
    begun = stage.freeze_at is not None and stage.freeze_at <= now
    return begun and (stage.reveal_at is None or stage.reveal_at > now)


def _will(stage: SeasonStage, now: datetime) -> bool:
    return stage.freeze_at is not None and stage.freeze_at > now
