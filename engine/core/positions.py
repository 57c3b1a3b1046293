"""Reading a position that a person may have edited: every getter checks, and names the field that is wrong."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NoReturn

from engine.core.errors import InvalidPosition, shown


class Reader:
    """A dict of a position with its place in the whole, such as `players[2]`.

    Getters note which keys were read; `done()` refuses the rest, so that a misspelt field is not silently ignored.
    """

    __slots__ = ("_read", "data", "path")

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise InvalidPosition(f"{path or 'position'}: expected an object, got {shown(data)}")
        self.data: Mapping[str, Any] = data
        self.path = path
        self._read: set[str] = set()

    def at(self, key: str) -> str:
        """The full name of a field."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, why: str) -> NoReturn:
        """Refuse a field: InvalidPosition with its full name and the reason."""
        raise InvalidPosition(f"{self.at(key)}: {why}")

    def has(self, key: str) -> bool:
        """Whether the field is there."""
        return key in self.data

    def raw(self, key: str) -> Any:
        """The field as it is; it must be there."""
        self._read.add(key)
        if key not in self.data:
            self.wrong(key, "is missing")
        return self.data[key]

    def number(self, key: str, low: int = 0, high: int | None = None) -> int:
        """A whole number from *low* to *high*."""
        return self._int(self.raw(key), key, low, high)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.raw(key)
        if not isinstance(value, bool):
            self.wrong(key, f"expected true or false, got {shown(value)}")
        return value

    def text(self, key: str, allowed: Collection[str] | None = None) -> str:
        """A text, out of *allowed* if given."""
        return self._str(self.raw(key), key, allowed)

    def numbers(self, key: str, low: int = 0, high: int | None = None, length: int | None = None) -> list[int]:
        """A list of whole numbers."""
        return [self._int(v, f"{key}[{n}]", low, high) for n, v in enumerate(self._list(key, length))]

    def texts(self, key: str, allowed: Collection[str] | None = None, length: int | None = None) -> list[str]:
        """A list of texts."""
        return [self._str(v, f"{key}[{n}]", allowed) for n, v in enumerate(self._list(key, length))]

    def flags(self, key: str, length: int | None = None) -> list[bool]:
        """A list of true and false."""
        values = self._list(key, length)
        for n, value in enumerate(values):
            if not isinstance(value, bool):
                self.wrong(f"{key}[{n}]", f"expected true or false, got {shown(value)}")
        return values

    def counts(self, key: str, allowed: Collection[str], low: int = 0, high: int | None = None) -> dict[str, int]:
        """A map from names to whole numbers; names left out count as absent."""
        reader = self.part(key)
        for name in reader.data:
            if name not in allowed:
                reader.wrong(str(name), f"unknown; expected one of {_words(allowed)}")
        return {name: reader.number(name, low, high) for name in reader.data}

    def part(self, key: str) -> "Reader":
        """An object inside this one."""
        return Reader(self.raw(key), self.at(key))

    def parts(self, key: str, length: int | None = None) -> "list[Reader]":
        """A list of objects."""
        return [Reader(value, f"{self.at(key)}[{n}]") for n, value in enumerate(self._list(key, length))]

    def ignore(self, *keys: str) -> None:
        """Accept fields that only repeat others, such as sizes beside lists, without reading them."""
        self._read.update(keys)

    def follows(self, key: str, expected: Any) -> None:
        """A field that repeats what others say: it may be left out, but must not contradict them."""
        if self.has(key) and self.raw(key) != expected:
            self.wrong(
                key, f"follows from other fields and must be {expected!r} (or left out), got {shown(self.raw(key))}"
            )

    def done(self) -> None:
        """Refuse fields that were not read."""
        extra = [key for key in self.data if key not in self._read]
        if extra:
            self.wrong(extra[0], f"is not a field here; there are: {_words(self._read)}")

    def _list(self, key: str, length: int | None) -> list[Any]:
        value = self.raw(key)
        if not isinstance(value, list | tuple):
            self.wrong(key, f"expected a list, got {shown(value)}")
        if length is not None and len(value) != length:
            self.wrong(key, f"expected {length} entries, got {len(value)}")
        return list(value)

    def _int(self, value: object, key: str, low: int, high: int | None) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(key, f"expected a whole number, got {shown(value)}")
        if value < low or (high is not None and value > high):
            span = f"from {low} to {high}" if high is not None else f"of at least {low}"
            self.wrong(key, f"expected a whole number {span}, got {value}")
        return value

    def _str(self, value: object, key: str, allowed: Collection[str] | None) -> str:
        if not isinstance(value, str):
            self.wrong(key, f"expected a text, got {shown(value)}")
        if allowed is not None and value not in allowed:
            self.wrong(key, f"expected one of {_words(allowed)}, got {shown(value)}")
        return value


def _words(names: Iterable[str]) -> str:
    listed = sorted(str(name) for name in names)
    return ", ".join(listed[:20]) + (", …" if len(listed) > 20 else "")
