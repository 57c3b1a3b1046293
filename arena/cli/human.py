"""A person at the terminal as a player: shows the position and the choices, and reads what is typed."""

import sys
from collections.abc import Sequence

from arena.boards import draw
from arena.matches import Decision
from arena.wording import event_for_people, notation_for_people, seat_name

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
    "A choice is final: it may have turned up cards, and the others have answered it. "
    "To try things out, start the same match again: the same --seed deals the same cards."
)


class Left(Exception):
    """The person left the match: by `quit`, or because the input ended."""

    def __init__(self, why: str, *, asked: bool) -> None:
        super().__init__(why)
        self.asked = asked
        """Whether the person asked for it."""


class Human:
    """Asks on the terminal until the answer is a choice."""

    def __init__(self) -> None:
        self._shown_help = False

    def choose(self, decision: Decision) -> int:
        """The index of the choice that was typed."""
        self._open(decision)
        while True:
            index = self._choice(decision, _read(f"{seat_name(decision.seat)}> "))
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
            print(f"You are {seat_name(decision.seat)}.\n{HELP}\n")
        _list(_shown(decision), range(min(len(decision.legal), SHOWN)))

    def _choice(self, decision: Decision, typed: str) -> int | None:
        texts = _shown(decision)
        for known in (texts, decision.texts):  # as it is listed, or in the notation of bots and replays
            if typed in known:
                return known.index(typed)
        if typed.lstrip("-").isdecimal() and len(typed) <= 20:
            return _choice_by_number(typed, len(texts))
        if typed == "quit":
            raise Left("you left the match", asked=True)
        if not self._answer_command(decision, typed):
            _list_matching(texts, typed)
        return None

    def _answer_command(self, decision: Decision, typed: str) -> bool:
        """Carry out a command such as `board`; False if it is not one."""
        if typed in {"help", "?"}:
            print(HELP)
        elif typed == "board":
            print(draw(decision.view))
        elif typed == "rules":
            print(decision.game.summary)
        elif typed == "undo":
            print(UNDO)
        elif typed in {"all", ""}:
            _list(_shown(decision), range(len(decision.legal)))
        else:
            return False
        return True


def _shown(decision: Decision) -> list[str]:
    return [notation_for_people(text) for text in decision.texts]


def _read(prompt: str) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise Left("the input ended before the match did", asked=False)
    return " ".join(line.split()).lower()


def _choice_by_number(typed: str, count: int) -> int | None:
    number = int(typed)
    if 1 <= number <= count:
        return number - 1
    print(f"There is no choice {typed}: they are numbered 1 to {count}. Type `all` to see them.")
    return None


def _list_matching(texts: Sequence[str], typed: str) -> None:
    words = typed.split()
    matching = [index for index, text in enumerate(texts) if all(word in text for word in words)]
    if matching:
        print(f"Choices with {typed!r}; type the number of one:")
        _list(texts, matching)
    else:
        print(f"{typed!r} is not a choice now, and no choice contains it. Type `all` to list them, `help` for help.")


def _list(texts: Sequence[str], indices: Sequence[int]) -> None:
    width = len(str(len(texts)))
    for index in indices:
        print(f"  {index + 1:>{width}}  {texts[index]}")
    if len(indices) == SHOWN < len(texts):
        print(f"  … and {len(texts) - SHOWN} more: type `all`, or words to look for.")


def _sentence(event: str, seat: int) -> str:
    """An event as its reader sees it: `you: build kura` for that of *seat*."""
    own = f"{seat_name(seat)}: "
    shown = event_for_people(event)
    return f"you: {shown.removeprefix(own)}" if shown.startswith(own) else shown
