"""Ids as one parameter: a statement stays the same text however many there are, so it is compiled and planned once."""

from typing import Any

import orjson
from sqlalchemy import BigInteger, Boolean, ColumnElement, Dialect, String, TypeDecorator, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine


class _Ids(TypeDecorator[list[int]]):
    """An array where the database has them, else a JSON text."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type of the parameter."""
        return dialect.type_descriptor(ARRAY(BigInteger()) if dialect.name == "postgresql" else String())

    def process_bind_param(self, value: list[int] | None, dialect: Dialect) -> Any:
        """What is sent."""
        return value if dialect.name == "postgresql" else orjson.dumps(value).decode()


class _AnyOf(FunctionElement[bool]):
    inherit_cache = True
    type = Boolean()


@compiles(_AnyOf, "postgresql")
def _in_array(element: _AnyOf, compiler: Any, **more: Any) -> str:
    column, ids = (compiler.process(clause, **more) for clause in element.clauses)
    return f"{column} = ANY ({ids})"


@compiles(_AnyOf)
def _in_json(element: _AnyOf, compiler: Any, **more: Any) -> str:
    column, ids = (compiler.process(clause, **more) for clause in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({ids}))"  # noqa: S608 (a column's name and a placeholder)


def any_of(column: Any, name: str) -> ColumnElement[bool]:
    """The condition that the column is one of the ids in the list given as parameter *name*."""
    return _AnyOf(column, bindparam(name, type_=_Ids()))
