"""Who is looking, and the one rule of what they see: seasons, stages, table sets. Every reader of pages, feeds and APIs goes through it.

The organisers of a season are the accounts in its list of organisers, and every admin. Its members are the people of teams with a bot
entered in it. Only organisers see drafts. A season and its stages each say who may see them (public, members, organisers), and the
narrower of the two counts. While a stage is frozen, everyone but organisers sees it as it was at `freeze_at`: sets that were not done by
then are hidden, with their matches, replays and ratings. Having a bot at the table makes no difference.

Rated sets are for everyone who may see their season and stage. Validations and challenges are for the owners of the bots at the table,
the account that asked for them, and admins. Every reader of matches and sets must go through `visible_sets`, or it leaks hidden and
frozen stages.

The players of a rated set with outside bots become public when the set is over. Until then neither a finished nor a void match of it
names them, because the same bots play on, and only owners see where their bots sit. Rounds of a league are the exception: their pairing
is public anyway.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, false, not_, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from arena.db.database import utcnow
from arena.db.models import (
    Account,
    Bot,
    Entry,
    Match,
    MatchSeat,
    MatchState,
    Organiser,
    Role,
    Round,
    Season,
    SeasonStage,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
    TeamMember,
)

Key = InstrumentedAttribute[Any]

NOW: BindParameter[Any] = bindparam("visible_now", callable_=utcnow, type_=SeasonStage.freeze_at.type)
"""The moment at which a statement runs, so that a condition can be built once and used for hours."""
LADDER = "ladder"
"""The format of stages whose tables form from the bots that are connected."""
VIEWERS = 500
"""How many viewers' conditions are cached. Building one takes longer than running most statements."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who looks at or changes something; the public has no account."""

    account_id: int | None = None
    name: str = ""
    role: Role | None = None
    teams: frozenset[int] = frozenset()

    @property
    def admin(self) -> bool:
        """May see and do everything."""
        return self.role is Role.ADMIN

    @property
    def organiser(self) -> bool:
        """May run seasons."""
        return self.role in {Role.ADMIN, Role.ORGANISER}

    def owns(self, team_id: int) -> bool:
        """Whether bots of that team are theirs."""
        return team_id in self.teams


PUBLIC = Viewer()


def organises(who: Viewer, season_id: Key) -> ColumnElement[bool]:
    """The viewer may run the season of that column and see all of it."""
    if who.admin:
        return true()
    if who.account_id is None:
        return false()
    listed = aliased(Organiser)
    return select(listed.season_id).where(listed.season_id == season_id, listed.account_id == who.account_id).exists()


def belongs(who: Viewer, season_id: Key) -> ColumnElement[bool]:
    """A bot of the viewer is or was entered in the season of that column."""
    if not who.teams:
        return false()
    entry, bot = aliased(Entry), aliased(Bot)
    return (
        select(entry.id)
        .join(bot, bot.id == entry.bot_id)
        .where(entry.season_id == season_id, bot.team_id.in_(who.teams))
        .exists()
    )


def _for(who: Viewer, visibility: Key, season_id: Key) -> ColumnElement[bool]:
    """The viewer may see a season or stage of that visibility."""
    if who.admin:
        return true()
    if who.account_id is None:
        return visibility == "public"
    members = and_(visibility == "members", belongs(who, season_id))
    return or_(visibility == "public", members, organises(who, season_id))


def seasons_for(who: Viewer, season: Any = Season) -> ColumnElement[bool]:
    """The condition on seasons that the viewer may see."""
    if who.admin:
        return true()
    begun = or_(season.state != SeasonState.DRAFT, organises(who, season.id))
    return and_(begun, _for(who, season.visibility, season.id))


def stages_for(who: Viewer, stage: Any = SeasonStage) -> ColumnElement[bool]:
    """The condition on stages that the viewer may see, in seasons that the viewer may see."""
    return _for(who, stage.visibility, stage.season_id)


