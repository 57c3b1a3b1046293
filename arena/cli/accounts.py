"""`arena user`, `arena bot`, `arena token`: accounts, their bots and tokens, as the operator sees them."""

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from arena.cli.command import Refused, argument, command, flag, row_number
from arena.cli.service import SETTINGS, actor, opened, operator

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from arena.db.database import Database


EVERY_ACCOUNT = 1_000_000


def _name_in(arguments: Namespace, kind: str) -> str:
    if arguments.name is None:
        raise Refused(f"arena {kind} {arguments.what} needs a name")
    name: str = arguments.name
    return name


@command(
    "user",
    "create, list, export and anonymise accounts, and reset how they sign in",
    argument("what", choices=("create", "reset-password", "reset-two-factor", "unlink", "list", "export", "anonymise")),
    argument("name", nargs="?", help="the account's name"),
    argument("--role", choices=("author", "organiser", "admin"), default="author", help="(default: author)"),
    flag("--sure", "confirm anonymising, which cannot be undone"),
    *SETTINGS,
    text="""\
examples:
  arena user create aki                     an author; the password is generated and printed once
  arena user create kei --role organiser    may run seasons
  arena user reset-password aki             a new password, printed once
  arena user reset-two-factor aki           the password alone signs in again
  arena user unlink aki                     removes the account's links to sign-in providers
  arena user list
  arena user export aki > aki.json          everything the arena keeps about aki
  arena user anonymise aki --sure           aki's name goes everywhere; bots retire, results stay
""",
)
def user(arguments: Namespace) -> None:
    """Create, reset or list."""
    with opened(arguments) as database:
        from arena.access.credentials import new_password
        from arena.accounts import commands, queries
        from arena.db.models import Role
        from arena.db.paging import Part

        if arguments.what == "list":
            with database.read() as session:
                for account in queries.accounts(session, "", Part(EVERY_ACCOUNT)).rows:
                    disabled = "disabled" if account.disabled_at else ""
                    print(f"{account.name:24} {account.role:10} {disabled}".rstrip())
            return
        name, password = _name_in(arguments, "user"), new_password()
        if arguments.what in {"reset-two-factor", "unlink"}:
            _reset_sign_in(database, arguments.what, name)
            return
        if arguments.what in {"export", "anonymise"}:
            _export_or_anonymise(database, arguments, name)
            return
        with database.write() as session:
            if arguments.what == "create":
                commands.create_account(session, name, password, Role(arguments.role), actor())
            else:
                commands.reset_password(session, name, password, actor())
    print(f"password of {name} (shown this once): {password}")


def _reset_sign_in(database: "Database", what: str, name: str) -> None:
    from arena.accounts.identities import unlink_all
    from arena.accounts.second_factor import reset_two_factor

    with database.write() as session:
        if what == "unlink":
            sentence = f"{unlink_all(session, operator(), name)} links of {name} removed"
        else:
            reset_two_factor(session, operator(), name)
            sentence = f"two-factor sign-in of {name} is off"
    print(sentence)


def _export_or_anonymise(database: "Database", arguments: Namespace, name: str) -> None:
    from arena.accounts.commands import anonymise_account
    from arena.accounts.own_data import own_data

    if arguments.what == "export":
        with database.read() as session:
            print(json.dumps(own_data(session, operator(), name), indent=1, ensure_ascii=False))
        return
    if not arguments.sure:
        raise Refused(f"this cannot be undone; add --sure to anonymise {name}")
    with database.write() as session:
        anonymise_account(session, operator(), name, name)
    print("the account is anonymised; its bots are retired")


@command(
    "bot",
    "create, list and disable bots",
    argument("what", choices=("create", "list", "disable", "enable")),
    argument("name", nargs="?", help="the bot's name"),
    argument("--owner", help="account or team that owns a new bot"),
    *SETTINGS,
    text="""\
examples:
  arena bot create kabuki --owner aki    a bot of aki's; its first token is printed once
  arena bot list
  arena bot disable kabuki               it stops playing, and its session ends
  arena bot enable kabuki
""",
)
def bot(arguments: Namespace) -> None:
    """Create, list, disable or enable."""
    with opened(arguments) as database:
        if arguments.what == "list":
            with database.read() as session:
                _print_bots(session)
            return
        name = _name_in(arguments, "bot")
        with database.write() as session:
            if arguments.what == "create":
                sentence = _create_bot(session, name, arguments.owner)
            else:
                from arena.bots.commands import set_disabled

                set_disabled(session, operator(), name, disabled=arguments.what == "disable")
                sentence = f"{name} is {arguments.what}d"
    print(sentence)


def _create_bot(session: "Session", name: str, owner: str | None) -> str:
    from arena.bots.commands import register_bot

    if owner is None:
        raise Refused("a new bot needs --owner, the name of an account or team")
    _, token = register_bot(session, operator(), name, owner)
    return f"token of {name} (shown this once): {token}"


def _print_bots(session: "Session") -> None:
    from arena.bots.queries import all_bots

    for row in all_bots(session):
        ready = "house" if row.house else "ready" if row.validated_at else "not validated"
        state = "disabled" if row.disabled_at else ready
        print(f"{row.name:24} {row.owner:20} {state:14} {row.house or row.language}".rstrip())


@command(
    "token",
    "create, list and revoke tokens",
    argument("what", choices=("create", "list", "revoke")),
    argument("id", nargs="?", type=row_number, help="of the token to revoke"),
    argument("--bot", help="a bot's name"),
    argument("--author", help="an account's name"),
    argument("--label", default="", help="what it is for"),
    *SETTINGS,
    text="""\
examples:
  arena token create --bot kabuki       plays as kabuki; printed once
  arena token create --author aki       for commands and programs that act for aki; printed once
  arena token list --bot kabuki
  arena token revoke 7                  a session that uses it ends within seconds
""",
)
def token(arguments: Namespace) -> None:
    """Create, list or revoke."""
    with opened(arguments) as database:
        from arena.access import credentials

        if arguments.what == "list":
            with database.read() as session:
                for row, name in credentials.all_tokens(session, arguments.bot):
                    state = "revoked" if row.revoked_at else "live"
                    print(f"{row.id:6} {row.kind.value:7} {name or '':24} {state:8} {row.label}".rstrip())
            return
        with database.write() as session:
            if arguments.what == "create":
                sentence = _create_token(session, arguments)
            elif arguments.id is None:
                raise Refused("arena token revoke needs the token's id; `arena token list` shows them")
            else:
                credentials.revoke_token(session, operator(), arguments.id)
                sentence = f"token {arguments.id} is revoked"
    print(sentence)


def _create_token(session: "Session", arguments: Namespace) -> str:
    from arena.access import credentials, lookup
    from arena.bots import commands

    if arguments.bot:
        return commands.create_token(session, operator(), arguments.bot, arguments.label)
    if arguments.author:
        owner = lookup.account(session, arguments.author)
        return credentials.create_author_token(session, owner, arguments.label, actor())
    raise Refused("arena token create needs --bot NAME or --author NAME")
