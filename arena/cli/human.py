"""A person at the terminal as a player: sees what the seat may see, picks from a numbered list."""

import sys
from collections.abc import Sequence

from arena.boards import draw
from arena.matches import Decision

SHOWN = 40  # choices listed at once; more would push the position off the screen

HELP = """\
  a number      take that choice (or type it as it is written)
  some words    list only the choices that contain them all, such as `build 3`
  all           list every choice
  board         show the position again
  rules         the rules in short
  undo          why a choice cannot be taken back
  quit          leave the match
  help or ?     this list"""

UNDO = (
    "A choice stands once it is made: it may have turned up cards, and the others have answered it. "
    "To try things out, start the same match again: the same --seed deals the same cards."
)


class Left(Exception):
    """The person left the match: by `quit`, or because the input ended."""

    def __init__(self, why: str, *, asked: bool) -> None:
        super().__init__(why)
        self.asked = asked
        """Whether it was meant."""


class Human:
    """Asks on the terminal until the answer is a choice."""

    def __init__(self) -> None:
        self._shown_help = False

    def choose(self, decision: Decision) -> int:
        """The index of the choice that was typed."""
        self._open(decision)
        while True:
            index = self._answered(decision, _read(f"seat {decision.seat}> "))
            if index is not None:
                return index

    def _open(self, decision: Decision) -> None:
        if decision.number > 0:
            print("\nSince your last choice:")
            for event in decision.events:
                print(f"  {_sentence(event, decision.seat)}")
        print(f"\n{draw(decision.view)}\n")
        if not self._shown_help:
            self._shown_help = True
            print(f"You are seat {decision.seat}.\n{HELP}\n")
        _listed(decision.texts, range(min(len(decision.legal), SHOWN)))

    def _answered(self, decision: Decision, typed: str) -> int | None:
        texts = decision.texts
        if typed in texts:
            return texts.index(typed)
        if typed.lstrip("-").isdecimal() and len(typed) <= 20:
            return _numbered(typed, len(texts))
        if typed == "quit":
            raise Left("you left the match", asked=True)
        if not self._told(decision, typed):
            _filtered(texts, typed)
        return None

    def _told(self, decision: Decision, typed: str) -> bool:
        """Answer a question about the game; False if it was none."""
        if typed in {"help", "?"}:
            print(HELP)
        elif typed == "board":
            print(draw(decision.view))
        elif typed == "rules":
            print(decision.game.summary)
        elif typed == "undo":
            print(UNDO)
        elif typed in {"all", ""}:
            _listed(decision.texts, range(len(decision.legal)))
        else:
            return False
        return True


def _read(prompt: str) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise Left("the input ended before the match did", asked=False)
    return " ".join(line.split()).lower()


def _numbered(typed: str, count: int) -> int | None:
    number = int(typed)
    if 1 <= number <= count:
        return number - 1
    print(f"There is no choice {typed}: they are numbered 1 to {count}. Type `all` to see them.")
    return None


def _filtered(texts: Sequence[str], typed: str) -> None:
    words = typed.split()
    found = [index for index, text in enumerate(texts) if all(word in text for word in words)]
    if found:
        print(f"Choices with {typed!r}; type the number of one:")
        _listed(texts, found)
    else:
        print(f"{typed!r} is no choice now, and no choice contains it. Type `all` to list them, `help` for help.")


def _listed(texts: Sequence[str], indices: Sequence[int]) -> None:
    width = len(str(len(texts)))
    for index in indices:
        print(f"  {index + 1:>{width}}  {texts[index]}")
    if len(indices) == SHOWN < len(texts):
        print(f"  … and {len(texts) - SHOWN} more: type `all`, or words to look for.")


def _sentence(event: str, seat: int) -> str:
    """`2 build kura` as `seat 2: build kura`; the game's own events have no seat."""
    who, _, what = event.partition(" ")
    if who == "-":
        return what
    return f"you: {what}" if who == str(seat) else f"seat {who}: {what}"
