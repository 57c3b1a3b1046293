"""Alembic's way in: always with a connection that arena.storage.upgrade opened."""

from alembic import context

from arena.storage import models
from arena.storage.base import Base

assert models
connection = context.config.attributes["connection"]
# Batch mode: SQLite cannot alter tables, Alembic then makes them anew.
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
