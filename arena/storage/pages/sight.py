"""The one rule of who sees which seasons, stages and sets. Every reader of pages, feeds and APIs goes through it.

An organiser of a season is whoever its list of organisers names, and every admin. A member is whoever belongs to a team with a bot
entered in it. Drafts are for their organisers. Season and stage say for whom they are (public, members, organisers), and the
narrower of the two counts. While a stage is frozen everyone else sees it as it was at `freeze_at`: its sets that were not done by
then are not there, nor their matches, replays and ratings. Having a bot at the table makes no difference.

Who plays in a rated set with bots from outside is told when the set is over, not before: neither a match of it that is finished nor one
that was void may name them, as the same bots play on. Rounds of a league are the exception: their pairing is public anyway.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, false, not_, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from arena.storage.base import utcnow
from arena.storage.models import (
    Bot,
    Entry,
    Organiser,
    Round,
    Season,
    SeasonStage,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)

if TYPE_CHECKING:
    from arena.storage.pages.viewers import Viewer

Key = InstrumentedAttribute[Any]

NOW: BindParameter[Any] = bindparam("sight_now", callable_=utcnow, type_=SeasonStage.freeze_at.type)
"""The moment at which a statement runs: a condition with it can be made once and used for hours."""
LADDER = "ladder"
"""The format of stages whose tables form as bots are there."""
VIEWERS = 500
"""People whose conditions are kept. To build one takes longer than to run most statements."""


def organises(who: "Viewer", season_id: Key) -> ColumnElement[bool]:
    """The viewer may run the season of that column and see all of it."""
    if who.admin:
        return true()
    if who.account_id is None:
        return false()
    listed = aliased(Organiser)
    return select(listed.season_id).where(listed.season_id == season_id, listed.account_id == who.account_id).exists()


def belongs(who: "Viewer", season_id: Key) -> ColumnElement[bool]:
    """A bot of the viewer's is, or was, entered in the season of that column."""
    if not who.teams:
        return false()
    entry, bot = aliased(Entry), aliased(Bot)
    return (
        select(entry.id)
        .join(bot, bot.id == entry.bot_id)
        .where(entry.season_id == season_id, bot.team_id.in_(who.teams))
        .exists()
    )


def _for(who: "Viewer", visibility: Key, season_id: Key) -> ColumnElement[bool]:
    """A season or stage of that visibility is for the viewer."""
    if who.admin:
        return true()
    if who.account_id is None:
        return visibility == "public"
    members = and_(visibility == "members", belongs(who, season_id))
    return or_(visibility == "public", members, organises(who, season_id))


def seasons_for(who: "Viewer", season: Any = Season) -> ColumnElement[bool]:
    """The condition on seasons that the viewer may know of."""
    if who.admin:
        return true()
    begun = or_(season.state != SeasonState.DRAFT, organises(who, season.id))
    return and_(begun, _for(who, season.visibility, season.id))


def stages_for(who: "Viewer", stage: Any = SeasonStage) -> ColumnElement[bool]:
    """The condition on stages, of seasons that the viewer may see, that are for the viewer too."""
    return _for(who, stage.visibility, stage.season_id)


def frozen(who: "Viewer", stage: Any = SeasonStage) -> ColumnElement[bool]:
    """The condition on stages that stand still for the viewer."""
    since = and_(stage.freeze_at.is_not(None), stage.freeze_at <= NOW)
    return and_(since, or_(stage.reveal_at.is_(None), stage.reveal_at > NOW), not_(organises(who, stage.season_id)))


def sets_for(who: "Viewer") -> ColumnElement[bool]:
    """The condition on table sets that season and stage leave to the viewer; sets outside of seasons are not its matter."""
    if who.admin:
        return true()
    season, stage, turn = aliased(Season), aliased(SeasonStage), aliased(Round)
    late = or_(TableSet.done_at.is_(None), TableSet.done_at >= stage.freeze_at)
    hidden_season = select(season.id).where(season.id == TableSet.season_id, not_(seasons_for(who, season)))
    hidden_stage = (
        select(turn.id)
        .join(stage, stage.id == turn.stage_id)
        .where(
            turn.id == TableSet.round_id,
            or_(not_(stages_for(who, stage)), and_(frozen(who, stage), late)),
        )
    )
    return and_(~hidden_season.correlate(TableSet).exists(), ~hidden_stage.correlate(TableSet).exists())


def is_paired_ahead() -> ColumnElement[bool]:
    """The condition on table sets of a league round whose pairing everybody at the table knows: not of a ladder stage."""
    stage, turn = aliased(SeasonStage), aliased(Round)
    of_round = select(turn.id).join(stage, stage.id == turn.stage_id)
    return of_round.where(turn.id == TableSet.round_id, stage.format != LADDER).correlate(TableSet).exists()


def are_names_told() -> ColumnElement[bool]:
    """The condition on table sets whose players may be named to everybody who sees the set."""
    return or_(TableSet.state != SetState.OPEN, TableSet.kind != SetKind.RATED, TableSet.house_only, is_paired_ahead())


def concealed(session: Session, who: "Viewer", seasons: Sequence[int]) -> frozenset[int]:
    """Those of the seasons that are hidden from the viewer or frozen, if only in part: their ratings are told in part. One statement."""
    if who.admin or not seasons:
        return frozenset()
    return frozenset(session.scalars(_partly(who), {"seasons": list(seasons)}))


def partly_hidden(who: "Viewer") -> ColumnElement[bool]:
    """The condition on seasons that are hidden from the viewer or frozen, if only in part."""
    if who.admin:
        return false()
    hidden = or_(not_(stages_for(who)), frozen(who))
    part = select(SeasonStage.id).where(SeasonStage.season_id == Season.id, hidden).exists()
    return or_(not_(seasons_for(who)), part)


@lru_cache(VIEWERS)
def _partly(who: "Viewer") -> Any:
    return select(Season.id).where(Season.id.in_(bindparam("seasons", expanding=True)), partly_hidden(who))


def role_in(session: Session, who: "Viewer", season_id: int) -> str:
    """visitor, member or organiser: what the viewer is in a season. One statement."""
    if who.admin:
        return "organiser"
    if who.account_id is None:
        return "visitor"
    runs, plays = session.execute(
        select(organises(who, Season.id), belongs(who, Season.id)).where(Season.id == season_id)
    ).one()
    return "organiser" if runs else "member" if plays else "visitor"
