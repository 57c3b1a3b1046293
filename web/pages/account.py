"""A person's own pages: bots, tokens, faults, password, leaving. What belongs to others is not there."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import entering, invitations, owning, people, secrets
from arena.storage.errors import Conflict, LimitReached, NotAllowed, NotFound
from arena.storage.leaving import delete_account, retire_bot
from arena.storage.models import Account, Bot, Team, Token
from arena.storage.pages.accounts import enterable, own_bot, own_bots
from arena.storage.pages.match import faults
from arena.storage.pages.viewers import Viewer
from arena.storage.teams import own_team
from arena.text import whole_number
from web import guard, limits, sessions
from web.access import actor, signed_in
from web.forms import done, field, said, secret
from web.reading import text
from web.site import online, reading, site, who, writing

pages = Blueprint("account", __name__, url_prefix="/account")


def _overview(wrong: str = "", status: int = 200) -> ResponseReturnValue:
    with reading() as session:
        bots = own_bots(session, who())
        seasons = [(season.slug, season.title) for season in enterable(session, who())]
        tokens = session.scalars(
            select(Token).where(Token.account_id == who().account_id, Token.revoked_at.is_(None)).order_by(Token.id)
        ).all()
        teams = session.scalars(select(Team.name).where(Team.id.in_(who().teams)).order_by(Team.id)).all()
        asked = invitations.received(session, who())
        keys = [(token.id, token.label, token.created_at, token.last_used_at) for token in tokens]
    here = online([bot.id for bot in bots])
    page = render_template(
        "account.html",
        bots=bots,
        seasons=seasons,
        author_tokens=keys,
        teams=teams,
        invitations=asked,
        here=here,
        name=field("name", 64),
        team=field("team", 64),
        wrong=wrong,
        said=said(),
    )
    return page, status


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """My bots with their tokens and seasons."""
    return _overview()


@pages.post("/bots")
@signed_in
def make_bot() -> ResponseReturnValue:
    """A new bot with its first token, which is shown this once."""
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            bot, token = owning.new_bot(session, field("name", 64), _own_team(session), actor())
            name = bot.name
    except Conflict as wrong:
        return _overview(str(wrong), 422)
    return _token_page(name, token)


@pages.post("/bots/<name:name>/tokens")
@signed_in
def make_token(name: str) -> ResponseReturnValue:
    """One more token of a bot, shown this once."""
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            token = owning.new_token(session, own_bot(session, who(), name), field("label", 40), actor())
    except Conflict as wrong:
        return _overview(str(wrong), 422)
    return _token_page(name, token)


@pages.post("/author-tokens")
@signed_in
def make_author_token() -> ResponseReturnValue:
    """A token for programs that ask the arena in the person's name."""
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            token = owning.new_author_token(session, _account(session), field("label", 40), actor())
    except Conflict as wrong:
        return _overview(str(wrong), 422)
    return _token_page("", token)


def _token_page(bot: str, token: str) -> ResponseReturnValue:
    settings = site().settings
    page = render_template("token.html", bot=bot, token=token, endpoint=f"{settings.grpc_host}:{settings.grpc_port}")
    return page, 200, {"Cache-Control": "no-store"}


@pages.post("/tokens/<number:token_id>/revoke")
@signed_in
def revoke(token_id: int) -> ResponseReturnValue:
    """A token opens nothing any more."""
    limits.count("change", who().account_id)
    with writing() as session:
        found = session.get(Token, token_id)
        bot = session.get(Bot, found.bot_id) if found is not None and found.bot_id is not None else None
        mine = found is not None and found.account_id == who().account_id
        if not mine and (bot is None or not who().owns(bot.team_id)):
            raise NotFound(f"you have no token {token_id}")
        people.revoke_token(session, token_id, actor())
    return done("account.overview", "revoked")


@pages.post("/bots/<name:name>/enter")
@signed_in
def enter_season(name: str) -> ResponseReturnValue:
    """A bot joins a season that takes entries."""
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            own_bot(session, who(), name)
            entering.enter_season(session, who(), field("season", 64), name, field("code", 200), actor())
    except (Conflict, NotAllowed, LimitReached) as wrong:
        return _overview(str(wrong), 422)
    return done("account.overview", "entered")


