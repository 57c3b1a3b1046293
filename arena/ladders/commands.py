"""Ladders: made, paused and ended by an operator."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

import engine
from arena.db.database import stored
from arena.db.models import Bot, Season, SeasonFormat, SeasonState, audit
from arena.errors import Conflict, existing
from arena.ladders.rating import enter
from arena.matches.clocks import preset
from arena.matches.spec import new_seed
from arena.names import checked_name
from engine.core.options import plain

SETUPS = 20
"""Public set-ups of a solo ladder, unless another number is asked for."""
MOST_SETUPS = 1000


@dataclass(frozen=True, slots=True)
class NewLadder:
    """What a ladder is to be."""

    slug: str
    game: str
    seats: int
    clock: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    open_ladder: bool = False
    house: bool = False
    """Enter all house bots."""
    setups: int = SETUPS
    """Of a solo ladder (one seat): how many public set-ups everyone plays."""


def create_ladder(session: Session, wanted: NewLadder, actor: str) -> int:
    """A running ladder; how many house bots entered it. InvalidOption, InvalidSpec or Conflict if it cannot be."""
    if session.scalar(select(Season.id).where(Season.slug == checked_name("a season", wanted.slug))):
        raise Conflict(f"there is a season {wanted.slug!r} already")
    clock = preset(wanted.clock)
    if clock.bank_ms is None:
        raise Conflict("a ladder needs a clock with a limit, or a silent bot would never free its table")
    solo = wanted.seats == 1
    if solo and not 2 <= wanted.setups <= MOST_SETUPS:
        raise Conflict(f"a solo ladder needs from 2 to {MOST_SETUPS} set-ups, not {wanted.setups}")
    season = stored(
        session,
        Season(
            slug=wanted.slug,
            title=wanted.title[:120],
            game=wanted.game,
            seats=wanted.seats,
            options=plain(engine.game(wanted.game).checked_options(wanted.seats, wanted.options)),
            clock=wanted.clock,
            format=SeasonFormat.SOLO if solo else SeasonFormat.LADDER,
            seed=str(new_seed()),
            setups=wanted.setups if solo else 0,
            state=SeasonState.RUNNING,
            open_ladder=wanted.open_ladder,
        ),
    )
    audit(session, actor, "season_created", f"season:{wanted.slug}", format=season.format.value, game=wanted.game)
    if not wanted.house:
        return 0
    bots = session.scalars(
        select(Bot.id).where(Bot.house.is_not(None), Bot.disabled_at.is_(None)).order_by(Bot.id)
    ).all()
    for bot_id in bots:
        enter(session, season, bot_id)
    return len(bots)


def change_ladder(session: Session, slug: str, verb: str, actor: str) -> None:
    """Pause, resume or finish a running ladder."""
    season = existing(session.scalar(select(Season).where(Season.slug == slug)), f"there is no season {slug!r}")
    if season.file is not None:
        raise Conflict(f"{slug} is a league season: `arena season {verb} {slug}` does that")
    if season.format not in {SeasonFormat.LADDER, SeasonFormat.SOLO} or season.state is not SeasonState.RUNNING:
        raise Conflict(f"{slug} is not a running ladder: it is a {season.format.value} in state {season.state.value}")
    if verb == "finish":
        season.state = SeasonState.FINISHED
    else:
        season.paused = verb == "pause"
    audit(session, actor, f"season_{verb}", f"season:{slug}")
