"""A roster: many teams, bots and accounts of a season at once, from a CSV file. docs/use-the-site.md describes its columns."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access import lookup
from arena.access.viewers import Viewer
from arena.accounts import commands as people, teams
from arena.bots.commands import register_in_team
from arena.db.database import stored
from arena.db.models import Account, Bot, Role, Team, TeamInvitation, TeamMember
from arena.errors import ArenaError, Conflict, Invalid
from arena.seasons.entries import enter, enter_by_hand, is_entered
from arena.seasons.lookup import run_by
from arena.text import fault

NEEDED = ("team", "bot")
COLUMNS = (*NEEDED, "account")
MOST_LINES = 500
LONGEST = 100_000
"""Characters of a roster."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the file."""

    number: int
    """Of the file, from 1: the heading is line 1."""
    team: str
    bot: str
    account: str = ""


@dataclass(frozen=True, slots=True)
class _Created:
    """Ids of what earlier lines of the same roster created."""

    teams: set[int] = field(default_factory=set)
    accounts: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class RosterDone:
    """What a line does, or why it cannot be done."""

    line: RosterLine
    does: tuple[str, ...] = ()
    wrong: str = ""
    token: str = ""
    """Of a new bot; it is shown only once."""
    account_id: int | None = None
    """Of a new account: its person needs a link to set a password."""


def read(text: str) -> list[RosterLine]:
    """The lines of a roster; Invalid if the text is not a roster."""
    if len(text) > LONGEST:
        raise Invalid(f"a roster has at most {LONGEST} characters, this one has {len(text)}")
    clean = text.removeprefix("\ufeff")
    if (reason := fault(clean.replace("\r", ""), LONGEST, lines=True)) is not None:
        raise Invalid(f"the roster {reason}")
    rows = _rows(clean)
    if not rows:
        raise Invalid("the roster is empty; its first line names the columns: team,bot,account")
    heading = [name.strip().lower() for name in rows[0]]
    missing = [name for name in NEEDED if name not in heading]
    unknown = [name for name in heading if name not in COLUMNS]
    if missing or unknown or len(set(heading)) != len(heading):
        raise Invalid(f"line 1 must name the columns team,bot and, if wanted, account; it says {','.join(rows[0])!r}")
    lines = []
    for number, row in enumerate(rows[1:], 2):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) != len(heading):
            raise Invalid(f"line {number} has {len(cells)} columns, and the first line names {len(heading)}")
        lines.append(RosterLine(number, **dict(zip(heading, cells, strict=True))))
    if not 1 <= len(lines) <= MOST_LINES:
        raise Invalid(f"a roster has 1 to {MOST_LINES} lines below its heading; this one has {len(lines)}")
    return lines


def _rows(text: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    try:
        return list(
            csv.reader(io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ",")
        )
    except csv.Error as error:  # a cell without end
        raise Invalid(f"the roster is not CSV: {error}") from None


def carry_out(session: Session, who: Viewer, slug: str, lines: Sequence[RosterLine]) -> list[RosterDone]:
    """Create and enter everything. A line with an error changes nothing and says why; the caller decides whether the rest is kept."""
    run_by(session, who, slug)
    created = _Created()
    done = []
    for line in lines:
        try:
            with session.begin_nested():
                done.append(_carry_out_line(session, who, slug, line, created))
        except ArenaError as error:
            done.append(RosterDone(line, wrong=str(error)))
    return done


def _carry_out_line(session: Session, who: Viewer, slug: str, line: RosterLine, created: _Created) -> RosterDone:
    if not line.team or not line.bot:
        raise Invalid(f"the {'bot' if line.team else 'team'} is missing")
    bot = session.scalar(select(Bot).where(Bot.name == line.bot))
    if bot is not None:
        return _enter_existing(session, who, slug, line, bot)
    does: list[str] = []
    account_id = _account(session, who, line, created, does)
    team = _team(session, who, line, created, does)
    _member(session, who, line, team, created, does)
    _, token = register_in_team(session, line.bot, team, who.name)
    enter_by_hand(session, who, slug, line.bot)
    return RosterDone(line, (*does, f"creates the bot {line.bot}", "enters it"), token=token, account_id=account_id)


def _enter_existing(session: Session, who: Viewer, slug: str, line: RosterLine, bot: Bot) -> RosterDone:
    """Enter a bot that exists; its team and tokens stay as they are."""
    if bot.team.name != line.team:
        raise Conflict(f"the bot {bot.name} belongs to team {bot.team.name}")
    if line.account and line.account not in {member.account.name for member in bot.team.members}:
        raise Conflict(f"{line.account} does not belong to team {line.team}, which has the bot {bot.name} already")
    if is_entered(session, slug, bot):
        raise Conflict(f"{bot.name} is entered in {slug} already")
    enter(session, who, slug, line.bot)
    return RosterDone(line, (f"enters {line.bot}, which exists",))


def _account(session: Session, who: Viewer, line: RosterLine, created: _Created, does: list[str]) -> int | None:
    if not line.account or session.scalar(select(Account.id).where(Account.name == line.account)):
        return None
    account = people.create_account(session, line.account, None, Role.AUTHOR, who.name)
    created.accounts.add(account.id)
    created.teams.update(session.scalars(select(Team.id).where(Team.name == line.account)))
    does.append(f"creates the account {line.account}")
    return account.id


def _team(session: Session, who: Viewer, line: RosterLine, created: _Created, does: list[str]) -> Team:
    team = session.scalar(select(Team).where(Team.name == line.team))
    if team is None:
        team = teams.add_team(session, line.team, who.name)
        created.teams.add(team.id)
        does.append(f"creates the team {line.team}")
    elif not (who.admin or who.owns(team.id) or team.id in created.teams):
        # Otherwise an organiser could make bots, and get tokens, in other people's names.
        raise Conflict(
            f"there is a team {line.team} already, and you do not belong to it: its members make and enter their bots"
        )
    return team


def _member(session: Session, who: Viewer, line: RosterLine, team: Team, created: _Created, does: list[str]) -> None:
    """Make the account a leader of the team. Who had an account before is invited: nobody is put into a team unasked, by an admin either."""
    if not line.account:
        return
    account = lookup.account(session, line.account)
    if account.disabled_at is not None or account.deleted_at is not None:
        raise Conflict(f"the account {line.account} is disabled")
    if session.get(TeamMember, (team.id, account.id)) is not None:
        return
    if account.id == who.account_id or account.id in created.accounts:
        stored(session, TeamMember(team_id=team.id, account_id=account.id, leader=True))
        does.append(f"{line.account} leads {line.team}")
    elif not (who.admin or team.id in created.teams):
        raise Conflict(
            f"the account {line.account} exists already, and does not belong to team {line.team}: leave its column empty, a leader of {line.team} can invite {line.account}"
        )
    elif session.get(TeamInvitation, (team.id, account.id)) is None:  # another line of the roster may have invited it
        teams.send_invitation(session, who, team, account)
        session.flush()
        does.append(f"invites {line.account} to {line.team}")
