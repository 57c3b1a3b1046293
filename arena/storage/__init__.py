"""What the arena remembers: SQLAlchemy models, one `Database` for SQLite and PostgreSQL, migrations, and the writes that must be whole."""
