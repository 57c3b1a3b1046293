"""Bots as texts: a name, then settings, all joined by colons: `greedy:noise=0.3:redraws=2`."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from arena.players.kinds import Kind, Setting


class BotError(ValueError):
    """A text that names no bot: the sentence says what exists.

    * BotError
      x UnknownBot
      x InvalidSetting
    """


class UnknownBot(BotError): ...


class InvalidSetting(BotError): ...


@dataclass(frozen=True, slots=True)
class Bot:
    """A checked text: every setting is present."""

    name: str
    settings: dict[str, float]


def parse(text: str, kinds: Mapping[str, Kind] | None = None) -> Bot:
    """The bot a text means. UnknownBot and InvalidSetting list what exists."""
    if kinds is None:
        from arena.players.catalog import KINDS

        kinds = KINDS
    name, *parts = text.strip().split(":")
    kind = kinds.get(name)
    if kind is None:
        near = get_close_matches(name, kinds, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(kinds)}{hint}")
    settings = {key: setting.default for key, setting in kind.settings.items()}
    for part in parts:
        key, value = _setting(name, kind.settings, part)
        settings[key] = value
    return Bot(name, settings)


def _setting(name: str, settings: Mapping[str, Setting], part: str) -> tuple[str, float]:
    key, equals, text = part.partition("=")
    exists = ", ".join(settings) or "none"
    if not equals:
        raise InvalidSetting(f"settings of {name} are written key=value, such as {name}:noise=0.3; got {part!r}")
    if key not in settings:
        raise InvalidSetting(f"bot {name} has no setting {key!r}; its settings are: {exists}")
    try:
        return key, settings[key].read(text)
    except ValueError as wrong:
        raise InvalidSetting(f"setting {key} of bot {name} {wrong}; got {text!r}") from None
