"""What something final would do, in sentences for the person who is about to do it. Nothing is changed here."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RulingKind,
    Season,
    SetState,
    TableSet,
)
from arena.errors import NotFound
from arena.seasons import lookup
from arena.wording import counted


@dataclass(frozen=True, slots=True)
class Consequences:
    """A question, and what a yes would do."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Counts:
    entries: int
    open_sets: int
    running: int
    played: int


def of_act(session: Session, who: Viewer, slug: str, act: str, bot: str = "") -> Consequences:
    """What it means to finish, cancel or wipe a season, or to remove a bot from it. NotFound for people who do not run it."""
    row = _run(session, who, slug)
    counts = _counts(session, row)
    if act == "finish":
        return Consequences(f"Finish {row.title} now?", _finishing(row, counts))
    if act == "cancel":
        return Consequences(f"Cancel {row.title}?", _cancelling(counts))
    if act == "wipe":
        return Consequences(f"Wipe {row.title}?", _wiping(counts))
    return _removing(session, row, bot)


def of_ruling(
    session: Session,
    who: Viewer,
    slug: str,
    kind: RulingKind,
    match_id: int | None,
    bot: str,
    takes_back: int | None = None,
) -> Consequences:
    """What a ruling would do, for the organisers of the season. Whether it is allowed is checked when it is made."""
    row = _run(session, who, slug)
    about = f"ruling {takes_back}" if takes_back is not None else f"match {match_id}" if match_id is not None else bot
    said = {
        RulingKind.VOID: f"Match {match_id} counts for nothing: its points leave the table, and what it moved in the ratings is taken back.",
        RulingKind.REPLAY: f"Match {match_id} counts for nothing and is played again with the same seats. Its stage waits for the new match.",
        RulingKind.FORFEIT: f"{bot} is placed last in match {match_id}; the others keep their order. Table and ratings follow.",
        RulingKind.WITHDRAW: f"{bot} stops playing. What it has played counts; its other matches are forfeited without waiting.",
        RulingKind.DISQUALIFY: f"{bot} is placed last in everything it has played, leaves the table and stops playing.",
        RulingKind.TAKE_BACK: f"Ruling {takes_back} no longer counts: table and ratings are as if it had not been made. "
        "Matches that were forfeited meanwhile stay as they are.",
    }[kind]
    sentences = [said, "Everyone who sees the season can read the ruling and your reason, beside the result."]
    if kind in {RulingKind.WITHDRAW, RulingKind.DISQUALIFY}:
        left = _seats_to_play(session, row, bot)
        sentences.insert(
            1, f"{counted(left, 'match')} of {bot} that {'has' if left == 1 else 'have'} not begun will be forfeited."
        )
    return Consequences(f"{kind.words.capitalize()} {about}?", tuple(sentences))


def _run(session: Session, who: Viewer, slug: str) -> Season:
    row = session.scalar(select(Season).where(Season.slug == slug, Season.file.is_not(None)))
    if row is None or not lookup.may_run(session, who, row):
        raise NotFound(f"you run no season {slug!r}")
    return row


def _counts(session: Session, row: Season) -> _Counts:
    matches = select(func.count()).select_from(Match).join(TableSet).where(TableSet.season_id == row.id)
    entered = select(func.count()).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE)
    waiting = select(func.count()).where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN)
    return _Counts(
        session.scalar(entered) or 0,
        session.scalar(waiting) or 0,
        session.scalar(matches.where(Match.state == MatchState.RUNNING)) or 0,
        session.scalar(matches.where(Match.state == MatchState.FINISHED)) or 0,
    )


def _called_off(counts: _Counts) -> list[str]:
    if not counts.open_sets:
        return []
    now = f", {counted(counts.running, 'match')} of them being played now" if counts.running else ""
    return [f"{counted(counts.open_sets, 'open table')} {'is' if counts.open_sets == 1 else 'are'} called off{now}."]


def _finishing(row: Season, counts: _Counts) -> tuple[str, ...]:
    kept = f"{counted(counts.played, 'match')} played so far decide the final tables."
    last = "A rehearsal has no champion." if row.rehearses_id else "The champion is named, and enters the hall of fame."
    return (*_called_off(counts), kept, last, "Final tables never change: no ruling and no match can be added.")


def _cancelling(counts: _Counts) -> tuple[str, ...]:
    kept = f"{counted(counts.played, 'match')} played so far stay visible, but there is no final table and no champion."
    notice = f"{counted(counts.entries, 'entry')} and everyone who sees the season can read your reason."
    return (
        *_called_off(counts),
        kept,
        notice,
        "A cancelled season cannot be resumed. You can copy it into a new one.",
    )


def _wiping(counts: _Counts) -> tuple[str, ...]:
    gone = f"{counted(counts.played, 'match')} with their replays, tables, faults, rulings and messages are deleted."
    kept = "Only a line in the audit log says that there was a rehearsal. The real season and its entries stay as they are."
    return (
        *_called_off(counts),
        gone,
        kept,
        "It cannot be restored. Download its archive first if you want to keep it.",
    )


def _removing(session: Session, row: Season, bot: str) -> Consequences:
    entered = select(Entry.id).join(Bot).where(Entry.season_id == row.id, Bot.name == bot)
    if session.scalar(entered.where(Entry.state == EntryState.ACTIVE)) is None:
        raise NotFound(f"{bot} is not entered in {row.slug}")
    return Consequences(
        f"Remove {bot} from {row.title}?",
        (
            f"{bot} does not play in this season. The list of entries shows it as withdrawn.",
            "Its team may enter it again while the season takes entries, and so may you.",
        ),
    )


def _seats_to_play(session: Session, row: Season, bot: str) -> int:
    seats = select(func.count()).select_from(MatchSeat).join(Match).join(TableSet).join(Bot, Bot.id == MatchSeat.bot_id)
    return (
        session.scalar(seats.where(TableSet.season_id == row.id, Match.state == MatchState.QUEUED, Bot.name == bot))
        or 0
    )
