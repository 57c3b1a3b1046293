"""Who may see what of a stage, and when: the one rule that tables, API, feeds and replays all obey.

While a stage is frozen, everyone but the organisers sees it as it was at `freeze_at`: later results, and anything
computed from them, stay hidden until `reveal`.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeVar

from arena.leagues.season import VISIBILITIES, Stage

T = TypeVar("T")

ROLES = ("visitor", "member", "organiser")
"""From least to most: the role of the viewer in this season."""


def may_see(visibility: str, role: str) -> bool:
    """Whether a viewer of that role may see a season or stage at all."""
    return ROLES.index(role) >= VISIBILITIES.index(visibility)


def frozen(stage: Stage, now: datetime) -> bool:
    """Whether the stage's table stands still; without `reveal` it does until the organisers take `freeze_at` away."""
    return stage.freeze_at is not None and stage.freeze_at <= now and (stage.reveal is None or now < stage.reveal)


def shown(stage: Stage, role: str, now: datetime, items: Iterable[T], finished: Callable[[T], datetime]) -> list[T]:
    """Those results, matches or replays of a stage that the viewer may see now."""
    if not may_see(stage.visibility, role):
        return []
    if role == "organiser" or not frozen(stage, now):
        return list(items)
    assert stage.freeze_at is not None
    return [item for item in items if finished(item) < stage.freeze_at]