def frozen(who: Viewer, stage: Any = SeasonStage) -> ColumnElement[bool]:
    """The condition on stages that are frozen for the viewer."""
    since = and_(stage.freeze_at.is_not(None), stage.freeze_at <= NOW)
    return and_(since, or_(stage.reveal_at.is_(None), stage.reveal_at > NOW), not_(organises(who, stage.season_id)))


def sets_for(who: Viewer) -> ColumnElement[bool]:
    """The condition on table sets whose season and stage the viewer may see; sets outside seasons always pass."""
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
    """The condition on table sets of a league round, whose pairing is public; not of a ladder stage."""
    stage, turn = aliased(SeasonStage), aliased(Round)
    of_round = select(turn.id).join(stage, stage.id == turn.stage_id)
    return of_round.where(turn.id == TableSet.round_id, stage.format != LADDER).correlate(TableSet).exists()


def are_names_public() -> ColumnElement[bool]:
    """The condition on table sets whose players everybody who sees the set may know."""
    return or_(TableSet.state != SetState.OPEN, TableSet.kind != SetKind.RATED, TableSet.house_only, is_paired_ahead())


def concealed(session: Session, who: Viewer, seasons: Sequence[int]) -> frozenset[int]:
    """Which of the seasons are hidden from the viewer or frozen, wholly or in part. One statement."""
    if who.admin or not seasons:
        return frozenset()
    return frozenset(session.scalars(_partly(who), {"seasons": list(seasons)}))


def partly_hidden(who: Viewer) -> ColumnElement[bool]:
    """The condition on seasons that are hidden from the viewer or frozen, wholly or in part."""
    if who.admin:
        return false()
    hidden = or_(not_(stages_for(who)), frozen(who))
    part = select(SeasonStage.id).where(SeasonStage.season_id == Season.id, hidden).exists()
    return or_(not_(seasons_for(who)), part)


@lru_cache(VIEWERS)
def _partly(who: Viewer) -> Any:
    return select(Season.id).where(Season.id.in_(bindparam("seasons", expanding=True)), partly_hidden(who))


def role_in(session: Session, who: Viewer, season_id: int) -> str:
    """The viewer's role in a season: visitor, member or organiser. One statement."""
    if who.admin:
        return "organiser"
    if who.account_id is None:
        return "visitor"
    runs, plays = session.execute(
        select(organises(who, Season.id), belongs(who, Season.id)).where(Season.id == season_id)
    ).one()
    return "organiser" if runs else "member" if plays else "visitor"


OPEN_STATES = (MatchState.QUEUED, MatchState.RUNNING)


def operator(name: str) -> Viewer:
    """A person or program without an account that may do everything: at the command line, or the arena itself."""
    return Viewer(name=name, role=Role.ADMIN)


def viewer(session: Session, account_id: int) -> Viewer:
    """The viewer with this account; the public if it is disabled or deleted. One statement."""
    rows = session.execute(
        select(Account.name, Account.role, TeamMember.team_id)
        .outerjoin(TeamMember, TeamMember.account_id == Account.id)
        .where(Account.id == account_id, Account.disabled_at.is_(None), Account.deleted_at.is_(None))
    ).all()
    if not rows:
        return PUBLIC
    teams = frozenset(row.team_id for row in rows if row.team_id is not None)
    return Viewer(account_id, rows[0].name, rows[0].role, teams)


@lru_cache(VIEWERS)
def visible_sets(who: Viewer) -> ColumnElement[bool]:
    """The condition on table sets that this viewer may see."""
    if who.admin:
        return true()
    allowed: ColumnElement[bool] = TableSet.kind == SetKind.RATED
    if who.account_id is None:
        return and_(allowed, sets_for(who))
    other, seat = aliased(Match), aliased(MatchSeat)
    own = (
        select(seat.id)
        .join(other, other.id == seat.match_id)
        .join(Bot, Bot.id == seat.bot_id)
        .where(other.set_id == TableSet.id, Bot.team_id.in_(who.teams))
        .exists()
    )
    return and_(allowed | (TableSet.asked_by == who.account_id) | own, sets_for(who))


def is_pairing_public() -> ColumnElement[bool]:
    """The condition on table sets whose players are public from the start."""
    return and_(is_paired_ahead(), visible_sets(PUBLIC))
