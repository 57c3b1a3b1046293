"""`arena mcp`: lets an agent play, over the Model Context Protocol."""

import sys
from argparse import Namespace

from arena.cli.command import Refused, argument, command, flag

BY_HAND = "This waits for messages of the Model Context Protocol: an agent's program starts it (see arena mcp --help). Ctrl-D ends."


@command(
    "mcp",
    "let a language model's agent play (Model Context Protocol)",
    flag(
        "--arena",
        "play as a bot of a running arena, with ARENA_ENDPOINT and ARENA_TOKEN; else against house bots, in this process",
    ),
    argument("--endpoint", metavar="HOST:PORT", help="the arena (default: ARENA_ENDPOINT)"),
    text="""\
The server speaks over its standard input and output; an agent's program starts it. Its tools list the games, tell the rules, show the position in words and the choices
explained, and play. With --arena the agent is a bot: it needs a bot's token, and plays in seasons with clocks of minutes. Needs: pip install 'meiji-arena[mcp]'

examples:
  arena mcp                                        matches on this machine
  ARENA_TOKEN=… arena mcp --arena --endpoint arena.example:443
  {"mcpServers": {"meiji-arena": {"command": "arena", "args": ["mcp"]}}}     in an agent's settings
""",
)
def mcp(arguments: Namespace) -> None:
    """Serve until the agent goes."""
    try:
        from arena.mcp import server
    except ModuleNotFoundError as error:
        raise Refused(f"{error.name} is not installed: pip install 'meiji-arena[mcp]'") from None
    from arena.sdk.endpoints import check_bot_token, endpoint

    where = None
    if arguments.arena:
        where = endpoint(arguments.endpoint)
        check_bot_token(where.token)
    elif arguments.endpoint:
        raise Refused("--endpoint says where an arena is: add --arena to play there")
    if sys.stdin.isatty():
        print(BY_HAND, file=sys.stderr)
    server(where).run("stdio")
