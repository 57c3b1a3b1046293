"""Parts of views that stay the same from one decision to the next, made once and shared.

A view is made for every decision of every bot, and most of it (other players, the board, rows of cards) is as it was. So a game
names what a part of its view is made of, its key, and the part itself is kept under it. Whoever reads shared parts must not
change them; `state.view(seat)` gives fresh ones unless asked to share.
"""

from collections.abc import Callable, Hashable
from typing import Any

MOST_KEPT = 2_000
"""Parts of one kind that are kept, of a few KB each; then they are forgotten all at once."""


class SharedDict(dict[str, Any]):
    """A part of several views. Do not change it."""

    __slots__ = ("rendered",)
    rendered: Any
    """Free for a reader to keep what it made of the part; None at first."""


class SharedList(list[Any]):
    """As SharedDict, for a whole list."""

    __slots__ = ("rendered",)
    rendered: Any


class Parts:
    """One kind of part: `make(*of)` gives it, `key(*of)` all that it depends on."""

    __slots__ = ("_kept", "key", "make")

    def __init__(self, make: Callable[..., Any], key: Callable[..., Hashable]) -> None:
        self.make = make
        self.key = key
        self._kept: dict[Hashable, SharedDict | SharedList] = {}

    def __call__(self, shared: bool, *of: Any) -> Any:
        """The part made of these: a fresh one, or one that is *shared* with other views."""
        if not shared:
            return self.make(*of)
        key = self.key(*of)
        found = self._kept.get(key)
        return self._keep(key, of) if found is None else found

    def _keep(self, key: Hashable, of: tuple[Any, ...]) -> SharedDict | SharedList:
        made = self.make(*of)
        part = SharedDict(made) if isinstance(made, dict) else SharedList(made)
        part.rendered = None
        if len(self._kept) >= MOST_KEPT:
            self.forget()
        self._kept[key] = part
        return part

    def forget(self) -> None:
        """Keep nothing of what was made so far."""
        self._kept.clear()
