"""Alembic's way in: always with a connection that arena.db.database opened."""

from alembic import context

from arena.db import models
from arena.db.database import Base

assert models
connection = context.config.attributes["connection"]
# Batch mode: SQLite cannot alter tables, so Alembic copies them into new ones.
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
