"""`arena webhook`: addresses that the arena calls when something happens; the operator sees those of all accounts."""

from argparse import Namespace

from arena.cli.command import Refused, argument, command, row_number
from arena.cli.service import SETTINGS, opened, operator, settings_of

EVENTS = ("season.started", "round.over", "season.champion", "bot.faulted", "bot.lost_place")


@command(
    "webhook",
    "create, list, try and delete webhooks",
    argument("what", choices=("create", "list", "log", "try", "delete")),
    argument("id", nargs="?", type=row_number, help="number of the webhook to try, to delete, or whose log to print"),
    argument("--owner", help="account that a new webhook belongs to"),
    argument("--url", help="address that is called"),
    argument(
        "--event",
        action="append",
        choices=EVENTS,
        help="call it for this event; may be repeated (default: every event)",
    ),
    argument("--style", choices=("json", "discord"), default="json", help="format of the bodies (default: json)"),
    argument("--season", default="", help="only about this season"),
    *SETTINGS,
    text="""\
examples:
  arena webhook create --owner kei --url https://example.com/arena
  arena webhook create --owner kei --url https://discord.example/api/webhooks/1/x --style discord --event season.champion
  arena webhook try 3        sends something within seconds; then: arena webhook log 3
  arena webhook delete 3
""",
)
def webhook(arguments: Namespace) -> None:
    """Create, list, try or delete."""
    if arguments.what in {"list", "log"}:
        _list(arguments)
        return
    private = settings_of(arguments).webhook_private
    with opened(arguments) as database, database.write() as session:
        from arena.webhooks import commands

        if arguments.what == "create":
            if not arguments.owner or not arguments.url:
                raise Refused("arena webhook create needs --owner and --url")
            hook = commands.create_webhook(
                session,
                operator(),
                arguments.url,
                arguments.event or EVENTS,
                style=arguments.style,
                season=arguments.season,
                owner=arguments.owner,
                private=private,
            )
            sentence = f"webhook {hook.id}; its secret (shown this once): {hook.secret}"
        else:
            if arguments.id is None:
                raise Refused(f"arena webhook {arguments.what} needs the webhook's id; `arena webhook list` shows them")
            act = commands.delete_webhook if arguments.what == "delete" else commands.try_webhook
            act(session, operator(), arguments.id)
            sentence = f"webhook {arguments.id} " + ("is deleted" if arguments.what == "delete" else "will be tried")
    print(sentence)


def _list(arguments: Namespace) -> None:
    with opened(arguments) as database, database.read() as session:
        from arena.webhooks.queries import webhooks

        lines = webhooks(session, operator(), everyone=True)
    if arguments.what == "list":
        for hook in lines:
            print(
                f"{hook.id:6} {hook.account:20} {hook.style:8} {hook.url}  {','.join(hook.events)} {hook.season}".rstrip()
            )
        return
    for hook in lines:
        for line in hook.deliveries if arguments.id in {None, hook.id} else ():
            moment = f"{line.created_at:%Y-%m-%d %H:%M:%S}"
            print(f"{hook.id:6} {moment} {line.state:10} {line.attempts} {line.event:16} {line.answer}".rstrip())
