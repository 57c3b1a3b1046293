"""Addresses within the site for templates: a page has a hundred links, most of them on other pages too."""

from functools import lru_cache

from flask import Flask

KEPT = 20_000
"""Addresses, of some hundred bytes each."""


def install(app: Flask) -> None:
    """`url_for` of templates. Paths alone, which are the same whoever asks and by which host."""
    app.jinja_env.globals["url_for"] = lru_cache(KEPT, typed=True)(app.url_for)
