"""A bare Flask page under the server of `arena web`: the yardstick of bench/web.py. Settings as for `arena web`."""

import sys
from pathlib import Path

from flask import Flask

from arena.settings import load
from web import serving


def hello(*_: object) -> Flask:
    """An application with one page and nothing around it."""
    app = Flask("hello")
    app.add_url_rule("/", "hello", lambda: "hello")
    return app


if __name__ == "__main__":
    serving.create_app = hello  # type: ignore[assignment]
    serving.serve(load(), Path(sys.argv[1]))
