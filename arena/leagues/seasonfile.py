"""Reading a season from its TOML file. docs/run-a-league.md describes every field.

The text may come from anybody, so `arena.leagues.toml_text` looks at it before the TOML parser does, and every number, date and list has limits.
"""

import tomllib
from datetime import datetime, time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from arena.leagues import toml_text
from arena.leagues.season import (
    DAYS,
    FORMATS,
    HOSTINGS,
    KINDS,
    MOST_AT_ONCE,
    VISIBILITIES,
    Divisions,
    EntryRules,
    Schedule,
    Season,
    SeasonEntry,
    SeasonError,
    Stage,
    Window,
    local,
    zone,
)
from arena.leagues.toml_text import Section, lines_of
from arena.text import fault

MOST_ENTRIES = 1000
LONGEST_TEXT = 120
"""Characters of a name."""
MOST_STAGES = 10
MOST_DIVISIONS = 50


def read(path: Path) -> Season:
    """The season of a file."""
    try:
        with path.open("rb") as file:
            text = file.read(4 * toml_text.LONGEST_FILE + 1).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SeasonError(f"{path}: is not UTF-8 text ({error.reason} at byte {error.start})") from None
    return parse(text, str(path))


def parse(text: str, file: str = "season", *, kept: bool = False) -> Season:
    """The season of a text; SeasonError names file, line and field.

    *kept*: the text is that of a season we hold, which keeps the names it was made with.
    """
    if not kept and len(text) > toml_text.LONGEST_FILE:
        raise SeasonError(
            f"{file}: a season file has at most {toml_text.LONGEST_FILE} characters, this one has {len(text)}"
        )
    toml_text.check(text, file)
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, and dates such as the 31st of February
        raise SeasonError(f"{file}: not TOML: {error}") from None
    top = Section(data, "", file, lines_of(text))
    if not kept:
        _check_texts(top, data, "")
    return _season(top)


