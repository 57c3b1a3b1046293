"""The tables, by what they are about."""

from arena.storage.models.bots import Bot, BotVersion
from arena.storage.models.logs import AuditEntry, FaultEntry, RatingEntry
from arena.storage.models.matches import (
    Match,
    MatchSeat,
    MatchState,
    PrivateNotes,
    ReplayFile,
    SetKind,
    SetState,
    TableSet,
)
from arena.storage.models.people import Account, Role, Team, TeamMember, Token, TokenKind
from arena.storage.models.seasons import Entry, EntryState, Season, SeasonFormat, SeasonState

__all__ = [
    "Account",
    "AuditEntry",
    "Bot",
    "BotVersion",
    "Entry",
    "EntryState",
    "FaultEntry",
    "Match",
    "MatchSeat",
    "MatchState",
    "PrivateNotes",
    "RatingEntry",
    "ReplayFile",
    "Role",
    "Season",
    "SeasonFormat",
    "SeasonState",
    "SetKind",
    "SetState",
    "TableSet",
    "Team",
    "TeamMember",
    "Token",
    "TokenKind",
]
