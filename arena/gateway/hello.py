"""What a bot declares in Hello, cleaned before anything else sees it."""

from collections.abc import Iterator
from dataclasses import dataclass

import engine
from arena.text import clean_line
from arena.v1.bots_pb2 import Hello, NoticeCode

LONGEST_WORD, MOST_GAMES = 64, 32
"""In characters; in names."""

Complaint = tuple[NoticeCode, str]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a bot plays, and as what."""

    version: str
    language: str
    games: frozenset[str]
    """Empty: every game."""
    matches_at_once: int
    complaints: tuple[Complaint, ...]
    """What its author should know about the Hello."""


def declared(hello: Hello, most_at_once: int) -> Declared:
    """A Hello as the arena takes it."""
    version, language = clean_line(hello.bot_version, LONGEST_WORD), clean_line(hello.language, LONGEST_WORD)
    games = frozenset(clean_line(name, LONGEST_WORD) for name in hello.games[:MOST_GAMES])
    changed = [
        *(["bot_version"] if version != hello.bot_version else []),
        *(["language"] if language != hello.language else []),
        *(["games"] if games != frozenset(hello.games) else []),
    ]
    at_once = max(1, min(hello.matches_at_once, most_at_once))
    return Declared(version, language, games, at_once, tuple(_complaints(changed, games)))


def _complaints(changed: list[str], games: frozenset[str]) -> Iterator[Complaint]:
    if changed:
        limits = f"at most {LONGEST_WORD} printable characters each, and at most {MOST_GAMES} games"
        yield NoticeCode.NOTICE_CODE_HELLO_CHANGED, f"Hello was changed ({', '.join(changed)}): {limits}."
    unknown = sorted(games - set(engine.games()))
    if unknown:
        names, games_here = ", ".join(map(repr, unknown)), ", ".join(engine.games())
        noun = "game" if len(unknown) == 1 else "games"
        yield NoticeCode.NOTICE_CODE_UNKNOWN_GAME, f"There is no {noun} {names}; there are: {games_here}."
