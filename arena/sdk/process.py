"""`run(bot)`: the whole life of a bot's process."""

import asyncio
import logging
import os
import signal
import sys
import time

from arena.event_loop import Tasks, on_loop
from arena.sdk.bot import Bot
from arena.sdk.client import Client
from arena.sdk.endpoints import Unconfigured, check_bot_token, endpoint

ONE_PRESS_SECONDS = 0.5
"""Two signals within this time count as one: `timeout` sends one to the bot and one to its whole group."""


def run(bot: Bot, *, address: str | None = None, token: str | None = None) -> None:
    """Connect and play until interrupted, then exit the process.

    Ctrl-C once: finish the running matches and take no new ones; twice: give up. Address and token come from
    ARENA_ENDPOINT and ARENA_TOKEN unless given; ARENA_LOG=debug logs more.
    """
    level = os.environ.get("ARENA_LOG", "warning").upper()
    logging.basicConfig(stream=sys.stderr, level=level, format="%(asctime)s %(levelname)s %(message)s")
    try:
        where = endpoint(address, token)
        check_bot_token(where.token, "the token given" if token else "ARENA_TOKEN")
    except Unconfigured as error:
        print(f"{type(bot).__name__}: {error}", file=sys.stderr, flush=True)
        sys.exit(2)
    give_up = os.environ.get("ARENA_GIVE_UP_SECONDS")
    sys.exit(on_loop(_until_done(Client(bot, where, give_up_seconds=float(give_up) if give_up else None))))


async def _until_done(client: Client) -> int:
    loop, first = asyncio.get_running_loop(), 0.0
    tasks = Tasks()

    def pressed(*_: object) -> None:
        nonlocal first
        now = time.monotonic()
        if not first:
            first = now
            print("finishing what is running; Ctrl-C again gives up", file=sys.stderr, flush=True)
            loop.call_soon_threadsafe(lambda: tasks.start(client.finish()))
        elif now - first > ONE_PRESS_SECONDS:
            loop.call_soon_threadsafe(lambda: tasks.start(client.resign()))

    # Not loop.add_signal_handler, which Windows does not have.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, pressed)
    return await loop.create_task(client.play())
