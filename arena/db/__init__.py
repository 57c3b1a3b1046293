"""The database: SQLAlchemy models, one `Database` for SQLite and PostgreSQL, migrations, backups, the audit log."""
