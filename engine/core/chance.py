"""Chance that is the same on every machine and every Python.

A stream is BLAKE2b in counter mode, keyed by a seed, a purpose and a number. Knowing some draws
of a stream does not help to compute the others, so cards already turned up tell nothing about the rest of the deck.
One stream per purpose: an extra draw in one never shifts the draws of another.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

SEED_BITS: Final = 128
_WORDS: Final = 8  # 64-bit words in one BLAKE2b block
_WORD: Final = 1 << 64


class Rng(Protocol):
    """Anything that draws: random.Random, or a Stream."""

    def randrange(self, stop: int, /) -> int: ...


class Stream:
    """An endless row of random words."""

    __slots__ = ("_block", "_key", "_left")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._left: list[int] = []

    def word(self) -> int:
        """The next 64 bits."""
        if not self._left:
            block = blake2b(self._block.to_bytes(8, "little"), key=self._key, digest_size=64).digest()
            self._left = [int.from_bytes(block[at : at + 8], "little") for at in range(8 * (_WORDS - 1), -1, -8)]
            self._block += 1
        return self._left.pop()

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, each equally likely."""
        if stop <= 0:
            raise ValueError(f"cannot draw below {stop}")
        if stop > _WORD:
            return self._wide(stop)
        limit = _WORD - _WORD % stop
        while True:
            word = self.word()
            if word < limit:
                return word % stop

    def _wide(self, stop: int) -> int:
        words = -(-stop.bit_length() // 64)
        limit = (1 << 64 * words) - (1 << 64 * words) % stop
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | self.word()
            if value < limit:
                return value % stop

    def shuffle(self, pile: list[T]) -> None:
        """Put the pile in random order (Fisher-Yates from the end)."""
        shuffle(self, pile)


def stream(seed: int, purpose: str, number: int = 0) -> Stream:
    """The stream of that seed for that purpose; *number* parts repeated uses, such as reshuffles."""
    name = f"{seed}/{purpose}/{number}".encode()
    return Stream(blake2b(name, digest_size=32, person=b"meiji-chance").digest())


def shuffle(rng: Rng, pile: list[T]) -> None:
    """Put the pile in random order with any generator (Fisher-Yates from the end)."""
    for last in range(len(pile) - 1, 0, -1):
        other = rng.randrange(last + 1)
        pile[last], pile[other] = pile[other], pile[last]


def shuffled(rng: Rng, pile: Sequence[T]) -> list[T]:
    """A new list with the items of *pile* in random order."""
    copy = list(pile)
    shuffle(rng, copy)
    return copy


def derived(seed: int, purpose: str) -> int:
    """Another seed of SEED_BITS bits, made from this one."""
    return stream(seed, purpose).randrange(1 << SEED_BITS)
