"""`arena user`: accounts."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import actor, add_settings, opened

EXAMPLES = """\
examples:
  arena user create aki                     an author; the password is made up and printed once
  arena user create kei --role organiser    may run seasons
  arena user reset-password aki             another password, printed once
  arena user list
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "user", "create accounts and reset passwords", EXAMPLES, run)
    made.add_argument("what", choices=("create", "reset-password", "list"))
    made.add_argument("name", nargs="?", help="the account's name")
    made.add_argument("--role", choices=("author", "organiser", "admin"), default="author")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Create, reset or list."""
    with opened(arguments) as database:
        from sqlalchemy import select

        from arena.cli.refusals import Refused
        from arena.storage.models import Account, Role
        from arena.storage.people import create_account, reset_password
        from arena.storage.secrets import new_password

        if arguments.what == "list":
            with database.read() as session:
                for account in session.scalars(select(Account).order_by(Account.name)):
                    print(
                        f"{account.name:24} {account.role.value:10} {'disabled' if account.disabled_at else ''}".rstrip()
                    )
            return 0
        if arguments.name is None:
            raise Refused(f"arena user {arguments.what} needs a name")
        password = new_password()
        with database.write() as session:
            if arguments.what == "create":
                create_account(session, arguments.name, password, Role(arguments.role), actor())
            else:
                reset_password(session, arguments.name, password, actor())
        print(f"password of {arguments.name} (shown this once): {password}")
    return 0
