"""Log entries as plain data, one JSON object each: how storage and exports keep them."""

from typing import Any

from arena.ratings.log import Compensated, Entry, Joined, NewVersion, SetRated
from arena.ratings.results import RatingError, SetResult


def to_dict(entry: Entry) -> dict[str, Any]:
    """Plain data with a `kind`."""
    match entry:
        case Joined():
            return {
                "kind": "joined",
                "number": entry.number,
                "bot": entry.bot,
                "points": entry.points,
                "deviation": entry.deviation,
            }
        case NewVersion():
            return {"kind": "new_version", "number": entry.number, "bot": entry.bot, "version": entry.version}
        case SetRated():
            return {
                "kind": "set_rated",
                "number": entry.number,
                "set_id": entry.result.set_id,
                "bots": list(entry.result.bots),
                "places": [list(row) for row in entry.result.places],
                "k": entry.k,
                "changes": dict(entry.changes),
            }
        case Compensated():
            return {
                "kind": "compensated",
                "number": entry.number,
                "undoes": entry.undoes,
                "reason": entry.reason,
                "changes": dict(entry.changes),
            }


def from_dict(plain: dict[str, Any]) -> Entry:
    """The entry again; RatingError names a field that is missing or a kind that is unknown."""
    try:
        return _entry(plain)
    except (KeyError, TypeError) as error:
        raise RatingError(f"log entry {plain.get('number', '?')}: {error!r} in {sorted(plain)}") from error


def _entry(plain: dict[str, Any]) -> Entry:
    number = int(plain["number"])
    match plain["kind"]:
        case "joined":
            return Joined(number, plain["bot"], plain["points"], plain["deviation"])
        case "new_version":
            return NewVersion(number, plain["bot"], plain["version"])
        case "set_rated":
            places = tuple(tuple(row) for row in plain["places"])
            result = SetResult(plain["set_id"], tuple(plain["bots"]), places)
            return SetRated(number, result, plain["k"], dict(plain["changes"]))
        case "compensated":
            return Compensated(number, plain["undoes"], plain["reason"], dict(plain["changes"]))
        case kind:
            raise RatingError(f"log entry {number}: unknown kind {kind!r}")
