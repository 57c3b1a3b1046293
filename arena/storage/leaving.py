"""Taking leave: an account that is deleted keeps its rows, without anything that names its person; results stay whole."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.entering import withdraw
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
    TeamMember,
    Token,
)


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
    """Anonymise an account, and with it the teams that have nobody else and their bots."""
    log(session, actor, "account_deleted", f"account:{account.id}")
    session.execute(
        update(Token).where(Token.account_id == account.id, Token.revoked_at.is_(None)).values(revoked_at=utcnow())
    )
    session.execute(delete(Organiser).where(Organiser.account_id == account.id))
    teams = session.scalars(select(Team).join(TeamMember).where(TeamMember.account_id == account.id)).all()
    for team in teams:
        others = [member for member in team.members if member.account_id != account.id]
        if not others:
            _dissolve(session, team, actor)
        elif not any(member.leader for member in others):
            others[0].leader = True
        for member in list(team.members):
            if member.account_id == account.id:
                session.delete(member)
    account.name = f"deleted-{account.id}"
    account.password_hash = None
    account.deleted_at = utcnow()
    session.flush()


def _dissolve(session: Session, team: Team, actor: str) -> None:
    for bot in session.scalars(select(Bot).where(Bot.team_id == team.id)).all():
        retire_bot(session, bot, actor)
        bot.name = f"retired-{bot.id}"
    team.name = f"deleted-{team.id}"
