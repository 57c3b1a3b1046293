"""`arena bot`: bots and their tokens."""

from argparse import Namespace
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, command
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

EXAMPLES = """\
examples:
  arena bot create kabuki --owner aki    a bot of aki's; its first token is printed once
  arena bot list
  arena bot disable kabuki               plays no more, and its session ends
  arena bot enable kabuki
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "bot", "create, list and disable bots", EXAMPLES, run)
    made.add_argument("what", choices=("create", "list", "disable", "enable"))
    made.add_argument("name", nargs="?", help="the bot's name")
    made.add_argument("--owner", help="account or team that owns a new bot")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Create, list, disable or enable."""
    with opened(arguments) as database:
        if arguments.what == "list":
            with database.read() as session:
                _list(session)
            return 0
        if arguments.name is None:
            raise Refused(f"arena bot {arguments.what} needs a name")
        with database.write() as session:
            if arguments.what == "create":
                _create(session, arguments)
            else:
                _switch(session, arguments.name, on=arguments.what == "enable")
    return 0


def _list(session: "Session") -> None:
    from sqlalchemy import select

    from arena.storage.models import Bot

    for bot in session.scalars(select(Bot).order_by(Bot.name)):
        state = (
            "disabled"
            if bot.disabled_at
            else "house"
            if bot.house
            else "ready"
            if bot.validated_at
            else "not validated"
        )
        print(f"{bot.name:24} {bot.team.name:20} {state:14} {bot.house or bot.language}".rstrip())


def _create(session: "Session", arguments: Namespace) -> None:
    from sqlalchemy import select

    from arena.storage.models import Team
    from arena.storage.people import create_bot, create_bot_token

    if arguments.owner is None:
        raise Refused("a new bot needs --owner, the name of an account or team")
    team = session.scalar(select(Team).where(Team.name == arguments.owner))
    if team is None:
        raise Refused(
            f"there is no account or team {arguments.owner!r}; `arena user create {arguments.owner}` makes one"
        )
    bot = create_bot(session, arguments.name, team, actor())
    print(f"token of {bot.name} (shown this once): {create_bot_token(session, bot, 'first', actor())}")


def _switch(session: "Session", name: str, *, on: bool) -> None:
    from arena.storage.audit import log
    from arena.storage.base import utcnow
    from arena.storage.people import bot as bot_named

    bot = bot_named(session, name)
    bot.disabled_at = None if on else utcnow()
    log(session, actor(), "bot_enabled" if on else "bot_disabled", f"bot:{name}")
    print(f"{name} is {'enabled' if on else 'disabled'}")
