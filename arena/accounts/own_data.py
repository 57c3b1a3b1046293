"""Everything the arena keeps about one account, for its owner to download. No secrets, and nothing about others but their names."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from arena.access.lookup import account as account_named
from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import (
    Account,
    AuditEntry,
    Bot,
    BotVersion,
    Comment,
    Entry,
    FaultEntry,
    Follow,
    Identity,
    MatchSeat,
    Organiser,
    PrivateNotes,
    Season,
    Submission,
    TableSet,
    Team,
    TeamMember,
    Token,
    Webhook,
)
from arena.errors import NotAllowed

MOST_ROWS = 5000
"""Of each kind, the newest: what a person can read, and what a site can build in memory."""
MOST_NOTES = 500
"""Seats whose private notes are in it; each has up to 64 KB."""


def own_data(session: Session, who: Viewer, name: str = "") -> dict[str, Any]:
    """All data of the viewer's account, ready for JSON. Admins may name another account."""
    if name and name != who.name and not who.admin:
        raise NotAllowed("only admins may export the data of others")
    account = account_named(session, name or who.name)
    bots = select(Bot.id).join(TeamMember, TeamMember.team_id == Bot.team_id)
    mine = bots.where(TeamMember.account_id == account.id)
    return {
        "exported_at": utcnow().isoformat(),
        "most_rows_of_a_kind": MOST_ROWS,
        "most_notes": MOST_NOTES,
        "account": {
            "name": account.name,
            "role": account.role.value,
            "created_at": account.created_at.isoformat(),
            "disabled_at": _plain(account.disabled_at),
        },
        **{
            kind: _rows(session, columns, query if kind == "notes" else query.limit(MOST_ROWS))
            for kind, (columns, query) in _parts(account, mine).items()
        },
    }


def _rows(session: Session, columns: Sequence[str], query: Any) -> list[dict[str, Any]]:
    rows = session.execute(query)
    return [dict(zip(columns, map(_plain, row), strict=True)) for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, str) else value


Parts = dict[str, tuple[tuple[str, ...], Any]]
"""Fields and query of each kind; queries have as many types as columns."""


def _parts(account: Account, mine: Select[Any]) -> Parts:
    """Of each kind the names of its fields, and the newest rows."""
    return {**_of_person(account), **_of_follows(account), **_of_bots(mine), **_of_matches(mine)}


def _of_person(account: Account) -> Parts:
    seasons = select(Season.slug, Season.title).join(Organiser, Organiser.season_id == Season.id)
    return {
        "teams": (
            ("name", "leader"),
            select(Team.name, TeamMember.leader)
            .join(TeamMember, TeamMember.team_id == Team.id)
            .where(TeamMember.account_id == account.id)
            .order_by(Team.id),
        ),
        "author_tokens": (
            ("label", "created_at", "last_used_at", "revoked_at"),
            select(Token.label, Token.created_at, Token.last_used_at, Token.revoked_at)
            .where(Token.account_id == account.id)
            .order_by(Token.id.desc()),
        ),
        "linked_sign_ins": (
            ("issuer", "subject", "label", "created_at", "last_used_at"),
            select(Identity.issuer, Identity.subject, Identity.label, Identity.created_at, Identity.last_used_at).where(
                Identity.account_id == account.id
            ),
        ),
        "webhooks": (
            ("url", "style", "events", "created_at"),
            select(Webhook.url, Webhook.style, Webhook.events, Webhook.created_at)
            .where(Webhook.account_id == account.id)
            .order_by(Webhook.id.desc()),
        ),
        "seasons_run": (("slug", "title"), seasons.where(Organiser.account_id == account.id).order_by(Season.id)),
        "comments": (
            ("match", "step", "text", "at"),
            select(Comment.match_id, Comment.step, Comment.body, Comment.created_at)
            .where(Comment.account_id == account.id)
            .order_by(Comment.id.desc()),
        ),
        "challenges": (
            ("set", "game", "at"),
            select(TableSet.id, TableSet.game, TableSet.created_at)
            .where(TableSet.asked_by == account.id)
            .order_by(TableSet.id.desc()),
        ),
        "changes": (
            ("at", "action", "subject", "detail"),
            select(AuditEntry.at, AuditEntry.action, AuditEntry.subject, AuditEntry.detail)
            .where(AuditEntry.actor.in_([account.name, f"site:{account.name}"]))
            .order_by(AuditEntry.id.desc()),
        ),
    }


def _of_follows(account: Account) -> Parts:
    return {
        "followed_bots": (
            ("name", "since"),
            select(Bot.name, Follow.created_at)
            .join(Follow, Follow.bot_id == Bot.id)
            .where(Follow.account_id == account.id)
            .order_by(Follow.id.desc()),
        ),
        "followed_seasons": (
            ("slug", "since"),
            select(Season.slug, Follow.created_at)
            .join(Follow, Follow.season_id == Season.id)
            .where(Follow.account_id == account.id)
            .order_by(Follow.id.desc()),
        ),
    }


def _of_bots(mine: Select[Any]) -> Parts:
    return {
        "bots": (
            ("name", "language", "created_at", "last_seen_at", "disabled_at"),
            select(Bot.name, Bot.language, Bot.created_at, Bot.last_seen_at, Bot.disabled_at)
            .where(Bot.id.in_(mine))
            .order_by(Bot.id),
        ),
        "versions": (
            ("bot", "version", "first_seen_at", "last_seen_at"),
            select(Bot.name, BotVersion.name, BotVersion.first_seen_at, BotVersion.last_seen_at)
            .join(Bot, Bot.id == BotVersion.bot_id)
            .where(Bot.id.in_(mine))
            .order_by(BotVersion.id.desc()),
        ),
        "archives": (
            ("bot", "version", "sha256", "bytes", "created_at", "deleted_at"),
            select(
                Bot.name,
                Submission.version,
                Submission.sha256,
                Submission.archive_bytes,
                Submission.created_at,
                Submission.deleted_at,
            )
            .join(Bot, Bot.id == Submission.bot_id)
            .where(Bot.id.in_(mine))
            .order_by(Submission.id.desc()),
        ),
        "entries": (
            ("bot", "season", "state", "joined_at"),
            select(Bot.name, Season.slug, Entry.state, Entry.joined_at)
            .join(Entry, Entry.bot_id == Bot.id)
            .join(Season, Season.id == Entry.season_id)
            .where(Bot.id.in_(mine))
            .order_by(Entry.id.desc()),
        ),
    }


def _of_matches(mine: Select[Any]) -> Parts:
    seat = (MatchSeat.match_id == PrivateNotes.match_id) & (MatchSeat.seat == PrivateNotes.seat)
    return {
        "faults": (
            ("bot", "match", "decision", "verdict", "detail", "sent", "at"),
            select(
                Bot.name,
                FaultEntry.match_id,
                FaultEntry.decision,
                FaultEntry.verdict,
                FaultEntry.detail,
                FaultEntry.sent,
                FaultEntry.at,
            )
            .join(Bot, Bot.id == FaultEntry.bot_id)
            .where(Bot.id.in_(mine))
            .order_by(FaultEntry.id.desc()),
        ),
        "notes": (
            ("bot", "match", "seat", "notes"),
            select(Bot.name, PrivateNotes.match_id, PrivateNotes.seat, PrivateNotes.notes)
            .join(MatchSeat, seat)
            .join(Bot, Bot.id == MatchSeat.bot_id)
            .where(Bot.id.in_(mine))
            .order_by(PrivateNotes.match_id.desc())
            .limit(MOST_NOTES),
        ),
    }
