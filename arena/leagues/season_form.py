"""A season file as the fields of a form, and back.

A field has the name of its place in the file: `schedule.first`, `stage[0].format`. So a refusal of the file marks a field of the form.
The form changes only what differs from what it showed: comments, and fields that no form shows, stay as they are.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime, time
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

import engine
from arena.leagues.season import Season, SeasonError
from arena.leagues.seasonfile import MOST_DIVISIONS, MOST_STAGES, parse
from arena.text import local_moment
from engine.core.options import Choice, Flag

Values = Mapping[str, str]


def _whole(text: str) -> object:
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text


def _number(text: str) -> object:
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", text):
        return text
    return float(text) if "." in text else int(text)


def _flag(text: str) -> object:
    return text == "yes"


def _moment(text: str) -> object:
    return local_moment(text) or text


def _clock_time(text: str) -> object:
    try:
        return time.fromisoformat(text)
    except ValueError:
        return text


FIELDS: dict[str, tuple[Callable[[str], object], str]] = {
    "name": (str, ""),
    "league": (str, ""),
    "game": (str, ""),
    "seats": (_whole, ""),
    "clock": (str, "standard"),
    "visibility": (str, "public"),
    "hosting": (str, "both"),
    "time_zone": (str, "UTC"),
    "deadline": (_moment, ""),
    "expected_entries": (_whole, ""),
    "tables_at_once": (_whole, "4"),
    "wait_minutes": (_whole, "10"),
    "match_minutes": (_number, ""),
    "schedule.first": (_moment, ""),
    "schedule.rounds": (str, "asap"),
    "schedule.minutes": (_whole, ""),
    "schedule.day": (str, ""),
    "schedule.at": (_clock_time, ""),
    "registration.opens": (_moment, ""),
    "registration.closes": (_moment, ""),
    "submission.opens": (_moment, ""),
    "submission.closes": (_moment, ""),
    "entry_rules.per_team": (_whole, "1"),
    "entry_rules.versions": (str, "free"),
    "entry_rules.validation": (_flag, "yes"),
    "entry_rules.invite_only": (_flag, "no"),
    "entry_rules.keep_free": (_flag, "no"),
    "promotion.by": (str, "rating"),
    "promotion.up": (_whole, ""),
}
"""Every single field: how its text becomes a value, and what holds where the file says nothing.

A text that cannot be read goes into the file as it is; reading the file then refuses it, with the field's name."""
ROWS: dict[str, dict[str, tuple[Callable[[str], object], str]]] = {
    "stage": {
        "format": (str, ""),
        "name": (str, ""),
        "meetings": (_whole, "1"),
        "rounds": (_whole, ""),
        "tables_each": (_whole, "20"),
        "top": (_whole, ""),
        "sets": (_flag, "yes"),
    },
    "division": {"name": (str, ""), "size": (_whole, "")},
}
"""Tables that come several times, with their fields."""
MOST = {"stage": MOST_STAGES, "division": MOST_DIVISIONS}
LEADS = {"stage": "format", "division": "size"}
"""A row without this field does not exist."""
ONLY: dict[str, tuple[str, ...]] = {
    "meetings": ("round_robin", "final"),
    "rounds": ("swiss",),
    "tables_each": ("ladder",),
    "top": ("final",),
}
"""Fields of a stage that only these formats have."""
WHEN: dict[str, tuple[str, ...]] = {
    "schedule.minutes": ("every",),
    "schedule.day": ("weekly",),
    "schedule.at": ("daily", "weekly"),
}
"""Fields of the schedule that only these kinds of it have."""


def fields_of(text: str) -> dict[str, str]:
    """What the form shows for a season file; SeasonError if the file cannot be read."""
    season = parse(text, "season.toml", kept=True)
    data = tomllib.loads(text)
    values = {name: _shown(_inside(data, name), season, default) for name, (_, default) in FIELDS.items()}
    values["time_zone"] = season.time_zone
    for kind, fields in ROWS.items():
        for at, row in enumerate(data.get(kind, [])):
            for name, (_, default) in fields.items():
                values[f"{kind}[{at}].{name}"] = _shown(row.get(name), season, default)
    given = data.get("options", {})
    for name, option in engine.game(season.game).options.items():
        values[f"options.{name}"] = _shown(given.get(name, option.default), season, "")
    return values


def unshown(text: str) -> list[str]:
    """What the file says that no form shows, in words."""
    try:
        parse(text, kept=True)
    except SeasonError:
        return []
    data = tomllib.loads(text)
    kept = ["points by place" if "points" in data else "", "points for a bye" if "bye_points" in data else ""]
    listed = len(data.get("entry", []))
    kept.append(f"{listed} listed {'entry' if listed == 1 else 'entries'}" if listed else "")
    stages = data.get("stage", [])
    hidden = [key for key in ("freeze_at", "reveal", "visibility") if any(key in stage for stage in stages)]
    kept.append(f"{', '.join(hidden)} of a stage" if hidden else "")
    return [words for words in kept if words]


