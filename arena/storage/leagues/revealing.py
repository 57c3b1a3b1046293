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


def reveal(session: Session, slug: str, actor: str, *, now: datetime | None = None) -> list[SeasonStage]:
    """All stages of a season that are frozen; Conflict, with what is to come, if none is."""
    moment = now or utcnow()
    stages = finding.stages(session, finding.season(session, slug))
    frozen = [one for one in stages if one.freeze_at is not None and one.freeze_at <= moment]
    hidden = [one.number for one in frozen if one.reveal_at is None or one.reveal_at > moment]
    if not hidden:
        coming = [
            f"{one.name} from {one.freeze_at:%Y-%m-%d %H:%M} UTC on"
            for one in stages
            if one.freeze_at and one not in frozen
        ]
        raise Conflict(f"nothing of {slug} is frozen now" + (f"; frozen will be {', '.join(coming)}" if coming else ""))
    return [reveal_stage(session, slug, number, actor, moment) for number in hidden]
