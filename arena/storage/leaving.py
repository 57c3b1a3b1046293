"""Taking leave: an account that is deleted keeps its rows, without anything that names its person; results stay whole."""

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.entering import withdraw
from arena.storage.forgetting import Gone, forget
from arena.storage.leagues.leaving import leave
from arena.storage.models import (
    Account,
    Bot,
    Entry,
    EntryState,
    Organiser,
    Season,
    SeasonState,
    Team,
    TeamInvitation,
    TeamMember,
    Token,
)
from arena.storage.names import folded


def retire_bot(session: Session, bot: Bot, actor: str) -> None:
    """A bot plays no more: disabled, its tokens revoked, withdrawn from its seasons."""
    now = utcnow()
    bot.disabled_at = bot.disabled_at or now
    session.execute(update(Token).where(Token.bot_id == bot.id, Token.revoked_at.is_(None)).values(revoked_at=now))
    for slug in session.scalars(
        select(Season.slug)
        .join(Entry)
        .where(Entry.bot_id == bot.id, Entry.state == EntryState.ACTIVE)
        .where(Season.file.is_not(None), Season.state == SeasonState.RUNNING)
    ).all():
        leave(session, slug, bot, actor, "its bot was retired")
    session.flush()
    for entry in session.scalars(
        select(Entry).where(Entry.bot_id == bot.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
    ).all():
        withdraw(session, entry, actor)
    log(session, actor, "bot_retired", f"bot:{bot.name}")


def delete_account(session: Session, account: Account, actor: str) -> None:
    """Anonymise an account, and with it the teams that have nobody else and their bots; none of their names stays anywhere."""
    log(session, actor, "account_deleted", f"account:{account.id}")
    session.execute(
        update(Token).where(Token.account_id == account.id, Token.revoked_at.is_(None)).values(revoked_at=utcnow())
    )
    session.execute(delete(Organiser).where(Organiser.account_id == account.id))
    session.execute(delete(TeamInvitation).where(TeamInvitation.account_id == account.id))
    gone = Gone()
    for team in session.scalars(select(Team).join(TeamMember).where(TeamMember.account_id == account.id)).all():
        others = [member for member in team.members if member.account_id != account.id]
        if not others:
            _dissolve(session, team, actor, gone)
        elif not any(member.leader for member in others):
            others[0].leader = True
        for member in list(team.members):
            if member.account_id == account.id:
                session.delete(member)
    gone.accounts[account.name] = account.name = _anonymous(session, Account, f"deleted-{account.id}")
    account.password_hash = None
    account.deleted_at = utcnow()
    session.flush()
    forget(session, gone)


def _dissolve(session: Session, team: Team, actor: str, gone: Gone) -> None:
    """Retire its bots, and take its name and theirs."""
    session.execute(delete(TeamInvitation).where(TeamInvitation.team_id == team.id))
    gone.teams[team.name] = team.name = _anonymous(session, Team, f"deleted-{team.id}")
    for bot in session.scalars(select(Bot).where(Bot.team_id == team.id)).all():
        retire_bot(session, bot, actor)
        gone.bots[bot.name] = bot.name = _anonymous(session, Bot, f"retired-{bot.id}")
        gone.bot_ids[bot.id] = (bot.name, team.name)


def _anonymous(session: Session, kind: type[Account | Team | Bot], name: str) -> str:
    """A name without a person, which nobody else has: names such as these were free to take once."""
    wanted, number = name, 1
    while session.scalar(select(kind.id).where(or_(kind.name == wanted, kind.folded == folded(wanted)))) is not None:
        number += 1
        wanted = f"{name}-{number}"
    return wanted
