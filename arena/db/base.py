"""The declarative base: names for constraints, ids, times in UTC, JSON."""

import enum
from datetime import UTC, datetime
from typing import Annotated, Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Enum, Integer, MetaData, String, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, mapped_column


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no zone: values that are read are marked as UTC; values that are written must have a zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database: in UTC, refusing times without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """From the database: with its zone."""
        if value is None or value.tzinfo is UTC:
            return value
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite counts up automatically only for INTEGER keys.
BigId = BigInteger().with_variant(Integer, "sqlite")
Json = JSON().with_variant(JSONB, "postgresql")

Id = Annotated[int, mapped_column(BigId, primary_key=True)]
Name = Annotated[str, mapped_column(String(64))]
Seed = Annotated[str, mapped_column(String(40))]
"""A seed of 128 bits as decimal digits: no database has an integer of that size."""


class Word(enum.StrEnum):
    """A closed list that is stored by value, so that tables can be read by eye."""


class Base(DeclarativeBase):
    """All tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 (read by SQLAlchemy, never changed)
        datetime: UtcTime,
        dict[str, Any]: Json,
        list[Any]: Json,
        list[str]: Json,
        enum.StrEnum: Enum(
            enum.StrEnum, native_enum=False, length=16, values_callable=lambda words: [w.value for w in words]
        ),
    }


def utcnow() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)
