"""Frames of running matches and show tables as they grow: for streams, and for those who ask again and again."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import orjson
from redis import RedisError

from arena.access.viewers import PUBLIC, Viewer
from arena.db.database import utcnow
from arena.db.models import MatchState, SetState
from arena.errors import NotFound
from arena.matches.running import FINISHED, out_remark
from arena.results.queries import MatchLine, match
from arena.transport import live_frames
from web.frame_files import make_ahead
from web.site import Site

FOLLOWED = re.compile(r"/live/(?:matches/(?P<match>[0-9]{1,15})/frames|watch/(?P<game>[A-Za-z0-9_.-]{1,64}))")
OPEN = {"queued", "running"}
ENDED = {"void": "void", "failed": "given up"}
END_SECONDS = 5.0
"""Between a result in the database and the end of the frames in Redis, at most: then viewers are sent to the recording instead."""


@dataclass(frozen=True, slots=True)
class Course:
    """The frames so far."""

    run: str
    """Which writer they are from; empty while there are none."""
    entries: tuple[tuple[str, Any], ...]
    """Kind of event (start, step, over) and its data."""
    is_over: bool = False

    def after(self, seen: str) -> tuple[int, tuple[tuple[str, Any], ...]]:
        """The entries for a reader that has *seen* some, and the number of the first: from the start if it saw another writer's."""
        run, _, count = seen.partition(":")
        first = int(count) if run == self.run and count.isdecimal() and len(count) < 7 else 0
        return first, self.entries[first:]

    @property
    def tag(self) -> str:
        """The position of a reader that has seen everything."""
        return f"{self.run}:{len(self.entries)}"

    def news(self, seen: str) -> tuple[bytes, str]:
        """As server-sent events."""
        first, entries = self.after(seen)
        events = (
            b"event: %s\nid: %s:%d\ndata: %s\n\n" % (kind.encode(), self.run.encode(), number, orjson.dumps(data))
            for number, (kind, data) in enumerate(entries, first + 1)
        )
        return b"".join(events), self.tag


def is_followed(path: str) -> bool:
    """Whether frames are what is followed at this path."""
    return FOLLOWED.fullmatch(path) is not None


def course(site: Site, path: str, before: Course | None = None, who: Viewer = PUBLIC) -> Course:
    """The frames at a path, read on from *before*. NotFound if the viewer may not see the match, or it is over and nothing is left to follow."""
    line = _line(site, path, who)
    read = _read(site, _name(path), before or Course("", ()))
    if line is None:
        return read
    entries = tuple(_entry(entry, line) for entry in read.entries)
    is_over = bool(entries) and entries[-1][0] == "over"
    if line.has_replay and (is_over or not entries):
        make_ahead(site, line.id)  # those who followed it look at it again, with everything that is open now
    if is_over or line.state.value in OPEN:
        return Course(read.run, entries, is_over)
    if not entries:
        raise NotFound(f"match {line.id} is {line.state}: there is nothing to follow")
    if _has_just_finished(line):  # its worker is about to write the last steps and the result
        return Course(read.run, entries)
    return Course(read.run, (*entries, _entry(("over", {"over": line.state.value}), line)), is_over=True)


def _has_just_finished(line: MatchLine) -> bool:
    return (
        line.state is MatchState.FINISHED
        and line.finished_at is not None
        and utcnow() - line.finished_at < timedelta(seconds=END_SECONDS)
    )


def _line(site: Site, path: str, who: Viewer) -> MatchLine | None:
    matched = FOLLOWED.fullmatch(path)
    assert matched is not None
    if matched["match"] is None:
        return None
    with site.database.read() as session:
        return match(session, who, int(matched["match"]))


def _read(site: Site, name: str, before: Course) -> Course:
    """As *before* and what has been written since; all of another writer's. What was there is kept while Redis does not answer."""
    try:
        live_frames.watch(site.redis, [name])
        part = live_frames.read(site.redis, name, len(before.entries))
        if part.run == before.run:
            return Course(part.run, (*before.entries, *map(_parsed, part.entries)))
        if not part.run:  # the list has expired
            return before
        return Course(part.run, tuple(map(_parsed, live_frames.read(site.redis, name, 0).entries)))
    except RedisError:
        return before


def _parsed(entry: bytes) -> tuple[str, Any]:
    data = orjson.loads(entry)
    return ("over" if "over" in data else "start" if "first" in data else "step"), data


def _entry(entry: tuple[str, Any], line: MatchLine) -> tuple[str, Any]:
    """The head and the end with the names that this viewer may know, which workers leave out, and what there is to say about the end."""
    kind, data = entry
    if kind == "step":
        return entry
    names = list(line.names)
    if kind == "start":
        return kind, {**data, "names": names}
    return kind, {**data, "names": names, "notices": _notices(data, names, line)}


def _notices(ending: Mapping[str, Any], names: Sequence[str], line: MatchLine) -> list[str]:
    """What the board says about an end that is not like others."""
    if ending["over"] != MatchState.FINISHED:
        reason = f": {line.reason.rstrip('.')}" if line.reason else ""
        again = " It is played again." if line.set_state is SetState.OPEN else ""
        return [f"This match is {ENDED[line.state.value]}{reason}.{again}"]
    verdicts = ending.get("result", {}).get("verdicts", ())
    return [out_remark(name, verdict) for name, verdict in zip(names, verdicts, strict=False) if verdict != FINISHED]


def _name(path: str) -> str:
    """The name of the list: a match's number, or a show table's."""
    matched = FOLLOWED.fullmatch(path)
    assert matched is not None
    return matched["match"] or live_frames.show_table(matched["game"])


@dataclass(frozen=True, slots=True)
class ShowTableLine:
    """What a show table is at."""

    game: str
    names: tuple[str, ...]
    """By seat; empty if nothing is played there right now."""
    points: tuple[int, ...]
    words: str
    """The newest move."""


def show_tables(site: Site, games: Sequence[str]) -> list[ShowTableLine]:
    """The show tables of these games, without counting as somebody who watches them."""
    try:
        ends = live_frames.ends(site.redis, [live_frames.show_table(game) for game in games])
    except RedisError:
        ends = {}
    return [_table_line(game, *ends.get(live_frames.show_table(game), ({}, {}))) for game in games]


def _table_line(game: str, head: Mapping[str, Any], last: Mapping[str, Any]) -> ShowTableLine:
    names = tuple(head.get("names", ()))
    points = last.get("points") or last.get("result", {}).get("scores") or head.get("opening", {}).get("points", ())
    acting = last.get("seat")
    words = (
        f"{names[acting]} {last.get('words', '')}"
        if acting is not None
        else "The match is over."
        if "over" in last
        else ""
    )
    return ShowTableLine(game, names, tuple(points), words)


def lengths(site: Site, paths: Collection[str]) -> Mapping[str, int]:
    """How far the frames at these paths are; each counts as watched for some seconds more."""
    names = {path: _name(path) for path in paths if is_followed(path)}
    if not names:
        return {}
    try:
        live_frames.watch(site.redis, names.values())
        counted = live_frames.lengths(site.redis, list(names.values()))
    except RedisError:
        return {}
    return {path: counted[name] for path, name in names.items()}
