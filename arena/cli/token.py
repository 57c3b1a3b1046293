"""`arena token`: keys for bots and authors."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, row_number
from arena.cli.refusals import Refused
from arena.cli.service import actor, add_settings, opened

EXAMPLES = """\
examples:
  arena token create --bot kabuki       plays as kabuki; printed once
  arena token create --author aki       asks the arena for aki; printed once
  arena token list --bot kabuki
  arena token revoke 7                  ends its session within seconds
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "token", "create, list and revoke tokens", EXAMPLES, run)
    made.add_argument("what", choices=("create", "list", "revoke"))
    made.add_argument("id", nargs="?", type=row_number, help="of the token to revoke")
    made.add_argument("--bot", help="a bot's name")
    made.add_argument("--author", help="an account's name")
    made.add_argument("--label", default="", help="what it is for")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Create, list or revoke."""
    with opened(arguments) as database:
        if arguments.what == "list":
            with database.read() as session:
                _list(session, arguments.bot)
            return 0
        from arena.storage import people

        with database.write() as session:
            if arguments.what == "revoke":
                if arguments.id is None:
                    raise Refused("arena token revoke needs the token's id; `arena token list` shows them")
                people.revoke_token(session, arguments.id, actor())
                print(f"token {arguments.id} is revoked")
            elif arguments.bot:
                print(people.create_bot_token(session, people.bot(session, arguments.bot), arguments.label, actor()))
            elif arguments.author:
                owner = people.account(session, arguments.author)
                print(people.create_author_token(session, owner, arguments.label, actor()))
            else:
                raise Refused("arena token create needs --bot NAME or --author NAME")
    return 0


def _list(session: object, bot: str | None) -> None:
    from sqlalchemy import select
    from sqlalchemy.orm import Session

    from arena.storage.models import Bot, Token

    assert isinstance(session, Session)
    wanted = select(Token, Bot.name).outerjoin(Bot, Bot.id == Token.bot_id).order_by(Token.id)
    for token, name in session.execute(wanted if bot is None else wanted.where(Bot.name == bot)):
        state = "revoked" if token.revoked_at else "live"
        print(f"{token.id:6} {token.kind.value:7} {name or '':24} {state:8} {token.label}".rstrip())
