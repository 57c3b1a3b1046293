"""The form of a season: what was sent, what is shown, and which of its fields is wrong."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from zoneinfo import available_timezones

import engine
from arena.errors import ArenaError
from arena.leagues.season import SeasonError
from arena.leagues.season_form import FIELDS, MOST, ROWS, fields_of, unshown
from arena.matches.clocks import PRESETS
from engine.core.options import Flag, Option, Subset
from web import inputs
from web.inputs import document

LONGEST = 200
"""Characters of a field; the season file refuses more than 120 with a reason."""
PLACES = {"stage": "stage[0].format", "division": "division[0].size", "schedule": "schedule.first"}
"""Where the form marks what concerns a whole table of the file."""
LABELS = {
    "name": "Name",
    "seats": "Seats per table",
    "clock": "Clock",
    "time_zone": "Time zone",
    "deadline": "Deadline",
    "expected_entries": "Expected entries",
    "tables_at_once": "Tables at once",
    "wait_minutes": "Wait for absent bots",
    "match_minutes": "Minutes per match",
    "schedule.first": "First round",
    "schedule.minutes": "Minutes between rounds",
    "schedule.at": "Time of day",
    "registration.opens": "Registration opens",
    "registration.closes": "Registration closes",
    "submission.opens": "Bots may change from",
    "submission.closes": "Bots may change until",
    "entry_rules.per_team": "Bots per team",
    "promotion.up": "Places up and down",
    "options": "Options of the game",
}
"""What the form calls its fields, where that is not their name in the file."""
ROW_LABELS = {"top": "how many qualify", "meetings": "times each pair meets", "tables_each": "tables per bot"}


@dataclass(frozen=True, slots=True)
class SeasonForm:
    """What the form shows."""

    base: str
    """The season file that the form changes; what the form does not show stays in it."""
    values: Mapping[str, str]
    wrong: str = ""
    """The field that is wrong; empty if none is, or none that the form shows."""
    why: str = ""
    kept: list[str] = field(default_factory=list)

    def count(self, kind: str) -> int:
        """Rows to show of stages or divisions: those there are, and an empty one."""
        used = [at for at in range(MOST[kind]) if any(self.values.get(f"{kind}[{at}].{key}") for key in ROWS[kind])]
        return min(MOST[kind], max(used, default=-1) + 2)

    @staticmethod
    def games() -> list[engine.Game]:
        """The games that a league can play: those for two or more."""
        return [game for game in map(engine.game, engine.games()) if game.seats[-1] > 1]

    def game_choices(self) -> list[tuple[str, str]]:
        """The games for the list to choose from."""
        return [(game.name, game.label) for game in self.games()]

    @staticmethod
    def clocks() -> list[tuple[str, str]]:
        """The clocks of a season, in words."""
        return [
            (name, f"{name.capitalize()}: {clock.bank_ms / 1000:g} s + {clock.increment_ms / 1000:g} s")
            for name, clock in PRESETS.items()
            if clock.bank_ms is not None
        ]

    @staticmethod
    def zones() -> list[str]:
        """Time zones to choose from."""
        return _zones()

    @staticmethod
    def kind_of(option: Option) -> str:
        """How the form asks for an option: flag, subset or choice."""
        return "flag" if isinstance(option, Flag) else "subset" if isinstance(option, Subset) else "choice"


@cache
def _zones() -> list[str]:
    """By region and city."""
    regions = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return ["UTC", *sorted(name for name in available_timezones() if name.startswith(regions))]


def shown(text: str, values: Mapping[str, str] | None = None, wrong: str = "", why: str = "") -> SeasonForm:
    """The form for a season file, with *values* as they were typed if it was sent."""
    return SeasonForm(text, fields_of(text) if values is None else values, wrong, why, unshown(text))


def sent() -> tuple[str, dict[str, str]]:
    """The file that a form was made of, and its fields."""
    return document("file", "upload"), _values()


def place_of(error: ArenaError) -> str:
    """The field of the form that an error is about; empty if there is none."""
    named = error.field if isinstance(error, SeasonError) else ""
    named = PLACES.get(named, named)
    single = named in FIELDS or named.startswith("options")
    return named if single or re.fullmatch(r"(stage|division)\[\d+\]\.\w+", named) else ""


def label_of(name: str) -> str:
    """A field as the form calls it."""
    row = re.fullmatch(r"(stage|division)\[(\d+)\]\.(\w+)", name)
    if row:
        return f"{row[1].capitalize()} {int(row[2]) + 1}, {ROW_LABELS.get(row[3], row[3])}"
    return LABELS.get(name, name.rpartition(".")[2].replace("_", " ").capitalize())


def _values() -> dict[str, str]:
    values = {name: _field(name) for name in FIELDS}
    for kind, fields in ROWS.items():
        for at in range(MOST[kind] + 1):
            if inputs.sent(f"{kind}[{at}].{next(iter(fields))}") or inputs.sent(f"{kind}[{at}].size"):
                values.update({f"{kind}[{at}].{key}": _cell(kind, at, key) for key in fields})
    values["entry_rules.validation"] = _ticked("entry_rules.validation")
    values["entry_rules.invite_only"] = _ticked("entry_rules.invite_only")
    values.update(_options(values["game"]))
    return values


def _cell(kind: str, at: int, key: str) -> str:
    name = f"{kind}[{at}].{key}"
    return _ticked(name) if key == "sets" else _field(name)


def _options(game: str) -> dict[str, str]:
    """The options of the chosen game; every game has its own fields."""
    if game not in engine.games():
        return {}
    return {f"options.{name}": _option(game, name, option) for name, option in engine.game(game).options.items()}


def _option(game: str, name: str, option: Option) -> str:
    sent_as = f"options.{game}.{name}"
    if isinstance(option, Flag):
        return _ticked(sent_as)
    if isinstance(option, Subset):
        chosen = inputs.fields(sent_as, len(option.names))
        return ",".join(word for word in option.names if word in chosen)
    return _field(sent_as) or str(option.default)


def _field(name: str) -> str:
    return inputs.field(name, LONGEST)


def _ticked(name: str) -> str:
    return "yes" if inputs.field(name) == "yes" else "no"
