"""The agent's seat: the match asks in its own thread, and the agent answers whenever its tools are called."""

import threading
import time
from collections.abc import Callable

from arena.errors import Conflict, Invalid
from arena.sdk.words import Asked, choices, position


class NothingAsked(Conflict):
    """No decision waits for the agent."""


class BadChoice(Invalid):
    """Not a number of the list."""


class Seat:
    """Hands decisions from a match to the agent, and choices back."""

    def __init__(self, idle: Callable[[], str], *, waits_to_be_seated: bool = False) -> None:
        """*idle* says what there is to do while no match is under way. *waits_to_be_seated*: matches begin without the agent's doing, so it
        makes sense to wait for one.
        """
        self._idle, self._waits_to_be_seated = idle, waits_to_be_seated
        self._changed = threading.Condition()
        self._decision: Asked | None = None
        self._choice: tuple[int, str] | None = None
        self._news: list[str] = []
        self.is_playing = False
        """Whether a match of the agent is under way."""

    # For the match, in its thread

    def ask(self, decision: Asked) -> tuple[int, str]:
        """Wait until the agent has chosen. Returns the index and the agent's note."""
        with self._changed:
            self._decision, self._choice, self.is_playing = decision, None, True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._choice is not None or self._decision is not decision)
            chosen, self._choice = self._choice or (0, ""), None
            if self._decision is decision:
                self._decision = None
            return chosen

    def tell(self, line: str, *, is_over: bool = False) -> None:
        """Something the agent should read with its next look, such as the result of the match."""
        with self._changed:
            self._news.append(line)
            if is_over:
                self.is_playing, self._decision = False, None
            self._changed.notify_all()

    def close(self, reason: str) -> None:
        """No match will come any more."""
        with self._changed:
            self.is_playing, self._waits_to_be_seated, self._decision = False, False, None
            self._idle = lambda: reason
            self._changed.notify_all()

    # For the agent

    def look(self, seconds: float) -> str:
        """Wait up to *seconds* for a decision or the end of the match. Returns what there is to read then; at once where no match can come."""
        with self._changed:
            if self.is_playing or self._waits_to_be_seated:
                self._changed.wait_for(self._has_something, seconds)
            news, self._news = self._news, []
            decision = self._decision if self._choice is None else None
        parts = list(news)
        if decision is not None:
            listed = "\n".join(f"{number}. {text}" for number, text in enumerate(choices(decision), 1))
            parts += [position(decision), f"Your choices:\n{listed}\n\nCall `play` with a number."]
        elif self.is_playing:
            parts.append("The others are choosing. Call `look` again.")
        elif not news:
            parts.append(self._idle())
        return "\n\n".join(parts)

    def _has_something(self) -> bool:
        is_over = not (self.is_playing or self._waits_to_be_seated)
        return is_over or bool(self._news) or (self._decision is not None and self._choice is None)

    def choose(self, number: int, note: str) -> str:
        """Take choice *number* of the list, from 1. Returns its notation."""
        with self._changed:
            decision = self._decision
            if decision is None or self._choice is not None:
                raise NothingAsked("no decision waits for you: call `look`")
            texts = decision.texts
            if not 1 <= number <= len(texts):
                raise BadChoice(f"there is no choice {number}: they are numbered 1 to {len(texts)}")
            self._choice = (number - 1, note)
            self._changed.notify_all()
            return texts[number - 1]

    def wait_until_taken(self, seconds: float) -> None:
        """Wait until the match has taken the choice."""
        deadline = time.monotonic() + seconds
        with self._changed:
            self._changed.wait_for(lambda: self._choice is None, max(0.0, deadline - time.monotonic()))
