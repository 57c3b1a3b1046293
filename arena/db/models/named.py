"""What accounts, teams and bots share: a name that no other of their kind has, or looks like."""

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column, validates

from arena.db.base import Name
from arena.names import folded


def _folded(context: Any) -> str:
    """For rows that are inserted without a model."""
    return folded(context.get_current_parameters()["name"])


class Named:
    """A name, and what it has in common with names that look like it."""

    name: Mapped[Name] = mapped_column(unique=True)
    folded: Mapped[Name | None] = mapped_column(unique=True, index=True, default=_folded)
    """`arena.names.folded` of the name; names from before the rule that look alike end in `~` and their id."""

    @validates("name")
    def _fold(self, _: str, name: str) -> str:
        self.folded = folded(name)
        return name
