"""Actions and their notation.

An action is a frozen value with a text: lower_snake tokens separated by single spaces, verb first, such as
`build silk_factory 3`. A game makes each of its actions once, in its `Vocabulary`; from then on two actions are
equal only if they are the same object. That makes the legality check an identity test, and parsing a look-up.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from operator import index
from typing import Final, SupportsIndex

from engine.core.errors import InvalidAction, shown
from engine.core.native import mypyc_attr

NOTATION: Final = re.compile(r"[a-z0-9_]+( [a-z0-9_]+)*\Z")
LONGEST: Final = 200
"""Characters of a wrong text that are compared with the actions there are; none is longer."""


@mypyc_attr(allow_interpreted_subclasses=True)  # games outside this repository are not compiled
class Action:
    """One move of one game. Subclasses add the fields their rules read; all are made by a Vocabulary's owner."""

    __slots__ = ("game", "id", "text")

    def __init__(self, game: str, text: str) -> None:
        self.game = game
        self.text = text
        self.id = -1
        """Its number in the game's vocabulary, from 0; the same in every process that plays by the same rules version."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.game}: {self.text}>"

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        # Pickling keeps the identity: the other process looks its own object up.
        return (_restore, (self.game, self.text))

    def __copy__(self) -> "Action":
        return self

    def __deepcopy__(self, memo: object) -> "Action":
        return self


def _restore(game: str, text: str) -> Action:
    from engine.registry import game as game_of

    return game_of(game).parse(text)


class Vocabulary:
    """Every action of one game, by text."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._by_text: dict[str, Action] = {}
        self._by_id: list[Action] = []

    def add(self, action: Action) -> None:
        """Take up a new action; its text must be well formed and new."""
        if action.text in self._by_text:
            raise ValueError(f"{self.game} has two actions {action.text!r}")
        if not NOTATION.match(action.text):
            raise ValueError(f"{action.text!r} is not in notation")
        action.id = len(self._by_text)
        self._by_text[action.text] = action
        self._by_id.append(action)

    def action(self, number: SupportsIndex) -> Action:
        """The action of that number; InvalidAction if there is none."""
        try:
            at = index(number)
        except TypeError:
            at = -1
        if not 0 <= at < len(self._by_id):
            raise InvalidAction(f"{self.game} has actions 0 to {len(self._by_id) - 1}; got {shown(number)}")
        return self._by_id[at]

    def parse(self, text: object) -> Action:
        """The action of that text; InvalidAction names the nearest ones."""
        action = self._by_text.get(text) if isinstance(text, str) else None
        if action is None:
            near = get_close_matches(str(text)[:LONGEST], self._by_text, n=3, cutoff=0.6)
            hint = f"; did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
            raise InvalidAction(f"{shown(text)} is not an action of {self.game}{hint}")
        return action

    def __len__(self) -> int:
        return len(self._by_text)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._by_text.values())
