"""Hints to the compiler about a class; plain Python ignores them. Never compiled itself."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    Kind = TypeVar("Kind", bound=type)

    def mypyc_attr(**_: Any) -> Callable[[Kind], Kind]:
        """The class as it is."""
        return lambda kind: kind
