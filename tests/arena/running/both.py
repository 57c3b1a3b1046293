"""For tests of the scheduler on both databases: import `address`, `database` and `postgres` from here."""

from tests.arena.storage.conftest import address, database, postgres

__all__ = ["address", "database", "postgres"]