def _inside(data: Mapping[str, Any], name: str) -> Any:
    table, _, key = name.rpartition(".")
    return (data.get(table) or {}).get(key) if table else data.get(key)


def _shown(value: object, season: Season, default: str) -> str:
    if value is None:
        return default
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        local = value.astimezone(season.schedule.first.tzinfo) if value.tzinfo else value
        return local.strftime("%Y-%m-%dT%H:%M")
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return ",".join(value) if isinstance(value, list | tuple) else str(value)


def written(base: str, values: Values) -> str:
    """The season file *base* with what the form says. SeasonError if *base* cannot be read; whether the result is a season, `parse` says."""
    before = fields_of(base) if base.strip() else {name: default for name, (_, default) in FIELDS.items()}
    after = _that_count(values)
    try:
        document = tomlkit.parse(base)
    except TOMLKitError as wrong:
        raise SeasonError(f"season.toml: not TOML: {wrong}") from None
    for name, (read, _) in FIELDS.items():
        if after.get(name, "") != before.get(name, ""):
            _put(document, name, read(after[name]) if after.get(name) else None)
    _put_options(document, before, after)
    for kind in ROWS:
        _put_rows(document, kind, before, after)
    text = tomlkit.dumps(document)
    return text if base.strip() else re.sub(r"\n{3,}", "\n\n", re.sub(r"(?<=[^\n])\n(?=\[)", "\n\n", text))


def _that_count(values: Values) -> dict[str, str]:
    """The values without those that their format or schedule does not have."""
    stripped = {name: value.strip() for name, value in values.items()}
    for name, kinds in WHEN.items():
        if stripped.get("schedule.rounds", "asap") not in kinds:
            stripped[name] = ""
    for at in range(MOST_STAGES + 1):
        for key, formats in ONLY.items():
            if stripped.get(f"stage[{at}].format") not in formats:
                stripped[f"stage[{at}].{key}"] = ""
    if not any(stripped.get(f"division[{at}].size") for at in range(MOST_DIVISIONS + 1)):
        stripped["promotion.by"] = stripped["promotion.up"] = ""
    return stripped


def _put(document: Any, name: str, value: object) -> None:
    """Set one field, or remove it if *value* is None."""
    table, _, key = name.rpartition(".")
    if table and table not in document:
        if value is None:
            return
        document.add(table, tomlkit.table())
    _put_cell(document[table] if table else document, key, value)
    if table and not document[table]:
        del document[table]


def _put_options(document: Any, before: Values, after: Values) -> None:
    options = engine.game(after["game"]).options if after.get("game") in engine.games() else {}
    if before.get("game") != after.get("game"):
        _put(document, "options", None)
        before = {}
    for name, option in options.items():
        old = before.get(f"options.{name}", _shown_default(option.default))
        new = after.get(f"options.{name}", old)
        if new == old:
            continue
        if isinstance(option, Flag):
            value: object = new == "yes"
        elif isinstance(option, Choice):
            value = next((allowed for allowed in option.values if str(allowed) == new), new)
        else:
            value = [word for word in new.split(",") if word]
        _put(document, f"options.{name}", value)


def _shown_default(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _put_rows(document: Any, kind: str, before: Values, after: Values) -> None:
    """The tables of one kind: those that stay keep what the form does not show."""
    if kind not in document:
        if not any(after.get(f"{kind}[{at}].{LEADS[kind]}") for at in range(MOST[kind] + 1)):
            return
        document.append(kind, tomlkit.aot())
    tables = document[kind]
    had = len(tables)
    for at in range(MOST[kind] + 1):
        if not after.get(f"{kind}[{at}].{LEADS[kind]}"):
            continue
        if at >= had:
            tables.append(tomlkit.table())
        row = tables[at] if at < had else tables[-1]
        for key, (read, default) in ROWS[kind].items():
            new = after.get(f"{kind}[{at}].{key}", "")
            if new != (before.get(f"{kind}[{at}].{key}", default) if at < had else default):
                _put_cell(row, key, read(new) if new else None)
        if at >= had:
            row.add(tomlkit.nl())
    for at in reversed(range(had)):
        if not after.get(f"{kind}[{at}].{LEADS[kind]}"):
            del tables[at]
    if not tables:
        del document[kind]


def _put_cell(table: Any, key: str, value: object) -> None:
    """Set one key of a table, or remove it."""
    if value is not None:
        table[key] = value
    elif key in table:
        del table[key]
