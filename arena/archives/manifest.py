"""bot.toml: what a bot is called, which version it is, and how it is started."""

import re
import shlex
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import engine
from arena.errors import Invalid
from arena.names import NAME, SHAPE
from arena.text import fault

FILE = "bot.toml"
RUNTIMES = ("python3", "python", "node", "java")
"""Programs of the arena that a command may begin with; otherwise it begins with a file of the archive."""
PROTOCOLS = ("grpc", "lines")
"""How the program plays: it dials the gateway, or it reads a line and prints a number and the bridge dials for it."""
KEYS = ("name", "version", "language", "command", "games", "protocol")
MOST_WORDS = 32
LONGEST_WORD = 200
LONGEST_LANGUAGE = 40
VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}\Z")
VERSION_SHAPE = "1 to 40 letters, digits, dots, plus signs, dashes or underscores, a letter or digit first"


class BadManifest(Invalid):
    """bot.toml is missing or wrong; the sentence names the key and what would be right."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot.toml that can be used."""

    name: str
    version: str
    language: str
    command: tuple[str, ...]
    games: tuple[str, ...]
    """Empty: every game."""
    protocol: str = "grpc"


def parse(content: bytes, files: Collection[str]) -> Manifest:
    """Read a bot.toml that lies beside *files*. BadManifest says what is wrong."""
    try:
        given = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadManifest(f"{FILE} is not TOML: {str(error)[:200]}") from None
    if unknown := sorted(given.keys() - set(KEYS)):
        raise BadManifest(f"{FILE}: there is no key {unknown[0][:40]!r}; there are: {', '.join(KEYS)}")
    for key in ("name", "version", "language", "command"):
        if key not in given:
            raise BadManifest(f"{FILE}: {key} is missing")
    return Manifest(
        _fitting(given, "name", NAME, SHAPE),
        _fitting(given, "version", VERSION, VERSION_SHAPE),
        _language(given),
        _command(given["command"], files),
        _games(given.get("games", [])),
        _protocol(given.get("protocol", "grpc")),
    )


def _fitting(given: Mapping[str, Any], key: str, pattern: re.Pattern[str], shape: str) -> str:
    value = given[key]
    if not isinstance(value, str) or not pattern.match(value):
        raise BadManifest(f"{FILE}: {key} must be a text of {shape}; got {_shown(value)}")
    return value


def _language(given: Mapping[str, Any]) -> str:
    value = given["language"]
    if not isinstance(value, str) or not value.strip() or fault(value, LONGEST_LANGUAGE) is not None:
        raise BadManifest(
            f'{FILE}: language must be a text of at most {LONGEST_LANGUAGE} characters, such as "python"; got {_shown(value)}'
        )
    return value.strip()


def _command(value: Any, files: Collection[str]) -> tuple[str, ...]:
    words = _words(value)
    first = words[0]
    if first in RUNTIMES:
        return words
    path = first.removeprefix("./")
    if path not in files:
        raise BadManifest(
            f"{FILE}: command begins with {_shown(first)}, which is neither a file of the archive nor one of {', '.join(RUNTIMES)}"
        )
    return (f"./{path}", *words[1:])


def _words(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        try:
            value = shlex.split(value)
        except ValueError as error:
            raise BadManifest(f"{FILE}: command cannot be split into words: {error}") from None
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        raise BadManifest(
            f'{FILE}: command must be a list of texts, such as ["python3", "bot.py"]; got {_shown(value)}'
        )
    if len(value) > MOST_WORDS:
        raise BadManifest(f"{FILE}: command has {len(value)} words; at most {MOST_WORDS} are allowed")
    for word in value:
        if not word or fault(word, LONGEST_WORD) is not None:
            raise BadManifest(
                f"{FILE}: each word of command must have 1 to {LONGEST_WORD} printable characters; got {_shown(word)}"
            )
    return tuple(value)


def _games(value: Any) -> tuple[str, ...]:
    known = engine.games()
    if not isinstance(value, list) or not all(isinstance(game, str) for game in value):
        raise BadManifest(f'{FILE}: games must be a list of names, such as ["{known[0]}"]; got {_shown(value)}')
    for game in value:
        if game not in known:
            raise BadManifest(f"{FILE}: there is no game {_shown(game)}; there are: {', '.join(known)}")
    return tuple(sorted(set(value)))


def _protocol(value: Any) -> str:
    if value not in PROTOCOLS:
        raise BadManifest(f"{FILE}: protocol must be one of {', '.join(PROTOCOLS)}; got {_shown(value)}")
    return str(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
