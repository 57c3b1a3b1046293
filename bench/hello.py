"""A bare Flask page under the server of `arena web`: the yardstick of bench/web.py. Settings as for `arena web`."""

import sys
from pathlib import Path

from flask import Flask
from redis import Redis

from arena.db.database import Database
from arena.settings import Settings, load
from web import serving
from web.site import Site


def hello(settings: Settings, database: Database) -> Flask:
    """An application with one page and nothing around it."""
    app = Flask("hello")
    app.add_url_rule("/", "hello", lambda: "hello")
    app.extensions["arena"] = Site(settings, database, Redis.from_url(settings.redis_address))
    return app


if __name__ == "__main__":
    serving.create_app = hello
    serving.serve(load(), Path(sys.argv[1]))
