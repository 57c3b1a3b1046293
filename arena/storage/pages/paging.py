"""Pages of long lists."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
MOST = 100
"""Rows of one page at most."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list whose length is known."""

    rows: tuple[T, ...]
    number: int
    """From 1."""
    size: int
    total: int

    @property
    def last(self) -> int:
        """The number of the last page; 1 even if there is nothing."""
        return max(1, -(-self.total // self.size))