@pages.post("/bots/<name:name>/withdraw")
@signed_in
def leave_season(name: str) -> ResponseReturnValue:
    """A bot leaves a season."""
    limits.count("change", who().account_id)
    try:
        with writing() as session:
            own_bot(session, who(), name)
            entering.leave_season(session, who(), field("season", 64), name, actor())
    except Conflict as wrong:
        return _overview(str(wrong), 422)
    return done("account.overview", "withdrawn")


@pages.post("/bots/<name:name>/challenges")
@signed_in
def challenges(name: str) -> ResponseReturnValue:
    """Whether others may challenge a bot to unrated matches."""
    limits.count("change", who().account_id)
    with writing() as session:
        owning.set_consent(session, own_bot(session, who(), name), open_to_all=field("open") == "yes", actor=actor())
    return done("account.overview", "challenges")


@pages.post("/bots/<name:name>/pace")
@signed_in
def pace(name: str) -> ResponseReturnValue:
    """How many ladder matches a bot plays in an hour at most."""
    limits.count("change", who().account_id)
    typed = field("most", 10)
    most = whole_number(typed or "0", 0, owning.MOST_PER_HOUR)
    if most is None:
        return _overview(f"Matches per hour: a number up to {owning.MOST_PER_HOUR}, or empty for no limit.", 422)
    with writing() as session:
        owning.set_pace(session, own_bot(session, who(), name), most or None, actor())
    return done("account.overview", "pace")


@pages.post("/bots/<name:name>/retire")
@signed_in
def retire(name: str) -> ResponseReturnValue:
    """A bot plays no more."""
    limits.count("change", who().account_id)
    with writing() as session:
        retire_bot(session, own_bot(session, who(), name), actor())
    return done("account.overview", "retired")


@pages.get("/faults")
@signed_in
def faulted() -> ResponseReturnValue:
    """What went wrong with my bots: the decision, and what was sent."""
    with reading() as session:
        wanted = text("bot", 64)
        bot_id = own_bot(session, who(), wanted).id if wanted else None
        found = faults(session, _only_own(), bot_id=bot_id)
    return render_template("faults.html", faulted=found, bot=wanted)


def _only_own() -> Viewer:
    """Admins, too, see their own faults here; those of others stand on the pages of the bots."""
    viewer = who()
    return Viewer(viewer.account_id, viewer.name, None, viewer.teams)


@pages.get("/settings")
@signed_in
def settings() -> ResponseReturnValue:
    """Password and leaving."""
    return render_template("settings.html", wrong="", said=said(), shortest=secrets.SHORTEST_PASSWORD)


@pages.post("/password")
@signed_in
def password() -> ResponseReturnValue:
    """Another password; every other session of the account ends."""
    limits.count("password", who().account_id)
    if secret("password") != secret("again"):
        return _refused("The two new passwords differ.")
    try:
        with writing() as session:
            account = _account(session)
            if not secrets.password_fits(account.password_hash, secret("old")):
                return _refused("The old password is wrong.")
            people.reset_password(session, account.name, secret("password"), actor())
            account_id = account.id
    except ValueError as wrong:
        return _refused(str(wrong))
    sessions.end_all(site().redis, account_id)
    guard.enter(account_id)
    return done("account.settings", "password")


@pages.post("/delete")
@signed_in
def delete() -> ResponseReturnValue:
    """Leave: the account loses its name, its bots retire, results stay."""
    limits.count("password", who().account_id)
    with writing() as session:
        account = _account(session)
        if not secrets.password_fits(account.password_hash, secret("old")):
            return _refused("The password is wrong.")
        delete_account(session, account, "site")
        account_id = account.id
    sessions.end_all(site().redis, account_id)
    guard.leave()
    return redirect(url_for("home.home"), 303)


def _refused(wrong: str) -> ResponseReturnValue:
    return render_template("settings.html", wrong=wrong, said="", shortest=secrets.SHORTEST_PASSWORD), 422


def _account(session: Session) -> Account:
    return session.get_one(Account, who().account_id)


def _own_team(session: Session) -> Team:
    """The team bots are made in: the one that is chosen, else one's own."""
    wanted = field("team", 64)
    if wanted:
        return own_team(session, who(), wanted)
    team = session.scalars(
        select(Team).where(Team.id.in_(who().teams)).order_by(Team.name != who().name, Team.id)
    ).first()
    if team is None:
        raise Conflict("you belong to no team that could own a bot")
    return team
