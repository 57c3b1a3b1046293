"""Pages of people with an account: their bots and tokens, challenges, teams, faults, settings."""

from flask import Blueprint, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.orm import Session

import engine
from arena.access import credentials
from arena.access.lookup import own_bot
from arena.access.viewers import Viewer
from arena.accounts import commands as people
from arena.accounts import teams
from arena.accounts.commands import delete_own_account
from arena.accounts.own_data import own_data
from arena.accounts.queries import author_tokens, enterable, own_teams, received_invitations
from arena.bots import commands
from arena.bots.challenges import MOST_AT_ONCE, Challenge, cancel, challenge
from arena.bots.queries import opponents, own_bots
from arena.db.models import Account, SetKind, Team
from arena.errors import Invalid, NotFound
from arena.matches.spec import PRESETS
from arena.results.match import faults
from arena.results.queries import Wanted, matches
from arena.seasons.entries import enter
from arena.seasons.queries import asked_to_run
from arena.seasons.withdrawal import leave
from arena.text import whole_number
from web import limits, sessions
from web.forms import change, done, form
from web.inputs import field, fields, lines, older, secret, text
from web.site import actor, online, reading, signed_in, site, who, writing

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
    return render_template(
        "account.html",
        bots=bots,
        seasons=seasons,
        author_tokens=keys,
        teams=teams,
        invitations=invited,
        asked=asked,
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
    settings = site().settings
    page = render_template("token.html", bot=bot, token=token, endpoint=f"{settings.grpc_host}:{settings.grpc_port}")
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
    """A bot plays no more."""
    commands.retire_bot(session, who(), name)


@pages.get("/faults")
@signed_in
def faulted() -> ResponseReturnValue:
    """What went wrong with my bots: the decision, and what was sent."""
    bot = text("bot", 64)
    with reading() as session:
        bot_id = own_bot(session, who(), bot).id if bot else None
        found = faults(session, _only_own(), bot_id=bot_id)
    return render_template("faults.html", faulted=found, bot=bot)


def _only_own() -> Viewer:
    """Admins, too, see only their own faults here; those of others are on the bots' pages."""
    viewer = who()
    return Viewer(viewer.account_id, viewer.name, None, viewer.teams)


@pages.get("/export.json")
@signed_in
def export() -> ResponseReturnValue:
    """Everything the arena keeps about the person, to take along."""
    limits.count("archive", who().account_id)
    with reading() as session:
        found = own_data(session, who())
    answer = jsonify(found)
    answer.headers["Content-Disposition"] = f'attachment; filename="meiji-arena-{who().name}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/settings")
@signed_in
def settings() -> ResponseReturnValue:
    """Password and leaving."""
    return render_template("settings.html", shortest=credentials.SHORTEST_PASSWORD)


@pages.post("/password")
@signed_in
@form(settings, "password")
def password() -> ResponseReturnValue:
    """Another password; every other session of the account ends."""
    if secret("password") != secret("again"):
        raise Invalid("The two new passwords differ.")
    with writing() as session:
        account_id = people.change_password(session, who(), secret("old"), secret("password"))
    sessions.end_all(account_id)
    sessions.sign_in(account_id)
    return done("account.settings", "password")


@pages.post("/delete")
@signed_in
@form(settings, "password")
def delete() -> ResponseReturnValue:
    """Leave: the account loses its name, its bots retire, results stay."""
    with writing() as session:
        account_id = delete_own_account(session, who(), secret("old"))
    sessions.end_all(account_id)
    sessions.sign_out()
    return redirect(url_for("home.home"), 303)


def _account(session: Session) -> Account:
    return session.get_one(Account, who().account_id)


SIZE = 30
MOST_OPPONENTS = 3
CLOCKS = tuple(name for name in PRESETS if name not in {"slow", "none"})
"""Those that challenges may have: at most `long`."""


@pages.get("/challenges")
@signed_in
def challenge_form() -> ResponseReturnValue:
    """The form, and my challenges."""
    wanted = Wanted(kind=SetKind.CHALLENGE, asked_by=who().account_id, part=older(SIZE))
    with reading() as session:
        own = [bot for bot in own_bots(session, who()).rows if bot.disabled_at is None]
        others = opponents(session, who())
        asked = matches(session, who(), wanted)
    return render_template(
        "challenges.html",
        own=own,
        opponents=others,
        here=online([bot.id for bot in others if not bot.house] + [bot.id for bot in own]),
        matches=asked.rows,
        following=asked.next,
        all_games=[engine.game(name) for name in engine.games()],
        clocks=CLOCKS,
        bot_name=field("bot", 64) or text("bot", 64),
        game_name=field("game", 64) or text("game", 20),
        opponent_names=fields("opponent", MOST_OPPONENTS, 64) or [text("opponent", 64)],
        most=MOST_AT_ONCE,
    )


@pages.post("/challenges")
@signed_in
@form(challenge_form, "challenge")
def ask_challenge() -> ResponseReturnValue:
    """Queue the matches."""
    many = whole_number(field("matches", 64), 1, MOST_AT_ONCE)
    if many is None:
        raise Invalid(f"how many matches must be a number from 1 to {MOST_AT_ONCE}; got {field('matches', 64)!r}")
    asked = Challenge(
        field("bot", 64),
        [name for name in fields("opponent", MOST_OPPONENTS, 64) if name],
        field("game", 64),
        _options(lines("options")),
        field("clock", 64) or "blitz",
        many,
    )
    challenge(site().database, site().redis, who(), asked)
    return done("account.challenge_form", "challenged")


@pages.post("/challenges/cancel")
@signed_in
@form(challenge_form)
def cancel_challenges() -> ResponseReturnValue:
    """Cancel one match that has not begun, or all of them."""
    wanted = field("match", 18)
    match_id = whole_number(wanted or "0", 0, 10**17)
    if match_id is None:
        raise NotFound(f"there is no match {wanted!r}")
    cancel(site().database, who(), [match_id] if wanted else [])
    return done("account.challenge_form", "cancelled")


def _options(text: str) -> dict[str, str]:
    options = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, sign, value = line.partition("=")
        if not sign:
            raise Invalid(f"an option is written as name=value, one to a line; got {line!r}")
        options[name.strip()] = value.strip()
    return options


@pages.get("/teams")
@signed_in
def team_page() -> ResponseReturnValue:
    """My teams."""
    with reading() as session:
        own = own_teams(session, who())
        invited = received_invitations(session, who())
    return render_template("teams.html", teams=own, invitations=invited)


@pages.post("/teams")
@signed_in
@change(team_page, "team")
def create_team(session: Session) -> None:
    """A new team."""
    teams.create_team(session, who(), field("name", 64))


@pages.post("/teams/<name:name>/invitations")
@signed_in
@change(team_page, "invited")
def invite_member(session: Session, name: str) -> None:
    """Ask somebody to become a member."""
    teams.invite(session, who(), name, field("member", 64))


@pages.post("/teams/<name:name>/invitations/<name:member>/withdraw")
@signed_in
@change(team_page, "uninvited")
def withdraw_invitation(session: Session, name: str, member: str) -> None:
    """Take an invitation back."""
    teams.withdraw_invitation(session, who(), name, member)


@pages.post("/teams/<name:name>/accept")
@signed_in
@change(team_page, "joined")
def accept_invitation(session: Session, name: str) -> None:
    """Become a member of a team that invited me."""
    teams.accept_invitation(session, who(), name)


@pages.post("/teams/<name:name>/decline")
@signed_in
@change(team_page, "declined")
def decline_invitation(session: Session, name: str) -> None:
    """Decline an invitation."""
    teams.decline_invitation(session, who(), name)


@pages.post("/teams/<name:name>/members/<name:member>/remove")
@signed_in
@change(team_page, "unmember")
def remove_member(session: Session, name: str, member: str) -> None:
    """Remove a member, or leave."""
    teams.remove_member(session, who(), name, member)


@pages.post("/teams/<name:name>/members/<name:member>/leader")
@signed_in
@change(team_page, "saved")
def set_leader(session: Session, name: str, member: str) -> None:
    """Make a member a leader, or take that back."""
    teams.set_leader(session, who(), name, member, leader=field("leader") == "yes")
