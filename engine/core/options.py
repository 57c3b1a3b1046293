"""Options of a game: what may be chosen, and the sentence for what may not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.errors import InvalidOption, shown

Value: TypeAlias = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few named or numbered values."""

    values: tuple[str, ...] | tuple[int, ...]
    default: str | int
    help: str

    def check(self, value: object) -> Value:
        """The value itself; ValueError says what would be right."""
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        raise ValueError(f"must be one of {self.allowed()}")

    def parse(self, text: str) -> Value:
        """The value from a command line."""
        return self.check(next((allowed for allowed in self.values if str(allowed) == text), text))

    def allowed(self) -> str:
        """The values in words."""
        return ", ".join(str(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    default: bool
    help: str

    def check(self, value: object) -> Value:
        """The value itself; ValueError says what would be right."""
        if isinstance(value, bool):
            return value
        raise ValueError("must be true or false")

    def parse(self, text: str) -> Value:
        """The value from a command line."""
        words = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        return self.check(words.get(text.lower(), text))

    def allowed(self) -> str:
        """The values in words."""
        return "true, false"


@dataclass(frozen=True, slots=True)
class Subset:
    """Any of some names; kept in the order of *names*, each at most once."""

    names: tuple[str, ...]
    default: tuple[str, ...]
    help: str

    def check(self, value: object) -> Value:
        """The chosen names; ValueError says what would be right."""
        if not isinstance(value, list | tuple) or any(name not in self.names for name in value):
            raise ValueError(f"must be a list of names out of {self.allowed()}")
        if len(set(value)) < len(value):
            raise ValueError("names something twice")
        return tuple(name for name in self.names if name in value)

    def parse(self, text: str) -> Value:
        """The names from a command line: `all`, `none`, or names separated by commas."""
        if text in {"all", "none", ""}:
            return self.names if text == "all" else ()
        return self.check(text.split(","))

    def allowed(self) -> str:
        """The names in words."""
        return ", ".join(self.names)


Option: TypeAlias = Choice | Flag | Subset


def checked(game: str, options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, Value]:
    """All options of the game: as given, else by default. InvalidOption names the wrong one."""
    for name in given:
        if name not in options:
            exists = ", ".join(options) or "none"
            raise InvalidOption(f"{game} has no option {shown(name)}; its options are: {exists}")
    values: dict[str, Value] = {}
    for name, option in options.items():
        value = given.get(name, option.default)
        try:
            values[name] = option.check(value)
        except ValueError as wrong:
            raise InvalidOption(f"option {name} of {game} {wrong}; got {shown(value)}") from None
    return values


def parsed(game: str, options: Mapping[str, Option], texts: Mapping[str, str]) -> dict[str, Value]:
    """Options from `name=value` texts of a command line."""
    given: dict[str, object] = {}
    for name, text in texts.items():
        option = options.get(name)
        try:
            given[name] = text if option is None else option.parse(text)
        except ValueError as wrong:
            raise InvalidOption(f"option {name} of {game} {wrong}; got {shown(text)}") from None
    return {name: value for name, value in checked(game, options, given).items() if name in given}


def plain(values: Mapping[str, Value]) -> dict[str, str | int | bool | list[str]]:
    """The values as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
