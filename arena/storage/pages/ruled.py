"""Matches as they count: rulings of the organisers beside what was played."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from arena.leagues.results import Played
from arena.leagues.rulings import Ruling, ruled
from arena.storage.models import Bot, Entry, RulingEntry, RulingKind, Season, TableSet
from arena.storage.pages.league import RulingLine
from arena.storage.pages.matches import MatchLine


@dataclass(frozen=True, slots=True)
class Ruled:
    """What rulings made of a match."""

    counts: bool
    """False: void, or to be played again."""
    places: tuple[int | None, ...]
    """By seat, as they count."""
    rulings: tuple[RulingLine, ...]
    """In the order they were made."""

    @property
    def words(self) -> str:
        """The rulings in one line, for a table."""
        return "; ".join(f"{one.kind}{' ' + one.bot if one.bot else ''}: {one.reason}" for one in self.rulings)


def as_ruled(session: Session, lines: Sequence[MatchLine]) -> dict[int, Ruled]:
    """Those of the matches that a ruling bears on. One statement, none without finished matches of seasons."""
    over = [line for line in lines if line.season is not None and line.state == "finished" and not line.names_hidden]
    if not over:
        return {}
    seasons = select(TableSet.season_id).where(TableSet.id.in_({line.set_id for line in over}))
    rows = session.execute(
        select(RulingEntry, Season.slug, Bot.name)
        .join(Season, Season.id == RulingEntry.season_id)
        .outerjoin(Entry, Entry.id == RulingEntry.entry_id)
        .outerjoin(Bot, Bot.id == Entry.bot_id)
        .where(
            or_(
                RulingEntry.match_id.in_([line.id for line in over]),
                and_(RulingEntry.kind == RulingKind.DISQUALIFY, RulingEntry.season_id.in_(seasons)),
            )
        )
        .order_by(RulingEntry.id)
    ).all()
    made = [(row.slug, _line(row.RulingEntry, row.name)) for row in rows]
    found = {line.id: _ruled(line, [one for slug, one in made if slug == line.season]) for line in over if made}
    return {match_id: one for match_id, one in found.items() if one.rulings}


def _line(row: RulingEntry, bot: str | None) -> RulingLine:
    return RulingLine(row.id, row.kind.value, row.match_id, bot, row.reason, row.actor, row.at)


def _ruled(match: MatchLine, made: Sequence[RulingLine]) -> Ruled:
    names = tuple(seat.bot for seat in match.seats)
    mine = tuple(
        one
        for one in made
        if one.match_id == match.id or (one.kind == RulingKind.DISQUALIFY.value and one.bot in names)
    )
    played = Played(
        str(match.id),
        0,
        names,
        tuple(seat.place or len(names) for seat in match.seats),
        tuple(seat.score or 0 for seat in match.seats),
    )
    counted = ruled([played], [_plain(one) for one in mine])
    return Ruled(bool(counted), counted[0].places if counted else tuple(seat.place for seat in match.seats), mine)


def _plain(one: RulingLine) -> Ruling:
    # A match that is played again is void first; its new match is one like any other.
    if one.kind in {RulingKind.VOID.value, RulingKind.REPLAY.value}:
        return Ruling("void", one.reason, str(one.match_id))
    return Ruling(one.kind, one.reason, "" if one.match_id is None else str(one.match_id), one.bot or "")
