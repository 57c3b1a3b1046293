"""What owners do with archives of their bots: hand one in, choose the version that plays, delete one."""

from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from arena.access.lookup import own_bot
from arena.access.viewers import Viewer
from arena.archives.limits import MEGABYTE
from arena.archives.reading import Inspected
from arena.bots.commands import register_hosted
from arena.db.database import stored, utcnow
from arena.db.models import (
    Account,
    Bot,
    Entry,
    EntryState,
    Season,
    SeasonState,
    Submission,
    SubmissionFile,
    audit,
)
from arena.errors import Conflict, LimitReached
from arena.seasons.lookup import plan_of
from arena.submissions.queries import of_version, used_bytes


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What became of an archive."""

    bot: str
    version: str
    sha256: str
    created: bool
    """Whether the bot is new."""


def submit(session: Session, who: Viewer, found: Inspected, *, quota_megabytes: int) -> HandedIn:
    """Keep an archive as a version of the bot that its bot.toml names, and let that version play. The bot is created if there is none.

    The same archive twice is one version. The archive is checked before the transaction begins: that can take a second.
    """
    if not quota_megabytes:
        raise Conflict("this arena takes no archives: bots dial in")
    name, version = found.manifest.name, found.manifest.version
    created = session.scalar(select(Bot.id).where(Bot.name == name)) is None
    row = register_hosted(session, who, name) if created else own_bot(session, who, name)
    if row.disabled_at is not None:
        raise Conflict(f"{name} is retired")
    # Locked, so that two archives at once cannot both be the active version.
    session.execute(select(Bot.id).where(Bot.id == row.id).with_for_update())
    kept = session.scalar(select(Submission).where(Submission.bot_id == row.id, Submission.version == version))
    if kept is not None and kept.sha256 != found.sha256:
        raise Conflict(f"{name} has a version {version} already, with other contents: raise version in bot.toml")
    _check_seasons(session, row, version)
    if kept is None or kept.deleted_at is not None:
        _check_quota(session, who, len(found.data), quota_megabytes)
        kept = _keep(session, who, row, found, kept)
    _activate(session, kept)
    return HandedIn(name, version, found.sha256, created)


def _check_quota(session: Session, who: Viewer, size: int, quota_megabytes: int) -> None:
    if who.account_id is None:
        return
    session.execute(select(Account.id).where(Account.id == who.account_id).with_for_update())
    used = used_bytes(session, who)
    if used + size > quota_megabytes * MEGABYTE:
        raise LimitReached(
            f"your archives take {used / MEGABYTE:.1f} MB of {quota_megabytes} MB, and this one has "
            f"{size / MEGABYTE:.1f} MB: delete a version first"
        )


def _keep(session: Session, who: Viewer, bot: Bot, found: Inspected, kept: Submission | None) -> Submission:
    row = kept or Submission(bot_id=bot.id, version=found.manifest.version, sha256=found.sha256)
    row.account_id, row.deleted_at, row.created_at = who.account_id, None, utcnow()
    row.language, row.protocol = found.manifest.language, found.manifest.protocol
    row.command, row.games = list(found.manifest.command), list(found.manifest.games)
    row.archive_bytes, row.unpacked_bytes, row.files = len(found.data), found.unpacked_bytes, found.files
    stored(session, row)
    session.add(SubmissionFile(submission_id=row.id, content=found.data))
    details = {"version": row.version, "sha256": row.sha256, "bytes": len(found.data)}
    audit(session, who.name, "submission_added", f"bot:{bot.name}", **details)
    return row


def _check_seasons(session: Session, bot: Bot, version: str) -> None:
    """Conflict if a season that the bot plays in does not allow hosting this version, or, if it is empty, hosting none."""
    entered = select(Season, Entry.version).join(Entry, Entry.season_id == Season.id)
    mine = Entry.bot_id == bot.id, Entry.state == EntryState.ACTIVE, Season.hosting != "both"
    open_ = Season.state.in_((SeasonState.REGISTRATION, SeasonState.RUNNING))
    for season, locked in session.execute(entered.where(*mine, open_).order_by(Season.id)):
        if season.hosting == "dial_in" and version:
            raise Conflict(
                f"{bot.name} plays in {season.slug}, which is for bots that dial in: leave that season first"
            )
        if season.hosting == "hosted" and not version:
            raise Conflict(f"{bot.name} plays in {season.slug}, which is for hosted bots: leave that season first")
        is_locked = season.locked_at is not None and plan_of(season).entry_rules.versions == "locked"
        if season.hosting == "hosted" and is_locked and locked not in {None, version}:
            raise Conflict(f"{season.slug} has locked its versions: {bot.name} plays as {locked} until it is over")


def _activate(session: Session, row: Submission) -> None:
    session.execute(update(Submission).where(Submission.bot_id == row.bot_id).values(active=False))
    row.active = True
    session.flush()


def activate(session: Session, who: Viewer, bot: str, version: str) -> None:
    """Let this version of your bot play, for example an earlier one."""
    row = of_version(session, who, bot, version)
    session.execute(select(Bot.id).where(Bot.id == row.bot_id).with_for_update())
    if not row.active:
        _check_seasons(session, session.get_one(Bot, row.bot_id), version)
        _activate(session, row)
        audit(session, who.name, "submission_activated", f"bot:{bot}", version=version)


def deactivate(session: Session, who: Viewer, bot: str) -> None:
    """Host no version of your bot; it may dial in."""
    row = own_bot(session, who, bot)
    played = session.scalar(select(Submission).where(Submission.bot_id == row.id, Submission.active.is_(True)))
    if played is not None:
        _check_seasons(session, row, "")
        played.active = False
        audit(session, who.name, "submission_deactivated", f"bot:{bot}", version=played.version)


def delete_submission(session: Session, who: Viewer, bot: str, version: str) -> None:
    """Delete the archive of a version of your bot. If it was the one that plays, none is hosted any more."""
    row = of_version(session, who, bot, version)
    if row.active:
        _check_seasons(session, session.get_one(Bot, row.bot_id), "")
    session.execute(delete(SubmissionFile).where(SubmissionFile.submission_id == row.id))
    row.deleted_at, row.active = utcnow(), False
    audit(session, who.name, "submission_deleted", f"bot:{bot}", version=version)
