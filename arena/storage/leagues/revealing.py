"""Showing a frozen stage again, by hand: the ceremony."""

from datetime import datetime

from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, NotFound
from arena.storage.leagues import finding
from arena.storage.models import SeasonStage


def reveal_stage(session: Session, slug: str, number: int, actor: str, now: datetime | None = None) -> SeasonStage:
    """From now on everyone who may see the stage sees all of it."""
    moment = now or utcnow()
    row = finding.season(session, slug)
    stage = next((one for one in finding.stages(session, row) if one.number == number), None)
    if stage is None:
        raise NotFound(f"{slug} has no stage {number + 1}")
    if stage.freeze_at is None or stage.freeze_at > moment:
        raise Conflict(f"stage {stage.name} of {slug} is not frozen")
    if stage.reveal_at is not None and stage.reveal_at <= moment:
        raise Conflict(f"stage {stage.name} of {slug} is shown already")
    stage.reveal_at = moment
    log(session, actor, "stage_revealed", f"season:{slug}", stage=stage.name)
    session.flush()
    return stage
