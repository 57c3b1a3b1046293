"""The application: `create_app(settings)` puts the page families together. One module and one folder of templates per family."""

from importlib import import_module

from flask import Flask
from redis import Redis
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from arena.db.database import Database
from arena.settings import Settings
from web import assets, errors, forms, headers, page_cache, sessions, template_filters, uploads
from web.site import Site

FAMILIES = (
    "home",
    "games",
    "leaderboards",
    "bots",
    "matches",
    "watch",
    "previews",
    "seasons",
    "docs",
    "feed",
    "badges",
    "downloads",
    "dumps",
    "programs",
    "keys",
    "sign_in",
    "providers",
    "two_factor",
    "reset_password",
    "account",
    "teams",
    "challenges",
    "runtimes",
    "submissions",
    "following",
    "email",
    "webhooks",
    "comments",
    "coach",
    "organise",
    "control",
    "participants",
    "admin",
)
"""Modules of web.pages, each with a blueprint."""
LARGEST_FORM = 450_000
"""Bytes: season files and rosters are the largest that anybody sends."""


class NumberConverter(BaseConverter):
    """An id in an address, as large as a database can hold."""

    regex = r"[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        """The id."""
        return int(value)


class NameConverter(BaseConverter):
    """A name in an address, as names are allowed to be."""

    regex = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"


def create_app(settings: Settings, database: Database | None = None, redis: Redis | None = None) -> Flask:
    """The site over a database and a Redis; those of the settings unless given."""
    app = Flask("web", static_folder=None)
    app.request_class = uploads.Request
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_FORM
    app.url_map.converters.update(number=NumberConverter, name=NameConverter)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["arena"] = Site(
        settings,
        database or Database(settings.database_address, pool=settings.web_threads),
        redis or Redis.from_url(settings.redis_address, socket_connect_timeout=2, socket_timeout=5),
    )
    for part in (headers, assets, errors, template_filters, forms, page_cache, sessions):
        part.install(app)
    for family in FAMILIES:
        app.register_blueprint(import_module(f"web.pages.{family}").pages)
    app.register_blueprint(import_module("web.api.description").api)
    app.register_blueprint(import_module("web.api.own").own)
    if settings.web_proxies:
        count = settings.web_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app
