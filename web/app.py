"""The application: `create_app(settings)` puts the page families together. One module and one folder of templates per family."""

from importlib import import_module

from flask import Flask
from redis import Redis
from werkzeug.middleware.proxy_fix import ProxyFix

from arena.settings import Settings
from arena.storage.database import Database
from web import assets, errors, guard, headers, kept, links, words
from web.site import Site

FAMILIES = (
    "home",
    "games",
    "leaderboards",
    "bots",
    "matches",
    "seasons",
    "feed",
    "keys",
    "downloads",
    "programs",
    "entrance",
    "resets",
    "account",
    "teams",
    "challenges",
    "organise",
    "control",
    "roster",
    "admin",
)
"""Modules of web.pages, each with a blueprint."""
LARGEST_FORM = 450_000
"""Bytes: season files and rosters are the largest that anybody sends."""


def create_app(settings: Settings, database: Database | None = None, redis: Redis | None = None) -> Flask:
    """The site over a database and a Redis; those of the settings unless given."""
    app = Flask("web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_FORM
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["arena"] = Site(
        settings,
        database or Database(settings.database_address, pool=settings.web_threads),
        redis or Redis.from_url(settings.redis_address, socket_connect_timeout=2, socket_timeout=5),
    )
    for part in (headers, assets, errors, links, words, kept, guard):
        part.install(app)
    for family in FAMILIES:
        app.register_blueprint(import_module(f"web.pages.{family}").pages)
    app.register_blueprint(import_module("web.api.description").api)
    if settings.web_proxies:
        count = settings.web_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app
