"""Whether everything that a database holds can be shown: every text of every table, found by the tables themselves."""

from collections.abc import Iterator

from sqlalchemy import JSON, String, Text, TypeDecorator, select

from arena.db.database import Base, Database
from arena.text import allowed

SEVERAL_LINES = "\n\t"


def unshowable(database: Database) -> list[str]:
    """Where something is kept that acts, hides or cannot be shown: table, column and text."""
    found = []
    with database.read() as session:
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                kind = column.type.impl if isinstance(column.type, TypeDecorator) else column.type
                if not isinstance(kind, String | Text | JSON):
                    continue
                for value in session.scalars(select(column).where(column.is_not(None))):
                    found += [f"{column}: {text[:80]!r}" for text in _texts(value) if not _shown(text)]
    return found


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from _texts(key)
            yield from _texts(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _texts(inside)


def _shown(text: str) -> bool:
    return all(letter in SEVERAL_LINES or allowed(letter) for letter in text)
