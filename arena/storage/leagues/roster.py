"""A roster: many teams, bots and accounts of a season at once, from a CSV file. docs/use-the-site.md describes its columns."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import owning, people
from arena.storage.errors import Conflict, Invalid, StorageError
from arena.storage.leagues.entering import enter_by_hand
from arena.storage.models import Account, Bot, Role, Team, TeamMember
from arena.storage.pages.viewers import Viewer
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
class _Made:
    """What earlier lines of the same roster have made."""

    teams: set[int] = field(default_factory=set)
    accounts: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class RosterDone:
    """What a line does, or what is wrong with it."""

    line: RosterLine
    does: tuple[str, ...] = ()
    wrong: str = ""
    token: str = ""
    """Of a bot that was made; nobody can ask for it again."""
    account_id: int | None = None
    """Of an account that was made: its person needs a link to set a password."""


def read(text: str) -> list[RosterLine]:
    """The lines of a roster; Invalid if it is none."""
    if len(text) > LONGEST:
        raise Invalid(f"a roster has at most {LONGEST} characters, this one has {len(text)}")
    clean = text.removeprefix("\ufeff")
    if (wrong := fault(clean.replace("\r", ""), LONGEST, lines=True)) is not None:
        raise Invalid(f"the roster {wrong}")
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
    except csv.Error as wrong:  # a cell without end
        raise Invalid(f"the roster is not CSV: {wrong}") from None


def carry_out(session: Session, who: Viewer, slug: str, lines: Sequence[RosterLine], actor: str) -> list[RosterDone]:
    """Make and enter everything. A line that cannot be says why and changes nothing; whoever calls decides what is kept then."""
    made_here = _Made()
    done = []
    for line in lines:
        try:
            with session.begin_nested():
                done.append(_one(session, who, slug, line, made_here, actor))
        except StorageError as wrong:
            done.append(RosterDone(line, wrong=str(wrong)))
    return done


def _one(session: Session, who: Viewer, slug: str, line: RosterLine, made_here: "_Made", actor: str) -> RosterDone:
    if not line.team or not line.bot:
        raise Invalid(f"the {'bot' if line.team else 'team'} is missing")
    bot = session.scalar(select(Bot).where(Bot.name == line.bot))
    if bot is not None:
        return _known(session, who, slug, line, bot, actor)
    does: list[str] = []
    account_id = _account(session, line, made_here, actor, does)
    team = _team(session, who, line, made_here, actor, does)
    _member(session, who, line, team, made_here, does)
    _, token = owning.new_bot(session, line.bot, team, actor)
    enter_by_hand(session, slug, line.bot, actor)
    return RosterDone(line, (*does, f"makes the bot {line.bot}", "enters it"), token=token, account_id=account_id)


def _known(session: Session, who: Viewer, slug: str, line: RosterLine, bot: Bot, actor: str) -> RosterDone:
    """A bot that exists keeps its team and its tokens: it is entered, and nothing else."""
    if bot.team.name != line.team:
        raise Conflict(f"the bot {bot.name} belongs to team {bot.team.name}")
    if line.account and line.account not in {member.account.name for member in bot.team.members}:
        raise Conflict(f"{line.account} does not belong to team {line.team}, which has the bot {bot.name} already")
    enter_by_hand(session, slug, line.bot, actor, who)
    return RosterDone(line, (f"enters {line.bot}, which exists",))


def _account(session: Session, line: RosterLine, made_here: "_Made", actor: str, does: list[str]) -> int | None:
    if not line.account or session.scalar(select(Account.id).where(Account.name == line.account)):
        return None
    account = people.create_account(session, line.account, None, Role.AUTHOR, actor)
    made_here.accounts.add(account.id)
    made_here.teams.update(session.scalars(select(Team.id).where(Team.name == line.account)))
    does.append(f"makes the account {line.account}")
    return account.id


def _team(session: Session, who: Viewer, line: RosterLine, made_here: "_Made", actor: str, does: list[str]) -> Team:
    team = session.scalar(select(Team).where(Team.name == line.team))
    if team is None:
        team = people.create_team(session, line.team, actor)
        made_here.teams.add(team.id)
        does.append(f"makes the team {line.team}")
    elif not (who.admin or who.owns(team.id) or team.id in made_here.teams):
        # Otherwise an organiser could make bots, and get tokens, in other people's names.
        raise Conflict(
            f"there is a team {line.team} already, and you do not belong to it: its members make and enter their bots"
        )
    return team


def _member(session: Session, who: Viewer, line: RosterLine, team: Team, made_here: "_Made", does: list[str]) -> None:
    """The account leads the team. A person who has an account already is not put into a team unasked."""
    if not line.account:
        return
    account = people.account(session, line.account)
    if account.disabled_at is not None or account.deleted_at is not None:
        raise Conflict(f"the account {line.account} is disabled")
    if session.get(TeamMember, (team.id, account.id)) is None:
        if not (who.admin or account.id == who.account_id or account.id in made_here.accounts):
            raise Conflict(
                f"the account {line.account} exists already, and does not belong to team {line.team}: leave its column empty and send {line.account} an invite"
            )
        session.add(TeamMember(team_id=team.id, account_id=account.id, leader=True))
        session.flush()
        does.append(f"{line.account} leads {line.team}")
