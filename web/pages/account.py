"""Pages of people with an account: their bots and tokens, faults, settings."""

from flask import Blueprint, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access import credentials, providers
from arena.access.lookup import own_bot
from arena.access.viewers import Viewer
from arena.accounts import commands as people
from arena.accounts.commands import delete_own_account
from arena.accounts.identities import identities
from arena.accounts.own_data import own_data
from arena.accounts.queries import author_tokens, enterable, received_invitations
from arena.accounts.second_factor import two_factor
from arena.bots import commands
from arena.bots.queries import own_bots
from arena.db.models import Account, Team
from arena.errors import Invalid
from arena.results.match import faults
from arena.seasons.entries import enter, kept_free
from arena.seasons.messages import messages_to
from arena.seasons.queries import asked_to_run
from arena.seasons.withdrawal import leave
from arena.text import whole_number
from web import limits, sessions
from web.forms import change, done, form
from web.inputs import field, secret, text
from web.site import actor, dial, online, reading, signed_in, site, who, writing

SAID = 5
"""Messages of organisers at most; a season's page has more."""

pages = Blueprint("account", __name__, url_prefix="/account")


@pages.get("")
@signed_in
def overview() -> ResponseReturnValue:
    """My bots with their tokens and seasons."""
    with reading() as session:
        bots = own_bots(session, who()).rows
        seasons = [(season.slug, season.title) for season in enterable(session, who())]
        keys = author_tokens(session, who())
        teams = session.scalars(select(Team.name).where(Team.id.in_(who().teams)).order_by(Team.id)).all()
        invited, asked = received_invitations(session, who()), asked_to_run(session, who())
        said = messages_to(session, who())
        free = kept_free(session, [bot.id for bot in bots])
    return render_template(
        "account.html",
        kept_free=free,
        bots=bots,
        seasons=seasons,
        author_tokens=keys,
        teams=teams,
        invitations=invited,
        asked=asked,
        said=said[:SAID],
        here=online([bot.id for bot in bots]),
    )


@pages.post("/bots")
@signed_in
@form(overview)
def make_bot() -> ResponseReturnValue:
    """A new bot with its first token, which is shown this once."""
    with writing() as session:
        bot, token = commands.register_bot(session, who(), field("name", 64), field("team", 64))
        name = bot.name
    return _token_page(name, token)


@pages.post("/bots/<name:name>/tokens")
@signed_in
@form(overview)
def make_token(name: str) -> ResponseReturnValue:
    """One more token of a bot, shown this once."""
    with writing() as session:
        token = commands.create_token(session, who(), name, field("label", 40))
    return _token_page(name, token)


@pages.post("/author-tokens")
@signed_in
@form(overview)
def make_author_token() -> ResponseReturnValue:
    """A token for programs that ask the arena in the person's name."""
    with writing() as session:
        token = credentials.create_author_token(session, _account(session), field("label", 40), actor())
    return _token_page("", token)


def _token_page(bot: str, token: str) -> ResponseReturnValue:
    page = render_template("token.html", bot=bot, token=token, dial=dial())
    return page, 200, {"Cache-Control": "no-store"}


@pages.post("/tokens/<number:token_id>/revoke")
@signed_in
@change(overview, "revoked")
def revoke(session: Session, token_id: int) -> None:
    """A token stops working."""
    credentials.revoke_token(session, who(), token_id)


@pages.post("/bots/<name:name>/enter")
@signed_in
@change(overview, "entered")
def enter_season(session: Session, name: str) -> None:
    """A bot joins a season that takes entries."""
    enter(session, who(), field("season", 64), name, code=field("code", 200))


@pages.post("/bots/<name:name>/withdraw")
@signed_in
@change(overview, "withdrawn")
def leave_season(session: Session, name: str) -> None:
    """A bot leaves a season."""
    leave(session, who(), field("season", 64), name)


@pages.post("/bots/<name:name>/challenges")
@signed_in
@change(overview, "saved")
def challenges(session: Session, name: str) -> None:
    """Whether others may challenge a bot to unrated matches."""
    commands.set_consent(session, who(), name, open_to_all=field("open") == "yes")


@pages.post("/bots/<name:name>/pace")
@signed_in
@change(overview, "saved")
def pace(session: Session, name: str) -> None:
    """How many ladder matches a bot plays in an hour at most."""
    most = whole_number(field("most", 10) or "0", 0, commands.MOST_PER_HOUR)
    if most is None:
        raise Invalid(f"Matches per hour: a number up to {commands.MOST_PER_HOUR}, or empty for no limit.")
    commands.set_pace(session, who(), name, most or None)


@pages.post("/bots/<name:name>/retire")
@signed_in
@change(overview, "retired")
def retire(session: Session, name: str) -> None:
    """Retire a bot."""
    commands.retire_bot(session, who(), name)


@pages.get("/faults")
@signed_in
def faulted() -> ResponseReturnValue:
    """What went wrong with my bots: the decision, and what was sent."""
    bot = text("bot", 64)
    with reading() as session:
        bot_id = own_bot(session, who(), bot).id if bot else None
        rows = faults(session, _only_own(), bot_id=bot_id)
    return render_template("faults.html", faulted=rows, bot=bot)


def _only_own() -> Viewer:
    """Admins, too, see only their own faults here; those of others are on the bots' pages."""
    viewer = who()
    return Viewer(viewer.account_id, viewer.name, None, viewer.teams)


@pages.get("/export.json")
@signed_in
def export() -> ResponseReturnValue:
    """Everything the arena keeps about the person, as a download."""
    limits.count("archive", who().account_id)
    with reading() as session:
        data = own_data(session, who())
    answer = jsonify(data)
    answer.headers["Content-Disposition"] = f'attachment; filename="meiji-arena-{who().name}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/settings")
@signed_in
def settings() -> ResponseReturnValue:
    """Password and leaving."""
    with reading() as session:
        linked = identities(session, who().account_id)
        factor = two_factor(session, who().account_id)
        has_password = _account(session).password_hash is not None
    return render_template(
        "settings.html",
        shortest=credentials.SHORTEST_PASSWORD,
        provider=providers.title(site().settings),
        linked=linked,
        factor=factor,
        has_password=has_password,
    )


@pages.post("/password")
@signed_in
@form(settings, "password")
def password() -> ResponseReturnValue:
    """Change the password; every other session of the account ends."""
    if secret("password") != secret("again"):
        raise Invalid("The two new passwords differ.")
    with writing() as session:
        account_id = people.change_password(
            session, who(), secret("old"), secret("password"), fresh=sessions.is_fresh()
        )
    sessions.end_all(account_id)
    sessions.sign_in(account_id)
    return done("account.settings", "password")


@pages.post("/delete")
@signed_in
@form(settings, "password")
def delete() -> ResponseReturnValue:
    """Delete the account: it loses its name, its bots retire, results stay."""
    with writing() as session:
        account_id = delete_own_account(session, who(), secret("old"))
    sessions.end_all(account_id)
    sessions.sign_out()
    return redirect(url_for("home.home"), 303)


def _account(session: Session) -> Account:
    return session.get_one(Account, who().account_id)
