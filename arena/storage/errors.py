"""What can go wrong with the arena's memory.

* StorageError
  x BadDatabaseAddress   not an address of SQLite or PostgreSQL
  x NotMigrated          the tables are older or newer than this program
      x HalfMade         there are tables, but no version
  x NotFound             no such row; says which
  x Conflict             a name that is taken, a claim that is lost
  x BadArchive           not a backup, or a broken one
  x NotReady             there, but not to be had yet
  x NotAllowed           somebody else's
  x Invalid              asked for in a way that cannot be; says what can
  x LimitReached         more of it than one may have
"""


class StorageError(Exception):
    """Any error of storage."""


class BadDatabaseAddress(StorageError): ...


class NotMigrated(StorageError): ...


class HalfMade(NotMigrated): ...


class NotFound(StorageError): ...


class Conflict(StorageError): ...


class BadArchive(StorageError): ...


class NotReady(StorageError): ...


class NotAllowed(StorageError): ...


class Invalid(StorageError): ...


class LimitReached(StorageError): ...
