"""A fingerprint of everything a bot's public page shows; it changes whenever the page would.

It is read from the data itself, so every change to the data changes it in the same transaction. Four statements for any number of
bots. It leaves out what the public does not see: running matches, notes, faults.
"""

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from arena.access.viewers import OPEN_STATES, PUBLIC, concealed
from arena.db.any_of import any_of
from arena.db.models import (
    Account,
    Bot,
    BotVersion,
    Entry,
    Match,
    MatchSeat,
    RatingEntry,
    Round,
    Season,
    SeasonStage,
    TableSet,
    Team,
)

Fingerprint = tuple[Any, ...]


def bot_fingerprints(session: Session, bots: Collection[int]) -> dict[int, Fingerprint]:
    """The fingerprints of those bots that exist."""
    ids = {"bots": list(bots)}
    open_now = {row.bot_id: tuple(row) for row in session.execute(_open(), ids)}
    entered: dict[int, list[tuple[Any, ...]]] = {}
    for row in session.execute(_entered(), ids):
        entered.setdefault(row.bot_id, []).append(tuple(row))
    hidden = concealed(session, PUBLIC, sorted({line[1] for lines in entered.values() for line in lines}))
    return {
        row.id: (
            *row,
            open_now.get(row.id),
            *entered.get(row.id, ()),
            *(line[1] for line in entered.get(row.id, ()) if line[1] in hidden),
        )
        for row in session.execute(_bots(), ids)
    }


@cache
def _bots() -> Any:
    """The bot, its newest match and version; and how many accounts are deleted: only that changes the names of others."""
    played = select(func.max(MatchSeat.match_id)).where(MatchSeat.bot_id == Bot.id).correlate(Bot).scalar_subquery()
    version = select(func.max(BotVersion.id)).where(BotVersion.bot_id == Bot.id).correlate(Bot).scalar_subquery()
    return (
        select(
            Bot.id,
            Bot.name,
            Team.name.label("owner"),
            Bot.language,
            Bot.matches_at_once,
            Bot.validated_at,
            Bot.disabled_at,
            Bot.last_seen_at,
            played.label("played"),
            version.label("version"),
            select(func.count(Account.deleted_at)).scalar_subquery().label("gone"),
        )
        .join(Team, Team.id == Bot.team_id)
        .where(any_of(Bot.id, "bots"))
    )


@cache
def _open() -> Any:
    """Its open matches: together with the newest match this shows every match that begins or ends."""
    return (
        select(MatchSeat.bot_id, func.count().label("matches"), func.sum(MatchSeat.match_id).label("which"))
        .join(Match, Match.id == MatchSeat.match_id)
        .where(Match.state.in_(OPEN_STATES), any_of(MatchSeat.bot_id, "bots"))
        .group_by(MatchSeat.bot_id)
    )


@cache
def _entered() -> Any:
    """Its entries, ranks among the others included, and the last line of its log in each."""
    mine = select(Entry.season_id).where(any_of(Entry.bot_id, "bots"))
    ranked = (
        select(
            Entry.bot_id,
            Entry.season_id,
            Entry.state,
            Entry.rating,
            Entry.deviation,
            Entry.sets_rated,
            func.rank().over(partition_by=(Entry.season_id, Entry.state), order_by=Entry.rating.desc()).label("rank"),
        )
        .where(Entry.season_id.in_(mine))
        .subquery()
    )
    logged = (
        select(func.max(RatingEntry.id))
        .where(RatingEntry.season_id == ranked.c.season_id, RatingEntry.bot_id == ranked.c.bot_id)
        .scalar_subquery()
    )
    # In a league the tables rank, and every set and round moves them; a ruling empties the page cache.
    played = select(func.max(TableSet.done_at)).where(TableSet.season_id == Season.id)
    rounds = select(func.count(Round.started_at) + func.count(Round.ended_at)).join(
        SeasonStage, SeasonStage.id == Round.stage_id
    )
    league = [
        case((Season.file.is_not(None), one.correlate(Season).scalar_subquery()))
        for one in (played, rounds.where(SeasonStage.season_id == Season.id))
    ]
    return (
        select(
            ranked,
            *league,
            logged.label("logged"),
            Season.slug,
            Season.title,
            Season.state,
            Season.paused,
            Season.visibility,
        )
        .join(Season, Season.id == ranked.c.season_id)
        .where(any_of(ranked.c.bot_id, "bots"))
        .order_by(ranked.c.bot_id, ranked.c.season_id)
    )