def _check_texts(top: Section, value: object, path: str) -> None:
    """Names end up on pages, in feeds and on terminals: no control characters, no marks that turn text around, no walls of text."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if reason := fault(key, toml_text.LONGEST_WORD):
                top.refuse(path, f"the name of a field {reason}")
            _check_texts(top, inside, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inside in enumerate(value):
            _check_texts(top, inside, f"{path}[{at}]")
    elif isinstance(value, str) and (reason := fault(value, LONGEST_TEXT)):
        top.refuse(path, reason)


def _season(top: Section) -> Season:
    game, seats, options = _game(top)
    where = _zone(top)
    points, bye = _points(top, seats)
    season = Season(
        name=top.text("name"),
        league=top.text("league", ""),
        game=game,
        seats=seats,
        options=options,
        clock=_clock(top),
        time_zone=where.key,
        points=points,
        bye_points=bye,
        schedule=_schedule(top, where),
        stages=_stages(top, seats, where),
        visibility=top.text("visibility", "public", VISIBILITIES),
        hosting=top.text("hosting", "both", HOSTINGS),
        divisions=_divisions(top, seats),
        registration=_window(top, "registration", where),
        submission=_window(top, "submission", where),
        deadline=_placed(top.moment("deadline"), where) if top.has("deadline") else None,
        wait_minutes=top.whole("wait_minutes", 0, 7 * 24 * 60, 10),
        tables_at_once=top.whole("tables_at_once", 1, MOST_AT_ONCE, 4),
        match_minutes=top.number("match_minutes", 0.001, 24 * 60) if top.has("match_minutes") else None,
        expected_entries=top.whole("expected_entries", 0, MOST_ENTRIES, 0),
        entry_rules=_entry_rules(top),
        entries=_entries(top),
    )
    top.done()
    _fits_together(top, season)
    return season


def _game(top: Section) -> tuple[str, int, dict[str, Any]]:
    """Game, seats and options, checked by the engine where the game is installed."""
    import engine

    name = top.text("game", allowed=engine.games())
    seats = top.whole("seats", 1, 4)
    section = top.section("options")
    options = section.data if section else {}
    try:
        game = engine.game(name)
    except ModuleNotFoundError:
        return name, seats, options
    if seats not in game.seats:
        top.refuse("seats", f"{name} is for {game.seats[0]} to {game.seats[-1]} players, got {seats}")
    try:
        game.checked_options(seats, options)
    except engine.InvalidOption as error:
        top.refuse("options", str(error))
    return name, seats, options


def _zone(top: Section) -> ZoneInfo:
    try:
        return zone(top.text("time_zone", "UTC"))
    except ValueError as error:
        top.refuse("time_zone", str(error))


def _clock(top: Section) -> str:
    from arena.matches.clocks import preset
    from arena.matches.errors import InvalidSpec

    name = top.text("clock", "standard")
    try:
        limited = preset(name).bank_ms is not None
    except InvalidSpec as error:
        top.refuse("clock", str(error))
    if not limited:
        top.refuse("clock", "a season needs a clock with a limit")
    return name


def _points(top: Section, seats: int) -> tuple[tuple[Fraction, ...], Fraction]:
    """Points by place and for a bye; by default one for each opponent behind, and the mean of the places for a bye."""
    points = tuple(Fraction(seats - 1 - at) for at in range(seats))
    if top.has("points"):
        points = top.fractions("points", seats)
        if any(low > high for high, low in pairwise(points)):
            top.refuse("points", "a better place must not be worth less")
    mean = sum(points, Fraction()) / seats
    return points, Fraction(str(top.number("bye_points", -1000, 1000))) if top.has("bye_points") else mean


def _placed(moment: datetime, where: ZoneInfo) -> datetime:
    return local(moment, where) if moment.tzinfo is None else moment.astimezone(where)


def _schedule(top: Section, where: ZoneInfo) -> Schedule:
    section = top.section("schedule")
    if section is None:
        top.refuse("schedule", "is missing; expected a table with `first`, the start of round 1")
    kind = section.text("rounds", "asap", KINDS)
    schedule = Schedule(
        first=_placed(section.moment("first"), where),
        kind=kind,
        minutes=section.whole("minutes", 1, 60 * 24 * 365) if kind == "every" else 0,
        at=section.clock_time("at") if kind in {"daily", "weekly"} else time(),
        day=DAYS.index(section.text("day", allowed=DAYS)) if kind == "weekly" else 0,
    )
    section.done()
    return schedule


def _window(top: Section, key: str, where: ZoneInfo) -> Window | None:
    section = top.section(key)
    if section is None:
        return None
    window = Window(_placed(section.moment("opens"), where), _placed(section.moment("closes"), where))
    section.done()
    if window.closes <= window.opens:
        section.refuse("closes", "lies before `opens`")
    return window


def _stages(top: Section, seats: int, where: ZoneInfo) -> tuple[Stage, ...]:
    rows = top.sections("stage", MOST_STAGES)
    if not rows:
        top.refuse("stage", "is missing; a season needs at least one [[stage]]")
    stages = [_stage(row, seats, where) for row in rows]
    for at, (row, stage) in enumerate(zip(rows, stages, strict=True)):
        if stage.format == "final" and at == 0:
            row.refuse("format", "a final needs a stage before it")
        if stage.name in {other.name for other in stages[:at]}:
            row.refuse("name", f"another stage is called {stage.name!r}")
    return tuple(stages)


def _stage(row: Section, seats: int, where: ZoneInfo) -> Stage:
    kind = row.text("format", allowed=FORMATS)
    if seats == 1 and kind != "ladder":
        row.refuse("format", "a game for one seat can only be a ladder")
    stage = Stage(
        name=row.text("name", kind.replace("_", " ")),
        format=kind,
        sets=row.flag("sets", default=True),
        meetings=row.whole("meetings", 1, 100, 1) if kind in {"round_robin", "final"} else 1,
        rounds=row.whole("rounds", 1, 1000) if kind == "swiss" else 0,
        tables_each=row.whole("tables_each", 1, 10_000, 20) if kind == "ladder" else 0,
        top=row.whole("top", seats, MOST_ENTRIES) if kind == "final" else 0,
        visibility=row.text("visibility", "public", VISIBILITIES),
        freeze_at=_placed(row.moment("freeze_at"), where) if row.has("freeze_at") else None,
        reveal=_placed(row.moment("reveal"), where) if row.has("reveal") else None,
    )
    row.done()
    if stage.reveal and not stage.freeze_at:
        row.refuse("reveal", "needs `freeze_at`: nothing is hidden without it")
    if stage.reveal and stage.freeze_at and stage.reveal <= stage.freeze_at:
        row.refuse("reveal", "lies before `freeze_at`")
    return stage


def _divisions(top: Section, seats: int) -> Divisions | None:
    rows = top.sections("division", MOST_DIVISIONS)
    how = top.section("promotion")
    if not rows:
        if how:
            how.refuse("", "needs at least two [[division]] tables")
        return None
    names, sizes = [], []
    for at, row in enumerate(rows):
        names.append(row.text("name", f"Division {at + 1}"))
        sizes.append(row.whole("size", seats, MOST_ENTRIES))
        row.done()
    by = how.text("by", "rating", ("rating", "last_place")) if how else "rating"
    up = how.whole("up", 0, MOST_ENTRIES, 1) if how else 0
    if how:
        how.done()
        if 2 * up > min(sizes):
            how.refuse("up", f"{up} up and {up} down do not fit a division of {min(sizes)}")
    return Divisions(tuple(names), tuple(sizes), by, up)


def _entry_rules(top: Section) -> EntryRules:
    row = top.section("entry_rules")
    if row is None:
        return EntryRules()
    rules = EntryRules(
        row.whole("per_team", 1, MOST_ENTRIES, 1),
        row.text("versions", "free", ("free", "locked")),
        row.flag("validation", default=True),
        row.flag("invite_only", default=False),
        row.flag("keep_free", default=False),
    )
    row.done()
    return rules


def _entries(top: Section) -> tuple[SeasonEntry, ...]:
    entries: dict[str, SeasonEntry] = {}
    for row in top.sections("entry", MOST_ENTRIES):
        bot = row.text("bot")
        if bot in entries:
            row.refuse("bot", f"{bot} is entered twice")
        entries[bot] = SeasonEntry(
            bot, row.text("owner", bot), row.number("rating", -5000, 10_000) if row.has("rating") else None
        )
        row.done()
    return tuple(entries.values())


def _fits_together(top: Section, season: Season) -> None:
    """What single fields cannot tell."""
    if season.deadline and season.deadline <= season.schedule.first:
        top.refuse("deadline", "lies before the first round")
    if season.registration and season.registration.closes > season.schedule.first:
        top.refuse("registration.closes", "lies after the first round")
    per_owner: dict[str, int] = {}
    for at, entry in enumerate(season.entries):
        per_owner[entry.owner] = per_owner.get(entry.owner, 0) + 1
        if per_owner[entry.owner] > season.entry_rules.per_team:
            top.refuse(
                f"entry[{at}].owner",
                f"{entry.owner} has more than {season.entry_rules.per_team} bots (entry_rules.per_team)",
            )
    if season.divisions and season.entries and season.field_size < sum(season.divisions.sizes[:-1]) + season.seats:
        top.refuse("division", f"{season.field_size} entries do not reach the last division")
